//! Tests dissections: texts, rules, views and drawings.

use crate::Cells;
use crate::testing::{self, ShapeCounts, puzzle};

/// A board of 3 x 3 squares and three stones.
const SMALL: &str = "kind: dissection\nboard: 3x3\n\nBWB\nW__\n===\n_B\nBW\n===\nWB\n";

fn count(text: &str) -> usize {
    let puzzle = puzzle(text);
    let by_placement = testing::solutions(&*puzzle, "placement");
    assert_eq!(by_placement, testing::solutions(&*puzzle, "square"), "both views have the same solutions");
    by_placement.len()
}

#[test]
fn small_dissections() {
    assert_eq!(count("kind: dissection\n\nabba\nbaba\n===\nb\n===\n_b\naa\n===\nbab\n__a\n"), 1);
    assert_eq!(count("kind: dissection\n\nxx\n===\nx\n===\nx\n"), 2, "stones are told apart");
    assert_eq!(count("kind: dissection\n\nxx\nxx\n===\nxx\n===\nxx\n"), 4);
    assert_eq!(count("kind: dissection\nrotate: no\n\nxx\nxx\n===\nxx\n===\nxx\n"), 2);
    assert_eq!(count("kind: dissection\nflip: no\n\nx_\nx_\nxx\n===\n_x\n_x\nxx\n"), 0);
    assert_eq!(count("kind: dissection\nrotate: no\n\nx_\nx_\nxx\n===\n_x\n_x\nxx\n"), 1);
    assert_eq!(count("kind: dissection\nboard: 1x3\n\nBW\n===\nW\n"), 0, "the colours do not match");
    assert_eq!(count("kind: dissection\nboard: 1x3\ncolours: no\n\nBW\n===\nW\n"), 2);
    assert_eq!(count("kind: dissection\nboard: 1x3\n\nBW\n"), 0, "one square is left over");
}

#[test]
fn dominoes_on_a_chessboard() {
    // Squares of 3 x 3 without one of the smaller colour have no cover, although the area fits. Squares of 3 x 2 have
    // three covers, times six orders of the dominoes.
    let dominoes = |count: usize| "===\nxx\n".repeat(count);
    assert_eq!(count(&format!("kind: dissection\n\nx_x\nxxx\nxxx\n{}", dominoes(4))), 0);
    assert_eq!(count(&format!("kind: dissection\n\nxx\nxx\nxx\n{}", dominoes(3))), 18);
}

#[test]
fn the_twelve_stones_have_1424_placements() {
    let text = include_str!("../../../../models/dissection/twelve-stones.txt");
    let model = puzzle(text).make_model("placement");
    assert_eq!(model.variables().iter().map(|variable| variable.domain.len()).sum::<usize>(), 1424);
}

#[test]
fn check_names_the_broken_rule() {
    let puzzle = puzzle("kind: dissection\n\nBW_\nWBW\n===\nBW\n===\n_B\nWB\n===\nW\n");
    let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
    assert_eq!(check("1 1 0 2 2 4"), "row 2, column 3 holds 4, which is no stone");
    assert_eq!(check("1 1 0 2 0 3"), "row 2, column 2 holds 0, which is no stone");
    assert_eq!(check("1 1 3 2 2 3"), "row 1, column 3 is no square of the board, but is covered");
    assert_eq!(check("1 1 0 2 2 3"), "stone 2 covers 2 squares, not 3");
    assert_eq!(check("1 3 0 1 2 2"), "stone 2 covers 2 squares, not 3");
    assert_eq!(puzzle.check(&Cells(vec![])).unwrap_err().to_string(), "the solution has 0 cells, not 6");
    let flat = testing::puzzle("kind: dissection\nrotate: no\nflip: no\n\nBW\nWB\n===\nBW\n===\nWB\n");
    assert_eq!(flat.check(&Cells(vec![1, 1, 2, 2])), Ok(()));
    let message = "the squares of stone 1 do not have its shape and colours";
    assert_eq!(flat.check(&Cells(vec![2, 2, 1, 1])).unwrap_err().to_string(), message);
    assert_eq!(flat.check(&Cells(vec![1, 2, 1, 2])).unwrap_err().to_string(), message);
}

#[test]
fn the_drawing_shows_walls() {
    let puzzle = puzzle(SMALL);
    assert_eq!(
        puzzle.draw(None),
        "┌───────┐\n│ B W B │\n│ W B W │\n│ B W B │\n└───────┘\n\nB W B     B   W B\nW       B W\n\n"
    );
    let found = testing::solutions(&*puzzle, "placement");
    let drawn =
        "┌───────────┐\n│ B   W   B │\n│   ┌───────┤\n│ W │ B   W │\n├───┴───┐   │\n│ B   W │ B │\n└───────┴───┘\n";
    assert!(found.iter().any(|cells| puzzle.draw(Some(cells)) == drawn));
    let wrong = testing::puzzle("kind: dissection\nboard: 1x3\n\nBW\n");
    assert!(wrong.draw(None).ends_with("The stones have 2 squares, the board has 3: there is no solution.\n"));
}

#[test]
fn pictures_have_stones_and_walls() {
    let puzzle = puzzle(include_str!("../../../../models/dissection/three-stones.txt"));
    let shapes = ShapeCounts::of(puzzle.as_ref(), Some(&puzzle.read_plain("3 1 2 2 3 3 3 2").expect("eight stones")));
    assert_eq!(shapes.count("rect tint"), 8);
    assert!(shapes.count("line wall") >= 4);
}
