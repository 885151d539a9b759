//! Tests Hidokus: texts, rules, views and drawings.

use crate::testing::{self, ShapeCounts, instances, puzzle, refused, solutions};
use crate::{Cells, Puzzle};

use super::KIND;

fn error(text: &str) -> String {
    testing::error(&KIND, text)
}

fn board(header: &str, rows: &str) -> Box<dyn Puzzle> {
    puzzle(&format!("kind: hidoku\n{header}\n{rows}\n"))
}

/// Counts the solutions and asserts that both views agree.
fn count(header: &str, rows: &str) -> usize {
    let puzzle = board(header, rows);
    let found = solutions(puzzle.as_ref(), "number");
    assert_eq!(found, solutions(puzzle.as_ref(), "cell"));
    found.len()
}

#[test]
fn directed_king_paths_are_counted() {
    assert_eq!(count("", "_"), 1);
    assert_eq!(count("", "_ _\n_ _"), 24);
    assert_eq!(count("", "_ _ _\n_ _ _\n_ _ _"), 784);
    assert_eq!(count("", "1 _ _ _\n_ 2 _ _\n_ _ 3 _\n_ _ _ 4"), 348);
    assert_eq!(count("", "1 _ _\n_ _ _\n_ _ 9"), 30);
}

#[test]
fn paths_by_sides_are_counted() {
    // These are the directed Hamiltonian paths of the 2 x 2 and the 3 x 3 grid graph.
    assert_eq!(count("neighbours: 4\n", "_ _\n_ _"), 8);
    assert_eq!(count("neighbours: 4\n", "_ _ _\n_ _ _\n_ _ _"), 40);
    assert_eq!(count("neighbours: 4\n", "1 _ _\n_ 5 4\n_ _ 9"), 1);
}

#[test]
fn boards_may_have_missing_cells() {
    assert_eq!(count("", "#,4,#\n_,7,_\n1,_,_"), 1);
    assert_eq!(count("", "_ # _"), 0);
    assert_eq!(count("", "_ # #\n# _ #"), 2);
    let drawn = board("", "# 4 #\n_ 7 _\n1 _ _").draw(None);
    assert_eq!(
        drawn,
        "    ┌───┐\n    │ 4 │\n┌───┼───┼───┐\n│ . │ 7 │ . │\n├───┼───┼───┤\n│ 1 │ . │ . │\n└───┴───┴───┘\n"
    );
}

#[test]
fn every_rule_is_checked() {
    let puzzle = board("", "1 _ _\n_ _ 5");
    let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(line).expect("six numbers"));
    assert_eq!(puzzle.check(&Cells(vec![1, 3, 4, 2, 6, 5])), Ok(()));
    assert_eq!(check("2 3 4 1 6 5"), "row 1, column 1 has 2, but 1 is given");
    assert_eq!(check("1 3 3 2 6 5"), "3 is in row 1, column 2 and in row 1, column 3");
    assert_eq!(check("1 3 0 2 6 5"), "row 1, column 3 has 0, which is not from 1 to 6");
    assert_eq!(check("1 3 7 2 6 5"), "row 1, column 3 has 7, which is not from 1 to 6");
    assert_eq!(check("1 4 2 3 6 5"), "1 in row 1, column 1 and 2 in row 1, column 3 are no neighbours");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![1])), "the solution has 1 number, not 6");
    let sides = board("neighbours: 4\n", "_ _ _\n_ _ _");
    let message = refused(sides.as_ref(), &Cells(vec![1, 3, 4, 2, 6, 5]));
    assert_eq!(message, "2 in row 2, column 1 and 3 in row 1, column 2 are no neighbours");
}

#[test]
fn boards_that_are_wrong() {
    let file = |body: &str| format!("kind: hidoku\n\n{body}\n");
    for (body, expected) in [
        ("1 _\n_", "line 4, column 2: found 1 cell, expected 2 cells, as many as in row 1"),
        ("1,_\n_,_,_", "line 4, column 5: found 3 cells, expected 2 cells, as many as in row 1"),
        ("1 _\n_ 5", "line 4, column 3: found '5', expected a number from 1 to 4, _, ., ? or #"),
        ("1 _\n_ 0", "line 4, column 3: found '0', expected a number from 1 to 4, _, ., ? or #"),
        ("1 _\nab _", "line 4, column 1: found 'ab', expected a number from 1 to 4, _, ., ? or #"),
        ("# 4\n_ _", "line 3, column 3: found '4', expected a number from 1 to 3, _, ., ? or #"),
        ("1 _\n_ 1", "line 4, column 3: found '1' again, expected each number once (line 3, column 1 has it)"),
        ("# #\n# #", "line 3, column 1: found '#', expected at least one cell that is not '#'"),
        ("", "line 3, column 1: found the end of the text, expected the rows of the board"),
    ] {
        assert_eq!(error(&file(body)), expected);
    }
    let neighbours = error("kind: hidoku\nneighbours: 6\n\n_\n");
    assert_eq!(neighbours, "line 2, column 13: found '6', expected 4 or 8");
    assert!(error(&file(&"_ ".repeat(257))).ends_with("found '_', expected at most 256 columns"));
    assert_eq!(error(&file(&"_\n".repeat(257))), "line 259, column 1: found another row, expected at most 256 rows");
    let large = error(&file(&format!("{}\n", "_ ".repeat(33)).repeat(33)));
    assert_eq!(large, "line 34, column 3: found '_', expected at most 1024 cells that are not '#'");
}

#[test]
fn pictures_have_the_way_of_a_solution() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        assert_eq!(shapes.count("line path"), 0);
        assert_eq!(shapes.count("rect cell"), puzzle.make_model("cell").shown().len());
    }
    let puzzle = board("", "1 _ _\n_ _ 5");
    let shapes = ShapeCounts::of(puzzle.as_ref(), Some(&Cells(vec![1, 3, 4, 2, 6, 5])));
    assert_eq!((shapes.count("line path"), shapes.count("circle path"), shapes.filled()), (5, 2, 6));
}
