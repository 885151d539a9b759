//! Crosswords: letters in a grid with blocks, so that every run of letters is a word of a list.
//!
#![doc = include_str!("help.md")]

mod grid;
mod picture;
mod symmetries;
mod views;
mod words;

use std::collections::BTreeMap;

use crate::display::quoted;
use crate::grid::rect::Rect;
use crate::model::{Assignment, Model};
use crate::picture::{Drawing, Picture};

use self::grid::{Grid, Place, Slot};
use self::words::{WordList, capital, letter};
use super::draw::Inside;
use super::{Alias, Cells, Document, Kind, ParseError, Preset, Puzzle, Violation, board, draw};

/// The kind's registry entry.
pub(super) const KIND: Kind = Kind {
    name: "crossword",
    aliases: &[Alias::same("crosswords")],
    about: "fill a grid so that every run of letters is a word of a list, none twice",
    page: include_str!("help.md"),
    keys: &["repeat", "words"],
    views: &[
        ("letter", "the letter of each place; a slot is a table over its letters"),
        ("word", "the word of each slot, tied to its letters one by one"),
    ],
    presets: &[Preset {
        name: "fewest-candidates",
        view: "letter",
        strategy: "backtrack:order=fewest-candidates,propagate=forward",
        about: "the letter with the fewest candidates first; a slot with one open letter narrows it",
    }],
    parse,
};

struct Crossword {
    grid: Grid,
    words: WordList,
    repeat: bool,
}

fn parse(document: &Document<'_>) -> Result<Vec<Box<dyn Puzzle>>, ParseError> {
    let repeat = document.flag("repeat")?.unwrap_or(false);
    let file = document.need("words")?;
    if file.value.is_empty() {
        return Err(file.error("the name of a file with words"));
    }
    let grid = Grid::read(document)?;
    let words = WordList::read(&document.read_file(file)?).map_err(|why| {
        let found = format!("{}, {why}", quoted(file.value));
        ParseError::new(file.line, file.column, found, "words of the letters A to Z, one a line")
    })?;
    Ok(vec![Box::new(Crossword { grid, words, repeat })])
}

impl Crossword {
    /// Whether there are slots of this length that must not hold the same word.
    fn must_differ(&self, length: usize) -> bool {
        !self.repeat && self.grid.slots.iter().filter(|slot| slot.cells.len() == length).count() > 1
    }

    fn text(&self, cells: &Cells, slot: &Slot) -> String {
        slot.cells.iter().map(|&cell| capital(cells.0[cell])).collect()
    }
}

impl Puzzle for Crossword {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, view: &str) -> Model {
        match view {
            "letter" => views::by_letter(self),
            "word" => views::by_word(self),
            _ => panic!("crossword has no view '{view}'"),
        }
    }

    fn declare_symmetries(&self, _: &str, model: &mut Model) {
        symmetries::declare(&self.grid, model);
    }

    fn cells(&self, _: &str, solution: &Assignment) -> Cells {
        // Both views begin with the letters.
        let mut letters = solution.values().iter();
        let place = |place: &Place| match place {
            Place::Block => 0,
            Place::Letter(_) => *letters.next().expect("a variable for each letter"),
        };
        Cells(self.grid.places.iter().map(place).collect())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        if cells.0.len() != self.grid.places.len() {
            return Err(Violation(format!("{} places, not {}", cells.0.len(), self.grid.places.len())));
        }
        for (index, (place, &found)) in self.grid.places.iter().zip(&cells.0).enumerate() {
            let at = || format!("row {}, column {}", index / self.grid.columns + 1, index % self.grid.columns + 1);
            match *place {
                Place::Block if found != 0 => return Err(Violation(format!("{} is a block, but filled", at()))),
                Place::Letter(_) if !(1..=26).contains(&found) => {
                    return Err(Violation(format!("{} holds no letter", at())));
                }
                Place::Letter(Some(given)) if given != found => {
                    let (found, given) = (capital(found), capital(given));
                    return Err(Violation(format!("{} holds {found}, but {given} is given", at())));
                }
                _ => {}
            }
        }
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for slot in &self.grid.slots {
            let word = self.text(cells, slot);
            let letters: Vec<i32> = slot.cells.iter().map(|&cell| cells.0[cell]).collect();
            if !self.words.of_length(letters.len()).rows().any(|row| row == letters) {
                return Err(Violation(format!("{} is {word}, which is not in the list", slot.name)));
            }
            if let Some(first) = seen.insert(word.clone(), &slot.name)
                && !self.repeat
            {
                return Err(Violation(format!("{} is {word}, as is {first}", slot.name)));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let given = |cell: usize| match self.grid.places[cell] {
            Place::Letter(given) => given,
            Place::Block => None,
        };
        let mut full: BTreeMap<Vec<Option<i32>>, &str> = BTreeMap::new();
        self.grid.slots.iter().find_map(|slot| {
            let (name, length) = (&slot.name, slot.cells.len());
            let words = self.words.of_length(length);
            if words.is_empty() {
                return Some(Violation(format!("{name} has {length} letters, as no word of the list has")));
            }
            let givens: Vec<Option<i32>> = slot.cells.iter().map(|&cell| given(cell)).collect();
            let fits = |word: &[i32]| {
                word.iter().zip(&givens).all(|(letter, given)| given.is_none_or(|given| given == *letter))
            };
            let pattern: String = givens.iter().map(|given| given.map_or('_', capital)).collect();
            if givens.iter().any(Option::is_some) && !words.rows().any(fits) {
                return Some(Violation(format!("{name} is {pattern}, which no word of the list fits")));
            }
            if self.repeat || givens.iter().any(Option::is_none) {
                return None;
            }
            let first = full.insert(givens, name)?;
            Some(Violation(format!("{name} is {pattern}, as is {first}")))
        })
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let places = &self.grid.places;
        let rect = Rect::new(places.len() / self.grid.columns, self.grid.columns);
        let inside = |place: usize| match places[place] {
            Place::Block => Inside::new("█".to_owned(), None),
            Place::Letter(given) => {
                let (letter, ink) = board::value(given, cells, place).unzip();
                Inside::new(letter.map_or(' ', capital).to_string(), ink)
            }
        };
        draw::boxed(rect, Some, inside)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        let letter = |&cell: &i32| if cell == 0 { '#' } else { capital(cell) };
        let rows = cells.0.chunks(self.grid.columns).map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        let columns = self.grid.columns;
        let rows = self.grid.places.len() / columns;
        let mut cells = Vec::with_capacity(self.grid.places.len());
        let text = line.trim_end();
        for (index, c) in text.chars().enumerate() {
            let error = |expected: &str| Err(ParseError::new(1, index + 1, format!("'{c}'"), expected));
            if index == rows * (columns + 1) - 1 {
                return error(&format!("the end of the line after {rows} rows of {columns}"));
            }
            match (index % (columns + 1) == columns, c) {
                (true, '/') => {}
                (true, _) => return error("'/' between the rows"),
                (false, '#') => cells.push(0),
                (false, _) => match letter(c) {
                    Some(letter) => cells.push(letter),
                    None => return error("a letter or #"),
                },
            }
        }
        if cells.len() < self.grid.places.len() {
            let expected = format!("{rows} rows of {columns} letters or #, with / between them");
            return Err(ParseError::new(1, text.chars().count() + 1, "the end of the line", expected));
        }
        Ok(Cells(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, refused};
    use super::*;

    const WORDS: &str = "# a few\nab\nba\nbb\nabc\nbac\nbca\n";

    fn crossword(text: &str) -> Box<dyn Puzzle> {
        let text = format!("kind: crossword\nwords: few\n{text}");
        let read =
            super::super::read(&text, &|name| if name == "few" { Ok(WORDS.to_owned()) } else { Err("none".into()) });
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
        // Nowhere AA: 16 grids of A and B without two As side by side.
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
        assert_eq!(refused(&*puzzle, &Cells(vec![])), "0 places, not 4");
        let puzzle = crossword("repeat: yes\n\n_#\nb_\n");
        assert_eq!(puzzle.check(&puzzle.read_plain("b#/bb").unwrap()), Ok(()));
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| testing::error(&KIND, &format!("kind: crossword\n{text}"));
        assert_eq!(
            error("\n__\n"),
            "line 1, column 1: found no key 'words' up to here, expected a header line 'words: ...'"
        );
        assert_eq!(error("words:\n\n__\n"), "line 2, column 7: found nothing, expected the name of a file with words");
        assert_eq!(
            error("words: x\n\n__\n"),
            "line 2, column 8: found 'x' (no files here), expected a file that can be read"
        );
        assert_eq!(error("words: x\nrepeat: 2\n\n__\n"), "line 3, column 9: found '2', expected yes or no");
        let text = "kind: crossword\nwords: x\n\n__\n";
        let read = super::super::read(text, &|_| Ok("ok\nit's\n".to_owned()));
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
        let list = include_str!("../../../models/crossword/scowl-35.words");
        let count = |text: &str| {
            let (_, puzzles) = super::super::read(text, &|_| Ok(list.to_owned())).unwrap();
            testing::solutions(&*puzzles[0], "letter").len()
        };
        assert_eq!(count(include_str!("../../../models/crossword/gecode-50.txt")), 110);
    }
}
