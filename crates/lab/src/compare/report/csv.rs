//! Comma-separated values (RFC 4180): a header with the names of the JSON fields, empty where something is not known.

use std::io::{self, Write};

use serde_json::Value;

use crate::run::{Fields, Record};
use cnfab_base::display::csv_cell;

pub(super) fn write(records: &[Record], _: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = Record::fields().iter().map(|field| field.name).collect();
    let mut lines = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    lines.write_record(&names)?;
    for record in records {
        let object = serde_json::to_value(record)?;
        lines.write_record(names.iter().map(|&name| cell(&object[name])))?;
    }
    lines.flush()
}

/// Control characters and the like are escaped, as everywhere; no text is a formula.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => csv_cell(text),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::report::table::tests::records;
    use crate::run::Field;

    /// Programs read these columns.
    #[test]
    fn the_header_stays() {
        let mut text = Vec::new();
        write(&[], None, &mut text).unwrap();
        let expected = "instance,strategy,recipe,view,outcome,solutions,time_first_s,time_total_s,encode_s,variables,clauses,\
            literals,contract,conflicts,decisions,propagations,restarts,least_budget,least_budget_low,least_budget_high,\
            least_budget_orders,learned,relaxations,cuts,nodes,course,peak_memory_bytes,objective,bound,gap,time_best_s,\
            certified,certified_why,proof_s,proof_bytes,check_s,external_s\r\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn fields_of_json_come_in_the_order_of_the_header() {
        let line = serde_json::to_string(&records()[0]).unwrap();
        let place = |field: &Field| line.find(&format!("\"{}\":", field.name)).expect("a field of the record");
        let places: Vec<usize> = Record::fields().iter().map(place).collect();
        assert!(places.is_sorted(), "{line}");
        assert_eq!(places.len(), serde_json::to_value(&records()[0]).unwrap().as_object().unwrap().len());
    }

    #[test]
    fn no_text_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@A1", "\t=1", " =1"] {
            assert!(cell(&Value::from(text)).starts_with('\''), "{text}");
        }
        assert_eq!([Value::from(-1), Value::from("a=b"), Value::Null].map(|value| cell(&value)), ["-1", "a=b", ""]);
    }

    #[test]
    fn commas_are_quoted_and_unknown_is_empty() {
        let mut text = Vec::new();
        write(&records()[..1], None, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let row = "a.txt,sat,\"domain=direct,amo=pairwise-product\",cell,complete,12,0.5,1.5,0.01,100,2000,5000,bijective,42,,,3,40,38,44,5,,,,,,7000000,,,,,,,,,,\r\n";
        assert!(text.ends_with(row), "{text}");
    }
}
