//! Tests Sudokus: texts, rules, views and drawings.

use crate::Cells;
use crate::testing::{ShapeCounts, instances, puzzle, refused, solutions};

use super::KIND;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn the_solution_is_accepted_and_nothing_else() {
    let empty = puzzle(&".".repeat(81));
    let puzzle = &puzzle(PUZZLE);
    let good = puzzle.read_plain(SOLUTION).expect("81 digits");
    assert_eq!(puzzle.check(&good), Ok(()));
    assert_eq!(puzzle.plain(&good), SOLUTION);
    let changed = |from: &str, to: &str| puzzle.read_plain(&SOLUTION.replacen(from, to, 1)).expect("81 digits");
    for (cells, message) in [
        (changed("5346", "5436"), "row 1, column 2 has 4, but 3 is given"),
        (Cells(vec![1; 80]), "the solution has 80 digits, not 81"),
        (Cells(vec![10; 81]), "row 1, column 1 has 10, which is not from 1 to 9"),
    ] {
        assert_eq!(refused(puzzle.as_ref(), &cells), message);
    }
    let check = |digits: &str| refused(empty.as_ref(), &empty.read_plain(digits).expect("81 digits"));
    // The cases are a changed digit, two exchanged digits of a row and box, and a cyclic square, which breaks the box
    // rule only.
    assert_eq!(
        check(&SOLUTION.replacen("534", "544", 1)),
        "row 1 has 4 twice: in row 1, column 2 and in row 1, column 3"
    );
    assert_eq!(
        check(&SOLUTION.replacen("534", "354", 1)),
        "column 2 has 5 twice: in row 1, column 2 and in row 4, column 2"
    );
    let cyclic: String = (0..81).map(|cell| char::from(b'1' + ((cell / 9 + cell % 9) % 9) as u8)).collect();
    assert_eq!(check(&cyclic), "box 1 has 2 twice: in row 1, column 2 and in row 2, column 1");
}

#[test]
fn solutions_that_cannot_be_read() {
    let puzzle = &puzzle(PUZZLE);
    let error = |line: &str| puzzle.read_plain(line).expect_err("wrong").to_string();
    assert_eq!(error(&SOLUTION[..80]), "line 1, column 81: found 80 digits, expected 81 digits");
    assert_eq!(error(&format!("{SOLUTION}12")), "line 1, column 82: found 83 digits, expected 81 digits");
    assert_eq!(error(PUZZLE), "line 1, column 3: found '.', expected a digit from 1 to 9");
    assert_eq!(puzzle.read_plain(&format!(" {SOLUTION} ")), puzzle.read_plain(SOLUTION));
}

/// Asserts that both views have the 288 grids of 4 x 4.
#[test]
fn both_views_have_the_288_small_grids() {
    let puzzle = &puzzle("kind: sudoku\nbox: 2x2\n\n................\n");
    let cell = solutions(puzzle.as_ref(), "cell");
    assert_eq!(cell.len(), 288);
    assert_eq!(cell, solutions(puzzle.as_ref(), "row-digit"));
    assert!(cell.iter().all(|cells| puzzle.check(cells).is_ok()));
}

#[test]
fn boxes_need_not_be_square() {
    let puzzle = &puzzle("kind: sudoku\nbox: 2x3\n\n1.....\n......\n..2...\n...3..\n....4.\n56....\n");
    let cell = solutions(puzzle.as_ref(), "cell");
    assert!(!cell.is_empty());
    assert_eq!(cell, solutions(puzzle.as_ref(), "row-digit"));
    assert!(cell.iter().all(|cells| puzzle.check(cells).is_ok()));
    assert_eq!(puzzle.draw(None).lines().next(), Some("┌───────┬───────┐"));
}

#[test]
fn givens_may_contradict_each_other() {
    for text in ["11..............", "1...1...........", "1....1.........."] {
        let puzzle = &puzzle(&format!("kind: sudoku\nbox: 2x2\n\n{text}\n"));
        for view in ["cell", "row-digit"] {
            assert!(solutions(puzzle.as_ref(), view).is_empty());
        }
    }
}

#[test]
fn the_sample_has_one_solution() {
    let puzzle = &puzzle(PUZZLE);
    for view in ["cell", "row-digit"] {
        let lines: Vec<_> = solutions(puzzle.as_ref(), view).iter().map(|cells| puzzle.plain(cells)).collect();
        assert_eq!(lines, [SOLUTION]);
    }
}

#[test]
fn pictures_have_all_cells_and_givens() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        let model = puzzle.make_model("cell");
        let cells = shapes.count("rect cell") + shapes.count("rect shade") + shapes.count("rect tint");
        let givens = model.variables().iter().filter(|variable| variable.domain.fixed().is_some()).count();
        assert_eq!((cells, shapes.filled()), (model.variables().len(), givens));
    }
    let puzzle = puzzle(PUZZLE);
    let cells = puzzle.read_plain(SOLUTION).expect("81 digits");
    assert_eq!(ShapeCounts::of(puzzle.as_ref(), Some(&cells)).filled(), 81);
}
