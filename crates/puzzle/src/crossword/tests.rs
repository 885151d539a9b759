//! Tests crosswords: texts, rules, views and drawings.

use crate::testing::{self, ShapeCounts, body, instances, refused};
use crate::{Cells, Puzzle};

use super::KIND;

const WORDS: &str = "# a few\nab\nba\nbb\nabc\nbac\nbca\n";

fn crossword(text: &str) -> Box<dyn Puzzle> {
    let text = format!("kind: crossword\nwords: few\n{text}");
    let read = crate::read(&text, &|name| if name == "few" { Ok(WORDS.to_owned()) } else { Err("none".into()) });
    read.unwrap().1.remove(0)
}

fn plains(text: &str) -> Vec<String> {
    let puzzle = crossword(text);
    let by_letter = testing::solutions(&*puzzle, "letter");
    assert_eq!(by_letter, testing::solutions(&*puzzle, "word"), "both views have the same solutions");
    by_letter.iter().map(|cells| puzzle.plain(cells)).collect()
}

#[test]
fn small_grids() {
    assert_eq!(plains("\n_#\n__\n"), ["A#/BA", "A#/BB", "B#/AB", "B#/BA"]);
    assert_eq!(plains("repeat: yes\n\n_#\n__\n"), ["A#/BA", "A#/BB", "B#/AB", "B#/BA", "B#/BB"]);
    assert_eq!(plains("\n_#\nb_\n"), ["A#/BA", "A#/BB", "B#/BA"]);
    assert_eq!(plains("\n___\n"), ["ABC", "BAC", "BCA"]);
    assert_eq!(plains("\n_c_\n"), ["BCA"]);
    assert!(plains("\n____\n").is_empty(), "there are no words of four letters");
    assert!(plains("\n__\n__\n").is_empty(), "there are no four different words of two letters");
    // AA is not in the list: there are 16 grids of A and B without adjacent As.
    let squares = plains("repeat: yes\n\n__\n__\n");
    assert_eq!(squares, ["AB/BA", "AB/BB", "BA/AB", "BA/BB", "BB/AB", "BB/BA", "BB/BB"]);
}

#[test]
fn check_names_the_broken_rule() {
    let puzzle = crossword("\n_#\nb_\n");
    let check = |line: &str| refused(&*puzzle, &puzzle.read_plain(line).unwrap());
    assert_eq!(check("AB/BA"), "row 1, column 2 is a block, but filled");
    assert_eq!(check("##/BA"), "row 1, column 1 holds no letter");
    assert_eq!(check("A#/AB"), "row 2, column 1 holds A, but B is given");
    assert_eq!(check("A#/BC"), "2 across is BC, which is not in the list");
    assert_eq!(check("B#/BB"), "2 across is BB, as is 1 down");
    assert_eq!(refused(&*puzzle, &Cells(vec![])), "the solution has 0 squares, not 4");
    let puzzle = crossword("repeat: yes\n\n_#\nb_\n");
    assert_eq!(puzzle.check(&puzzle.read_plain("b#/bb").unwrap()), Ok(()));
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str| testing::error(&KIND, &format!("kind: crossword\n{text}"));
    assert_eq!(error("\n__\n"), "no error", "there are words for crosswords that name no list");
    assert_eq!(error("words:\n\n__\n"), "line 2, column 7: found nothing, expected the name of a file with words");
    assert_eq!(
        error("words: x\n\n__\n"),
        "line 2, column 8: found 'x' (no files here), expected a file that can be read"
    );
    assert_eq!(error("words: x\nrepeat: 2\n\n__\n"), "line 3, column 9: found '2', expected yes or no");
    let text = "kind: crossword\nwords: x\n\n__\n";
    let read = crate::read(text, &|_| Ok("ok\nit's\n".to_owned()));
    assert_eq!(
        read.err().unwrap().to_string(),
        "line 2, column 8: found 'x', line 2: 'it's' has other characters than A to Z, expected words of the letters A \
         to Z, one a line"
    );
}

#[test]
fn solutions_are_rows_of_letters() {
    let puzzle = crossword("\n_#\n__\n");
    let error = |line: &str| puzzle.read_plain(line).unwrap_err().to_string();
    assert_eq!(puzzle.read_plain("a#/Ba"), Ok(Cells(vec![1, 0, 2, 1])));
    assert_eq!(error("A#BA"), "line 1, column 3: found 'B', expected '/' between the rows");
    assert_eq!(error("A1/BA"), "line 1, column 2: found '1', expected a letter or #");
    assert_eq!(error("A#/BAB"), "line 1, column 6: found 'B', expected the end of the line after 2 rows of 2");
    assert_eq!(
        error("A#/B"),
        "line 1, column 5: found the end of the line, expected 2 rows of 2 letters or #, with / between them"
    );
    assert_eq!(puzzle.draw(None), "┌───┬───┐\n│   │ █ │\n├───┼───┤\n│   │   │\n└───┴───┘\n");
}

#[test]
fn the_published_counts_of_the_smallest_grids() {
    let list = include_str!("../../../../models/crossword/scowl-35.words");
    let count = |text: &str| {
        let (_, puzzles) = crate::read(text, &|_| Ok(list.to_owned())).unwrap();
        testing::solutions(&*puzzles[0], "letter").len()
    };
    assert_eq!(count(include_str!("../../../../models/crossword/gecode-50.txt")), 110);
}

#[test]
fn pictures_have_blocks_and_letters() {
    for (text, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        assert_eq!(shapes.count("rect block"), body(&text).matches('#').count(), "{text}");
    }
    let puzzle = crossword("\n_#\n__\n");
    assert_eq!(ShapeCounts::of(puzzle.as_ref(), Some(&puzzle.read_plain("A#/BA").expect("letters"))).filled(), 3);
}
