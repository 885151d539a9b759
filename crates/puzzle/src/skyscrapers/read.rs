//! Reads Skyscrapers: rows of cells with clues around them.

use crate::grid::rect::Rect;
use crate::numbers::{self, NumberRow};
use crate::{Document, ParseError, Token, text};

use super::Skyscrapers;

/// The largest size of a grid.
const MOST_SIZE: usize = 36;
/// The optional symbol of a corner.
const CORNER: &str = "+";

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<Skyscrapers, ParseError> {
    let rows = numbers::rows(document);
    let Some(first) = rows.first() else { return Err(document.missing("the clues above the columns")) };
    let above = edge(first);
    let size = above.len();
    if let Some(surplus) = above.get(MOST_SIZE) {
        return Err(surplus.error(format!("at most {MOST_SIZE} columns")));
    }
    if size == 0 {
        return Err(first.cells[0].error("the clues above the columns"));
    }
    let why = ", one for each row, between the clues above and below the columns";
    numbers::exactly_rows(document, &rows, size + 2, why)?;
    let most = document.integer("heights", 1..=size as i64)?.map_or(size as i32, |most| most as i32);
    let below = edge(&rows[size + 1]);
    let row = &rows[size + 1];
    text::exactly(&below, size, (row.line, row.text), ", as many clues as above the columns")?;
    let clue = |token: &Token<'_>| numbers::given(*token, &(1..=size as i32));
    let clues = |tokens: &[Token<'_>]| tokens.iter().map(clue).collect::<Result<Vec<_>, _>>();
    let (mut left, mut right, mut givens) = (Vec::new(), Vec::new(), Vec::new());
    for row in &rows[1..=size] {
        row.exactly(size + 2, ", as many as there are columns, with a clue on each side")?;
        left.push(clue(&row.cells[0])?);
        right.push(clue(&row.cells[size + 1])?);
        let lowest = i32::from(most as usize == size);
        for &cell in &row.cells[1..=size] {
            givens.push(numbers::given(cell, &(lowest..=most))?);
        }
    }
    let clues = [clues(&above)?, clues(&below)?, left, right];
    Ok(Skyscrapers { grid: Rect::new(size, size), most, givens, clues })
}

/// Returns the clues of a line above or below the columns, without its corners.
fn edge<'t>(row: &NumberRow<'t>) -> Vec<Token<'t>> {
    let mut cells = &row.cells[..];
    if let [first, inside @ .., last] = cells
        && first.text == CORNER
        && last.text == CORNER
    {
        cells = inside;
    }
    cells.to_vec()
}
