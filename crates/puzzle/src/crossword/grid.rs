//! Reads the grid of a crossword and numbers its slots, which hold the words.

use super::super::{Document, ParseError};
use super::words::{MOST_LETTERS, letter};

/// The most rows or columns.
const MOST: usize = MOST_LETTERS;

/// A square of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CrosswordSquare {
    Block,
    /// An open letter, or a given one from 1 to 26.
    Letter(Option<i32>),
}

/// A maximal run of two or more letters, which holds a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordSlot {
    /// The name in the usual numbering of crosswords: `1 across`.
    pub(super) name: String,
    /// The cells, as positions in reading order of the grid.
    pub(super) cells: Vec<usize>,
}

/// The squares of a grid, row by row, with its slots.
#[derive(Clone)]
pub(super) struct CrosswordGrid {
    pub(super) columns: usize,
    pub(super) squares: Vec<CrosswordSquare>,
    /// The slots across and down, in reading order of their first letters.
    pub(super) slots: Vec<WordSlot>,
}

impl CrosswordGrid {
    /// Finds the slots of squares.
    pub(super) fn new(columns: usize, squares: Vec<CrosswordSquare>) -> Self {
        let slots = slots(columns, &squares);
        CrosswordGrid { columns, squares, slots }
    }

    /// Reads the grid of a document; refuses letters outside all words.
    pub(super) fn read(document: &Document<'_>) -> Result<Self, ParseError> {
        let mut columns = 0;
        let mut squares = Vec::new();
        let mut origins = Vec::new();
        for (row, &(line, text)) in document.body().iter().enumerate() {
            let text = text.trim_end();
            if row == MOST {
                return Err(ParseError::new(line, 1, "another row", format!("at most {MOST} rows")));
            }
            for (column, c) in text.chars().enumerate() {
                let error = |expected: String| ParseError::new(line, column + 1, format!("'{c}'"), expected);
                if row == 0 && column == MOST {
                    return Err(error(format!("at most {MOST} columns")));
                }
                if row > 0 && column == columns {
                    return Err(error(format!("the end of the row: the first has {columns} places")));
                }
                squares.push(match c {
                    '#' => CrosswordSquare::Block,
                    '_' | '.' => CrosswordSquare::Letter(None),
                    _ => CrosswordSquare::Letter(Some(
                        letter(c).ok_or_else(|| error("_, ., #, or a letter from A to Z".to_owned()))?,
                    )),
                });
                origins.push((line, column + 1));
            }
            let found = text.chars().count();
            if found == 0 {
                return Err(ParseError::new(line, 1, "a blank line", "a row of _, ., # and letters"));
            }
            if row == 0 {
                columns = found;
            } else if found < columns {
                let expected = format!("{columns} places, as in the first row");
                return Err(ParseError::new(line, found + 1, "the end of the row", expected));
            }
        }
        if squares.is_empty() {
            return Err(document.missing("the rows of the grid"));
        }
        let CrosswordGrid { columns, squares, slots } = CrosswordGrid::new(columns, squares);
        let mut lonely = (0..squares.len()).filter(|&cell| squares[cell] != CrosswordSquare::Block);
        if let Some(cell) = lonely.find(|cell| !slots.iter().any(|slot| slot.cells.contains(cell))) {
            let (line, column) = origins[cell];
            let expected = "another letter beside, above or below it, or #";
            return Err(ParseError::new(line, column, "a letter in no word", expected));
        }
        if slots.is_empty() {
            return Err(document.missing("a grid with letters"));
        }
        Ok(CrosswordGrid { columns, squares, slots })
    }
}

/// Finds the maximal runs of two or more letters.
fn slots(columns: usize, squares: &[CrosswordSquare]) -> Vec<WordSlot> {
    let rows = squares.len() / columns;
    let is_letter = |row: usize, column: usize| {
        row < rows && column < columns && squares[row * columns + column] != CrosswordSquare::Block
    };
    let mut found = Vec::new();
    let mut number = 0;
    for row in 0..rows {
        for column in 0..columns {
            if !is_letter(row, column) {
                continue;
            }
            let starts_across = (column == 0 || !is_letter(row, column - 1)) && is_letter(row, column + 1);
            let starts_down = (row == 0 || !is_letter(row - 1, column)) && is_letter(row + 1, column);
            number += usize::from(starts_across || starts_down);
            if starts_across {
                let cells = (column..).take_while(|&next| is_letter(row, next)).map(|next| row * columns + next);
                found.push(WordSlot { name: format!("{number} across"), cells: cells.collect() });
            }
            if starts_down {
                let cells = (row..).take_while(|&next| is_letter(next, column)).map(|next| next * columns + column);
                found.push(WordSlot { name: format!("{number} down"), cells: cells.collect() });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<CrosswordGrid, ParseError> {
        CrosswordGrid::read(&Document::parse(&format!("kind: crossword\n\n{body}"), &|_| Err(String::new())).unwrap())
    }

    #[test]
    fn slots_are_numbered_as_in_the_paper() {
        let grid = read("#__\n___\nA_#\n").unwrap();
        let names: Vec<(&str, &[usize])> =
            grid.slots.iter().map(|slot| (slot.name.as_str(), &slot.cells[..])).collect();
        let expected: [(&str, &[usize]); 6] = [
            ("1 across", &[1, 2]),
            ("1 down", &[1, 4, 7]),
            ("2 down", &[2, 5]),
            ("3 across", &[3, 4, 5]),
            ("3 down", &[3, 6]),
            ("4 across", &[6, 7]),
        ];
        assert_eq!(names, expected);
        assert_eq!(grid.squares[6], CrosswordSquare::Letter(Some(1)));
    }

    #[test]
    fn errors_name_the_place() {
        let error = |body: &str| read(body).err().map_or("no error".to_owned(), |error| error.to_string());
        assert_eq!(error("_.\nab\n"), "no error");
        assert_eq!(error(""), "line 2, column 1: found the end of the text, expected the rows of the grid");
        assert_eq!(error("__\n_1\n"), "line 4, column 2: found '1', expected _, ., #, or a letter from A to Z");
        assert_eq!(error("__\n_ß\n"), "line 4, column 2: found 'ß', expected _, ., #, or a letter from A to Z");
        assert_eq!(error("__\n_ _\n"), "line 4, column 2: found ' ', expected _, ., #, or a letter from A to Z");
        assert_eq!(
            error("__\n_\n"),
            "line 4, column 2: found the end of the row, expected 2 places, as in the first row"
        );
        assert_eq!(
            error("__\n___\n"),
            "line 4, column 3: found '_', expected the end of the row: the first has 2 places"
        );
        assert_eq!(error("__\n\n__\n"), "line 4, column 1: found a blank line, expected a row of _, ., # and letters");
        assert_eq!(
            error("__#\n##_\n"),
            "line 4, column 3: found a letter in no word, expected another letter beside, above or below it, or #"
        );
        assert_eq!(error("##\n"), "line 3, column 3: found the end of the text, expected a grid with letters");
        assert_eq!(error(&"_".repeat(41)), "line 3, column 41: found '_', expected at most 40 columns");
        assert_eq!(error(&"__\n".repeat(41)), "line 43, column 1: found another row, expected at most 40 rows");
    }
}
