//! Links to the solver of SudokuWiki: `https://www.sudokuwiki.org/sudoku.htm?bd=` and the board.
//!
//! The board is a digit for each cell in reading order, with `0` or `.` for an empty one. Or it is `S9B` and two digits
//! of base 36 for each cell: 1 to 9 is a given. What is more stands for what a player found, and is passed over.

use crate::boxes::Boxes;
use crate::grid::rect::Rect;
use crate::{ParseError, Puzzle, Token};

use super::link::{LinkCursor, is_link};
use super::{GridParts, Inexpressible, parts_of};

/// The kinds that the format takes.
pub(super) const KINDS: &[(&str, &str)] = &[("sudoku", "9 x 9 with boxes of 3x3")];

/// The mark before the board.
const MARK: &str = "?bd=";
/// The mark before a board with the entries of a player.
const POSITION: &str = "S9B";
const SIZE: usize = 9;
const BOXES: Boxes = Boxes { rows: 3, columns: 3 };

/// Returns whether a text is a link with a board.
pub(super) fn recognises(text: &str) -> bool {
    let address = text.split_once("://").map_or("", |(_, address)| address);
    let host = address.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    is_link(text) && (host == "sudokuwiki.org" || host.ends_with(".sudokuwiki.org")) && text.contains(MARK)
}

/// Reads a link.
pub(super) fn read(link: Token<'_>) -> Result<(&'static str, GridParts), ParseError> {
    let mut cursor = LinkCursor::new(link);
    let page = cursor.field('?');
    let name = page.text.rsplit('/').next().unwrap_or_default();
    if !name.to_ascii_lowercase().starts_with("sudoku.") {
        return Err(page.error("the page 'sudoku.htm': others have other rules"));
    }
    cursor.skip(MARK.len() - 1);
    let grid = Rect::new(SIZE, SIZE);
    let mut parts = GridParts { boxes: Some(BOXES), ..GridParts::new(grid) };
    let is_position = cursor.rest().starts_with(POSITION);
    if is_position {
        cursor.skip(POSITION.len());
    }
    for given in &mut parts.givens {
        let start = cursor;
        let value = match is_position {
            true => cursor.digits(2, 36)?,
            false => match cursor.next() {
                Some('.') => 0,
                c => c
                    .and_then(|c| c.to_digit(10))
                    .map(|digit| digit as i32)
                    .ok_or_else(|| start.error("81 digits, with 0 or . for an empty cell"))?,
            },
        };
        *given = Some(value).filter(|value| (1..=SIZE as i32).contains(value));
    }
    if !cursor.rest().starts_with('&') {
        cursor.end()?;
    }
    Ok(("sudoku", parts))
}

/// Writes a link.
pub(super) fn write(puzzle: &dyn Puzzle) -> Result<String, Inexpressible> {
    let parts = parts_of(puzzle);
    if parts.boxes != Some(BOXES) {
        return Err(Inexpressible::new("other boxes or regions", "boxes of 3x3"));
    }
    let digits: String = parts.givens.iter().map(|given| given.unwrap_or(0).to_string()).collect();
    Ok(format!("https://www.sudokuwiki.org/sudoku.htm{MARK}{digits}"))
}
