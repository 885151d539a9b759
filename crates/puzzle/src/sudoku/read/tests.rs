//! Tests texts of Sudokus that the reader accepts or refuses.

use crate::sudoku::KIND;
use crate::testing::{self, puzzle, puzzles};

fn error(text: &str) -> String {
    testing::error(&KIND, text)
}

/// Reads the givens of each puzzle as 81 characters.
fn givens(text: &str) -> Vec<String> {
    let document = crate::Document::parse(text, &|_| unreachable!("no files")).expect("a frame");
    let puzzles = super::read(&document).and_then(|puzzles| puzzles.into_iter().collect::<Result<Vec<_>, _>>());
    let puzzles = puzzles.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let symbol = |&digit: &u8| if digit == 0 { ".".to_owned() } else { digit.to_string() };
    puzzles.iter().map(|puzzle| puzzle.givens.iter().map(symbol).collect()).collect()
}

fn line() -> String {
    format!("{}{}", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7", "9")
}

#[test]
fn one_puzzle_a_line() {
    let two = format!("# two\n{0}\n{0} # again\n\n# end\n", line());
    assert_eq!(givens(&two), [line(), line()]);
    assert_eq!(givens(&format!("kind: sudoku\n\n{}", line().replace('.', "0"))), [line()]);
    assert_eq!(givens("kind: sudoku\nbox: 1x2\n\n1..2\n..2.\n"), ["1..2", "..2."]);
}

#[test]
fn a_line_that_is_no_puzzle() {
    let line = line();
    assert_eq!(error(&format!("{line}\n{}", &line[..80])), "line 2, column 81: found 80 cells, expected 81 cells");
    let long = format!("{line}\n{line}1");
    let expected = "found '1' after 81 cells, expected the end of the line, or a blank and further columns";
    assert_eq!(error(&long), format!("line 2, column 82: {expected}"));
    let wrong = line.replacen("19", "1x", 1);
    assert_eq!(
        error(&wrong),
        "line 1, column 14: found 'x', expected a digit from 1 to 9, or one of '.', '0', '_', '?' for an empty cell"
    );
    assert!(error(&format!("# c\n  {} ", &line[..74])).starts_with("line 2, column 77: found 74 cells"));
}

/// Returns the solution of the puzzle in [`line`].
fn solved() -> String {
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179".to_owned()
}

#[test]
fn columns_after_a_puzzle_as_collections_have_them() {
    let (line, solved) = (line(), solved());
    let columns = [
        format!(" 1 {solved}"),
        format!("\t1\t{solved}\t11.9"),
        format!(",{solved}"),
        format!(";1;-;hard,very hard ; # {line}"),
        " >20000 - empty".to_owned(),
        " 6670903752021072936960 [12:30] a|b seed_multi # and so on".to_owned(),
        ",".to_owned(),
    ];
    let text: String = columns.iter().map(|columns| format!("{line}{columns}\n")).collect();
    assert_eq!(givens(&text), vec![line; columns.len()]);
}

#[test]
fn columns_that_would_hide_a_mistake() {
    let (line, solved) = (line(), solved());
    let another = "expected a solution of 81 digits, or another line for another puzzle";
    let shown = cnfab_base::display::excerpt;
    let found = shown(&line);
    assert_eq!(error(&format!("{line} {line}")), format!("line 1, column 83: found '{found}', {another}"));
    assert_eq!(error(&format!("{line} 1 53..7....")), format!("line 1, column 85: found '53..7....', {another}"));
    let cut = &solved[..80];
    let found = shown(cut);
    assert_eq!(error(&format!("{line},{cut}")), format!("line 1, column 83: found '{found}', {another}"));
    let wrong = |solution: &str, why: &str| {
        let found = format!("cells that do not solve the puzzle before them ({why})");
        assert_eq!(error(&format!("{line};{solution}")), format!("line 1, column 83: found {found}, {another}"));
    };
    wrong(&solved.replacen("53", "35", 1), "row 1, column 1 has 3, but 5 is given");
    wrong(&format!("{}2", &solved[..80]), "row 9, column 9 has 2, but 9 is given");
}

#[test]
fn rows_with_and_without_lines() {
    let rows = |row: fn(&str) -> String, rule: &str| -> String {
        let line = line();
        let mut out = "kind: sudoku\n\n".to_owned();
        for start in (0..81).step_by(9) {
            if start % 27 == 0 {
                out.push_str(rule);
            }
            out.push_str(&row(&line[start..start + 9]));
            out.push('\n');
        }
        out
    };
    let forms: [fn(&str) -> String; 7] = [
        |row| row.to_owned(),
        |row| row.chars().map(|c| format!(" {c}")).collect(),
        |row| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]),
        |row| format!("| {} | {} | {} |", &row[..3], &row[3..6], &row[6..]),
        |row| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]).replace('.', " ").trim_end().to_owned(),
        |row| format!("|{}|{}|{}|  ", &row[..3], &row[3..6], &row[6..]).replace('.', " "),
        |row| {
            row.chars().map(|c| format!("{c},")).collect::<String>().replace('.', "_").trim_end_matches(',').to_owned()
        },
    ];
    for form in forms {
        for rule in ["", "------+-----+----\n", "\n", "# a band\n"] {
            assert_eq!(givens(&rows(form, rule)), [line()], "{}", rows(form, rule));
        }
    }
}

#[test]
fn what_is_drawn_is_read_again() {
    for text in [line(), format!("kind: sudoku\nbox: 3x2\n\n{}", "1.....".repeat(6))] {
        let header = text.lines().take_while(|line| line.contains(':')).collect::<Vec<_>>().join("\n");
        let header = if header.is_empty() { "kind: sudoku".to_owned() } else { header };
        let drawn = puzzle(&text).draw(None);
        assert_eq!(puzzle(&format!("{header}\n\n{drawn}")).draw(None), drawn);
    }
}

#[test]
fn rows_that_are_wrong() {
    let grid = |rows: &[&str]| format!("kind: sudoku\nbox: 2x2\n\n{}\n", rows.join("\n"));
    for (rows, expected) in [
        (&["1234", "123", "....", "...."][..], "line 5, column 4: found 3 cells, expected 4 cells in a row"),
        (&["1234", "12345", "....", "...."], "line 5, column 5: found 5 cells, expected 4 cells in a row"),
        (
            &["1 2 | 3 5"],
            "line 4, column 9: found '5', expected a number from 1 to 4, or one of '.', '0', '_', '?' for an empty cell",
        ),
        (
            &["12|3x"],
            "line 4, column 5: found 'x', expected a digit from 1 to 4, or one of '.', '0', '_', '?' for an empty cell",
        ),
        (&["1234", "....", "...."], "line 6, column 5: found the end of the text, expected row 4 of 4"),
        (
            &["....", "....", "....", "....", "1..."],
            "line 8, column 1: found row 5, expected the end of the text after 4 rows, or a blank line and another puzzle",
        ),
        (&[], "line 4, column 1: found the end of the text, expected a Sudoku of 4 x 4 cells"),
    ] {
        assert_eq!(error(&grid(rows)), expected);
    }
    assert_eq!(
        error(&grid(&["1  |3|4"])),
        "line 4, column 8: found 3 cells, expected 4 cells in a row, or 2 characters between every two bars"
    );
}

#[test]
fn boxes_that_are_wrong() {
    for value in ["3", "0x3", "9x8", "3x", "x3", "-3x3", "99999999999999999999x1", "3x3x3", "65x1"] {
        let found = error(&format!("kind: sudoku\nbox: {value}\n\n1\n"));
        let expected = "expected ROWSxCOLUMNS of a box of at most 64 cells, such as 3x3";
        assert_eq!(found, format!("line 2, column 6: found '{value}', {expected}"));
    }
    assert!(error("kind: sudoku\nsize: 9\n\n1\n").starts_with("line 2, column 1: found key 'size', expected "));
}

#[test]
fn large_boards_have_numbers() {
    let empty = ["_"; 12].join(" ");
    let text = |first: &str| format!("kind: sudoku\nbox: 3x4\n\n{first}\n{}", format!("{empty}\n").repeat(11));
    let drawn = puzzle(&text("12 1 2 3 | . . . . | 4 5 6 7")).draw(None);
    assert!(drawn.lines().nth(1).expect("a row").starts_with("│ 12  1  2  3 │  .  . "), "{drawn}");
    let expected =
        "line 4, column 1: found '13', expected a number from 1 to 12, or one of '.', '0', '_', '?' for an empty cell";
    assert_eq!(error(&text("13 1")), expected);
    let expected = "line 4, column 7: found 3 cells, expected 12 cells in a row";
    assert_eq!(error(&text("12 1 2")), expected);
    let batch = format!("kind: sudoku\nbox: 3x4\n\n{}\n{} # 2\n", ["1"; 144].join(" "), ["."; 144].join(" "));
    assert_eq!(puzzles(&batch).len(), 2);
    let expected = "line 5, column 288: found 143 cells, expected 144 cells";
    assert_eq!(error(&batch.replacen(". . ", " . ", 1)), expected);
}
