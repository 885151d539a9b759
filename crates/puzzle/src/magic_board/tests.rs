//! Tests magic boards: texts, rules, views and drawings.

use crate::testing::{self, ShapeCounts, instances, puzzle, refused, solutions};
use crate::{Cells, Puzzle};

use super::KIND;

fn error(text: &str) -> String {
    testing::error(&KIND, text)
}

/// The board of the founding document.
const BOARD: &str = "kind: magic-board\nnumbers: 5..29\nsum: 85\n
================
|__ __ __ __ 15|
|__ __ 25 17 __|
|__ 26 __  5 __|
|__ 18 __ __ 11|
|__ __ 21 __ __|
================
";
const SOLUTION: &str = "28 24 6 12 15 13 7 25 17 23 8 26 19 5 27 20 18 14 22 11 16 10 21 29 9";

#[test]
fn the_published_solution_is_the_only_one() {
    let puzzle = puzzle(BOARD);
    let found: Vec<_> = solutions(puzzle.as_ref(), "cell").iter().map(|cells| puzzle.plain(cells)).collect();
    assert_eq!(found, [SOLUTION]);
    assert_eq!(puzzle.draw(None).lines().nth(1), Some("│  .  .  .  . 15 │"));
}

#[test]
fn every_rule_is_checked() {
    let board = puzzle(BOARD);
    let empty = puzzle("kind: magic-board\nnumbers: 5..29\nsize: 5\n");
    let good = board.read_plain(SOLUTION).expect("25 numbers");
    let with = |puzzle: &dyn Puzzle, changes: &[(usize, i32)]| {
        let mut cells = good.clone();
        changes.iter().for_each(|&(cell, value)| cells.0[cell] = value);
        refused(puzzle, &cells)
    };
    assert_eq!(with(board.as_ref(), &[(4, 16)]), "row 1, column 5 has 16, but 15 is given");
    assert_eq!(with(board.as_ref(), &[(0, 30)]), "row 1, column 1 has 30, which is not from 5 to 29");
    assert_eq!(with(board.as_ref(), &[(0, 24)]), "24 is in row 1, column 1 and in row 1, column 2");
    assert_eq!(with(empty.as_ref(), &[(0, 13), (5, 28)]), "row 1 adds up to 70, not 85");
    assert_eq!(with(empty.as_ref(), &[(0, 24), (1, 28)]), "column 1 adds up to 81, not 85");
    // Exchanging the first two columns keeps the sums of rows and columns; so does exchanging the first two rows.
    let swapped: Vec<_> =
        (0..5).flat_map(|row| [(5 * row, good.0[5 * row + 1]), (5 * row + 1, good.0[5 * row])]).collect();
    let diagonal = 24 + 13 + 19 + 22 + 9;
    assert_eq!(with(empty.as_ref(), &swapped), format!("diagonal 1 adds up to {diagonal}, not 85"));
    assert_eq!(refused(empty.as_ref(), &Cells(vec![5; 24])), "the solution has 24 numbers, not 25");
}

#[test]
fn the_second_diagonal_counts() {
    let empty = puzzle("kind: magic-board\nnumbers: 5..29\nsize: 5\n");
    let good = empty.read_plain(SOLUTION).expect("25 numbers");
    // Exchanging the first two rows and the first two columns keeps the first diagonal and changes the second.
    let from = |line: usize| if line < 2 { 1 - line } else { line };
    let turned = (0..25).map(|cell| good.0[5 * from(cell / 5) + from(cell % 5)]).collect();
    assert_eq!(refused(empty.as_ref(), &Cells(turned)), "diagonal 2 adds up to 84, not 85");
}

#[test]
fn small_squares_are_counted() {
    let count = |text: &str| solutions(puzzle(text).as_ref(), "cell").len();
    assert_eq!(count("kind: magic-board\nsize: 1\n"), 1);
    assert_eq!(count("kind: magic-board\nsize: 2\nsum: 5\n"), 0);
    assert_eq!(count("kind: magic-board\nsize: 3\n"), 8);
    // There are more numbers than cells. Around a middle of 6, two corners determine a square of 3 x 3.
    let square = |a: i32, b: i32| [a, -a - b, b, b - a, 0, a - b, -b, a + b, -a];
    let fits = |cells: [i32; 9]| (0..9).all(|i| cells[i].abs() <= 5 && !cells[..i].contains(&cells[i]));
    let expected = (-5..=5).flat_map(|a| (-5..=5).map(move |b| square(a, b))).filter(|&cells| fits(cells)).count();
    assert_eq!(count("kind: magic-board\nsize: 3\nnumbers: 1..11\nsum: 18\n"), expected);
    assert!(expected > 8);
}

#[test]
fn rows_that_are_wrong() {
    let file = |header: &str, body: &str| format!("kind: magic-board\n{header}\n\n{body}\n");
    for (header, body, expected) in [
        ("sum: 15", "1 2 3\n4 5", "line 5, column 4: found 2 cells, expected 3 cells, as many as in row 1"),
        ("sum: 15", "1 2 3\n4 5 6 7", "line 5, column 7: found 4 cells, expected 3 cells, as many as in row 1"),
        ("size: 2", "1 2 3\n4 5 6", "line 4, column 5: found 3 cells, expected 2 cells, as 'size: 2' says"),
        (
            "size: 3",
            "_ _ _\n_ _ _\n_ _ _\n_ _ _",
            "line 7, column 1: found row 4, expected the end of the text after 3 rows, as 'size: 3' says",
        ),
        (
            "sum: 15",
            "_ _ _\n_ _ _",
            "line 5, column 6: found the end of the text, expected row 3 of 3, as many as in row 1",
        ),
        ("sum: 15", "_,_,_\n_,10,_\n_,_,_", "line 5, column 3: found '10', expected a number from 1 to 9, _, . or ?"),
        ("sum: 15", "_ _ _\n_ x _\n_ _ _", "line 5, column 3: found 'x', expected a number from 1 to 9, _, . or ?"),
        (
            "sum: 15",
            "5 _ _\n_ 5 _\n_ _ _",
            "line 5, column 3: found '5' again, expected each number once (line 4, column 1 has it)",
        ),
        (
            "sum: 15",
            "",
            "line 4, column 1: found the end of the text, expected the rows of the board, or 'size: ...' in the header",
        ),
        ("size: 33", "", "line 2, column 7: found '33', expected a number from 1 to 32"),
        ("numbers: 1..8", "_ _ _", "line 2, column 10: found '1..8', expected at least 9 numbers, one for each cell"),
        (
            "numbers: 1-9",
            "_ _ _",
            "line 2, column 10: found '1-9', expected a range LOW..HIGH of at most 4096 numbers, such as 1..9",
        ),
        ("sum: many", "_ _ _", "line 2, column 6: found 'many', expected a number from -1000000000 to 1000000000"),
    ] {
        assert_eq!(error(&file(header, body)), expected);
    }
    let long = format!("{}\n", "_ ".repeat(33));
    assert_eq!(error(&file("sum: 1", &long)), "line 4, column 65: found '_', expected at most 32 cells in a row");
    assert_eq!(
        error("kind: magic-board\nsize: 3\nnumbers: 1..10\n"),
        "line 3, column 1: found no key 'sum' up to here, expected a header line 'sum: ...', because there are more \
         numbers than cells"
    );
    // A board needs a stated sum only if its total is no multiple of its rows. The numbers to 16 make 136 in 4 rows.
    assert_eq!(solutions(puzzle("kind: magic-board\nsize: 2\nnumbers: 0..3\n").as_ref(), "cell").len(), 0);
}

#[test]
fn pictures_have_all_cells_and_givens() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        let model = puzzle.make_model("cell");
        let cells = shapes.count("rect cell") + shapes.count("rect shade");
        let givens = model.variables().iter().filter(|variable| variable.domain.fixed().is_some()).count();
        assert_eq!((cells, shapes.filled()), (model.variables().len(), givens));
    }
    let puzzle = puzzle(BOARD);
    let cells = puzzle.read_plain(SOLUTION).expect("25 numbers");
    assert_eq!(ShapeCounts::of(puzzle.as_ref(), Some(&cells)).filled(), 25);
}
