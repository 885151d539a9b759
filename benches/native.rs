//! The native engine's options against each other: median time, nodes, and the ratio to `propagate=forward`.
//!
//! Every complete run's number of solutions is asserted; a run that takes longer than the limit is shown as such.
//! `cargo bench --bench native -- hexagon` runs the instances whose name holds the word.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use cnfab::model::Model;
use cnfab::puzzle;
use cnfab::solve::{Budget, Encodings, Limit, Outcome, Report, Strategy};

/// File under `models/`, solutions wanted (0 = all), number expected.
const INSTANCES: &[(&str, u64, u64)] = &[
    ("disks/turned-over.txt", 0, 1),
    ("dissection/twelve-stones.txt", 0, 208),
    ("dissection/twelve-stones-unflipped.txt", 0, 2),
    ("equation/printed.txt", 0, 1),
    ("hexagon/aristotle.txt", 0, 12),
    ("hidoku/printed.txt", 0, 1),
    ("jodici/sample.txt", 0, 1),
    ("magic-board/order-4.txt", 0, 7040),
    ("magic-board/printed.txt", 0, 1),
    ("seating/dinner-party.txt", 0, 4320),
    ("star-battle/notebook-board-1.txt", 0, 1),
    ("star-battle/notebook-board-24.txt", 0, 1),
    ("star-battle/no-regions-9-stars-2.txt", 0, 664),
    ("sudoku/empty.txt", 10_000, 10_000),
    ("sudoku/generated.txt", 0, 1),
];

/// The options that each instance is run with. The first is the baseline.
const OPTIONS: &[&str] = &[
    "propagate=forward",
    "propagate=bounds",
    "",
    "order=fewest-candidates",
    "order=fullest-group",
    "order=smallest-unit",
    "order=input",
    "search=best-first",
];

/// The most that one run may take.
const LIMIT: Duration = Duration::from_secs(5);

/// Runs are repeated until this much time is used.
const REPEAT: Duration = Duration::from_millis(300);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("{:<38} {:<24} {:>12} {:>10} {:>9}", "instance", "backtrack:", "median", "nodes", "ratio");
    for &(file, limit, expected) in INSTANCES {
        if !wanted.is_empty() && !wanted.iter().any(|word| file.contains(word.as_str())) {
            continue;
        }
        let model = model(file);
        let mut baseline = None;
        for options in OPTIONS {
            let (seconds, report) = measure(&format!("backtrack:{options}"), &model, limit, expected);
            let over = report.outcome == Outcome::Stopped(Limit::Time);
            baseline = baseline.or(Some((seconds, over)));
            let ratio = match baseline {
                Some((base, false)) if !over => format!("{:.3}", seconds / base),
                Some((base, true)) if !over => format!("<{:.3}", seconds / base),
                _ => "-".to_owned(),
            };
            let nodes = report.stats.nodes.unwrap_or_default();
            let mark = if over { ">" } else { "" };
            let time = format!("{mark}{:.3} ms", seconds * 1e3);
            println!("{file:<38} {options:<24} {time:>12} {nodes:>10} {ratio:>9}");
        }
    }
}

/// The model of the first puzzle of a file, from its kind's first view.
fn model(file: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(file);
    let folder = path.parent().expect("a file in a folder").to_owned();
    let read_file = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (kind, puzzles) = puzzle::read(&text, &read_file).unwrap_or_else(|error| panic!("{file}: {error}"));
    puzzles[0].make_model(kind.views[0].0)
}

/// The median time and the last report.
fn measure(strategy: &str, model: &Model, limit: u64, expected: u64) -> (f64, Report) {
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let begun = Instant::now();
    let mut times = Vec::new();
    loop {
        let mut found = 0;
        let start = Instant::now();
        let report = backend
            .solve(model, &Budget::within(LIMIT), &mut |_| {
                found += 1;
                if found == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap_or_else(|error| panic!("{strategy}: {error}"));
        times.push(start.elapsed().as_secs_f64());
        if report.outcome != Outcome::Stopped(Limit::Time) {
            assert_eq!(found, expected, "{strategy}");
        }
        if begun.elapsed() > REPEAT {
            times.sort_unstable_by(f64::total_cmp);
            return (times[times.len() / 2], report);
        }
    }
}
