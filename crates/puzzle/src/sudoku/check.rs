//! Checks the rules of Sudokus without the model.

use crate::{Cells, Puzzle, Violation};

use super::Sudoku;
use super::read::MOST_DIGITS;

/// Reports the first rule that the cells break.
pub(super) fn check(sudoku: &Sudoku, cells: &Cells) -> Result<(), Violation> {
    let (shape, grid, digits) = (sudoku.shape, sudoku.shape.grid(), &cells.0);
    cells.check_len("digit", grid.len())?;
    let name = |index: usize| sudoku.place(index);
    for (index, &digit) in digits.iter().enumerate() {
        if digit < 1 || digit > shape.size() as i32 {
            return Err(Violation(format!("{} has {digit}, which is not from 1 to {}", name(index), shape.size())));
        }
        if let Some(given) = sudoku.given(index).filter(|&given| given != digit) {
            let (digit, given) = (sudoku.notation.text(digit), sudoku.notation.text(given));
            return Err(Violation(format!("{} has {digit}, but {given} is given", name(index))));
        }
    }
    // The digits of each unit as bits; a unit is a row, a column or a box.
    let mut seen = [[0_u64; MOST_DIGITS]; 3];
    for (index, (&digit, units)) in digits.iter().zip(&sudoku.units[..]).enumerate() {
        let bit = 1 << (digit - 1);
        for unit in 0..3 {
            let number = units[unit];
            let seen = &mut seen[unit][usize::from(number)];
            if *seen & bit != 0 {
                let is_other = |&other: &usize| digits[other] == digit && sudoku.units[other][unit] == number;
                let other = (0..index).rev().find(is_other).unwrap_or(index);
                let (other, this) = (name(other), name(index));
                let what = ["row", "column", sudoku.region_label()][unit];
                let digit = sudoku.notation.text(digit);
                return Err(Violation(format!("{what} {} has {digit} twice: in {other} and in {this}", number + 1)));
            }
            *seen |= bit;
        }
    }
    Ok(())
}
