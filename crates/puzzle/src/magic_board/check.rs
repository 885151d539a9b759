//! Checks the rules of magic boards without the model.

use crate::{Cells, Puzzle, Violation, numbers};

use super::MagicBoard;

/// Reports the first rule that the cells break.
pub(super) fn check(board: &MagicBoard, cells: &Cells) -> Result<(), Violation> {
    numbers::check(cells, &board.numbers, &board.givens, true, |cell| board.place(cell))?;
    for (label, number, line) in board.lines() {
        let sum: i64 = line.iter().map(|&cell| i64::from(cells.0[cell])).sum();
        if sum != board.sum {
            return Err(Violation(format!("{label} {number} adds up to {sum}, not {}", board.sum)));
        }
    }
    Ok(())
}
