//! Checks the rules of magic boards without the model.

use crate::{Cells, Violation};

use super::MagicBoard;

/// Reports the first rule that the cells break.
pub(super) fn check(board: &MagicBoard, cells: &Cells) -> Result<(), Violation> {
    let values = &cells.0;
    cells.check_len("number", board.grid.len())?;
    for (cell, &value) in values.iter().enumerate() {
        if !board.numbers.contains(&value) {
            let (low, high) = (board.numbers.start(), board.numbers.end());
            return Err(Violation(format!("{} has {value}, which is not from {low} to {high}", board.cell_name(cell))));
        }
        if let Some(given) = board.givens[cell].filter(|&given| given != value) {
            return Err(Violation(format!("{} has {value}, but {given} is given", board.cell_name(cell))));
        }
        if let Some(first) = values[..cell].iter().position(|&other| other == value) {
            return Err(Violation(format!(
                "{value} is in {} and in {}",
                board.cell_name(first),
                board.cell_name(cell)
            )));
        }
    }
    for (label, number, line) in board.lines() {
        let sum: i64 = line.iter().map(|&cell| i64::from(values[cell])).sum();
        if sum != board.sum {
            return Err(Violation(format!("{label} {number} adds up to {sum}, not {}", board.sum)));
        }
    }
    Ok(())
}
