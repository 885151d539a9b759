//! Every file under `models/` by every strategy that finishes in seconds.
//!
//! The head of a file states the number of solutions, `# Solutions: 12` or `# Solutions: >=300`; a line of a batch may
//! state its own after the puzzle. Complete runs must find just that set, all of them the same; every solution is
//! checked by the rules. Runs get a share of time and give up cooperatively; those known to be `LONG` get less. On each
//! instance at least one has to give the whole answer, however long it takes.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cnfab::model::{Constraint, Flat, Model, Table};
use cnfab::puzzle::{self, Cells, KINDS, Puzzle};
use cnfab::solve::{Budget, Encodings, Outcome, SolveError, Strategy};

/// More solutions than this are not kept; the count is still compared.
const MOST_KEPT: u64 = 20_000;

/// The strategies, in the order of the least numbers of files.
const STRATEGIES: [&str; 7] = ["backtrack", "sat:batsat", "sat:varisat", "ilp", "auto", "cdcl", "sat:cdcl"];

/// Those that are asked what native search or batsat has answered, of a long batch only on a few puzzles.
const AFTERWARDS: [&str; 3] = ["auto", "cdcl", "sat:cdcl"];

/// Runs that come to the whole answer only long after their share of time: strategy, view, and files. They get a tenth
/// of it. Those of `ilp` are left out: they have found nothing by then, and end only after a relaxation of seconds.
const LONG: &[(&str, &str, &[&str])] = &[
    ("backtrack", "cell", &["hidoku/printed-with-100-only", "hidoku/several-10-4s-4"]),
    ("backtrack", "cell", &["sudoku/many-solutions", "sudoku/twenty-five-19", "sudoku/twenty-five-20"]),
    ("backtrack", "column", &["star-battle/size-17-stars-4-114", "star-battle/size-17-stars-4-115"]),
    ("backtrack", "column", &["star-battle/size-25-stars-6-120"]),
    ("backtrack", "number", &["hidoku/printed-with-100-only", "hidoku/several-10-4s-4"]),
    ("backtrack", "row-digit", &["sudoku/twenty-five-19", "sudoku/twenty-five-20"]),
    ("backtrack", "square", &["dissection/pentominoes-6x10", "dissection/pentominoes-8x8-hole"]),
    ("backtrack", "square", &["dissection/twelve-others", "dissection/twelve-stones"]),
    ("frontier", "cell", &["hexagon/from-minus-14", "hexagon/from-minus-4", "hexagon/from-minus-9", "hexagon/order-4"]),
    ("frontier", "cell", &["magic-board/order-4", "magic-board/printed-without-21", "magic-board/printed-without-25"]),
    ("frontier", "cell", &["star-battle/size-17-stars-4-114", "star-battle/size-17-stars-4-115"]),
    ("frontier", "cell", &["star-battle/size-21-stars-5-116", "sudoku/empty", "sudoku/many-solutions"]),
    ("frontier", "placement", &["dissection/frame-large", "dissection/frame-large-unflipped"]),
    ("frontier", "placement", &["dissection/frame-small", "dissection/frame-small-unflipped"]),
    ("frontier", "placement", &["dissection/pentominoes-6x10", "dissection/pentominoes-8x8-hole"]),
    ("frontier", "placement", &["dissection/twelve-others", "dissection/twelve-stones"]),
    ("frontier", "row-digit", &["sudoku/empty", "sudoku/many-solutions"]),
    ("ilp", "cell", &["magic-board/completion-50-19", "magic-board/printed"]),
    ("ilp", "letter", &["crossword/common-5x5-a", "crossword/gecode-53", "crossword/gecode-54"]),
    ("ilp", "number", &["hidoku/missing-snake", "hidoku/printed", "hidoku/several-10-4s-4"]),
    ("sat:batsat", "cell", &["hexagon/from-minus-14", "hexagon/from-minus-4", "hexagon/from-minus-9"]),
    ("sat:batsat", "cell", &["hexagon/order-4"]),
    ("sat:batsat", "cell", &["magic-board/completion-50-16", "magic-board/order-4"]),
    ("sat:batsat", "column", &["star-battle/size-17-stars-4-114", "star-battle/size-17-stars-4-115"]),
    ("sat:batsat", "placement", &["dissection/pentominoes-3x20", "dissection/pentominoes-3x20-unflipped"]),
    ("sat:batsat", "placement", &["dissection/pentominoes-6x10", "dissection/pentominoes-8x8-hole"]),
    ("sat:batsat", "placement", &["dissection/twelve-others", "dissection/twelve-others-unflipped"]),
    ("sat:batsat", "placement", &["dissection/twelve-stones"]),
    ("sat:batsat", "square", &["dissection/twelve-stones-unflipped"]),
];

/// True if the run is one of those.
fn is_long(strategy: &str, view: &str, file: &str) -> bool {
    LONG.iter().any(|&(by, of, files)| (by, of) == (strategy, view) && files.contains(&file))
}

/// The file below `models/` without its ending, as [`LONG`] has it.
fn short_name(path: &Path) -> String {
    let kind = path.parent().and_then(Path::file_name).expect("a folder");
    format!("{}/{}", kind.display(), path.file_stem().expect("a name").display())
}

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

/// The result of one strategy within its limit.
struct Found {
    strategy: &'static str,
    complete: bool,
    count: u64,
    cells: BTreeSet<Cells>,
}

/// Runs one strategy; stops at `most` solutions. `None` if it does not support the model.
fn run(
    puzzle: &dyn Puzzle,
    (view, model): (&str, &Model),
    strategy: &'static str,
    most: u64,
    seconds: f64,
    context: &str,
) -> Option<Found> {
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let mut found = Found { strategy, complete: false, count: 0, cells: BTreeSet::new() };
    let budget = Budget::within(Duration::from_secs_f64(seconds));
    let result = backend.solve(model, &budget, &mut |solution| {
        if found.count < MOST_KEPT {
            let cells = puzzle.output(view, solution);
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
            found.complete = report.outcome == Outcome::Exhausted;
            Some(found)
        }
        Err(SolveError::Unsupported { .. }) => None,
        Err(error) => panic!("{context} by {strategy}: {error}"),
    }
}

/// The values of all variables together.
fn values(model: &Model) -> usize {
    model.variables().iter().map(|variable| variable.domain.len()).sum()
}

/// True if clauses for the model are made in a moment.
fn is_light(model: &Model) -> bool {
    let cells = |constraint: &Constraint| match constraint.flat() {
        // Two columns need no selectors.
        Flat::Table(Table { vars, relation }) if vars.len() > 2 => vars.len() * relation.len(),
        _ => constraint.vars().count(),
    };
    let cells: usize = model.constraints().iter().map(|posted| cells(&posted.constraint)).sum();
    values(model) <= 40_000 && cells <= 100_000
}

/// Holds the count by the states of a frontier, if it is there in a moment, to the number stated.
fn hold_count(model: &Model, stated: Stated, seconds: f64, context: &str) {
    let backend = Strategy::parse("frontier:memory=200").expect("registered").backend(&Encodings::default());
    let budget = Budget::within(Duration::from_secs_f64(seconds));
    match backend.count(model, &budget, &mut |_| panic!("it does not list")) {
        Ok(counted) if counted.report.outcome == Outcome::Exhausted => match stated {
            Stated::Exactly(expected) => assert_eq!(counted.number, expected, "{context} by frontier"),
            Stated::AtLeast(least) => assert!(counted.number >= least.into(), "{context} by frontier"),
        },
        Ok(_) | Err(SolveError::Unsupported { .. }) => {}
        Err(error) => panic!("{context} by frontier: {error}"),
    }
}

/// Holds one puzzle to the number it states; returns the strategies of the runs that gave the whole answer.
/// Runs get `patience` times their share of time. Unless all strategies are asked, native search and SAT are.
fn hold(
    file: &str,
    puzzle: &dyn Puzzle,
    views: &[(&str, &str)],
    by_all: bool,
    stated: Stated,
    patience: f64,
    context: &str,
) -> Vec<&'static str> {
    let most = match stated {
        Stated::Exactly(count) => count + 1,
        Stated::AtLeast(least) => least,
    };
    // With more solutions than this, some by the native engine have to do.
    let many = most > MOST_KEPT + 1;
    let reached = |found: &Found| match stated {
        Stated::Exactly(_) => found.complete,
        Stated::AtLeast(least) => found.count >= least,
    };
    let mut runs: Vec<(String, Found)> = Vec::new();
    let (mut by_clauses, mut soon) = (true, true);
    for (index, (view, _)) in views.iter().enumerate() {
        let context = format!("{context}, view {view}");
        let model = puzzle.make_model(view);
        let mut try_one = |strategy, seconds| {
            let share = match is_long(strategy, view, file) {
                true if strategy == "ilp" => return false,
                true => 0.1 * patience * seconds,
                false => patience * seconds,
            };
            let found = run(puzzle, (view, &model), strategy, most, share, &context);
            let answered = found.as_ref().is_some_and(reached);
            runs.extend(found.map(|found| (context.clone(), found)));
            answered
        };
        // Of more values, a frontier is planned for seconds before it turns out to be too wide.
        if by_all && values(&model) <= 4000 {
            let seconds = if is_long("frontier", view, file) { 0.02 } else { 0.2 };
            hold_count(&model, stated, seconds, &context);
        }
        if many {
            if index == 0 {
                try_one("backtrack", 2.0);
            }
            continue;
        }
        // The first view has to count; one that is too open to be counted may be searched in vain for long.
        let patient = matches!(stated, Stated::Exactly(_));
        let mut answered = try_one(
            "backtrack",
            if index > 0 {
                1.0
            } else if patient {
                5.0
            } else {
                3.0
            },
        );
        // What was too hard for clauses in the first view is so in the others, too.
        if is_light(&model) && (index == 0 || by_clauses && most <= 1000) {
            let begun = Instant::now();
            let answer = try_one("sat:batsat", 2.0);
            answered |= answer;
            by_clauses &= answer;
            soon &= answer && begun.elapsed().as_secs_f64() < patience;
            // varisat cannot be interrupted: it gets what its sibling finished, and easily if solutions are only
            // sought.
            let easily = patient || begun.elapsed().as_secs_f64() < patience;
            if answer && easily && most <= 2000 {
                try_one("sat:varisat", 2.0);
            }
        }
        // What clauses do not answer soon, learning does not either; `auto` has native search, too.
        if index == 0 && by_all && answered {
            for strategy in AFTERWARDS {
                if strategy == "auto" || soon {
                    try_one(strategy, 2.0);
                }
            }
        }
        // microlp looks at its limit between relaxations, which may take many seconds: it gets what clauses answer
        // at once.
        if index == 0 && soon && by_all && most <= 3 && model.variables().len() <= 120 {
            try_one("ilp", 1.0);
        }
        // A busy machine is no failure: one of the two has to answer if it gets the time.
        let again = [("backtrack", 60.0), ("sat:batsat", 150.0), ("backtrack", 300.0)];
        if index == 0 && !answered && !again.into_iter().any(|(strategy, seconds)| try_one(strategy, seconds)) {
            panic!("{context}: no strategy answered");
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
    runs.iter().filter(|(_, found)| reached(found)).map(|(_, found)| found.strategy).collect()
}

/// The files of a kind.
pub(crate) fn instances(kind: &str) -> Vec<PathBuf> {
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

/// The puzzles of a file.
pub(crate) fn read(path: &Path, text: &str) -> (&'static puzzle::Kind, Vec<Box<dyn Puzzle>>) {
    let folder = path.parent().expect("inside a folder");
    let read_file = |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| error.to_string());
    puzzle::read(text, &read_file).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The results of all instances of a kind.
struct Summary {
    /// Puzzles, and runs that gave the whole answer.
    asked: usize,
    answered: usize,
    /// Files to all of whose puzzles each strategy gave the whole answer.
    finished: [usize; STRATEGIES.len()],
    /// True if some puzzle has no solution, and some several.
    none: bool,
    several: bool,
}

/// Runs all instances of a kind.
fn run_all(name: &str, patience: f64) -> Summary {
    let mut all = Summary { asked: 0, answered: 0, finished: [0; STRATEGIES.len()], none: false, several: false };
    for path in instances(name) {
        let text = fs::read_to_string(&path).expect("UTF-8");
        assert!(text.lines().any(|line| line.starts_with("# Source:")), "{}: no line '# Source:'", path.display());
        let (kind, puzzles) = read(&path, &text);
        assert_eq!(kind.name, name, "{}", path.display());
        let head = Stated::of_head(&text, &path);
        let lines: Vec<Option<Stated>> = text
            .lines()
            .filter(|line| {
                !line.starts_with('#') && line.split_whitespace().next().is_some_and(|word| word.len() == 81)
            })
            .map(|line| line.split_once('#').and_then(|(_, own)| Stated::parse(own.split_whitespace().next()?)))
            .collect();
        let mut by = [true; STRATEGIES.len()];
        for (index, puzzle) in puzzles.iter().enumerate() {
            let stated = if puzzles.len() > 1 { lines[index].unwrap_or(head) } else { head };
            all.none |= stated == Stated::Exactly(0);
            all.several |= matches!(stated, Stated::Exactly(2..) | Stated::AtLeast(2..));
            let context = format!("{}[{index}]", path.display());
            // Of a long batch, every view and strategy on a few, native search and SAT on all.
            let by_all = puzzles.len() <= 20 || index % 20 == 0;
            let views = if by_all { kind.views } else { &kind.views[..1] };
            all.asked += 1;
            let whole = hold(&short_name(&path), puzzle.as_ref(), views, by_all, stated, patience, &context);
            all.answered += whole.len();
            let asked = by.iter_mut().zip(STRATEGIES).filter(|(_, strategy)| by_all || !AFTERWARDS.contains(strategy));
            asked.for_each(|(by, strategy)| *by &= whole.contains(&strategy));
        }
        all.finished.iter_mut().zip(by).for_each(|(finished, by)| *finished += usize::from(by));
    }
    all
}

/// Runs all instances of the kind with this position in the registry, if there is one. The native engine and `auto`
/// have to give the whole answer to at least half of its files, with all their puzzles; each SAT solver to a third.
/// They finish more when nothing else runs. If too few answers are there, the machine may be busy, and all runs get
/// more time.
fn kind(position: usize) {
    let Some(kind) = KINDS.get(position) else { return };
    let name = kind.name;
    let files = instances(name).len();
    let least = [files / 2, files / 3, files / 3, 0, files / 2, 0, files / 3];
    let is_enough = |all: &Summary| {
        all.finished.iter().zip(least).all(|(&finished, least)| finished >= least) && all.answered >= 2 * all.asked
    };
    let mut all = run_all(name, 1.0);
    for patience in [5.0, 25.0] {
        if !is_enough(&all) {
            all = run_all(name, patience);
        }
    }
    let Summary { asked, answered, .. } = all;
    for ((strategy, finished), least) in STRATEGIES.into_iter().zip(all.finished).zip(least) {
        assert!(finished >= least, "{name}: {strategy} gave the whole answer to {finished} files, not to {least}");
    }
    assert!(all.none, "{name} has an instance without solution");
    assert!(all.several, "{name} has an instance with several solutions");
    assert!(answered >= 2 * asked, "{name}: {answered} runs gave the whole answer to {asked} puzzles");
}

#[test]
fn long_runs_are_of_files_and_views() {
    for &(strategy, view, files) in LONG {
        assert!(strategy == "frontier" || STRATEGIES.contains(&strategy), "{strategy}");
        for file in files {
            let name = file.split('/').next().expect("a kind");
            assert!(instances(name).iter().any(|path| short_name(path) == *file), "{file}");
            let kind = KINDS.iter().find(|kind| kind.name == name).expect("a kind");
            assert!(kind.views.iter().any(|(name, _)| *name == view), "{file}, view {view}");
        }
    }
}

/// One test per kind, so that they run side by side, and some for kinds to come.
macro_rules! kinds {
    ($($name:ident $position:literal)*) => {
        $(
            #[test]
            fn $name() {
                kind($position);
            }
        )*

        #[test]
        fn every_kind_has_its_test() {
            let positions = [$($position),*];
            assert!(positions.into_iter().eq(0..positions.len()));
            assert!(KINDS.len() <= positions.len(), "more kinds than tests: add positions to kinds! in {}", file!());
        }
    };
}

kinds! {
    kind_1 0 kind_2 1 kind_3 2 kind_4 3 kind_5 4 kind_6 5 kind_7 6 kind_8 7 kind_9 8 kind_10 9 kind_11 10 kind_12 11
    kind_13 12 kind_14 13 kind_15 14 kind_16 15 kind_17 16 kind_18 17 kind_19 18 kind_20 19 kind_21 20 kind_22 21
    kind_23 22 kind_24 23
}
