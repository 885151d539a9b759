//! Solutions up to symmetry, for every kind that has symmetries: orbits against all solutions, and published figures.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use cnfab::Problem;
use cnfab::model::{Assignment, Group, Model, Move, Selection, SymmetryError, Var};
use cnfab::puzzle::{self, Cells, Puzzle};
use cnfab::run::{Event, Next, Orbits, RunSpec, Running, Wanted};
use cnfab::solve::{Budget, Encodings, Outcome, Strategy};

/// The one puzzle of a text.
pub(crate) fn read(text: &str) -> Box<dyn Puzzle> {
    let words = "ab\nba\nbb\nabc\nbac\nbca\ncab\nacb\ncba\n";
    let (_, mut puzzles) =
        puzzle::read(text, &|_| Ok(words.to_owned())).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

pub(crate) fn instance(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All solutions of a model by a strategy.
pub(crate) fn solutions(model: &Model, strategy: &str) -> Vec<Assignment> {
    let mut found = Vec::new();
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let report = backend.solve(model, &Budget::unlimited(), &mut |solution| {
        assert_eq!(model.violated(solution).map(|posted| &*posted.label), None, "{strategy}");
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(report.expect("supported").outcome, Outcome::Exhausted, "{strategy}");
    found
}

/// The smallest solution of each orbit with the orbit's size, by the constraints and the test of each solution.
pub(crate) fn least(model: &Model, group: &Group, strategy: &str) -> BTreeMap<Vec<i32>, u64> {
    let shown = model.shown();
    let leaders = group.leaders(model);
    let found = solutions(&leaders.model, strategy);
    let total = found.len();
    let least: BTreeMap<Vec<i32>, u64> = found
        .into_iter()
        .filter_map(|solution| Some((solution.project(&shown), group.orbit_of_least(&solution)?)))
        .collect();
    if leaders.is_exact {
        assert_eq!(least.len(), total, "exact constraints leave nothing to sort out");
        assert!(least.values().all(|&size| size == group.order() as u64));
    }
    least
}

/// Holds every view to what applying all elements to all solutions gives; the group's order and the number of orbits
/// per view.
fn hold(text: &str, selection: &Selection) -> Vec<(usize, usize)> {
    let puzzle = read(text);
    let mut counts = Vec::new();
    for (view, _) in puzzle.kind().views {
        let plain = puzzle.model(view).expect("listed");
        let shown = plain.shown();
        let mut model = plain.clone();
        puzzle.declare_symmetries(view, &mut model);
        let group = Group::of(&model, selection).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let all = solutions(&plain, "backtrack");
        let values: BTreeSet<Vec<i32>> = all.iter().map(|solution| solution.project(&shown)).collect();
        let mut expected: BTreeMap<Vec<i32>, u64> = BTreeMap::new();
        for solution in &all {
            let orbit: BTreeSet<Vec<i32>> = group.images(solution).collect();
            assert!(orbit.is_subset(&values), "{view}: an image of a solution is no solution\n{text}");
            let size = orbit.len() as u64;
            let first = orbit.into_iter().next().expect("the solution itself");
            assert_eq!(*expected.entry(first).or_insert(size), size, "{view}: orbits are equal or disjoint");
        }
        assert_eq!(
            expected.values().sum::<u64>(),
            values.len() as u64,
            "{view}: the orbits hold every solution once\n{text}"
        );
        let mut strategies = vec!["backtrack", "sat"];
        if model.variables().len() < 12 && values.len() < 20 {
            strategies.push("ilp");
        }
        for strategy in strategies {
            assert_eq!(least(&model, &group, strategy), expected, "{view} by {strategy}\n{text}");
        }
        counts.push((group.order(), expected.len()));
    }
    counts
}

fn usual(text: &str) -> Vec<(usize, usize)> {
    hold(text, &Selection::Usual)
}

fn all(text: &str) -> Vec<(usize, usize)> {
    hold(text, &Selection::All)
}

#[test]
fn magic_boards() {
    assert_eq!(usual("kind: magic-board\nsize: 3\n"), [(8, 1)]);
    // The complement is the half turn.
    assert_eq!(all("kind: magic-board\nsize: 3\n"), [(16, 1)]);
    let more = "kind: magic-board\nsize: 3\nnumbers: 1..11\nsum: 18\n";
    let orbits = usual(more)[0].1;
    assert!(orbits > 1 && usual(more) == [(8, orbits)]);
    // 12 - v keeps the sum of 18.
    assert_eq!(all(more)[0].0, 16);
    // A given in a corner leaves the mirror image through it, one more nothing.
    assert_eq!(usual("kind: magic-board\nsum: 15\n\n2 _ _\n_ _ _\n_ _ _\n"), [(2, 1)]);
    assert_eq!(usual("kind: magic-board\nsum: 15\n\n2 7 _\n_ _ _\n_ _ _\n"), [(1, 1)]);
    assert_eq!(usual("kind: magic-board\nsum: 15\n\n_ _ _\n_ 5 _\n_ _ _\n"), [(8, 1)]);
}

#[test]
fn hexagons() {
    assert_eq!(usual(&instance("hexagon/aristotle.txt")), [(12, 1)]);
    assert_eq!(all(&instance("hexagon/aristotle.txt")), [(12, 1)], "20 - v does not keep the sum");
    assert_eq!(usual(&instance("hexagon/from-minus-9.txt")), [(12, 26)]);
    assert_eq!(all(&instance("hexagon/from-minus-9.txt"))[0].0, 24);
    assert_eq!(usual(&instance("hexagon/aristotle-top-row.txt"))[0].0, 1);
}

#[test]
fn star_battles() {
    let none = |size: usize, stars: usize| format!("kind: star-battle\nregions: none\nsize: {size}\nstars: {stars}\n");
    // 90 permutations without neighbours that differ by one.
    let [by_cell, by_column] = usual(&none(6, 1))[..] else { panic!("two views") };
    assert_eq!((by_cell.0, by_column.0), (8, 4));
    assert!(by_cell.1 < by_column.1);
    assert_eq!(usual(&none(8, 2))[0], (8, 1));
    // The quarters of a board are exchanged by its symmetries; two solutions are mirror images.
    assert_eq!(usual("kind: star-battle\n\nAABB\nAABB\nCCDD\nCCDD\n"), [(8, 1), (4, 1)]);
    assert_eq!(usual(&instance("star-battle/notebook-5x5.txt")), [(1, 2), (1, 2)]);
}

#[test]
fn hidokus() {
    let empty = "kind: hidoku\n\n_ _ _\n_ _ _\n_ _ _\n";
    // No path is its own image; some are when they may be walked backwards.
    assert_eq!(usual(empty), [(8, 98), (8, 98)]);
    let [by_number, by_cell] = all(empty)[..] else { panic!("two views") };
    assert!(by_number == by_cell && by_number.0 == 16 && by_number.1 > 49, "{by_number:?}");
    assert_eq!(usual("kind: hidoku\n\n_ _ _\n_ _ _\n"), usual("kind: hidoku\n\n_ _\n_ _\n_ _\n"));
    assert_eq!(usual("kind: hidoku\n\n_ _ _\n_ 5 _\n_ _ _\n")[0].0, 8);
    assert_eq!(all("kind: hidoku\n\n1 _ _\n_ _ _\n_ _ 9\n")[0].0, 4, "the ends are exchanged by turning and reversing");
    assert_eq!(usual("kind: hidoku\n\n# _ _\n_ _ _\n_ _ _\n")[0].0, 2);
    assert_eq!(usual("kind: hidoku\nneighbours: 4\n\n1 2 _\n_ _ _\n_ _ _\n")[0].0, 1);
}

#[test]
fn dissections() {
    let dominoes = "kind: dissection\n\nxx\nxx\nxx\n===\nxx\n===\nxx\n===\nxx\n";
    // 18 ways to lay three dominoes that are alike; of the three to the eye, two are mirror images.
    assert_eq!(usual(dominoes), [(24, 2), (24, 2)]);
    assert_eq!(hold(dominoes, &Selection::Named(vec!["alike".to_owned()])), [(6, 3), (6, 3)]);
    let coloured = "kind: dissection\nboard: 3x3\n\nBWB\nW__\n===\n_B\nBW\n===\nWB\n";
    assert_eq!(usual(coloured)[0].0, 8);
    // Without turning over, a mirror image exchanges the two stones.
    let bent = "kind: dissection\nflip: no\n\nxxx\nxxx\n===\nx_\nxx\n===\n_x\nxx\n";
    assert_eq!(usual(bent), usual("kind: dissection\n\nxxx\nxxx\n===\nx_\nxx\n===\n_x\nxx\n"));
}

#[test]
fn discs_and_disks() {
    let open = "kind: jodici\nnumbers: 1..4\n\n_ _ _ _\n_ _ _ _\n";
    assert_eq!(usual(open)[0].0, 8);
    // Any order of the sectors, the rings exchanged, 5 - v.
    assert_eq!(all(open)[0].0, 24 * 2 * 2);
    assert_eq!(usual("kind: jodici\nnumbers: 1..4\n\n1 _ _ _\n_ _ _ _\n")[0].0, 2);
    // The second disk looks the same after a third of a turn.
    assert_eq!(usual(&instance("disks/three-of-nine.txt")), [(6, 1)]);
    // Two alike disks besides the first one, which looks the same after half a turn.
    let alike = "kind: disks\n\n100100\n010000\n001000\n000010\n000001\n";
    let [(order, orbits)] = usual(alike)[..] else { panic!("one view") };
    assert_eq!((order, orbits), (24 * 2 * 2, 1));
    assert_eq!(usual(&instance("disks/turned-over.txt")), [(1, 1)]);
}

#[test]
fn equations_seatings_and_words() {
    let sums =
        "kind: equation\nnumbers: 0..4\n\n_ + _ * _ = 8\n+ - +\n_ - _ * _ = 1\n* * *\n_ + _ * _ = 6\n= = =\n8 1 6\n";
    assert_eq!(usual(sums)[0].0, 2);
    assert_eq!(usual(&sums.replace("8 1 6", "8 1 7"))[0].0, 1);
    assert_eq!(usual(&instance("seating/dinner-party.txt")), [(16, 270), (16, 270)]);
    assert_eq!(usual(&instance("seating/couples-in-a-row-3.txt"))[0].0, 2);
    let party = "kind: seating\ntable: round\nguests: A B C D E\n\nA next to B\nC not next to D\n";
    let [by_guest, by_seat] = all(party)[..] else { panic!("two views") };
    assert_eq!(by_guest, (10 * 2 * 2, 1));
    assert!(by_seat.0 >= 20);
    assert_eq!(usual("kind: seating\ntable: round\nguests: A B C D\n\nA at 1\n")[0], (2, 3));
    let words = "kind: crossword\nwords: few\n\n___\n___\n___\n";
    assert_eq!(usual(words)[0].0, 2);
    assert_eq!(usual(words), usual(&words.replace("___", "...")));
    assert_eq!(usual("kind: crossword\nwords: few\n\n_#\n__\n"), [(1, 4), (1, 4)]);
    assert_eq!(usual("kind: crossword\nwords: few\n\n__\n__\n")[0].0, 2);
}

#[test]
fn sudokus_of_order_two() {
    let empty = instance("sudoku/four-empty.txt");
    assert_eq!(usual(&empty)[0].0, 8);
    // The two grids that are known to be essentially different; the other view cannot exchange rows with columns.
    let [by_cell, by_row] = all(&empty)[..] else { panic!("two views") };
    assert_eq!(by_cell, (3072, 2));
    assert_eq!(by_row.0, 1536);
    assert_eq!(usual("kind: sudoku\nbox: 2x2\n\n1...............\n")[0].0, 2);
    assert_eq!(usual("kind: sudoku\nbox: 2x2\n\n12..............\n")[0].0, 1);
    let digits = Selection::Named(vec!["digits".to_owned()]);
    assert_eq!(hold("kind: sudoku\nbox: 2x2\n\n1...............\n", &digits)[0].0, 6);
}

#[test]
fn groups_that_are_too_large_or_unknown_are_refused() {
    let puzzle = read(&instance("sudoku/empty.txt"));
    let mut model = puzzle.model("cell").expect("listed");
    puzzle.declare_symmetries("cell", &mut model);
    let named = |name: &str| Selection::Named(vec![name.to_owned()]);
    let error = Group::of(&model, &named("digits")).expect_err("9! elements");
    assert!(matches!(error, SymmetryError::TooLarge { .. }));
    let expected = "362880 elements of the symmetry 'digits' keep the puzzle, and more than 100000 are too many to try on \
        each solution; there are: geometric, digits, lines";
    assert_eq!(error.to_string(), expected);
    let error = Group::of(&model, &named("geometry")).expect_err("no such name").to_string();
    assert_eq!(error, "no symmetry 'geometry' in this model; there are: geometric, digits, lines");
    assert_eq!(Group::of(&Model::new(), &Selection::All).expect("trivial").order(), 1);
}

#[test]
fn what_takes_too_long_to_tell_is_said() {
    let error = |declared: Option<u32>| {
        let declared = declared.map(Into::into);
        SymmetryError::Unsettled { names: vec!["digits", "lines"], declared, steps: 7, known: vec!["lines", "digits"] }
    };
    let known = "of the symmetry 'digits,lines' keep the puzzle is not known after 7 steps; there are: lines, digits";
    assert_eq!(error(Some(72)).to_string(), format!("which of the 72 elements {known}"));
    let unknown = "how many elements the symmetry 'digits,lines' has is not known after 7 steps";
    assert_eq!(error(None).to_string(), format!("{unknown}; there are: lines, digits"));
}

/// The result of a whole run: solutions with the sizes of their orbits, their number, and the report at the end.
pub(crate) fn found(
    text: &str,
    view: &str,
    strategy: &str,
    symmetry: Selection,
    deliver: bool,
) -> (Vec<(Cells, u64)>, u64, Orbits) {
    let problems: Vec<Arc<dyn Problem>> = vec![Arc::<dyn Puzzle>::from(read(text))];
    let mut spec = RunSpec::new(Strategy::parse(strategy).expect("registered"));
    (spec.view, spec.symmetry) = (Some(view.to_owned()), Some(symmetry));
    spec.wanted = if deliver { Wanted::Solutions } else { Wanted::Number };
    let mut running = Running::start(problems, spec, Budget::unlimited());
    let mut solutions = Vec::new();
    loop {
        match running.wait() {
            Next::Event(Event::Solution { cells, orbit, .. }) => {
                solutions.push((cells, orbit.expect("one per orbit is asked for")));
            }
            Next::Event(Event::Ended(ended)) => {
                assert_eq!(ended.result.expect("supported").outcome, Outcome::Exhausted);
                return (solutions, ended.found.to_u64().expect("few"), ended.orbits.expect("asked for"));
            }
            Next::Idle => {}
            other => panic!("{other:?}"),
        }
    }
}

/// The sizes of the orbits under what looks the same, their number, and the report at the end.
fn run(text: &str, view: &str, strategy: &str, deliver: bool) -> (Vec<u64>, u64, Orbits) {
    let (solutions, number, orbits) = found(text, view, strategy, Selection::Usual, deliver);
    (solutions.into_iter().map(|(_, size)| size).collect(), number, orbits)
}

/// Number of orbits and of solutions.
fn counted(name: &str, view: &str) -> (u64, u64) {
    let (_, found, orbits) = run(&instance(name), view, "backtrack", false);
    (found, orbits.total.to_u64().expect("few"))
}

#[test]
fn published_numbers_of_orbits() {
    assert_eq!(counted("magic-board/order-4.txt", "cell"), (880, 7040));
    assert_eq!(counted("dissection/twelve-stones.txt", "placement"), (26, 208));
    assert_eq!(counted("dissection/twelve-stones-unflipped.txt", "placement"), (1, 2));
    assert_eq!(counted("dissection/twelve-others.txt", "placement"), (779, 6232));
    assert_eq!(counted("dissection/twelve-others-unflipped.txt", "placement"), (11, 44));
    assert_eq!(counted("dissection/pentominoes-3x20.txt", "placement"), (2, 8));
    assert_eq!(counted("dissection/pentominoes-8x8-hole.txt", "placement"), (65, 520));
}

#[test]
fn pentominoes_on_6_x_10() {
    assert_eq!(counted("dissection/pentominoes-6x10.txt", "placement"), (2339, 9356));
}

#[test]
fn orbits_are_counted_through_a_larger_group() {
    let square = instance("magic-board/order-4.txt");
    let (_, found, counted) = run(&square, "cell", "backtrack", false);
    assert_eq!((found, counted.order, counted.searched_order), (880, 8, 64));
    assert_eq!(counted.total, 7040);
    let (sizes, found, listed) = run(&square, "cell", "backtrack", true);
    assert_eq!((sizes, found, listed.searched_order), (vec![8; 880], 880, 8));
    assert_eq!(listed.total, 7040);
}

#[test]
fn runs_tell_orbits() {
    let (sizes, found, orbits) = run(&instance("hexagon/aristotle.txt"), "cell", "sat", true);
    assert_eq!((sizes, found), (vec![12], 1));
    assert_eq!((orbits.symmetry, orbits.order), (vec!["geometric"], 12));
    assert_eq!(orbits.declared_order, 12);
    assert_eq!(orbits.total, 12);
    // Both solutions of the board of quarters are mirror images of each other, and their own images in other ways.
    let quarters = "kind: star-battle\n\nAABB\nAABB\nCCDD\nCCDD\n";
    for deliver in [true, false] {
        let (sizes, found, orbits) = run(quarters, "column", "backtrack", deliver);
        assert_eq!((sizes, found), (if deliver { vec![2] } else { vec![] }, 1));
        assert_eq!(orbits.total, 2);
    }
}

/// Queens as cells, with the symmetries of the board.
fn queens(size: usize) -> Model {
    let mut model = crate::common::queens::queens(size as i32);
    let cells: Vec<Var> = model.vars().collect();
    // A quarter turn and a mirror make all eight.
    let moved = |to: fn(usize, usize, usize) -> (usize, usize)| {
        let place = |cell: usize| to(cell / size, cell % size, size - 1);
        Move::of_variables((0..size * size).map(place).map(|(row, column)| cells[row * size + column]).collect())
    };
    let moves = vec![moved(|row, column, last| (column, last - row)), moved(|row, column, last| (row, last - column))];
    model.declare_symmetry("geometric", moves);
    model
}

#[test]
fn queens_up_to_symmetry() {
    // Solutions and orbits of n queens, n = 4 to 8 (published).
    for (size, orbits, total) in [(4, 1, 2), (5, 2, 10), (6, 1, 4), (7, 6, 40), (8, 12, 92)] {
        let model = queens(size);
        let group = Group::of(&model, &Selection::Usual).expect("small");
        assert_eq!(group.order(), 8);
        for strategy in ["backtrack", "sat"] {
            let least = least(&model, &group, strategy);
            assert_eq!((least.len(), least.values().sum::<u64>()), (orbits, total), "{size} queens by {strategy}");
        }
    }
}

/// Every kind with symmetries is held to them in every view, on its smallest instances with few solutions.
#[test]
fn every_symmetry_that_a_kind_declares() {
    for kind in puzzle::KINDS {
        let mut texts: Vec<String> = crate::corpus::instances(kind.name)
            .iter()
            .filter_map(|path| fs::read_to_string(path).ok())
            .filter(|text| {
                let head = text.lines().find_map(|line| line.strip_prefix("# Solutions: "));
                head.and_then(|number| number.trim().parse().ok()).is_some_and(|count: u64| (1..=100).contains(&count))
            })
            .collect();
        texts.sort_by_key(String::len);
        let mut held = 0;
        for text in texts {
            let words = |_: &str| Ok("ab\nba\nabc\nbca\n".to_owned());
            let Ok((_, puzzles)) = puzzle::read(&text, &words) else { continue };
            let declares = kind.views.iter().any(|(view, _)| {
                let mut model = puzzles[0].model(view).expect("listed");
                puzzles[0].declare_symmetries(view, &mut model);
                !model.symmetries().is_empty()
            });
            if declares && puzzles.len() == 1 && held < 2 {
                hold(&text, &Selection::Usual);
                held += 1;
            }
        }
    }
}
