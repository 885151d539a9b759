//! Comma-separated values (RFC 4180): a header with the names of the JSON fields, empty where something is not known.

use std::io::{self, Write};

use serde_json::Value;

use crate::display::escaped;
use crate::run::Record;

/// The fields in the order of [`Record`].
const FIELDS: [&str; 24] = [
    "instance",
    "strategy",
    "recipe",
    "view",
    "outcome",
    "solutions",
    "time_first_s",
    "time_total_s",
    "encode_s",
    "variables",
    "clauses",
    "literals",
    "contract",
    "conflicts",
    "decisions",
    "propagations",
    "restarts",
    "least_budget",
    "least_budget_low",
    "least_budget_high",
    "least_budget_orders",
    "nodes",
    "course",
    "peak_memory_bytes",
];

pub(super) fn write(records: &[Record], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}\r\n", FIELDS.join(","))?;
    for record in records {
        let object = serde_json::to_value(record)?;
        let cells: Vec<String> = FIELDS.iter().map(|&field| cell(&object[field])).collect();
        write!(out, "{}\r\n", cells.join(","))?;
    }
    Ok(())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => {
            let text = escaped(text);
            if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into_owned() }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::report::table::tests::records;

    #[test]
    fn the_header_names_every_field() {
        let object = serde_json::to_value(&records()[0]).unwrap();
        let mut fields: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = FIELDS;
        fields.sort_unstable();
        expected.sort_unstable();
        assert_eq!(fields, expected);
        let line = serde_json::to_string(&records()[0]).unwrap();
        let places: Vec<usize> = FIELDS.iter().map(|field| line.find(&format!("\"{field}\":")).unwrap()).collect();
        assert!(places.is_sorted(), "{line}");
    }

    #[test]
    fn commas_are_quoted_and_unknown_is_empty() {
        let mut text = Vec::new();
        write(&records()[..1], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let row = "a.txt,sat,\"domain=direct,amo=pairwise-product\",cell,complete,12,0.5,1.5,0.01,100,2000,5000,bijective,42,,,3,40,38,44,5,,,7000000\r\n";
        assert!(text.ends_with(row), "{text}");
    }
}
