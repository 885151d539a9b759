//! Writes Hidokus.

use crate::clue::{cell, file, rows};
use crate::grid::rect::Neighbours;

use super::{Hidoku, KIND};

/// Writes the text of a Hidoku.
pub(super) fn text(hidoku: &Hidoku) -> String {
    let at = |position: usize| match hidoku.positions.binary_search(&position) {
        Ok(place) => cell(hidoku.givens[place]),
        Err(_) => "#".to_owned(),
    };
    let body = rows((0..hidoku.grid.rows).map(|row| hidoku.grid.row(row).map(at)));
    let neighbours = if hidoku.neighbours == Neighbours::Four { 4 } else { 8 };
    file(&KIND, &[("neighbours", neighbours.to_string())], &body)
}

/// The most rows or columns of a board that is made.
const MOST_SIDE: usize = 40;

/// Writes an empty board.
pub(super) fn blank(rows: usize, columns: usize) -> Result<String, &'static str> {
    if !(1..=MOST_SIDE).contains(&rows) || !(1..=MOST_SIDE).contains(&columns) {
        return Err("1 to 40 rows and columns");
    }
    Ok(format!("\n{}", (vec!["_"; columns].join(" ") + "\n").repeat(rows)))
}
