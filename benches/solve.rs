//! The bars of the founding work: instance, strategy, solutions, and the time it may take.
//!
//! Prints the median of repeated runs, the ratio to the bar (below 1 is good), and the ratio to the first strategy of
//! the same instance in the same run. Answers are asserted before anything is timed. `cargo bench --bench solve --
//! hexagon` runs the rows whose name holds the word.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use cnfab::puzzle::{self, Puzzle};
use cnfab::solve::{Budget, Encodings, Strategy};

/// One row: file under `models/`, strategy, wanted solutions (0 = all), expected number per puzzle (`None` = not
/// asserted), seconds allowed for the whole file.
type Row = (&'static str, &'static str, u64, Option<u64>, f64);

const ROWS: &[Row] = &[
    ("hexagon/aristotle.txt", "backtrack", 0, Some(12), 0.050),
    ("hexagon/aristotle.txt", "sat", 0, Some(12), 1.5),
    ("magic-board/printed.txt", "backtrack", 0, Some(1), 0.005),
    ("magic-board/printed.txt", "sat", 0, Some(1), 0.060),
    ("magic-board/printed.txt", "ilp", 0, Some(1), 60.0),
    ("magic-board/order-4.txt", "backtrack", 0, Some(7040), 1.0),
    ("magic-board/order-4.txt", "sat", 0, Some(7040), 60.0),
    ("star-battle/notebook-board-1.txt", "backtrack", 0, Some(1), 0.001),
    ("star-battle/notebook-board-1.txt", "sat", 0, Some(1), 0.005),
    ("star-battle/notebook-board-1.txt", "ilp", 0, Some(1), 120.0),
    ("star-battle/notebook-board-24.txt", "backtrack", 0, Some(1), 0.001),
    ("star-battle/notebook-board-24.txt", "sat", 0, Some(1), 0.005),
    ("star-battle/notebook-board-24.txt", "ilp", 0, Some(1), 120.0),
    ("star-battle/notebook-5x5.txt", "backtrack", 0, Some(2), 1.0),
    ("star-battle/notebook-5x5.txt", "sat", 0, Some(2), 1.0),
    ("star-battle/notebook-5x5.txt", "ilp", 0, Some(2), 120.0),
    ("hidoku/printed.txt", "backtrack", 0, Some(1), 1.0),
    ("hidoku/printed.txt", "sat", 0, Some(1), 0.010),
    ("hidoku/printed.txt", "ilp", 0, Some(1), 120.0),
    ("jodici/sample.txt", "backtrack", 0, Some(1), 1.0),
    ("jodici/sample.txt", "sat", 0, Some(1), 1.0),
    ("jodici/sample.txt", "ilp", 0, Some(1), 120.0),
    ("disks/turned-over.txt", "backtrack", 0, Some(1), 1.0),
    ("disks/turned-over.txt", "sat", 0, Some(1), 1.0),
    ("disks/turned-over.txt", "ilp", 0, Some(1), 120.0),
    ("disks/bought.txt", "backtrack", 0, Some(0), 1.0),
    ("disks/bought.txt", "sat", 0, Some(0), 1.0),
    ("disks/bought.txt", "ilp", 0, Some(0), 120.0),
    ("equation/printed.txt", "backtrack", 0, Some(1), 1.0),
    ("equation/printed.txt", "sat", 0, Some(1), 1.0),
    ("equation/printed.txt", "ilp", 0, Some(1), 120.0),
    ("seating/dinner-party.txt", "backtrack", 0, Some(4320), 1.0),
    ("seating/dinner-party.txt", "sat", 0, Some(4320), 1.0),
    ("seating/dinner-party.txt", "ilp", 1, Some(1), 120.0),
    ("dissection/twelve-stones.txt", "backtrack", 0, Some(208), 2.0),
    ("dissection/twelve-stones.txt", "sat", 1, Some(1), 10.0),
    ("dissection/twelve-stones.txt", "ilp", 1, Some(1), 120.0),
    ("sudoku/empty.txt", "backtrack", 10_000, Some(10_000), 1.5),
    ("sudoku/empty.txt", "sat", 10_000, Some(10_000), 1.5),
    ("sudoku/generated.txt", "backtrack", 0, Some(1), 1.0),
    ("sudoku/generated.txt", "sat", 0, Some(1), 1.0),
    ("sudoku/generated.txt", "ilp", 0, Some(1), 120.0),
    ("sudoku/seventeen-clues.txt", "backtrack", 2, Some(1), 0.1005),
    ("sudoku/seventeen-clues.txt", "sat", 2, Some(1), 0.201),
];

/// Runs over a row until this much time is used, but at least once and at most 51 times.
const SECONDS_PER_ROW: f64 = 2.0;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!(
        "{:<32} {:<12} {:>9} {:>12} {:>9} {:>7} {:>9}",
        "instance", "strategy", "solutions", "median", "bar", "of bar", "of first"
    );
    let mut first: Option<(&str, f64)> = None;
    for &(file, name, limit, expected, bar) in ROWS {
        let title = format!("{file} {name}");
        if !wanted.is_empty() && !wanted.iter().any(|word| title.contains(word.as_str())) {
            continue;
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (kind, puzzles) = puzzle::read(&text, &|_| Err("not needed".to_owned())).expect("an instance that reads");
        let view = kind.views[0].0;
        let strategy = Strategy::parse(name).expect("registered");
        let solutions = run(&puzzles, view, &strategy, limit, expected, &title);
        let mut times = Vec::new();
        let start = Instant::now();
        while times.len() < 51 && (times.is_empty() || start.elapsed().as_secs_f64() < SECONDS_PER_ROW) {
            let one = Instant::now();
            run(&puzzles, view, &strategy, limit, expected, &title);
            times.push(one.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        let base = match first {
            Some((other, base)) if other == file => base,
            _ => {
                first = Some((file, median));
                median
            }
        };
        println!(
            "{file:<32} {name:<12} {solutions:>9} {:>9.3} ms {:>6.0} ms {:>7.2} {:>9.2}{}",
            median * 1e3,
            bar * 1e3,
            median / bar,
            median / base,
            if median > bar { "  over the bar" } else { "" }
        );
    }
}

/// Solves all puzzles of a file; returns the number of solutions of all together.
fn run(
    puzzles: &[Box<dyn Puzzle>],
    view: &str,
    strategy: &Strategy,
    limit: u64,
    expected: Option<u64>,
    title: &str,
) -> u64 {
    let mut total = 0;
    for puzzle in puzzles {
        let model = puzzle.make_model(view);
        let mut count = 0;
        let mut on = |_: &cnfab::model::Assignment| {
            count += 1;
            if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let backend = strategy.backend(&Encodings::default());
        backend.solve(&model, &Budget::unlimited(), &mut on).unwrap_or_else(|error| panic!("{title}: {error}"));
        if let Some(expected) = expected {
            assert_eq!(count, expected, "{title}");
        }
        total += count;
    }
    total
}
