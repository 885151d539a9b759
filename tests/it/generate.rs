//! Puzzles that are made have one solution, and need what they have to need.

use cnfab::construct::{BoardGenerator, Generator, Method, Uniqueness, Wish, judge};
use cnfab::puzzle::{self, BoardWish, Kind, Puzzle};
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

/// D. Berthier, "Unbiased statistics of a CSP", 2009: 24.38 givens on average with deviation 1.12, where givens are
/// left out in random order.
#[test]
fn as_many_givens_are_left_as_in_random_order() {
    let puzzles = make("sudoku", 9, 9, &DIG, 3, 400);
    let counts: Vec<f64> = puzzles.iter().map(|puzzle| puzzle.clue_count() as f64).collect();
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    let deviation = (counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / counts.len() as f64).sqrt();
    assert!((24.2..24.6).contains(&mean) && (1.0..1.25).contains(&deviation), "{mean} {deviation}");
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

/// Boards with sizes, and what else is wished.
fn boards(name: &str, wish: &BoardWish, seed: u64, count: usize) -> Vec<Box<dyn Puzzle>> {
    let (kind, _) = Kind::named(name).expect("a kind");
    let maker = kind.boards.expect("boards are made");
    let mut generator = BoardGenerator::new(maker, wish.clone(), false, &Budget::unlimited()).expect("a size");
    let mut rng = Rng::with_seed(seed);
    (0..count).map(|_| generator.make(&mut rng).expect("no limit")).collect()
}

fn square(size: usize) -> BoardWish {
    BoardWish { rows: size, columns: size, stars: None, regions: None }
}

/// The cells of each region, from the picture of the text.
fn regions(text: &str) -> Vec<Vec<(usize, usize)>> {
    let picture = text.split_once("\n\n").expect("a header").1;
    let mut regions: Vec<(String, Vec<(usize, usize)>)> = Vec::new();
    for (row, line) in picture.lines().enumerate() {
        for (column, symbol) in line.split_whitespace().enumerate() {
            match regions.iter_mut().find(|(known, _)| known == symbol) {
                Some((_, cells)) => cells.push((row, column)),
                None => regions.push((symbol.to_owned(), vec![(row, column)])),
            }
        }
    }
    regions.into_iter().map(|(_, cells)| cells).collect()
}

fn is_connected(cells: &[(usize, usize)]) -> bool {
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(&(row, column)) = reached.get(next) {
        let beside = |cell: &&(usize, usize)| cell.0.abs_diff(row) + cell.1.abs_diff(column) == 1;
        let new: Vec<_> = cells.iter().filter(beside).filter(|cell| !reached.contains(cell)).copied().collect();
        reached.extend(new);
        next += 1;
    }
    reached.len() == cells.len()
}

#[test]
fn star_battles_have_one_solution_and_connected_regions_of_the_sizes_wished() {
    for (size, stars, sizes) in [(4, 1, None), (5, 1, None), (8, 1, Some(3..=16)), (9, 2, None), (10, 2, Some(5..=20))]
    {
        let wish = BoardWish { stars: Some(stars), regions: sizes.clone(), ..square(size) };
        for puzzle in boards("star-battle", &wish, 5, 3) {
            let text = puzzle.text();
            assert_eq!(solutions(puzzle.as_ref()), 1, "{text}");
            let read = puzzle::read(&text, &|_| Err(String::new())).expect("what is written can be read").1.remove(0);
            let model = read.make_model("column");
            let backend = Strategy::parse("cdcl").expect("registered").backend(&Encodings::default());
            let counted = backend.count_only(&model, &Budget::unlimited()).expect("cdcl takes the model");
            assert_eq!(counted.number.to_string(), "1", "{text}");
            let regions = regions(&text);
            assert_eq!(regions.len(), size, "{text}");
            for cells in regions {
                assert!(is_connected(&cells), "{text}");
                assert!(sizes.as_ref().is_none_or(|sizes| sizes.contains(&cells.len())), "{text}");
            }
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_boards_and_another_seed_others() {
    let texts = |seed: u64| -> Vec<String> {
        boards("queens", &square(8), seed, 4).iter().map(|puzzle| puzzle.text()).collect()
    };
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1), texts(2));
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let refused = |wish: BoardWish| {
        let maker = Kind::named("star-battle").expect("a kind").0.boards.expect("boards are made");
        BoardGenerator::new(maker, wish, false, &Budget::unlimited()).err().expect("an error")
    };
    for size in [1, 3, 26] {
        assert!(refused(square(size)).contains("row"), "{size}");
    }
    assert!(refused(BoardWish { stars: Some(3), ..square(11) }).contains("at least 4 rows"));
    assert!(refused(BoardWish { stars: Some(0), ..square(11) }).contains("one star"));
    assert!(refused(BoardWish { columns: 9, ..square(8) }).contains("as many rows as columns"));
    for sizes in [9..=12, 3..=7] {
        assert!(refused(BoardWish { regions: Some(sizes), ..square(8) }).contains("their mean"));
    }
}

#[test]
fn boards_with_cages_and_sides_have_one_solution() {
    let cages = |least, most| BoardWish { regions: Some(least..=most), ..square(4) };
    for (name, wish) in [
        ("killer-sudoku", square(4)),
        ("killer-sudoku", BoardWish { regions: Some(2..=4), ..square(6) }),
        ("kenken", square(4)),
        ("kenken", square(5)),
        ("kenken", cages(1, 3)),
        ("kakuro", square(6)),
        ("kakuro", BoardWish { rows: 5, columns: 8, stars: None, regions: None }),
        ("skyscrapers", square(4)),
        ("skyscrapers", square(5)),
    ] {
        for puzzle in boards(name, &wish, 2, 3) {
            let text = puzzle.text();
            let read = puzzle::read(&text, &|_| Err(String::new())).expect("what is written can be read").1.remove(0);
            assert_eq!(solutions(read.as_ref()), 1, "{text}");
            let Some(sizes) = &wish.regions else { continue };
            let (map, _) = text.rsplit_once("\n\n").expect("clues below the map");
            for cells in regions(map) {
                assert!(is_connected(&cells) && sizes.contains(&cells.len()), "{text}");
            }
        }
    }
}

#[test]
fn boards_are_minimal_if_that_is_wished() {
    for name in ["kakuro", "killer-sudoku", "kenken", "skyscrapers"] {
        let maker = Kind::named(name).expect("a kind").0.boards.expect("boards are made");
        let mut generator = BoardGenerator::new(maker, square(4), true, &Budget::unlimited()).expect("a size");
        let puzzle = generator.make(&mut Rng::with_seed(4)).expect("no limit");
        assert_eq!(solutions(puzzle.as_ref()), 1, "{}", puzzle.text());
        let count = puzzle.clues().len();
        for clue in 0..count {
            let mut keep = vec![true; count];
            keep[clue] = false;
            let left = puzzle.with_clues(&keep).expect("a clue can be left out");
            assert_eq!(solutions(left.as_ref()), 2, "{}without clue {clue}", puzzle.text());
        }
    }
}
