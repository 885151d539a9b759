//! Reads Hidokus.

use std::ops::RangeInclusive;

use crate::grid::rect::{Neighbours, Rect};
use crate::{Document, ParseError, Token, numbers, text};

use super::Hidoku;

/// The most cells.
const MOST_CELLS: usize = 1024;

/// The most rows or columns, including missing cells.
const MOST_SIDE: usize = 256;

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<Hidoku, ParseError> {
    let neighbours = match document.get("neighbours") {
        None => Neighbours::Eight,
        Some(header) => match header.value {
            "4" => Neighbours::Four,
            "8" => Neighbours::Eight,
            _ => return Err(header.error("4 or 8")),
        },
    };
    let rows = numbers::rows(document);
    let Some(first) = rows.first() else { return Err(document.missing("the rows of the board")) };
    if let Some(surplus) = first.cells.get(MOST_SIDE) {
        return Err(surplus.error(format!("at most {MOST_SIDE} columns")));
    }
    if let Some(surplus) = rows.get(MOST_SIDE) {
        return Err(ParseError::new(surplus.line, 1, "another row", format!("at most {MOST_SIDE} rows")));
    }
    let grid = Rect::new(rows.len(), first.cells.len());
    for row in &rows {
        row.exactly(grid.columns, ", as many as in row 1")?;
    }
    let all = rows.iter().flat_map(|row| &row.cells).copied().enumerate();
    let cells: Vec<(usize, Token<'_>)> = all.filter(|(_, token)| token.text != "#").collect();
    if cells.is_empty() {
        return Err(rows[0].cells[0].error("at least one cell that is not '#'"));
    }
    if let Some((_, surplus)) = cells.get(MOST_CELLS) {
        return Err(surplus.error(format!("at most {MOST_CELLS} cells that are not '#'")));
    }
    let numbers = 1..=cells.len() as i32;
    let mut givens = Vec::with_capacity(cells.len());
    for &(_, token) in &cells {
        givens.push((token, hidoku_cell(token, &numbers)?));
    }
    numbers::given_once(&givens)?;
    Ok(Hidoku {
        grid,
        positions: cells.iter().map(|&(position, _)| position).collect(),
        givens: givens.into_iter().map(|(_, value)| value).collect(),
        neighbours,
    })
}

/// Reads a number, or `None` for an empty cell.
fn hidoku_cell(token: Token<'_>, numbers: &RangeInclusive<i32>) -> Result<Option<i32>, ParseError> {
    if text::is_blank(token.text) {
        return Ok(None);
    }
    let value = token.integer(1..=i64::from(*numbers.end()), ", _, ., ? or #")?;
    Ok(Some(i32::try_from(value).expect("within the bounds that were asked for")))
}
