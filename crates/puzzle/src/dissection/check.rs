//! Checks the rules of dissections without the model.

use crate::grid::polyomino::Polyomino;
use crate::{Cells, Violation};

use super::Dissection;

/// Reports the first rule that the cells break.
pub(super) fn check(dissection: &Dissection, cells: &Cells) -> Result<(), Violation> {
    cells.check_len("cell", dissection.rows * dissection.columns)?;
    let mut outside = cells.0.clone();
    let mut covered = vec![Vec::new(); dissection.stones.len()];
    for (number, square) in dissection.board.squares().iter().enumerate() {
        let stone = std::mem::take(&mut outside[dissection.cell_of(number)]);
        match usize::try_from(stone.wrapping_sub(1)).ok().and_then(|stone| covered.get_mut(stone)) {
            Some(squares) => squares.push(*square),
            None => {
                let (row, column) = (square.row + 1, square.column + 1);
                return Err(Violation(format!("row {row}, column {column} holds {stone}, which is no stone")));
            }
        }
    }
    if let Some(cell) = outside.iter().position(|&stone| stone != 0) {
        let (row, column) = (cell / dissection.columns + 1, cell % dissection.columns + 1);
        return Err(Violation(format!("row {row}, column {column} is no square of the board, but is covered")));
    }
    for (number, (stone, squares)) in dissection.stones.iter().zip(covered).enumerate() {
        let found = Polyomino::new(squares);
        if found.area() != stone.area() {
            let found = format!("stone {} covers {} squares, not {}", number + 1, found.area(), stone.area());
            return Err(Violation(found));
        }
        if !stone.orientations(dissection.rotate, dissection.flip).contains(&found) {
            return Err(Violation(format!("the squares of stone {} do not have its shape and colours", number + 1)));
        }
    }
    Ok(())
}
