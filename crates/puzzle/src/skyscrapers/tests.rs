//! Tests Skyscrapers: texts, rules, both models and drawings.

use crate::Cells;
use crate::testing::{self, puzzle, refused, solutions};

use super::KIND;

/// The first published grid, with a solution.
const GRID: &str = include_str!("../../../../models/skyscrapers/janko-1.txt");
const SOLUTION: &str = "5314212354345214521321435";

fn error(body: &str) -> String {
    testing::error(&KIND, &format!("kind: skyscrapers\n{body}"))
}

#[test]
fn published_grids_have_their_published_solutions_only() {
    for (text, line) in [
        (GRID, SOLUTION),
        (include_str!("../../../../models/skyscrapers/janko-60-parks.txt"), "1234001234340122340140123"),
    ] {
        let puzzle = puzzle(text);
        let found: Vec<String> = solutions(puzzle.as_ref(), "cell").iter().map(|cells| puzzle.plain(cells)).collect();
        assert_eq!(found, [line]);
    }
}

/// Writes a grid of n x n with clues on the first lines from above and from the left.
fn clues(size: usize, above: &str, left: &str) -> String {
    let row = |row: usize| {
        let clue = left.split_whitespace().nth(row).unwrap_or(".");
        format!("{clue} {}\n", ". ".repeat(size + 1))
    };
    let rows: String = (0..size).map(row).collect();
    format!("kind: skyscrapers\n\n{above}\n{rows}{}\n", ". ".repeat(size))
}

/// Compares the arrangements of n heights with k visible buildings to Stirling numbers of the first kind.
#[test]
fn arrangements_that_show_some_buildings() {
    for (size, expected) in [(4, [6, 11, 6, 1]), (3, [2, 3, 1, 0])] {
        for (clue, expected) in (1..).zip(expected).take(size) {
            let above = format!("{clue} {}", ". ".repeat(size - 1));
            let model = puzzle(&clues(size, &above, "")).make_model("cell");
            let tables = model.constraints().iter().filter_map(|posted| match &posted.constraint {
                cnfab_model::Constraint::Table(cnfab_model::Table { relation, .. }) => Some(relation.len()),
                _ => None,
            });
            assert_eq!(tables.collect::<Vec<_>>(), [expected]);
        }
    }
}

/// Tests that long lines have auxiliary variables, and that lines of the largest listed size agree with brute force.
#[test]
fn long_lines_have_auxiliary_variables() {
    let long = puzzle(&clues(7, "7 1 . . . . .", "7"));
    let model = long.make_model("cell");
    assert_eq!(model.variables().len(), 49 + 3 * (1 + 2 * 7));
    // Clues of seven put the first row and column in order. The second column would begin with a 7, which the first row
    // excludes.
    assert_eq!(solutions(long.as_ref(), "cell"), []);
    let short = puzzle(&clues(6, ". . . . . .", "3"));
    assert_eq!(short.make_model("cell").variables().len(), 36);
}

#[test]
fn two_parks_in_a_row() {
    let puzzle = puzzle("kind: skyscrapers\nheights: 1\n\n. . .\n1 . . . .\n. . . . .\n. . . . .\n. . .\n");
    let found: Vec<String> = solutions(puzzle.as_ref(), "cell").iter().map(|cells| puzzle.plain(cells)).collect();
    assert_eq!(found.len(), 6, "{found:?}");
}

#[test]
fn every_rule_is_checked() {
    let puzzle = puzzle(GRID);
    let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(line).expect("25 digits"));
    assert_eq!(check(&SOLUTION.replacen("53", "55", 1)), "row 1 has height 3 0 times, not once");
    assert_eq!(check(&SOLUTION.replacen("53", "63", 1)), "row 1, column 1 has 6, which is not from 1 to 5");
    assert_eq!(check("1234523451345124512351234"), "column 2 from above shows 4 buildings, not 3");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![])), "the solution has 0 numbers, not 25");
    let given = testing::puzzle("kind: skyscrapers\n\n. .\n. 1 . .\n. . . .\n. .\n");
    assert_eq!(refused(given.as_ref(), &Cells(vec![2, 1, 1, 2])), "row 1, column 1 has 2, but 1 is given");
}

#[test]
fn contradictions_are_seen() {
    let why = |body: &str| puzzle(&format!("kind: skyscrapers\n{body}")).contradiction().map(|why| why.to_string());
    let grid = |above: &str, row: &str, below: &str| format!("\n{above}\n{row}\n. . . . .\n. . . . .\n{below}\n");
    assert_eq!(why(&grid("2 . .", ". . . . .", "2 . .")), None);
    assert_eq!(
        why(&grid("3 . .", ". . . . .", "2 . .")).as_deref(),
        Some("column 1 from above shows 3 and from the other end 2, more than the 3 heights allow")
    );
    assert_eq!(
        why(&grid(". . .", "1 . . . 1", ". . .")).as_deref(),
        Some("row 1 from the left shows 1 and from the other end 1, but only one of 3 buildings is the highest")
    );
    assert_eq!(
        why(&grid(". . .", ". 2 . 2 .", ". . .")).as_deref(),
        Some("row 1 has 2 twice, in row 1, column 1 and row 1, column 3")
    );
    assert_eq!(
        why(&grid(". . .", "2 3 1 2 .", ". . .")).as_deref(),
        Some("row 1 from the left shows 1 building, not 2")
    );
    assert_eq!(
        why("heights: 2\n\n3 . .\n. . . . .\n. . . . .\n. . . . .\n. . .\n").as_deref(),
        Some("column 1 from above shows 3 buildings, but there are 2 heights")
    );
}

#[test]
fn errors_name_the_place() {
    for (body, expected) in [
        ("\n", "line 2, column 1: found the end of the text, expected the clues above the columns"),
        (
            "\n. .\n. . . .\n. .\n",
            "line 5, column 4: found the end of the text, expected row 4 of 4, one for each row, between the clues \
             above and below the columns",
        ),
        (
            "\n. .\n. . . .\n. . .\n. .\n",
            "line 5, column 6: found 3 cells, expected 4 cells, as many as there are columns, with a clue on each side",
        ),
        (
            "\n. .\n. . . .\n. . . .\n. . .\n",
            "line 6, column 5: found 3 cells, expected 2 cells, as many clues as above the columns",
        ),
        ("\n3 .\n. . . .\n. . . .\n. .\n", "line 3, column 1: found '3', expected a number from 1 to 2, _, . or ?"),
        ("\n. .\n. 0 . .\n. . . .\n. .\n", "line 4, column 3: found '0', expected a number from 1 to 2, _, . or ?"),
        ("heights: 3\n\n. .\n. . . .\n. . . .\n. .\n", "line 2, column 10: found '3', expected a number from 1 to 2"),
    ] {
        assert_eq!(error(body), expected);
    }
}

#[test]
fn what_is_drawn_is_read_again() {
    let first = puzzle(GRID);
    let text = format!("kind: skyscrapers\n\n{}", first.draw(None));
    assert_eq!(puzzle(&text).draw(None), first.draw(None));
}

/// The names of rules follow the cells that their constraints are about.
#[test]
fn rules_are_named_after_their_clues() {
    for text in [GRID, include_str!("../../../../models/skyscrapers/eight.txt")] {
        let puzzle = puzzle(text);
        let model = puzzle.make_model("cell");
        let clues = model.constraints().iter().filter(|posted| &*posted.label == "clue");
        let mut shown = 0;
        for (posted, number) in clues.zip(1..) {
            let name = puzzle.rule("clue", number).expect("a name");
            shown += name.matches("shows").count();
            // Either a table of cells, or a count of 'seen[CLUE,POSITION]', whose clues go round the board.
            let first = posted.constraint.vars().next().expect("a variable");
            let words: Vec<&str> = model.name(first).split(['[', ',', ']']).collect();
            let line = match words[0] {
                "cell" if name.starts_with("row") => words[1].to_owned(),
                "cell" => words[2].to_owned(),
                _ => ((words[1].parse::<usize>().expect("a number") - 1) % 8 + 1).to_string(),
            };
            assert_eq!(name.split(' ').nth(1), Some(&*line), "{name}: {words:?}");
        }
        let sides = puzzle.clues().iter().filter(|clue| clue.text.contains(" shows ")).count();
        assert_eq!(shown, sides);
        assert_eq!(puzzle.rule("clue", 100), None);
    }
}
