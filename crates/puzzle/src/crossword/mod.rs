//! Crosswords: letters in a grid with blocks, so that every run of letters is a word of a list.
//!
#![doc = include_str!("help.md")]

mod check;
mod clash;
mod draft;
mod draw;
mod fill;
mod grid;
mod model;
mod pattern;
mod read;
mod symmetries;
#[cfg(test)]
mod tests;
mod words;
mod write;

use cnfab_model::Assignment;

use super::{Alias, Cells, Kind, ParseError, Preset, Problem, Puzzle, Spot, board, by_files};

use self::grid::{CrosswordGrid, CrosswordSquare, WordSlot};
use self::words::{WordList, capital, letter};

pub use self::words::NamedWords;

/// Registers the kind: its names, header keys, views, presets and reader.
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
    blank: None,
    boards: Some(draft::MAKER),
    size: (7, 7),
    of_parts: None,
    parse: read::parse,
};

/// A crossword with its word list.
#[derive(Clone)]
struct Crossword {
    grid: CrosswordGrid,
    words: WordList,
    /// The name of the file with the words; `None` for the common words.
    file: Option<String>,
    repeat: bool,
}

impl Crossword {
    /// Returns whether slots of this length must hold different words.
    fn must_differ(&self, length: usize) -> bool {
        !self.repeat && self.grid.slots.iter().filter(|slot| slot.cells.len() == length).count() > 1
    }

    /// Returns the word in a slot.
    fn text(&self, cells: &Cells, slot: &WordSlot) -> String {
        slot.cells.iter().map(|&cell| capital(cells.0[cell])).collect()
    }
}

impl Problem for Crossword {
    by_files!(Problem, symmetries::declare);

    fn output(&self, _: &str, solution: &Assignment) -> Cells {
        // Both views begin with the letters.
        let mut letters = solution.values().iter();
        let square = |square: &CrosswordSquare| match square {
            CrosswordSquare::Block => 0,
            CrosswordSquare::Letter(_) => *letters.next().expect("a variable for each letter"),
        };
        Cells(self.grid.squares.iter().map(square).collect())
    }

    fn plain(&self, cells: &Cells) -> String {
        let letter = |&cell: &i32| if cell == 0 { '#' } else { capital(cell) };
        let rows = cells.0.chunks(self.grid.columns).map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        let columns = self.grid.columns;
        let rows = self.grid.squares.len() / columns;
        let mut cells = Vec::with_capacity(self.grid.squares.len());
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
        if cells.len() < self.grid.squares.len() {
            let expected = format!("{rows} rows of {columns} letters or #, with / between them");
            return Err(ParseError::new(1, text.chars().count() + 1, "the end of the line", expected));
        }
        Ok(Cells(cells))
    }
}

impl Puzzle for Crossword {
    by_files!(Puzzle, write::text, draw::picture);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.grid.squares.len() / self.grid.columns, self.grid.columns))
    }

    fn givens(&self) -> Option<Vec<Option<i32>>> {
        Some(write::givens(self))
    }

    fn with_givens(&self, givens: &[Option<i32>]) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(write::with_givens(self, givens)))
    }

    fn canonical(&self) -> Option<Vec<i32>> {
        Some(write::canonical(self))
    }

    fn value(&self, value: i32) -> String {
        words::capital(value).to_string()
    }

    fn entry(&self, _: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        let is_letter = |&square: &usize| matches!(self.grid.squares[square], CrosswordSquare::Letter(_));
        ((0..self.grid.squares.len()).filter(is_letter).skip(shown).take(1).collect(), value)
    }

    fn spots(&self) -> Vec<Spot> {
        board::spots_below_clues(draw::rect(self))
    }
}
