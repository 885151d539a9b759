//! Reads magic hexagons.

use std::ops::RangeInclusive;

use crate::grid::hex::Hex;
use crate::{Document, ParseError, Token, numbers, text};

use super::Hexagon;

/// The largest order.
const MOST_ORDER: i64 = 10;

/// The most numbers of a range.
const MOST_NUMBERS: usize = 1024;

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<Hexagon, ParseError> {
    document.need("order")?;
    let order = document.integer("order", 1..=MOST_ORDER)?.expect("the key is there");
    let hex = Hex::new(order as usize);
    let numbers = numbers::numbers(document, hex.len(), MOST_NUMBERS)?;
    let sum = numbers::row_sum(document, &numbers, hex.len(), hex.rows())?;
    let givens = read_rows(document, hex, &numbers)?;
    Ok(Hexagon { hex, numbers, sum, givens })
}

/// Reads the givens in reading order; there are none without a body.
fn read_rows(document: &Document<'_>, hex: Hex, numbers: &RangeInclusive<i32>) -> Result<Vec<Option<i32>>, ParseError> {
    let mut givens: Vec<(Token<'_>, Option<i32>)> = Vec::new();
    let mut row = 0;
    for &(line, text) in document.body().iter().filter(|(_, text)| !text.trim().is_empty()) {
        if row == hex.rows() {
            let expected = format!("the end of the text after {}", text::count(hex.rows(), "row"));
            return Err(ParseError::new(line, 1, format!("row {}", row + 1), expected));
        }
        let trimmed = text.trim();
        let dotted = trimmed.contains('.') && trimmed.len() > 1 && !trimmed.contains(char::is_whitespace);
        let cells =
            if dotted { text::pieces(line, text, |c| c == '.' || c.is_whitespace()) } else { text::tokens(line, text) };
        text::exactly(&cells, hex.row_len(row), (line, text), &format!(" in row {}", row + 1))?;
        for cell in cells {
            let named = dotted && cell.text.chars().all(char::is_alphabetic);
            givens.push((cell, if named { None } else { numbers::given(cell, numbers)? }));
        }
        row += 1;
    }
    if row == 0 {
        return Ok(vec![None; hex.len()]);
    }
    if row < hex.rows() {
        return Err(document.missing(format!("row {} of {}", row + 1, hex.rows())));
    }
    numbers::given_once(&givens)?;
    Ok(givens.into_iter().map(|(_, value)| value).collect())
}
