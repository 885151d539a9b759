//! Checks the rules of Kakuro without the model.

use crate::{Cells, Violation, latin};

use super::{Kakuro, KakuroCell, MOST_DIGIT};

/// Reports the first rule that the cells break.
pub(super) fn check(kakuro: &Kakuro, cells: &Cells) -> Result<(), Violation> {
    cells.check_len("cell", kakuro.grid.len())?;
    for (cell, (&digit, puzzle_cell)) in cells.0.iter().zip(&kakuro.cells).enumerate() {
        let at = latin::cell_name(kakuro.grid, cell);
        match *puzzle_cell {
            KakuroCell::Black { .. } if digit != 0 => return Err(Violation(format!("{at} is black, but has {digit}"))),
            KakuroCell::White(_) if !(1..=MOST_DIGIT).contains(&digit) => {
                return Err(Violation(format!("{at} has {digit}, which is not from 1 to {MOST_DIGIT}")));
            }
            KakuroCell::White(Some(given)) if given != digit => {
                return Err(Violation(format!("{at} has {digit}, but {given} is given")));
            }
            _ => {}
        }
    }
    latin::check_different(kakuro.groups(), cells, kakuro.grid)?;
    for run in &kakuro.runs {
        let found: i64 = run.cells.iter().map(|&cell| i64::from(cells.0[cell])).sum();
        if let Some(sum) = run.sum.filter(|&sum| sum != found) {
            return Err(Violation(format!("{} adds up to {found}, not {sum}", kakuro.name(run))));
        }
    }
    Ok(())
}
