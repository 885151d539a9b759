//! Sudokus and Killer Sudokus of f-puzzles: JSON, as it is or compressed in a link.
//!
//! The link is `https://www.f-puzzles.com/?load=` and base64 of LZ-string. SudokuPad takes the same behind
//! `https://sudokupad.app/fpuzzles`. The JSON has a size, a grid of cells, and a list for each sort of constraint.
//! Givens, regions and killer cages are read. Any other constraint is refused by its name, and so are drawn lines and
//! texts, which stand for rules that only people read. Rules in words are kept for people. Digits and marks that a
//! player entered are no part of a puzzle.

mod json;
mod lz;
mod relaxed;
mod sudoku_pad;
mod write;

use crate::{ParseError, Token};

use super::link::{LinkCursor, is_link};
use super::{GridParts, base64};

pub(super) use write::write;

/// The kinds that the format takes.
pub(super) const KINDS: &[(&str, &str)] = &[
    ("killer-sudoku", "up to 16 x 16; a given outside the cages is a cage of one cell"),
    ("sudoku", "up to 16 x 16, with any boxes or regions"),
];

/// The most units of an expanded text.
const MOST_EXPANDED: usize = 4_000_000;

/// The texts before the compressed text.
const BEFORE_DATA: &[(&str, &[&str])] = &[
    ("f-puzzles.com", &["?load="]),
    ("sudokupad.app", &["/fpuzzles", "/fpuz"]),
    ("crackingthecryptic.com", &["?puzzleid=fpuzzles", "/fpuzzles"]),
];

/// The number of bytes before the compressed text of a link.
fn before_data(link: &str) -> Option<usize> {
    let (_, address) = link.split_once("://")?;
    let host = address.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let (_, marks) = BEFORE_DATA
        .iter()
        .find(|(site, _)| host.strip_suffix(site).is_some_and(|sub| sub.is_empty() || sub.ends_with('.')))?;
    marks.iter().find_map(|mark| link.find(mark).map(|at| at + mark.len()))
}

/// Returns whether a text is a link with a puzzle of f-puzzles.
pub(super) fn recognises(text: &str) -> bool {
    is_link(text) && (before_data(text).is_some() || sudoku_pad::recognises(text))
}

/// Returns whether a text is JSON with a grid.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"grid\"")
}

/// Reads a link.
pub(super) fn read(link: Token<'_>) -> Result<(&'static str, GridParts), ParseError> {
    let Some(before) = before_data(link.text) else { return sudoku_pad::read(link) };
    let (text, column) = expanded(link, before)?;
    json::read(&text, |_| (link.line, column))
}

/// Expands the text behind the first bytes of a link; also returns the column where it begins.
fn expanded(link: Token<'_>, before: usize) -> Result<(String, usize), ParseError> {
    let mut cursor = LinkCursor::new(link);
    cursor.skip(before);
    let start = cursor;
    let digits = base64::digits(&mut cursor)?;
    let text = lz::expand(&digits, MOST_EXPANDED)
        .ok_or_else(|| start.error(format!("a text compressed by LZ-string, of at most {MOST_EXPANDED} characters")))?;
    Ok((text, start.error("").column))
}

/// Reads JSON that begins at a line.
pub(super) fn read_json(text: &str, first_line: usize) -> Result<(&'static str, GridParts), ParseError> {
    if text.len() > MOST_EXPANDED {
        let found = format!("JSON of {} bytes", text.len());
        return Err(ParseError::new(first_line, 1, found, format!("at most {MOST_EXPANDED} bytes")));
    }
    json::read(text, |at| match at {
        None => (first_line, 1),
        Some((line, column)) => {
            // The end of a text may be reported behind its last line.
            let line = line.clamp(1, text.lines().count().max(1));
            let shown = text.lines().nth(line - 1).unwrap_or_default();
            let before = shown.char_indices().take_while(|(at, _)| at + 1 < column).count();
            (first_line + line - 1, before + 1)
        }
    })
}
