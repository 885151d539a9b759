//! Every file under `models/` by every strategy that finishes in seconds.
//!
//! The head of a file states the number of solutions, `# Solutions: 12` or `# Solutions: >=300`; a line of a batch may
//! state its own after the puzzle. Complete runs must find just that set, all of them the same; every solution is checked
//! by the rules. Runs get a share of time and give up cooperatively; which of them have to finish is stated per kind, so
//! that a strategy cannot quietly become slow.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cnfab::puzzle::{self, Cells, Puzzle};
use cnfab::solve::{Budget, Encodings, Outcome, SolveError, Strategy};

/// More solutions than this are not kept; the count is still compared.
const MOST_KEPT: u64 = 20_000;

/// The number of solutions that a file states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stated {
    Exactly(u64),
    AtLeast(u64),
}

impl Stated {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        match text.strip_prefix(">=") {
            Some(least) => Some(Stated::AtLeast(least.trim().parse().ok()?)),
            None => Some(Stated::Exactly(text.parse().ok()?)),
        }
    }

    fn of_head(text: &str, path: &Path) -> Self {
        let line = text.lines().find_map(|line| line.strip_prefix("# Solutions:"));
        let line = line.unwrap_or_else(|| panic!("{}: no line '# Solutions: K'", path.display()));
        let number = line.split_whitespace().next().unwrap_or_default();
        Self::parse(number).unwrap_or_else(|| panic!("{}: cannot read '# Solutions:{line}'", path.display()))
    }
}

/// What one strategy found within its limit.
struct Found {
    strategy: &'static str,
    complete: bool,
    count: u64,
    cells: BTreeSet<Cells>,
}

/// Runs one strategy; stops at `most` solutions. `None` if it does not support the model.
fn run(
    puzzle: &dyn Puzzle,
    view: &str,
    strategy: &'static str,
    most: u64,
    seconds: f64,
    context: &str,
) -> Option<Found> {
    let model = puzzle.model(view);
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let mut found = Found { strategy, complete: false, count: 0, cells: BTreeSet::new() };
    let budget = Budget::within(Duration::from_secs_f64(seconds));
    let result = backend.solve(&model, &budget, &mut |solution| {
        let cells = puzzle.cells(view, solution);
        if found.count < MOST_KEPT {
            if let Err(violation) = puzzle.check(&cells) {
                panic!("{context} by {strategy}: {violation}\n{}", puzzle.draw(Some(&cells)));
            }
            assert!(found.cells.insert(cells), "{context} by {strategy}: a solution comes twice");
        }
        found.count += 1;
        if found.count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match result {
        Ok(report) => {
            found.complete = report.outcome == Outcome::Complete;
            Some(found)
        }
        Err(SolveError::Unsupported { .. }) => None,
        Err(error) => panic!("{context} by {strategy}: {error}"),
    }
}

/// Holds one puzzle to the number it states; returns how many runs were complete.
fn hold(puzzle: &dyn Puzzle, views: &[(&str, &str)], stated: Stated, context: &str) -> usize {
    let most = match stated {
        Stated::Exactly(count) => count + 1,
        Stated::AtLeast(least) => least,
    };
    // Beyond this, one count by the native engine has to do.
    let many = most > MOST_KEPT + 1;
    let mut runs: Vec<(String, Found)> = Vec::new();
    for (index, (view, _)) in views.iter().enumerate() {
        let context = format!("{context}, view {view}");
        let native = if index == 0 { 20.0 } else { 5.0 };
        if !many || index == 0 && most < 1_000_000 {
            runs.extend(run(puzzle, view, "backtrack", most, native, &context).map(|found| (context.clone(), found)));
        }
        if many || index > 0 && most > 1000 {
            continue;
        }
        let batsat = run(puzzle, view, "sat:batsat", most, 3.0, &context);
        // varisat cannot be interrupted: it gets what its sibling finished.
        let quick = batsat.as_ref().is_some_and(|found| found.complete || found.count >= most);
        runs.extend(batsat.map(|found| (context.clone(), found)));
        if quick && most <= 2000 {
            runs.extend(run(puzzle, view, "sat:varisat", most, 3.0, &context).map(|found| (context.clone(), found)));
        }
        if most <= 3 && puzzle.model(view).variables().len() <= 120 && index == 0 {
            runs.extend(run(puzzle, view, "ilp", most, 2.0, &context).map(|found| (context.clone(), found)));
        }
    }
    for (context, found) in &runs {
        let Found { strategy, count, .. } = found;
        match stated {
            Stated::Exactly(expected) if found.complete => {
                assert_eq!(*count, expected, "{context} by {strategy}");
            }
            Stated::Exactly(expected) => assert!(*count <= expected, "{context} by {strategy}: {count} of {expected}"),
            Stated::AtLeast(least) => {
                assert!(!found.complete || *count >= least, "{context} by {strategy}: {count}, stated >={least}");
            }
        }
    }
    let whole: Vec<&(String, Found)> =
        runs.iter().filter(|(_, found)| found.complete && found.count <= MOST_KEPT).collect();
    for pair in whole.windows(2) {
        let ((a_context, a), (b_context, b)) = (pair[0], pair[1]);
        let difference = a.cells.symmetric_difference(&b.cells).next();
        assert!(
            difference.is_none(),
            "{a_context} by {} and {b_context} by {} differ, first in {difference:?}",
            a.strategy,
            b.strategy
        );
    }
    // Either some run is complete, or some run found as many as the file promises at least.
    let reached = |found: &Found| match stated {
        Stated::Exactly(_) => found.complete,
        Stated::AtLeast(least) => found.count >= least,
    };
    let answered = runs.iter().filter(|(_, found)| reached(found)).count();
    assert!(answered > 0 || many, "{context}: no strategy answered");
    answered
}

fn instances(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(kind);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a folder for the kind")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("kind:")))
        .collect();
    paths.sort();
    assert!(paths.len() >= 2, "{kind} has {} instances", paths.len());
    paths
}

/// Runs all instances of a kind; `least` is how many (instance, view, strategy) runs have to give the whole answer.
fn kind(name: &str, least: usize) {
    let (mut answered, mut none, mut several) = (0, false, false);
    for path in instances(name) {
        let text = fs::read_to_string(&path).expect("UTF-8");
        assert!(text.lines().any(|line| line.starts_with("# Source:")), "{}: no line '# Source:'", path.display());
        let folder = path.parent().expect("inside a folder");
        let read_file = |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| error.to_string());
        let (kind, puzzles) =
            puzzle::read(&text, &read_file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(kind.name, name, "{}", path.display());
        let head = Stated::of_head(&text, &path);
        let lines: Vec<Option<Stated>> = text
            .lines()
            .filter(|line| {
                !line.starts_with('#') && line.split_whitespace().next().is_some_and(|word| word.len() == 81)
            })
            .map(|line| line.split_once('#').and_then(|(_, own)| Stated::parse(own.split_whitespace().next()?)))
            .collect();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let stated = if puzzles.len() > 1 { lines[index].unwrap_or(head) } else { head };
            none |= stated == Stated::Exactly(0);
            several |= matches!(stated, Stated::Exactly(2..) | Stated::AtLeast(2..));
            let context = format!("{}[{index}]", path.display());
            // Of a long batch, every view and strategy on a few, the native engine and SAT on all.
            let views = if puzzles.len() > 20 && index % 20 != 0 { &kind.views[..1] } else { kind.views };
            answered += hold(puzzle.as_ref(), views, stated, &context);
        }
    }
    assert!(none, "{name} has an instance without solution");
    assert!(several, "{name} has an instance with several solutions");
    assert!(answered >= least, "{name}: {answered} runs gave the whole answer, expected at least {least}");
}

#[test]
fn crossword() {
    kind("crossword", 1);
}

#[test]
fn disks() {
    kind("disks", 1);
}

#[test]
fn dissection() {
    kind("dissection", 1);
}

#[test]
fn equation() {
    kind("equation", 1);
}

#[test]
fn hexagon() {
    kind("hexagon", 1);
}

#[test]
fn hidoku() {
    kind("hidoku", 1);
}

#[test]
fn jodici() {
    kind("jodici", 1);
}

#[test]
fn magic_board() {
    kind("magic-board", 1);
}

#[test]
fn seating() {
    kind("seating", 1);
}

#[test]
fn star_battle() {
    kind("star-battle", 1);
}

#[test]
fn sudoku() {
    kind("sudoku", 1);
}
