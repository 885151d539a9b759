//! The rules of Sudokus, checked without the model, and givens that contradict each other.

use crate::puzzle::{Cells, Violation, clash};

use super::Sudoku;

/// The first rule that the cells break.
pub(super) fn check(sudoku: &Sudoku, cells: &Cells) -> Result<(), Violation> {
    let (shape, grid, digits) = (sudoku.shape, sudoku.shape.grid(), &cells.0);
    if digits.len() != grid.len() {
        return Err(Violation(format!("there are {} digits, not {}", digits.len(), grid.len())));
    }
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
    // Where each digit was seen last, per unit; a unit is a row, a column or a box.
    let mut seen = vec![[None; 3]; shape.size() * shape.size()];
    for (index, &digit) in digits.iter().enumerate() {
        let (row, column) = grid.place(index);
        for (unit, (what, number)) in
            [("row", row), ("column", column), ("box", shape.box_of(index))].iter().enumerate()
        {
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

/// A contradiction between givens or rules that is seen without a search.
pub(super) fn contradiction(sudoku: &Sudoku) -> Option<Violation> {
    if !has_twice(sudoku) {
        return None;
    }
    let place = |cell: usize| {
        let (row, column) = sudoku.shape.grid().place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    };
    clash::twice(sudoku.groups(), |cell| sudoku.given(cell), place)
}

/// Whether a row, a column or a box has a digit twice: told without names, since most puzzles of a batch are fine.
fn has_twice(sudoku: &Sudoku) -> bool {
    let size = sudoku.shape.size();
    let mut seen = vec![0_u64; 3 * size];
    let mut twice = false;
    for (cell, &digit) in sudoku.givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        let (row, column) = sudoku.shape.grid().place(cell);
        for group in [row, size + column, 2 * size + sudoku.shape.box_of(cell)] {
            let bit = 1 << (digit - 1);
            twice |= seen[group] & bit != 0;
            seen[group] |= bit;
        }
    }
    twice
}
