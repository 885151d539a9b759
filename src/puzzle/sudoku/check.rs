//! Checks the rules of Sudokus without the model.

use crate::puzzle::{Cells, Violation};

use super::Sudoku;

/// Reports the first rule that the cells break.
pub(super) fn check(sudoku: &Sudoku, cells: &Cells) -> Result<(), Violation> {
    let (shape, grid, digits) = (sudoku.shape, sudoku.shape.grid(), &cells.0);
    cells.check_len("digit", grid.len())?;
    let name = |index: usize| {
        let (row, column) = grid.place(index);
        format!("row {}, column {}", row + 1, column + 1)
    };
    for (index, &digit) in digits.iter().enumerate() {
        if digit < 1 || digit > shape.size() as i32 {
            return Err(Violation(format!("{} has {digit}, which is not from 1 to {}", name(index), shape.size())));
        }
        if let Some(given) = sudoku.given(index).filter(|&given| given != digit) {
            let (digit, given) = (sudoku.notation.text(digit), sudoku.notation.text(given));
            return Err(Violation(format!("{} has {digit}, but {given} is given", name(index))));
        }
    }
    // The last cell of each digit per unit; a unit is a row, a column or a box.
    let mut seen = vec![[None; 3]; shape.size() * shape.size()];
    for (index, &digit) in digits.iter().enumerate() {
        let (row, column) = grid.place(index);
        let region = (sudoku.region_label(), sudoku.region_of(index));
        for (unit, (what, number)) in [("row", row), ("column", column), region].iter().enumerate() {
            let last = &mut seen[number * shape.size() + digit as usize - 1][unit];
            if let Some(other) = last.replace(index) {
                let (other, this) = (name(other), name(index));
                let digit = sudoku.notation.text(digit);
                return Err(Violation(format!("{what} {} has {digit} twice: in {other} and in {this}", number + 1)));
            }
        }
    }
    Ok(())
}
