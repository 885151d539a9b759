//! Puzzles that are made have one solution, and need what they have to need.

use cnfab::construct::{Generator, Method, Uniqueness, Wish, judge};
use cnfab::puzzle::{self, Kind, Puzzle};
use cnfab::{Budget, Encodings, Strategy};

use fastrand::Rng;

const SIZES: &[(&str, usize, usize)] = &[
    ("sudoku", 9, 9),
    ("sudoku", 6, 6),
    ("hidoku", 5, 6),
    ("numbrix", 6, 5),
    ("binairo", 6, 8),
    ("magic-board", 3, 3),
    ("magic-board", 4, 4),
    ("hexagon", 5, 5),
];

fn board(name: &str, rows: usize, columns: usize) -> Box<dyn Puzzle> {
    let (kind, _) = Kind::named(name).expect("a kind");
    let blank = kind.blank.expect("boards are made")(rows, columns).expect("a size");
    puzzle::read(&format!("kind: {name}\n{blank}"), &|_| Err(String::new())).expect("a board").1.remove(0)
}

fn make(name: &str, rows: usize, columns: usize, wish: &Wish, seed: u64, count: usize) -> Vec<Box<dyn Puzzle>> {
    let board = board(name, rows, columns);
    let view = Generator::view(board.as_ref());
    let model = board.make_model(view);
    let mut generator = Generator::new(board.as_ref(), view, &model, &Budget::unlimited()).expect("a board");
    let mut rng = Rng::with_seed(seed);
    (0..count).map(|_| generator.make(wish, &mut rng).expect("no limit")).collect()
}

const DIG: Wish = Wish { method: Method::Dig, minimal: true, clues: 0, half_turn: false };

/// By another strategy: how many solutions there are, at most two.
fn solutions(puzzle: &dyn Puzzle) -> usize {
    let model = puzzle.make_model(puzzle.views()[0].0);
    let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
    let mut found = 0;
    let report = backend.solve(&model, &Budget::unlimited(), &mut |_| {
        found += 1;
        if found < 2 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    });
    report.expect("native search takes every model");
    found
}

#[test]
fn puzzles_have_one_solution_and_are_minimal() {
    for &(name, rows, columns) in SIZES {
        for method in [Method::Dig, Method::Constrain] {
            let wish = Wish { method, ..DIG };
            for puzzle in make(name, rows, columns, &wish, 7, 3) {
                let text = puzzle.text();
                assert_eq!(solutions(puzzle.as_ref()), 1, "{text}");
                let count = puzzle.clues().len();
                for clue in 0..count {
                    let mut keep = vec![true; count];
                    keep[clue] = false;
                    let left = puzzle.with_clues(&keep).expect("givens can be left out");
                    assert_eq!(solutions(left.as_ref()), 2, "{text}without clue {clue}");
                }
            }
        }
    }
}

#[test]
fn wishes_are_met() {
    let loose = Wish { method: Method::Constrain, minimal: false, ..DIG };
    for puzzle in make("sudoku", 9, 9, &loose, 1, 3) {
        assert_eq!(solutions(puzzle.as_ref()), 1);
    }
    for puzzle in make("sudoku", 9, 9, &Wish { clues: 30, ..DIG }, 1, 3) {
        assert_eq!((puzzle.clues().len(), solutions(puzzle.as_ref())), (30, 1));
    }
    for puzzle in make("sudoku", 9, 9, &Wish { half_turn: true, ..DIG }, 1, 3) {
        let cells: Vec<usize> = puzzle.clues().iter().map(|clue| clue.cells[0]).collect();
        assert!(cells.iter().all(|cell| cells.contains(&(80 - cell))), "{cells:?}");
        let judgement = judge(puzzle.as_ref(), "cell", &Budget::unlimited()).expect("no limit");
        assert!(matches!(judgement.uniqueness, Uniqueness::One(_)));
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_another_seed_others() {
    let texts =
        |seed: u64| -> Vec<String> { make("sudoku", 9, 9, &DIG, seed, 5).iter().map(|puzzle| puzzle.text()).collect() };
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1), texts(2));
    let mut distinct = texts(1);
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 5);
}
