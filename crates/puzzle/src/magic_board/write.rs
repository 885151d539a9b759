//! Writes magic boards.

use crate::clue::{cell, file, rows};

use super::{KIND, MagicBoard};

/// Writes the text of a magic board.
pub(super) fn text(board: &MagicBoard) -> String {
    let body = rows((0..board.grid.rows).map(|row| board.grid.row(row).map(|index| cell(board.givens[index]))));
    let numbers = format!("{}..{}", board.numbers.start(), board.numbers.end());
    file(&KIND, &[("numbers", numbers), ("sum", board.sum.to_string())], &body)
}

/// The most rows of a board that is made.
const MOST_SIDE: usize = 32;

/// Writes an empty board.
pub(super) fn blank(rows: usize, columns: usize) -> Result<String, &'static str> {
    if rows != columns || !(1..=MOST_SIDE).contains(&rows) {
        return Err("as many rows as columns, from 1 to 32");
    }
    Ok(format!("size: {rows}\n"))
}
