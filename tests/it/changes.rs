//! Changes of a puzzle that keep a solution and exclude another: each is held to the rules of the changed puzzle.

use cnfab::Strategy;
use cnfab::puzzle::{Cells, Puzzle, read};
use cnfab::solve::Encodings;

/// Puzzles with several solutions whose clues are no given values.
const SEVERAL: [&str; 3] = [
    "kind: star-battle\n\naabbb\naabbb\nacccd\naeedd\naeedd\n",
    "kind: killer-sudoku\nbox: 2x2\n\nABBC\nA..C\nD..E\nDFFE\nA: 5, B: 5, C: 5, D: 5, E: 5, F: 5\n",
    "kind: kenken\n\nAAA\nBBB\nCCC\nA: 6+, B: 6*, C: 6+\n",
];

fn solutions(puzzle: &dyn Puzzle) -> Vec<Cells> {
    let view = puzzle.views()[0].0;
    let model = puzzle.make_model(view);
    let found = Strategy::default().solutions(&model, &Encodings::default()).expect("no limit");
    found.iter().map(|solution| puzzle.output(view, solution)).collect()
}

#[test]
fn a_change_keeps_one_solution_and_excludes_the_other() {
    for text in SEVERAL {
        let (kind, puzzles) = read(text, &|_| Err("no files".to_owned())).expect("a puzzle");
        let puzzle = puzzles[0].as_ref();
        let all = solutions(puzzle);
        assert!(all.len() > 1, "{}: {}", kind.name, all.len());
        let mut count = 0;
        for kept in all.iter().take(6) {
            for excluded in all.iter().take(6).filter(|excluded| *excluded != kept) {
                for change in puzzle.changes(kept, excluded) {
                    assert_eq!(change.puzzle.check(kept), Ok(()), "{}: {}", kind.name, change.text);
                    assert!(change.puzzle.check(excluded).is_err(), "{}: {}", kind.name, change.text);
                    // What it says can be written down.
                    let text = change.puzzle.text();
                    let (_, again) = read(&text, &|_| Err("no files".to_owned())).expect(&text);
                    assert!(again[0].check(kept).is_ok() && again[0].check(excluded).is_err(), "{text}");
                    count += 1;
                }
            }
        }
        assert!(count > 1, "{}", kind.name);
    }
}

/// A clue that a kind is said to have is one that its text can hold.
#[test]
fn given_values_are_those_of_the_text() {
    for (text, position, value, line) in [
        ("kind: seating\ntable: row\nguests: Ann Bob Cy\n", 1, 3, "Cy at 2"),
        ("kind: sudoku\nbox: 2x2\n\n1...\n....\n....\n....\n", 1, 3, "row 1, column 2 is 3"),
        ("kind: kakuro\n\n#  3\\\n\\3 .\n", 3, 3, "row 2, column 2 is 3"),
    ] {
        let (kind, puzzles) = read(text, &|_| Err("no files".to_owned())).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(puzzles[0].given(position, value).as_deref(), Some(line), "{}", kind.name);
    }
    for text in SEVERAL {
        let (kind, puzzles) = read(text, &|_| Err("no files".to_owned())).expect("a puzzle");
        assert_eq!(puzzles[0].given(0, 1), None, "{}", kind.name);
    }
}
