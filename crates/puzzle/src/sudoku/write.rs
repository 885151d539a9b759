//! Writes Sudokus.

use crate::boxes::Boxes;
use crate::clue::{file, rows};

use super::read::MOST_DIGITS;
use super::{KIND, Sudoku};

/// The size of a box that needs no header line.
const USUAL: usize = 3;

/// The most regions that have a letter.
const LETTERS: usize = 26;

/// Writes the text of a Sudoku.
pub(super) fn text(sudoku: &Sudoku) -> String {
    let (size, shape) = (sudoku.shape.size(), sudoku.shape);
    let cell = |index: usize| sudoku.given(index).map_or_else(|| ".".to_owned(), |digit| sudoku.notation.text(digit));
    let mut headers = Vec::new();
    if sudoku.regions.is_none() && (shape.rows, shape.columns) != (USUAL, USUAL) {
        headers.push(("box", format!("{}x{}", shape.rows, shape.columns)));
    }
    if let Some(symbols) = sudoku.notation.symbols() {
        headers.push(("symbols", symbols));
    }
    let mut body = if sudoku.notation.is_compact() {
        (0..size).map(|row| shape.grid().row(row).map(cell).collect::<String>() + "\n").collect()
    } else {
        rows((0..size).map(|row| shape.grid().row(row).map(cell)))
    };
    if let Some(regions) = &sudoku.regions {
        let symbol = |index: usize| match regions.of[index] {
            letter if size <= LETTERS => char::from(b'A' + letter as u8).to_string(),
            number => (number + 1).to_string(),
        };
        body += "\nregions:\n";
        body += &rows((0..size).map(|row| shape.grid().row(row).map(symbol)));
    }
    file(&KIND, &headers, &body)
}

/// Writes an empty board.
pub(super) fn blank(rows: usize, columns: usize) -> Result<String, &'static str> {
    let boxes = Boxes::of_size(rows).filter(|_| rows == columns && rows <= MOST_DIGITS);
    let boxes = boxes.ok_or("as many rows as columns, from 4 to 64, and no prime number of them")?;
    let row = vec!["."; columns].join(" ") + "\n";
    Ok(format!("box: {}x{}\n\n{}", boxes.rows, boxes.columns, row.repeat(rows)))
}
