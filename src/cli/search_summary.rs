//! The result of a search in one line.

use crate::run::{Record, Verdict};
use crate::solve::Report;
use crate::units::{plural, seconds};

/// A part as a percentage with up to four digits.
fn percentage(part: Option<f64>) -> String {
    part.map_or_else(String::new, |part| {
        let digits = if part < 0.1 { 2 } else { 1 };
        format!("{:.digits$}%", 100.0 * part)
    })
}

/// One search in one line. `measure` writes values of the objective.
pub(super) fn summary(record: &Record, report: &Report, measure: &dyn Fn(i64) -> String) -> String {
    let objective = record.objective.map(measure);
    let number = plural(&record.solutions, "solution");
    let mut parts = vec![match (record.outcome, record.solutions.is_zero()) {
        (Verdict::Complete, true) if record.nodes == Some(0) => {
            "complete: there is no solution, as is seen without a search".to_owned()
        }
        (Verdict::Complete, true) => "complete: there is no solution".to_owned(),
        (Verdict::Complete, _) => match &objective {
            None => format!("{number}, complete: there is no other"),
            Some(value) => format!("{number} with the optimum {value}, complete: there is no other"),
        },
        (Verdict::Optimal, _) => format!("optimum {}", objective.unwrap_or_default()),
        (outcome, false) if record.objective.is_some() => {
            // A search that proves bounds is over before the optimum only where a gap permits it.
            let enough = if outcome == Verdict::Stopped { ", as near as was asked for" } else { "" };
            let of_bound = |bound| format!(", bound {}, gap {}{enough}", measure(bound), percentage(record.gap));
            let bound = record.bound.map(of_bound).unwrap_or_default();
            format!("best value {}{bound}; there may be better ones", objective.unwrap_or_default())
        }
        (Verdict::Stopped, _) => format!("stopped after {number}; there may be more"),
        (Verdict::NotFound, _) => "no solution found, which does not mean that there is none".to_owned(),
        _ => format!("{number} until then; there may be more"),
    }];
    let mut times = record.strategy.clone();
    if let Some(total) = record.time_total_s {
        times += &format!(" {}", seconds(total));
    }
    let first = if record.objective.is_some() { None } else { record.time_first_s };
    let within = [("first", first), ("best", record.time_best_s), ("encoding", record.encode_s)];
    let within: Vec<String> =
        within.iter().filter_map(|(name, time)| Some(format!("{name} {}", seconds((*time)?)))).collect();
    if !within.is_empty() {
        times += &format!(" ({})", within.join(", "));
    }
    if let Some(course) = &record.course {
        times += &format!(": {course}");
    }
    parts.push(times);
    let program = report.stats.program.is_some();
    let names = if program { ["column", "row", "entry"] } else { ["variable", "clause", "literal"] };
    let size = [record.variables, record.clauses, record.literals];
    let effort = [
        ("conflict", record.conflicts),
        ("decision", record.decisions),
        ("propagation", record.propagations),
        ("restart", record.restarts),
        ("node", record.nodes),
        ("learned clause", record.learned),
        ("relaxation", record.relaxations),
        ("cut", record.cuts),
    ];
    let counts = names.into_iter().zip(size).chain(effort);
    let counts: Vec<String> =
        counts.filter_map(|(name, count)| Some(plural(count?, name).replace("entrys", "entries"))).collect();
    if !counts.is_empty() {
        parts.push(counts.join(", "));
    }
    if let Some(recipe) = &record.recipe {
        parts.push(format!("recipe {recipe}"));
    }
    parts.join("; ")
}
