//! Reads grids of Binairo.

use crate::grid::rect::Rect;
use crate::{Document, ParseError, Token, text};

use super::Binairo;

/// The most rows or columns.
const MOST_SIDE: usize = 100;

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<Binairo, ParseError> {
    let repeat = document.flag("repeat")?.unwrap_or(false);
    let is_row = |text: &str| !text.trim().is_empty() && !text::is_rule(text);
    let mut rows: Vec<Vec<Token<'_>>> = Vec::new();
    for &(line, text) in document.body().iter().filter(|(_, text)| is_row(text)) {
        if rows.len() == MOST_SIDE {
            return Err(ParseError::new(line, 1, "another row", format!("at most {MOST_SIDE} rows")));
        }
        let row: Vec<Token<'_>> =
            text::symbols(line, text).into_iter().filter(|cell| !cell.text.chars().all(text::is_bar)).collect();
        if let Some(surplus) = row.get(MOST_SIDE) {
            return Err(surplus.error(format!("at most {MOST_SIDE} cells in a row")));
        }
        if rows.is_empty() && row.len() % 2 == 1 {
            let found = text::count(row.len(), "cell");
            return Err(ParseError::new(line, 1, found, "an even number of cells, as many zeros as ones"));
        }
        text::exactly(&row, rows.first().map_or(row.len(), Vec::len), (line, text), ", as many as in row 1")?;
        rows.push(row);
    }
    let Some(first) = rows.first() else { return Err(document.missing("the rows of the grid")) };
    if rows.len() % 2 == 1 {
        return Err(document.missing(format!("row {}: an even number of rows", rows.len() + 1)));
    }
    let grid = Rect::new(rows.len(), first.len());
    let givens = rows.iter().flatten().map(|&cell| given(cell)).collect::<Result<_, _>>()?;
    Ok(Binairo { grid, repeat, givens })
}

/// Reads a cell: 0, 1 or empty.
fn given(token: Token<'_>) -> Result<Option<i32>, ParseError> {
    match token.text {
        "0" => Ok(Some(0)),
        "1" => Ok(Some(1)),
        empty if text::is_blank(empty) => Ok(None),
        _ => Err(token.error("0, 1, or one of '.', '_', '?' for an empty cell")),
    }
}
