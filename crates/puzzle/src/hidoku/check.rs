//! Checks the rules of Hidokus without the model.

use crate::grid::rect::Neighbours;
use crate::{Cells, Violation};

use super::Hidoku;

/// Reports the first rule that the cells break.
pub(super) fn check(hidoku: &Hidoku, cells: &Cells) -> Result<(), Violation> {
    cells.check_len("number", hidoku.len())?;
    // The cell of each number.
    let mut cell_of = vec![None; hidoku.len()];
    for (cell, &number) in cells.0.iter().enumerate() {
        if number < 1 || number as usize > hidoku.len() {
            return Err(Violation(format!(
                "{} has {number}, which is not from 1 to {}",
                hidoku.cell_name(cell),
                hidoku.len()
            )));
        }
        if let Some(given) = hidoku.givens[cell].filter(|&given| given != number) {
            return Err(Violation(format!("{} has {number}, but {given} is given", hidoku.cell_name(cell))));
        }
        if let Some(first) = cell_of[number as usize - 1].replace(cell) {
            return Err(Violation(format!(
                "{number} is in {} and in {}",
                hidoku.cell_name(first),
                hidoku.cell_name(cell)
            )));
        }
    }
    let path: Vec<usize> = cell_of.into_iter().flatten().collect();
    for (number, step) in (1..).zip(path.windows(2)) {
        let (from, to) = (hidoku.grid.place(hidoku.positions[step[0]]), hidoku.grid.place(hidoku.positions[step[1]]));
        let (down, right) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let near = match hidoku.neighbours {
            Neighbours::Four => down + right == 1,
            Neighbours::Eight => down.max(right) == 1,
        };
        if !near {
            let (from, to) = (hidoku.cell_name(step[0]), hidoku.cell_name(step[1]));
            return Err(Violation(format!("{number} in {from} and {} in {to} are no neighbours", number + 1)));
        }
    }
    Ok(())
}
