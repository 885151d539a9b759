//! Tests Star Battles: texts, errors, rules, views and symmetries.

use super::*;
use crate::testing::{self, ShapeCounts, instances, puzzle, refused, solutions};

fn error(text: &str) -> String {
    testing::error(&KIND, text)
}

const MANY: &str = "line 5, column 3: found region 'D', expected no more than 3 regions, one for each row; \
                    'outside: SYMBOL' for cells of no region";
const BOARD: &str = "kind: star-battle\nstars: 1\n\n, + ' ' '\n, + : : '\n, + : : .\n, . . . .\n, . . . .\n";

/// Counts the solutions and asserts that both views agree.
fn count(text: &str) -> usize {
    let puzzle = puzzle(text);
    let found = solutions(puzzle.as_ref(), "cell");
    assert_eq!(found, solutions(puzzle.as_ref(), "column"));
    found.len()
}

#[test]
fn the_notebook_boards() {
    assert_eq!(count(BOARD), 2);
    let board24 = ". . . ' ' , , , , ,\n. 2 2 2 ' 4 , 4 , -\n. . . 2 ' 4 , 4 - -\n. 2 2 2 ' 4 4 4 - -\n\
                   . 2 t t t ; f 4 f -\n. 2 2 2 t ; f 4 f -\n. . t t t ; f f f -\n: : t ; ; ; ; ; f -\n\
                   : : t t t : - ; f -\n: : : : : : - - - -\n";
    let board24 = puzzle(&format!("kind: star-battle\nstars: 2\n\n{board24}"));
    let found = solutions(board24.as_ref(), "column");
    let stars: Vec<usize> = (0..100).filter(|&cell| found[0].0[cell] == 1).collect();
    assert_eq!(stars, [6, 9, 12, 14, 20, 27, 32, 34, 47, 49, 50, 55, 63, 68, 71, 75, 83, 88, 91, 96]);
    assert_eq!(found.len(), 1);
}

#[test]
fn boards_without_regions_are_counted() {
    let board = |size: usize, stars: usize| format!("kind: star-battle\nregions: none\nsize: {size}\nstars: {stars}\n");
    // These are the permutations whose neighbours differ by two or more (Hertzsprung's problem).
    let one: Vec<usize> = (1..=6).map(|size| count(&board(size, 1))).collect();
    assert_eq!(one, [1, 0, 0, 2, 14, 90]);
    assert_eq!(count(&board(8, 2)), 2);
    assert_eq!(count(&board(3, 2)), 0);
    assert_eq!(count(&board(2, 3)), 0);
}

#[test]
fn symbols_may_be_characters_or_words() {
    let words = "kind: star-battle\n\n10 1 2 2 2\n10 1 0 0 2\n10 1 0 0 11\n10 11 11 11 11\n10 11 11 11 11\n";
    let characters = "kind: star-battle\nsize: 5\n\n,+'''\n,+::'\n,+::.\n,....\n,....\n";
    assert_eq!(puzzle(words).draw(None), puzzle(BOARD).draw(None));
    assert_eq!(puzzle(characters).draw(None), puzzle(BOARD).draw(None));
    assert_eq!(
        puzzle("kind: star-battle\n\naab\nabb\nccc\n").draw(Some(&Cells(vec![1, 0, 0, 0, 0, 1, 0, 1, 0]))),
        "┌───────┬───┐\n│ *     │   │\n│   ┌───┘   │\n│   │     * │\n├───┴───────┤\n│     *     │\n└───────────┘\n"
    );
}

/// Tests that `-` is outside if the picture has one symbol too many, and otherwise a region.
#[test]
fn cells_outside_every_region_have_no_star() {
    let header = |symbol: &str| format!("kind: star-battle\noutside: {symbol}\n\n");
    let board = ", + ' ' '\n- + : : '\n- + : : .\n, . . . .\n- . . . .\n";
    let plain = format!("kind: star-battle\n\n{board}");
    assert_eq!(count(&plain), 2);
    assert_eq!(count(&(header("x") + &board.replace('-', "x"))), 2);
    assert_eq!(puzzle(&plain).draw(None), puzzle(&(header("-") + board)).draw(None));
    assert_eq!(count(&BOARD.replace(',', "-")), 2, "a region");
    let late = "kind: star-battle\n\n, + ' ' '\n, + : : '\n, + : : .\n, . . - .\n, . . . .\n";
    assert_eq!(count(late), 2, "the last symbol");
    let cells = puzzle(&plain).read_plain("*......*......*.*.......*").expect("25 cells");
    assert!(puzzle(&plain).check(&cells).is_err());
    let svg = crate::picture::svg(&puzzle(&plain).picture(None));
    assert_eq!(svg.matches("class=\"f-cell").count(), 3, "{svg}");
}

#[test]
fn every_rule_is_checked() {
    let puzzle = puzzle(BOARD);
    let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(&line.replace(' ', "")).expect("25 cells"));
    let good = puzzle.read_plain(".*.......*..*..*.......*.").expect("25 cells");
    assert_eq!(puzzle.check(&good), Ok(()));
    assert_eq!(puzzle.plain(&good), ".*.......*..*..*.......*.");
    assert_eq!(check(".*... ..... ..*.. *.... ...*."), "row 2 has 0 stars, not 1");
    assert_eq!(check(".*... ....* ..*.* *.... ...*."), "row 3 has 2 stars, not 1");
    assert_eq!(check(".*... ....* ..*.. *.... ..*.."), "column 3 has 2 stars, not 1");
    assert_eq!(check(".*... ....* ...*. *.... ..*.."), "the stars in row 2, column 5 and in row 3, column 4 touch");
    assert_eq!(check("*.... ..*.. ....* .*... ...*."), "region '+' has 0 stars, not 1");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![0; 24])), "the solution has 24 cells, not 25");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![2; 25])), "row 1, column 1 has 2, which is neither 0 nor 1");
}

#[test]
fn solutions_that_cannot_be_read() {
    let puzzle = puzzle(BOARD);
    let error = |line: &str| puzzle.read_plain(line).expect_err("wrong").to_string();
    assert_eq!(error(".*x"), "line 1, column 3: found 'x', expected '*' or '.'");
    assert_eq!(error(".*"), "line 1, column 3: found the end after 2 cells, expected 25 cells");
    assert_eq!(error(&".".repeat(26)), "line 1, column 26: found '.', expected the end after 25 cells");
}

#[test]
fn pictures_that_are_wrong() {
    let file = |header: &str, body: &str| format!("kind: star-battle\n{header}\n{body}\n");
    for (header, body, expected) in [
        ("size: 2\n", "A A B\nA B B", "line 4, column 5: found 3 cells, expected 2 cells, as 'size: 2' says"),
        ("size: 4\n", "AAB\nABB\nCCC", "line 4, column 4: found 3 cells, expected 4 cells, as 'size: 4' says"),
        ("", "AAB\nABBC\nCCC", "line 4, column 4: found 4 cells, expected 3 cells, as many as in row 1"),
        ("", "A A B\nA B\nC C C", "line 4, column 4: found 2 cells, expected 3 cells, as many as in row 1"),
        ("", "AAB\nABB", "line 4, column 4: found the end of the text, expected row 3 of 3, as many as in row 1"),
        (
            "size: 2\n",
            "AA\nBB\nBB",
            "line 6, column 1: found row 3, expected the end of the text after 2 rows, as 'size: 2' says",
        ),
        ("", "AAB\nABB\nBBB", "line 3, column 1: found 2 regions, expected 3 regions, one for each row"),
        ("", "AAB\nABB\nCCD", MANY),
        ("", "A-B\n-BB\nCCD", MANY),
        ("outside: x\n", "AAB\nABB\nCCC", "line 2, column 10: found 'x', expected a symbol of the picture"),
        ("outside: A\n", "AAB\nABB\nCCC", "line 4, column 1: found 2 regions, expected 3 regions, one for each row"),
        (
            "regions: none\noutside: A\nsize: 2\n",
            "",
            "line 3, column 1: found key 'outside', expected none on a board without regions",
        ),
        ("regions: some\n", "A", "line 2, column 10: found 'some', expected none"),
        (
            "regions: none\nsize: 1\n",
            "A",
            "line 5, column 1: found 'A', expected no picture on a board without regions",
        ),
        ("", "", "line 3, column 1: found the end of the text, expected the picture of the regions"),
        ("stars: 0\n", "A", "line 2, column 8: found '0', expected a number from 1 to 64"),
        ("size: 65\n", "A", "line 2, column 7: found '65', expected a number from 1 to 64"),
    ] {
        assert_eq!(error(&file(header, body)), expected);
    }
    assert!(error(&file("regions: none\n", "")).starts_with("line 2, column 1: found no key 'size' up to here"));
    let wide = error(&file("", &"A".repeat(65)));
    assert_eq!(wide, "line 3, column 65: found 'A', expected at most 64 cells in a row");
}

#[test]
fn pictures_have_all_cells_and_the_stars_of_a_solution() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        let cells = shapes.count("rect tint") + shapes.count("rect cell");
        assert_eq!((cells, shapes.count("polygon star")), (puzzle.make_model("cell").shown().len(), 0));
    }
    let puzzle = puzzle(BOARD);
    let cells = puzzle.read_plain("....*.*......*.*......*..").expect("25 cells");
    assert_eq!(ShapeCounts::of(puzzle.as_ref(), Some(&cells)).count("polygon star"), 5);
}
