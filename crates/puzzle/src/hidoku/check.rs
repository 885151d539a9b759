//! Checks the rules of Hidokus without the model.

use crate::grid::rect::Neighbours;
use crate::{Cells, Violation, numbers};

use super::Hidoku;

/// Reports the first rule that the cells break.
pub(super) fn check(hidoku: &Hidoku, cells: &Cells) -> Result<(), Violation> {
    numbers::check(cells, &(1..=hidoku.len() as i32), &hidoku.givens, true, |cell| hidoku.cell_name(cell))?;
    let mut path = vec![0; hidoku.len()];
    cells.0.iter().enumerate().for_each(|(cell, &number)| path[number as usize - 1] = cell);
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
