//! The native engine against what else has been measured on this kind of machine: other solvers and hand-written
//! programs.
//!
//! Prints the median of repeated runs (compiling included, making the model not), nodes, and the ratios to a bar and to
//! the best time known from elsewhere; below 1 is good. Answers are asserted; a row that needs more than a second and
//! five times its bar is given up, and marked. `cargo bench --bench bars -- sudoku` runs the rows whose title holds the
//! word; rows that take minutes run only when their whole title is given, as in `-- sudoku/many-solutions.txt`. `cargo
//! bench --bench bars -- --page docs/engines.md` writes the rows as a page, with the commit and the processor.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use cnfab::model::{Cmp, Group, Linear, Model, Selection, Var};
use cnfab::puzzle::{self, Puzzle};
use cnfab::solve::{Backend, Budget, Encodings, Limit, Outcome, STRATEGIES, SolveError, Strategy};
use cnfab::study::Host;

use commit::commit;

#[path = "common/commit.rs"]
mod commit;
#[path = "../tests/it/common/dominoes.rs"]
mod dominoes;
#[path = "../tests/it/common/queens.rs"]
mod queens;

/// The work of a row with its model.
#[derive(Clone, Copy)]
enum Work {
    /// All solutions, each handed over.
    All,
    /// The first ones, up to this number.
    First(u64),
    /// All, counted only.
    Count,
    /// The same; takes so long that the row is run only if its whole title is given.
    Slow,
    /// All, as many as the data state.
    Listed,
}

/// Title (a file under `models/`, or the name of a model made here), strategy, work and solutions per model. Then the
/// bar and the best time from elsewhere, in seconds for all models of the file, and the source of that time.
type Row = (&'static str, &'static str, Work, u64, f64, f64, &'static str);

const ROWS: &[Row] = &[
    ("hexagon/aristotle.txt", "backtrack", Work::All, 12, 5e-3, 4.7e-3, "hand-written"),
    ("hexagon/aristotle.txt up to symmetry", "backtrack", Work::All, 1, 0.7e-3, 2e-3, "bounds program in Forth"),
    ("hexagon/order-4.txt", "backtrack", Work::First(1), 1, 50e-3, 0.12, "Gecode"),
    ("magic-board/printed.txt", "backtrack", Work::All, 1, 0.1e-3, 33e-6, "hand-written"),
    ("magic-board/order-4.txt", "backtrack", Work::All, 7040, 20e-3, 10.9, "clasp"),
    ("star-battle/notebook-board-1.txt", "backtrack", Work::All, 1, 0.1e-3, 56e-6, "hand-written"),
    ("star-battle/notebook-board-24.txt", "backtrack", Work::All, 1, 0.1e-3, 279e-6, "hand-written"),
    ("star-battle/size-14-stars-3-hard-109.txt", "backtrack", Work::All, 1, 5e-3, 17e-3, "clingo"),
    ("star-battle/size-17-stars-4-114.txt", "backtrack", Work::All, 1, 30e-3, 90e-3, "clingo"),
    ("star-battle/size-17-stars-4-115.txt", "backtrack", Work::All, 1, 30e-3, 90e-3, "clingo"),
    ("star-battle/size-21-stars-5-116.txt", "backtrack", Work::All, 1, 0.2, 0.24, "CaDiCaL"),
    ("star-battle/size-25-stars-6-120.txt", "backtrack", Work::All, 1, 3.0, 0.74, "CaDiCaL"),
    ("star-battle/no-regions-9-stars-2.txt", "backtrack", Work::All, 664, 0.3e-3, f64::NAN, ""),
    ("star-battle/no-regions-9-stars-2.txt", "backtrack", Work::Count, 664, 0.3e-3, f64::NAN, ""),
    ("star-battle 10 x 10, 2 stars", "backtrack", Work::All, 146_510, 30e-3, 0.6, "clasp"),
    ("star-battle 10 x 10, 2 stars", "backtrack", Work::Count, 146_510, 30e-3, 0.6, "clasp"),
    ("83 boards of queens", "backtrack", Work::Listed, 0, 0.5, f64::NAN, ""),
    ("hidoku/printed.txt", "backtrack", Work::All, 1, 0.5e-3, 3.7e-3, "Glucose"),
    ("equation/printed.txt", "backtrack", Work::All, 1, 0.3e-3, 0.1e-3, "Exact"),
    ("jodici/sample.txt", "backtrack", Work::All, 1, 20e-6, f64::NAN, ""),
    ("disks/turned-over.txt", "backtrack", Work::All, 1, 5e-6, f64::NAN, ""),
    ("seating/dinner-party.txt", "backtrack", Work::All, 4320, 1e-3, 23e-3, "clingo"),
    ("dissection/twelve-stones.txt", "backtrack", Work::All, 208, 0.1, 0.21, "64-bit masks"),
    ("dissection/pentominoes-6x10.txt", "backtrack", Work::All, 9356, 1.0, f64::NAN, ""),
    ("sudoku/seventeen-clues.txt", "backtrack", Work::First(2), 1, 201.0 / 100_000.0, 201.0 / 438_000.0, "sudoku"),
    ("sudoku/magictour.txt", "backtrack", Work::First(2), 1, 105.0 / 20_000.0, 105.0 / 113_000.0, "tdoku"),
    ("sudoku/hardest.txt", "backtrack", Work::First(2), 1, 51.0 / 5000.0, 51.0 / 20_500.0, "tdoku"),
    ("sudoku/empty.txt", "backtrack:order=input", Work::First(100_000), 100_000, 0.1, 1.4, "clingo, not sorted"),
    ("sudoku/many-solutions.txt", "backtrack", Work::Slow, 148_357_268, 60.0, 27.0, "sudoku"),
    ("sudoku/twenty-five-19.txt", "auto", Work::First(2), 1, 10.0, 1.0, "CaDiCaL"),
    ("sudoku/twenty-five-20.txt", "auto", Work::First(2), 1, 10.0, 1.0, "CaDiCaL"),
    ("magic-board 5 x 5 up to symmetry", "backtrack:threads=2", Work::Slow, 275_305_224, 1800.0, f64::NAN, ""),
    ("12 queens", "backtrack", Work::All, 14_200, 20e-3, 4.7e-3, "bit masks"),
    ("24 x 24 squares by dominoes", "cdcl", Work::First(10_000), 10_000, 0.1, f64::NAN, ""),
    ("1000 queens", "backtrack", Work::First(1), 1, 1.0, 6.0, "Gecode"),
];

/// Runs over a row until this much time is used, but at least once and at most 51 times.
const SECONDS_PER_ROW: f64 = 2.0;

/// The most that one engine may take for a row of the page's second table.
const TRIED: Duration = Duration::from_secs(3);

/// The measures of a row.
struct Measured {
    row: Row,
    solutions: u64,
    /// The median of the times in seconds, and the nodes; `None` if it was given up.
    done: Option<(f64, u64)>,
}

fn main() {
    let mut wanted: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let page = wanted.iter().position(|word| word == "--page").map(|at| {
        let file = wanted.drain(at..).nth(1).expect("a file behind --page");
        // Asked before anything is measured, so that the page cannot name a commit that it is not of.
        (file, commit())
    });
    println!(
        "{:<42} {:<22} {:>9} {:>11} {:>10} {:>7} {:>10}",
        "model", "strategy", "solutions", "median", "nodes", "of bar", "of others"
    );
    let mut all = Vec::new();
    for row in ROWS {
        let named = wanted.iter().any(|word| row.0 == word);
        let slow = matches!(row.2, Work::Slow);
        if named || !slow && (wanted.is_empty() || wanted.iter().any(|word| row.0.contains(word.as_str()))) {
            let measured = measure(*row);
            print_row(&measured);
            all.push(measured);
        }
    }
    if let Some((file, commit)) = page {
        fs::write(&file, markdown(&all, &commit) + &side_by_side(&all))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

fn measure(row: Row) -> Measured {
    let (title, strategy, work, expected, bar, ..) = row;
    let models = models(title, expected);
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let run = || {
        let nodes =
            models.iter().map(|(model, expected)| solve(backend.as_ref(), model, work, *expected, title, limit(bar)));
        nodes.sum::<Option<u64>>()
    };
    let mut nodes = None;
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < 51 && (times.is_empty() || start.elapsed().as_secs_f64() < SECONDS_PER_ROW) {
        let one = Instant::now();
        nodes = run();
        times.push(one.elapsed().as_secs_f64());
        if nodes.is_none() {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    let solutions = models.iter().map(|(_, expected)| expected).sum();
    Measured { row, solutions, done: nodes.map(|nodes| (median, nodes)) }
}

/// The most that one run of a row may take.
fn limit(bar: f64) -> Duration {
    Duration::from_secs_f64((5.0 * bar).max(1.0))
}

fn print_row(Measured { row: (title, strategy, _, _, bar, best, who), solutions, done }: &Measured) {
    let Some((median, nodes)) = done else {
        println!("{title:<42} {strategy:<22} {solutions:>9} not done in {:.1} s", limit(*bar).as_secs_f64());
        return;
    };
    let others = if best.is_nan() { String::new() } else { format!("{:.2} {who}", median / best) };
    println!(
        "{title:<42} {strategy:<22} {solutions:>9} {:>8.3} ms {nodes:>10} {:>7.2} {others:>10}",
        median * 1e3,
        median / bar,
    );
}

fn markdown(all: &[Measured], commit: &str) -> String {
    let host = Host::here(1);
    let mut text = format!(
        "# What the engines take\n\n\
         Written by `cargo bench --bench bars -- --page docs/engines.md`; nothing here is typed by hand.\n\
         Measured at commit {commit} on {} ({} cores), one run at a time. Times are medians of repeated runs, with\n\
         preparing the model for the engine and without making it. The bar is what the project holds itself to; below 1 is\n\
         good. The last column divides by the best time known from elsewhere.\n\n\
         | model | strategy | solutions | median in ms | nodes | of bar | of others |\n\
         |---|---|---:|---:|---:|---:|---|\n",
        host.processor, host.cores
    );
    for Measured { row: (title, strategy, _, _, bar, best, who), solutions, done } in all {
        let (median, nodes, ratio) = match done {
            Some((median, nodes)) => {
                (format!("{:.3}", median * 1e3), nodes.to_string(), format!("{:.2}", median / bar))
            }
            None => (format!("over {:.0}", limit(*bar).as_secs_f64() * 1e3), String::new(), String::new()),
        };
        let others = match done {
            Some((median, _)) if !best.is_nan() => format!("{:.2} ({who})", median / best),
            _ => String::new(),
        };
        text += &format!("| {title} | `{strategy}` | {solutions} | {median} | {nodes} | {ratio} | {others} |\n");
    }
    text
}

/// The engines of native search and learning search on the models of the rows, side by side.
fn side_by_side(all: &[Measured]) -> String {
    let native = STRATEGIES.iter().find(|kind| kind.name == "backtrack").expect("registered");
    let (_, engines, _) = native.options.iter().find(|(name, ..)| *name == "engine").expect("an option");
    let named = engines.iter().map(|engine| (*engine, format!("backtrack:engine={engine}")));
    let columns: Vec<(&str, String)> = named.chain([("cdcl", "cdcl".to_owned())]).collect();
    let mut text = format!(
        "\n## Engines side by side\n\n\
         The same work by every engine, in ms; `auto` is native search that picks its engine. *no*: the engine does not take\n\
         the model (`cnfab show FILE --engines` says why). *over*: given up after {} ms.\n\n| model |",
        TRIED.as_millis()
    );
    columns.iter().for_each(|(name, _)| text += &format!(" {name} |"));
    text += &format!("\n|---|{}\n", "---:|".repeat(columns.len()));
    let mut titles = Vec::new();
    for &Measured { row: (title, _, work, expected, ..), .. } in all {
        let is_count = matches!(work, Work::Count);
        if matches!(work, Work::Slow) || titles.contains(&(title, is_count)) {
            continue;
        }
        titles.push((title, is_count));
        let models = models(title, expected);
        text += &format!("| {title}{} |", if is_count { ", counted only" } else { "" });
        for (_, strategy) in &columns {
            text += &match tried(strategy, &models, work, title) {
                Some(Ok(time)) => format!(" {:.3} |", time * 1e3),
                Some(Err(())) => " no |".to_owned(),
                None => " over |".to_owned(),
            };
        }
        text += "\n";
    }
    text
}

/// The median time of some runs in seconds; an error if the engine does not take the models, `None` if it takes too
/// long.
fn tried(strategy: &str, models: &[(Model, u64)], work: Work, title: &str) -> Option<Result<f64, ()>> {
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let takes = |model: &Model| backend.solve(model, &Budget::within(Duration::ZERO), &mut |_| ControlFlow::Break(()));
    if models.iter().any(|(model, _)| matches!(takes(model), Err(SolveError::Unsupported { .. }))) {
        return Some(Err(()));
    }
    let (mut times, start) = (Vec::new(), Instant::now());
    while times.len() < 5 && (times.is_empty() || start.elapsed() < TRIED / 2) {
        let one = Instant::now();
        for (model, expected) in models {
            let left = TRIED.checked_sub(one.elapsed())?;
            solve(backend.as_ref(), model, work, *expected, title, left)?;
        }
        times.push(one.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Some(Ok(times[times.len() / 2]))
}

/// Solves a model, asserts the number of solutions, and returns the nodes; `None` if the time is up.
fn solve(backend: &dyn Backend, model: &Model, work: Work, expected: u64, title: &str, limit: Duration) -> Option<u64> {
    let budget = Budget::within(limit);
    let mut found = 0;
    let report = if let Work::Count | Work::Slow = work {
        let counted = backend.count_only(model, &budget).unwrap_or_else(|error| panic!("{title}: {error}"));
        found = counted.number.to_string().parse().expect("a number that fits");
        counted.report
    } else {
        let mut on = |_: &cnfab::model::Assignment| {
            found += 1;
            match work {
                Work::First(limit) if found == limit => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        backend.solve(model, &budget, &mut on).unwrap_or_else(|error| panic!("{title}: {error}"))
    };
    if report.outcome == Outcome::Stopped(Limit::Time) {
        return None;
    }
    assert_eq!(found, expected, "{title}");
    Some(report.stats.nodes.unwrap_or_default())
}

/// The models of a title, and how many solutions each has to give.
fn models(title: &str, expected: u64) -> Vec<(Model, u64)> {
    let models = |text: &str, orbits: bool| -> Vec<Model> {
        let (kind, puzzles) = puzzle::read(text, &|_| Err("not needed".to_owned())).expect("an instance that reads");
        let model = |puzzle: &dyn Puzzle| {
            let mut model = puzzle.make_model(kind.views[0].0);
            if orbits {
                puzzle.declare_symmetries(kind.views[0].0, &mut model);
                model = Group::of(&model, &Selection::Usual).expect("a small group").leaders(&model).model;
            }
            model
        };
        puzzles.iter().map(|puzzle| model(puzzle.as_ref())).collect()
    };
    let alike = |models: Vec<Model>| models.into_iter().map(|model| (model, expected)).collect();
    let file = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    match title {
        "12 queens" => alike(vec![queens::queens(12)]),
        "24 x 24 squares by dominoes" => alike(vec![dominoes::dominoes(24, 24)]),
        "1000 queens" => alike(vec![queens_as_columns(1000)]),
        "star-battle 10 x 10, 2 stars" => {
            alike(models("kind: star-battle\nstars: 2\nregions: none\nsize: 10\n", false))
        }
        "magic-board 5 x 5 up to symmetry" => {
            alike(models("kind: magic-board\nsize: 5\nnumbers: 1..25\nsum: 65\n", true))
        }
        "83 boards of queens" => {
            let text = file("benches/data/queens.txt");
            let boards = text.split("\n\n").skip(1);
            let boards = boards.map(|board| board.split_once('\n').expect("a number and a board"));
            let read = |board: &str| models(&format!("kind: star-battle\nstars: 1\n\n{board}\n"), false).remove(0);
            boards.map(|(number, board)| (read(board), number.parse().expect("a number"))).collect()
        }
        _ => {
            let (title, orbits) = match title.strip_suffix(" up to symmetry") {
                Some(title) => (title, true),
                None => (title, false),
            };
            alike(models(&file(&format!("models/{title}")), orbits))
        }
    }
}

/// Queens as the column of each row, with hidden sums and differences for the diagonals.
fn queens_as_columns(size: i32) -> Model {
    let mut model = Model::new();
    let rows: Vec<Var> = (0..size).map(|row| model.var(format!("queen[{row}]"), 0..=size - 1)).collect();
    model.all_different("column", rows.iter().copied());
    for sign in [1, -1] {
        let diagonals: Vec<Var> = (0..size)
            .map(|row| model.var(format!("diagonal[{row},{sign}]"), sign * row..=sign * row + size - 1))
            .collect();
        for ((row, &queen), &diagonal) in (0..).zip(&rows).zip(&diagonals) {
            let terms = vec![(1, diagonal), (-1, queen)];
            model.post("diagonal", Linear { terms, cmp: Cmp::Eq, rhs: sign as i64 * row });
        }
        model.all_different("diagonal", diagonals);
    }
    model.show(&rows);
    model
}
