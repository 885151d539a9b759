//! Reads magic boards.

use crate::grid::rect::Rect;
use crate::{Document, ParseError, Token, numbers};

use super::MagicBoard;

/// The largest side of a board.
const MOST_SIZE: i64 = 32;

/// The most numbers of a range.
const MOST_NUMBERS: usize = 4096;

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<MagicBoard, ParseError> {
    let rows = numbers::rows(document);
    let (size, why) = match document.integer("size", 1..=MOST_SIZE)? {
        Some(size) => (size as usize, format!(", as 'size: {size}' says")),
        None => (rows.first().map_or(0, |row| row.cells.len()), ", as many as in row 1".to_owned()),
    };
    if let Some(surplus) =
        rows.first().and_then(|row| row.cells.get(MOST_SIZE as usize)).filter(|_| size > MOST_SIZE as usize)
    {
        return Err(surplus.error(format!("at most {MOST_SIZE} cells in a row")));
    }
    if size == 0 {
        return Err(document.missing("the rows of the board, or 'size: ...' in the header"));
    }
    let grid = Rect::new(size, size);
    let numbers = numbers::numbers(document, grid.len(), MOST_NUMBERS)?;
    let sum = numbers::row_sum(document, &numbers, grid.len(), size)?;
    let mut givens: Vec<(Token<'_>, Option<i32>)> = Vec::with_capacity(grid.len());
    for row in rows.iter().take(size) {
        row.exactly(size, &why)?;
        for &cell in &row.cells {
            givens.push((cell, numbers::given(cell, &numbers)?));
        }
    }
    if !rows.is_empty() {
        numbers::exactly_rows(document, &rows, size, &why)?;
    }
    numbers::given_once(&givens)?;
    let givens =
        if givens.is_empty() { vec![None; grid.len()] } else { givens.into_iter().map(|given| given.1).collect() };
    Ok(MagicBoard { grid, numbers, sum, givens })
}
