//! Tests Killer Sudokus: texts, rules and drawings.

use crate::Cells;
use crate::testing::{self, puzzle, refused, solutions};

use super::KIND;

const SMALL: &str = "kind: killer-sudoku\n\nBBDA\nBCDA\nFCDE\nFCEE\n\nA: 3, B: 9, C: 7, D: 8, E: 9, F: 4\n";
const SOLUTION: &str = "2341413232141423";

fn error(body: &str) -> String {
    testing::error(&KIND, &format!("kind: killer-sudoku\n{body}"))
}

#[test]
fn a_published_grid_has_its_published_solution_only() {
    let puzzle = puzzle(SMALL);
    let found: Vec<String> = solutions(puzzle.as_ref(), "cell").iter().map(|cells| puzzle.plain(cells)).collect();
    assert_eq!(found, [SOLUTION]);
}

#[test]
fn a_published_solution_of_nine_by_nine_is_accepted() {
    let puzzle = puzzle(include_str!("../../../../models/killer-sudoku/wikipedia.txt"));
    let line = "215647398368952174794381652586274931142593867973816425821739546659428713437165289";
    let cells = puzzle.read_plain(line).expect("81 digits");
    assert_eq!(puzzle.check(&cells), Ok(()));
    assert_eq!(puzzle.contradiction(), None);
}

#[test]
fn every_rule_is_checked() {
    let puzzle = puzzle(SMALL);
    let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(line).expect("16 digits"));
    assert_eq!(check("2241413232141423"), "row 1 has 2 twice, in row 1, column 1 and row 1, column 2");
    assert_eq!(check("2341413231241423"), "column 2 has 1 twice, in row 2, column 2 and row 3, column 2");
    assert_eq!(check("2341413232140423"), "row 4, column 1 has 0, which is not from 1 to 4");
    assert_eq!(check("1234341221434321"), "cage B at row 1, column 1 adds up to 6, not 9");
    let square = check("1234234134124123");
    assert_eq!(square, "box 1 has 2 twice, in row 1, column 2 and row 2, column 1");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![1])), "the solution has 1 number, not 16");
    let crooked = testing::puzzle("kind: killer-sudoku\n\nA...\n...B\n.A..\n....\n\nA: 2, B: 1\n");
    let cells = crooked.read_plain("1234342121434312").expect("16 digits");
    assert_eq!(
        refused(crooked.as_ref(), &cells),
        "cage A at row 1, column 1 has 1 twice, in row 1, column 1 and row 3, column 2"
    );
}

#[test]
fn contradictions_are_seen() {
    let why = |from: &str, to: &str| puzzle(&SMALL.replace(from, to)).contradiction().map(|why| why.to_string());
    assert_eq!(why("", ""), None);
    assert_eq!(why("A: 3", "A: 4").as_deref(), Some("all cages add up to 41, but all digits to 40"));
    assert_eq!(why("B: 9", "B: 10").as_deref(), Some("cage B at row 1, column 1 of 3 cells adds up to 6 to 9, not 10"));
    let why = |body: &str| puzzle(&format!("kind: killer-sudoku\n\n{body}")).contradiction().map(|why| why.to_string());
    assert_eq!(
        why("A..B\n....\n....\n....\nA: 1, B: 1\n").as_deref(),
        Some("row 1 has 1 twice, in row 1, column 1 and row 1, column 4")
    );
    assert_eq!(
        why("AAAA\nA...\n....\n....\nA: 10\n").as_deref(),
        Some("cage A at row 1, column 1 of 5 cells needs different digits, but there are 4")
    );
}

#[test]
fn errors_name_the_place() {
    assert_eq!(
        error("box: 2x3\n\nA...\n....\n....\n....\nA: 1\n"),
        "line 2, column 6: found '2x3', expected a box of 4 cells, as a row has"
    );
    assert_eq!(
        error("\nA....\n.....\n.....\n.....\n.....\nA: 1\n"),
        "line 1, column 1: found no key 'box' up to here, expected a header line 'box: ...'"
    );
    assert_eq!(
        error("\nA...\n....\n....\n....\nA: x\n"),
        "line 7, column 4: found 'x', expected a number from 1 to 10"
    );
    assert!(error("box: 2*2\n\nA\nA: 1\n").starts_with("line 2, column 6: found '2*2', expected ROWSxCOLUMNS "));
}

#[test]
fn cages_have_walls_and_sums() {
    let drawn = puzzle(SMALL).draw(None);
    assert_eq!(drawn.lines().nth(1), Some("│ 9 .     . │ 8 . │ 3 . │"));
}
