//! Tests Kakuro: texts, rules and drawings.

use crate::Cells;
use crate::testing::{self, ShapeCounts, body, instances, puzzle, refused, solutions};

use super::KIND;

const SMALL: &str = "kind: kakuro\n\n# 4\\ 3\\\n\\4 . .\n\\3 . .\n";

fn error(body: &str) -> String {
    testing::error(&KIND, &format!("kind: kakuro\n\n{body}"))
}

#[test]
fn a_published_grid_has_its_published_solution() {
    let text = include_str!("../../../../models/kakuro/janko-241.txt");
    let puzzle = puzzle(text);
    let line = "#########/#26#97#82/#69758#94/#154#9731/#31#2431#/##2136#49/#6754#978/#28#89567/#14#13#23";
    let cells = puzzle.read_plain(line).expect("a solution line");
    assert_eq!(puzzle.check(&cells), Ok(()));
    assert_eq!(puzzle.plain(&cells), line);
}

#[test]
fn all_solutions_of_small_grids() {
    let puzzle = puzzle(SMALL);
    let found: Vec<String> = solutions(puzzle.as_ref(), "cell").iter().map(|cells| puzzle.plain(cells)).collect();
    assert_eq!(found, ["###/#31/#12"]);
    // Without sums, only the digits of each run differ: there are 9 * 8 * (7 * 7 + 8) squares.
    let open = testing::puzzle("kind: kakuro\n\n. .\n. .\n");
    assert_eq!(solutions(open.as_ref(), "cell").len(), 9 * 8 * (7 * 7 + 8));
}

#[test]
fn every_rule_is_checked() {
    let puzzle = puzzle("kind: kakuro\n\n# 4\\ 3\\\n\\4 3 .\n\\3 . .\n");
    let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(line).expect("a solution line"));
    assert_eq!(check("###/#13/#21"), "row 2, column 2 has 1, but 3 is given");
    assert_eq!(check("##1/#31/#12"), "row 1, column 3 is black, but has 1");
    assert_eq!(check("###/##1/#12"), "row 2, column 2 has 0, which is not from 1 to 9");
    assert_eq!(
        check("###/#33/#12"),
        "the run across from row 2, column 2 has 3 twice, in row 2, column 2 and row 2, column 3"
    );
    assert_eq!(check("###/#35/#12"), "the run across from row 2, column 2 adds up to 8, not 4");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![1])), "the solution has 1 cell, not 9");
}

#[test]
fn contradictions_are_seen() {
    let why = |body: &str| puzzle(&format!("kind: kakuro\n\n{body}")).contradiction().map(|why| why.to_string());
    assert_eq!(why("\\3 . .\n"), None);
    assert_eq!(
        why("\\2 . .\n").as_deref(),
        Some("the run across from row 1, column 2 of 2 cells adds up to 3 to 17, not 2")
    );
    assert_eq!(why("\\12 1 . .\n").as_deref(), None);
    assert_eq!(
        why("\\19 1 . .\n").as_deref(),
        Some("the run across from row 1, column 2 of 3 cells adds up to 6 to 18, not 19")
    );
    assert_eq!(
        why("# 1 1\n").as_deref(),
        Some("the run across from row 1, column 2 has 1 twice, in row 1, column 2 and row 1, column 3")
    );
    assert_eq!(
        why(". . . . . . . . . .\n").as_deref(),
        Some("the run across from row 1, column 1 has 10 cells, but there are 9 digits")
    );
}

#[test]
fn errors_name_the_place() {
    assert_eq!(error(""), "line 2, column 1: found the end of the text, expected the rows of the grid");
    assert_eq!(error("# #\n"), "line 3, column 1: found '#', expected a grid with a white cell");
    assert_eq!(error("# .\n.\n"), "line 4, column 2: found 1 cell, expected 2 cells, as many as in row 1");
    assert_eq!(error("\\3 #\n. .\n"), "line 3, column 1: found '\\3', expected a white cell to the right of its clue");
    assert_eq!(error(". .\n3\\ #\n"), "line 4, column 1: found '3\\', expected a white cell below its clue");
    for wrong in ["x", "0", "10", "3\\x", "\\-1", "1\\2\\3"] {
        let found = error(&format!(". {wrong}\n"));
        assert!(
            found.starts_with(&format!("line 3, column 3: found '{wrong}', expected a digit from 1 to 9, ")),
            "{found}"
        );
    }
}

#[test]
fn solutions_that_cannot_be_read() {
    let puzzle = puzzle(SMALL);
    let error = |line: &str| puzzle.read_plain(line).expect_err("wrong").to_string();
    assert_eq!(error("###.#31/#12"), "line 1, column 4: found '.', expected '/' between the rows");
    assert_eq!(error("###/#3x/#12"), "line 1, column 7: found 'x', expected a digit from 1 to 9, or #");
    assert!(error("###/#31/#1").starts_with("line 1, column 11: found the end of the line, expected 3 rows of 3 "));
    assert!(error("###/#31/#12/").ends_with("found '/', expected the end of the line after 3 rows of 3"));
}

#[test]
fn black_cells_are_drawn_with_their_clues() {
    let drawn = puzzle(SMALL).draw(None);
    assert_eq!(drawn.lines().nth(1), Some("│ ██ │ 4\\ │ 3\\ │"));
    assert_eq!(drawn.lines().nth(3), Some("│ \\4 │ .  │ .  │"));
}

#[test]
fn pictures_have_black_cells_and_their_clues() {
    for (text, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        let white = puzzle.make_model("cell").variables().len();
        assert_eq!(shapes.count("rect cell"), white);
        let digits = |line: &str| {
            line.split('\\').map(|sum| sum.chars().filter(char::is_ascii_digit).count().min(1)).sum::<usize>()
        };
        let clues: usize = body(&text).split_whitespace().filter(|cell| cell.contains('\\')).map(digits).sum();
        assert_eq!(shapes.count("text light"), clues, "{text}");
    }
    let puzzle = puzzle(SMALL);
    let cells = puzzle.read_plain("###/#31/#12").expect("a solution line");
    assert_eq!(ShapeCounts::of(puzzle.as_ref(), Some(&cells)).filled(), 4);
}
