//! Tests a Jodici: texts, rules, views and drawings.

use crate::Cells;
use crate::testing::{self, ShapeCounts, instances, puzzle};

use super::KIND;

const SAMPLE: &str = "kind: jodici\nring-sum: 30\nsector-sum: 15\n\n3,7,_,_,_,_\n_,_,1,5,9,_\n6,_,_,_,_,_\n";
const SOLUTION: &str = "3 7 5 8 4 3 6 1 1 5 9 8 6 7 9 2 2 4";

#[test]
fn the_sample_has_one_solution() {
    let puzzle = puzzle(SAMPLE);
    let found = testing::solutions(&*puzzle, "cell");
    assert_eq!(found.iter().map(|cells| puzzle.plain(cells)).collect::<Vec<_>>(), [SOLUTION]);
}

#[test]
fn sums_default_to_what_they_must_be() {
    let text = SAMPLE.replace("ring-sum: 30\nsector-sum: 15\n", "");
    let puzzle = puzzle(&text);
    assert_eq!(testing::solutions(&*puzzle, "cell").len(), 1);
}

#[test]
fn other_sizes_and_ranges() {
    // 0 and 1 occur twice each in two rings of two sectors: the ones lie on either diagonal.
    let puzzle = puzzle("kind: jodici\nnumbers: 0..1\n\n_ _\n_ _\n");
    assert_eq!(testing::solutions(&*puzzle, "cell"), [Cells(vec![0, 1, 1, 0]), Cells(vec![1, 0, 0, 1])]);
}

#[test]
fn check_names_the_broken_rule() {
    let puzzle = puzzle(SAMPLE);
    let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
    assert_eq!(check("4 7 5 8 4 3 6 1 1 5 9 8 6 7 9 2 2 4"), "ring 1, sector 1 holds 4, but 3 is given");
    assert_eq!(check("3 7 5 8 4 4 6 1 1 5 9 8 6 7 9 2 2 4"), "ring 1 adds up to 31, not 30");
    assert_eq!(check("3 7 8 5 4 3 6 1 1 5 9 8 6 7 9 2 2 4"), "sector 3 adds up to 18, not 15");
    // Sectors 3 and 4 move 1 between two rings in opposite directions, so all sums stay.
    assert_eq!(check("3 7 6 7 4 3 6 1 1 5 9 8 6 7 8 3 2 4"), "2 occurs 1 time, not 2");
    assert_eq!(puzzle.check(&Cells(vec![1])).unwrap_err().to_string(), "the solution has 1 field, not 18");
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str| testing::error(&KIND, text);
    assert_eq!(error("kind: jodici\n"), "line 1, column 1: found the end of the text, expected the rows of the puzzle");
    assert_eq!(
        error(&SAMPLE.replace("7,_", "x,_")),
        "line 5, column 3: found 'x', expected a number from 1 to 9, _, . or ?"
    );
    assert_eq!(
        error(&SAMPLE.replace("7,_", "0,_")),
        "line 5, column 3: found '0', expected a number from 1 to 9, _, . or ?"
    );
    assert_eq!(
        error("kind: jodici\n\n1 2\n3 4\n"),
        "line 3, column 1: found 2 rings of 2 fields, expected a multiple of 9 fields, so that each number comes \
         equally often"
    );
    assert_eq!(
        error("kind: jodici\nnumbers: 1..3\n\n_\n_\n_\n_\n_\n_\n"),
        "no error",
        "a disc of one sector is a disc"
    );
    assert_eq!(error("kind: jodici\nnumbers: 0..1\n\n_ _ _ _\n_ _ _ _\n_ _ _ _\n_ _ _ _\n"), "no error");
    assert_eq!(
        error("kind: jodici\nnumbers: 1..2\n\n_ _ _ _\n"),
        "line 2, column 1: found no key 'sector-sum' up to here, expected a header line 'sector-sum: ...'"
    );
    assert_eq!(
        error("kind: jodici\nnumbers: 1..1\nring-sum: x\n\n_\n"),
        "line 3, column 11: found 'x', expected a number from -1000000000 to 1000000000"
    );
    assert_eq!(
        error("kind: jodici\nring: 3\n\n_\n"),
        "line 2, column 1: found key 'ring', expected 'ring-sum', or one of: kind, numbers, ring-sum, sector-sum, title, author, rules"
    );
}

#[test]
fn the_drawing_is_round() {
    let puzzle = puzzle(SAMPLE);
    let cells = puzzle.read_plain(SOLUTION).unwrap();
    let digits = |text: String| text.chars().filter(char::is_ascii_digit).collect::<String>();
    assert_eq!(digits(puzzle.draw(None)), "369751");
    assert_eq!(digits(puzzle.draw(Some(&cells))).len(), 18);
    assert!(puzzle.draw(Some(&Cells(vec![]))).lines().count() > 10);
}

#[test]
fn pictures_have_all_fields() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        assert_eq!(shapes.count("sector"), puzzle.make_model("cell").shown().len());
    }
    let puzzle = puzzle(SAMPLE);
    let cells = puzzle.read_plain(SOLUTION).expect("18 numbers");
    assert_eq!(ShapeCounts::of(puzzle.as_ref(), Some(&cells)).filled(), 18);
}
