//! The data by which the script draws any two ways and the table of instances: names, and values with three digits.

use std::fmt::Write;

use crate::report::escape::for_script;
use crate::report::names::natural;
use crate::report::plot::{Data, Measure, Series};

/// With more values the page would be too large for a browser; then the script offers nothing.
const VALUES: usize = 2_000_000;

/// The data as JSON that can stand within a page; `None` if there is too much.
pub(super) fn json(data: &Data) -> Option<String> {
    let (ways, tasks) = (data.series.len(), data.table.tasks.len());
    if ways * tasks > VALUES {
        return None;
    }
    let labels = |names: &mut dyn Iterator<Item = &str>| {
        for_script(&serde_json::to_string(&names.collect::<Vec<_>>()).expect("texts are JSON"))
    };
    let mut out = String::from("{\"ways\":");
    out += &labels(&mut data.series.iter().map(|series| series.label.as_str()));
    out += ",\"instances\":";
    out += &labels(&mut data.table.tasks.iter().map(|task| task.label.as_str()));
    let families: Vec<&str> = data.table.tasks.iter().map(|task| &*task.family).collect();
    let mut names = families.clone();
    names.sort_by_key(|name| natural(name));
    names.dedup();
    let place = |family: &&str| names.iter().position(|name| name == family).unwrap_or_default().to_string();
    write!(out, ",\"families\":{}", labels(&mut names.iter().copied())).expect("a text takes all");
    write!(out, ",\"family\":[{}]", families.iter().map(place).collect::<Vec<_>>().join(","))
        .expect("a text takes all");
    let clauses =
        |series: &Series| -> Vec<Option<Option<f64>>> { series.clauses.iter().map(|size| size.map(Some)).collect() };
    let of = |series: &Series, measure: Option<Measure>| {
        measure.map_or_else(|| clauses(series), |measure| series.values(measure).to_vec())
    };
    for (name, measure) in [("time", Some(Measure::Time)), ("conflicts", Some(Measure::Conflicts)), ("clauses", None)] {
        write!(out, ",\"{name}\":[").expect("a text takes all");
        for (way, series) in data.series.iter().enumerate() {
            out.push_str(if way == 0 { "[" } else { ",[" });
            for (task, value) in of(series, measure).iter().enumerate() {
                if task > 0 {
                    out.push(',');
                }
                match value {
                    None => out.push_str("null"),
                    Some(None) => out.push_str("-1"),
                    Some(Some(value)) => out.push_str(&number(*value)),
                }
            }
            out.push(']');
        }
        out.push(']');
    }
    out.push('}');
    Some(out)
}

/// Three digits.
fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.2e}");
    // 1.20e3 is no longer than 1200, but 1.20e5 is shorter than 120000.
    let rounded: f64 = text.parse().expect("a number that was just written");
    let plain = rounded.to_string();
    if plain.len() <= text.len() { plain } else { text }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn three_digits_in_few_letters() {
        let values = [0.0, 1.0, 1234.0, 0.012_345, 123_456.0, 1.234e-5];
        assert_eq!(values.map(number), ["0", "1", "1230", "0.0123", "123000", "1.23e-5"]);
    }
}
