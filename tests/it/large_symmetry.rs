//! Declared groups of any order, cut by givens to a few elements: against all elements made from the rules, and
//! published orders.

use std::collections::{BTreeMap, BTreeSet};

use cnfab::model::{Domain, Group, Model, Move, Selection, SymmetryError, ValueMap, Var};
use cnfab::puzzle::Cells;
use fastrand::Rng;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::symmetry::{found, instance, least, read, solutions};

/// A board's cells and its values are exchanged: where each cell goes, and what the values 1, 2, 3, ... become.
#[derive(Clone, Debug)]
struct Exchange {
    cells: Vec<usize>,
    values: Vec<i32>,
}

impl Exchange {
    fn apply(&self, board: &[i32]) -> Vec<i32> {
        let mut out = vec![0; board.len()];
        for (&value, &to) in board.iter().zip(&self.cells) {
            out[to] = self.values[value as usize - 1];
        }
        out
    }
}

/// Every solution by the smallest of its orbit, and the orbit's size.
fn orbits(all: &BTreeSet<Vec<i32>>, group: &[Exchange]) -> BTreeMap<Vec<i32>, u64> {
    let mut found = BTreeMap::new();
    for solution in all {
        let orbit: BTreeSet<Vec<i32>> = group.iter().map(|element| element.apply(solution)).collect();
        assert!(orbit.is_subset(all), "the image of a solution is one");
        let size = orbit.len() as u64;
        found.insert(orbit.into_iter().next().expect("the solution itself"), size);
    }
    assert_eq!(found.values().sum::<u64>(), all.len() as u64, "the orbits hold every solution once");
    found
}

/// All orders of nine lines that keep the bands of three.
fn line_orders() -> Vec<Vec<usize>> {
    let orders = || (0..3usize).permutations(3);
    let inside: Vec<Vec<Vec<usize>>> = (0..3).map(|_| orders()).multi_cartesian_product().collect();
    let all = orders().cartesian_product(inside);
    all.map(|(bands, inside)| (0..9).map(|line| 3 * bands[line / 3] + inside[line / 3][line % 3]).collect()).collect()
}

/// The exchanges that keep the givens of a Sudoku that has all digits: tried are all exchanges of lines, also with rows
/// for columns; the new digits follow from where the givens go.
fn keep_givens(givens: &[i32], may_transpose: bool) -> Vec<Exchange> {
    let places: Vec<usize> = (0..81).filter(|&cell| givens[cell] > 0).collect();
    let lines = line_orders();
    assert_eq!(lines.len(), 1296);
    let mut found = Vec::new();
    for transposed in [false, true] {
        for (rows, columns) in lines.iter().cartesian_product(&lines) {
            let to = |cell: usize| match transposed {
                false => 9 * rows[cell / 9] + columns[cell % 9],
                true => 9 * rows[cell % 9] + columns[cell / 9],
            };
            let mut values = vec![0; 9];
            let keeps = |&cell: &usize| {
                let (image, known) = (givens[to(cell)], &mut values[givens[cell] as usize - 1]);
                let fits = image > 0 && (*known == 0 || *known == image);
                *known = image;
                fits
            };
            if places.iter().all(keeps) && values.iter().all_unique() {
                found.push(Exchange { cells: (0..81).map(to).collect(), values });
            }
        }
        if !may_transpose {
            break;
        }
    }
    found
}

/// Holds a Sudoku's orbits in both views to what the rules give; the orders of the groups and the numbers of orbits.
fn hold(text: &str) -> Vec<(u64, usize)> {
    let puzzle = read(text);
    let model = puzzle.model("cell").expect("listed");
    let givens: Vec<i32> = model.vars().map(|var| model.domain(var).fixed().unwrap_or(0)).collect();
    assert!((1..=9).all(|digit| givens.contains(&digit)), "digits that are not given could be exchanged");
    let all: BTreeSet<Vec<i32>> =
        solutions(&model, "backtrack").iter().map(|solution| puzzle.output("cell", solution).0).collect();
    assert!(all.iter().all(|board| puzzle.check(&Cells(board.clone())).is_ok()));
    let mut counts = Vec::new();
    for (view, may_transpose) in [("cell", true), ("row-digit", false)] {
        let group = keep_givens(&givens, may_transpose);
        let expected = orbits(&all, &group);
        for strategy in ["backtrack", "sat"] {
            let (found, _, told) = found(text, view, strategy, Selection::All, true);
            let smallest =
                |board: &[i32]| group.iter().map(|element| element.apply(board)).min().expect("the identity");
            let by_smallest: BTreeMap<Vec<i32>, u64> =
                found.iter().map(|(cells, size)| (smallest(&cells.0), *size)).collect();
            assert_eq!(by_smallest, expected, "{view} by {strategy}");
            assert_eq!(found.len(), expected.len(), "{view} by {strategy}: one of each orbit");
            assert_eq!((told.order, told.total), (group.len() as u64, (all.len() as u64).into()));
            if view == "cell" {
                assert!(found.iter().all(|(cells, _)| expected.contains_key(&cells.0)), "{strategy}: the smallest");
            }
        }
        counts.push((group.len() as u64, expected.len()));
    }
    counts
}

#[test]
fn sudokus_with_symmetric_givens() {
    // The quarter turn and its powers.
    assert_eq!(hold(&instance("sudoku/quarter-turn.txt")), [(4, 183), (2, 358)]);
    // Every row is the one above it, moved by three, or by one more where a band begins.
    let digit = |row: usize, column: usize| (3 * row + row / 3 + column) % 9 + 1;
    let text = |is_given: &dyn Fn(usize, usize) -> bool| {
        let cell = |(row, column)| if is_given(row, column) { digit(row, column).to_string() } else { ".".to_owned() };
        format!("kind: sudoku\n\n{}\n", (0..9).cartesian_product(0..9).map(cell).collect::<String>())
    };
    let two_bands = hold(&text(&|row, _| row < 6));
    assert_eq!(two_bands, [(108, 54), (108, 54)]);
    let places = hold(&text(&|row, column| row % 3 == column % 3));
    assert_eq!(places[0], (6, 409));
    let whole = hold(&text(&|_, _| true));
    assert!(whole[0].0 > 50 && whole[0].1 == 1, "{whole:?}");
}

#[test]
fn the_group_of_the_sudoku_rules_has_the_published_order() {
    // E. Russell, F. Jarvis, "Mathematics of Sudoku II", 2006: 3,359,232 symmetries of the cells, 9! of the digits.
    let puzzle = read(&instance("sudoku/empty.txt"));
    let (lines, digits) = (BigUint::from(3_359_232u32), BigUint::from(362_880u32));
    for (view, cells) in [("cell", lines.clone()), ("row-digit", lines / 2u32)] {
        let mut model = puzzle.model(view).expect("listed");
        puzzle.declare_symmetries(view, &mut model);
        let order = |selection: Selection| match Group::of(&model, &selection) {
            Err(SymmetryError::TooLarge { declared, order, .. }) => {
                assert_eq!(declared, order, "no givens, so every element keeps the puzzle");
                order
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(order(Selection::Named(vec!["geometric".to_owned(), "lines".to_owned()])), cells, "{view}");
        assert_eq!(order(Selection::Named(vec!["digits".to_owned()])), digits, "{view}");
        assert_eq!(order(Selection::All), cells * &digits, "{view}");
    }
}

#[test]
fn givens_leave_nothing_of_the_symmetries_of_large_sudokus() {
    for name in ["sudoku/sixteen-34.txt", "sudoku/twenty-five-19.txt"] {
        let puzzle = read(&instance(name));
        for (view, _) in puzzle.kind().views {
            let mut model = puzzle.model(view).expect("listed");
            puzzle.declare_symmetries(view, &mut model);
            let group = Group::of(&model, &Selection::All).expect("few elements keep the givens");
            assert_eq!(group.order(), 1, "{name}, {view}");
            // Of n! digits, and (m!)^(m+1) rows and as many columns for bands of m lines; and rows for columns.
            let size = if name.contains("sixteen") { 4 } else { 5 };
            let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
            let lines = factorial(size).pow(size + 1);
            let turns = if *view == "cell" { 2u32 } else { 1 };
            assert_eq!(group.declared_order(), &(factorial(size * size) * &lines * &lines * turns), "{name}, {view}");
        }
    }
}

/// Rows and columns of different values, some given or not allowed, and any exchange of rows, of columns and of values.
fn rectangle(rng: &mut Rng, rows: usize, columns: usize, values: i32) -> Model {
    let mut model = Model::new();
    let (few, restricted) = (rng.usize(1..=5), rng.usize(0..=3));
    let domain = |rng: &mut Rng, cell: usize| -> Domain {
        let value = 1 + ((cell / columns + cell % columns) as i32) % values;
        match rng.usize(..rows * columns) {
            chance if chance < few => value.into(),
            chance if chance < few + restricted => {
                (1..=values).filter(|&other| other == value || rng.bool()).collect_vec().into()
            }
            _ => (1..=values).into(),
        }
    };
    let cells: Vec<Var> =
        (0..rows * columns).map(|cell| model.var(format!("cell[{cell}]"), domain(rng, cell))).collect();
    for row in 0..rows {
        model.all_different("row", cells[row * columns..][..columns].iter().copied());
    }
    for column in 0..columns {
        model.all_different("column", cells.iter().copied().skip(column).step_by(columns));
    }
    let exchanged = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
        let to = |cell| image(cell / columns, cell % columns);
        Move::of_variables((0..rows * columns).map(to).map(|(row, column)| cells[row * columns + column]).collect())
    };
    let swap = |a: usize| {
        move |line: usize| {
            if line == a {
                a + 1
            } else if line == a + 1 {
                a
            } else {
                line
            }
        }
    };
    let row_moves = (1..rows).map(|row| exchanged(&|r, c| (swap(row - 1)(r), c))).collect_vec();
    let column_moves = (1..columns).map(|column| exchanged(&|r, c| (r, swap(column - 1)(c)))).collect_vec();
    let value_moves = (1..values)
        .map(|value| Move::of_values(rows * columns, ValueMap::new([(value, value + 1), (value + 1, value)])))
        .collect_vec();
    model.declare_symmetry("rows", row_moves);
    model.declare_symmetry("columns", column_moves);
    model.declare_symmetry("values", value_moves);
    model
}

#[test]
fn random_rectangles_against_all_exchanges() {
    let (mut proper, mut compared) = (0, 0);
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        let (rows, columns, values) = [(2, 3, 4), (3, 3, 4), (3, 4, 4), (2, 5, 5)][rng.usize(..4)];
        let model = rectangle(&mut rng, rows, columns, values);
        let domain = |cell: usize| model.domain(Var::from_index(cell)).values();
        let orders = |count: usize| (0..count).permutations(count);
        let mut kept = Vec::new();
        for (by_row, by_column) in orders(rows).cartesian_product(orders(columns)) {
            let cells: Vec<usize> =
                (0..rows * columns).map(|cell| by_row[cell / columns] * columns + by_column[cell % columns]).collect();
            if (0..cells.len()).any(|cell| domain(cell).len() != domain(cells[cell]).len()) {
                continue;
            }
            for by_value in (1..=values).permutations(values as usize) {
                let fits =
                    |cell: usize| domain(cell).all(|value| domain(cells[cell]).contains(&by_value[value as usize - 1]));
                if (0..cells.len()).all(fits) {
                    kept.push(Exchange { cells: cells.clone(), values: by_value });
                }
            }
        }
        let group = match Group::of(&model, &Selection::All) {
            Err(SymmetryError::TooLarge { order, .. }) => {
                assert_eq!(order, BigUint::from(kept.len()), "seed {seed}");
                continue;
            }
            group => group.unwrap_or_else(|why| panic!("seed {seed}: {why}")),
        };
        assert_eq!(group.order(), kept.len(), "seed {seed}");
        let factorial = |n: i32| (1..=n as u32).map(BigUint::from).product::<BigUint>();
        let declared = factorial(rows as i32) * factorial(columns as i32) * factorial(values);
        assert_eq!(group.declared_order(), &declared, "seed {seed}");
        proper += usize::from(group.order() > 1);
        let all: BTreeSet<Vec<i32>> =
            solutions(&model, "backtrack").iter().map(|solution| solution.values().to_vec()).collect();
        if all.len() * kept.len() > 300_000 {
            continue;
        }
        assert_eq!(least(&model, &group, "backtrack"), orbits(&all, &kept), "seed {seed}");
        compared += usize::from(group.order() > 1 && all.len() > group.order());
    }
    assert!(proper > 30 && compared > 20, "{proper} with symmetries, {compared} compared");
}
