//! Checks the rules of Killer Sudokus without the model.

use crate::{Cells, Violation, latin};

use super::KillerSudoku;

/// Reports the first rule that the cells break.
pub(super) fn check(killer: &KillerSudoku, cells: &Cells) -> Result<(), Violation> {
    latin::check_numbers(cells, killer.grid(), &(1..=killer.size() as i32), |_| None)?;
    latin::check_different(killer.houses(), cells, killer.grid())?;
    let cages = killer.cages.iter().map(|cage| (killer.name(cage), cage.cells.clone()));
    latin::check_different(cages, cells, killer.grid())?;
    for cage in &killer.cages {
        let found: i64 = cage.cells.iter().map(|&cell| i64::from(cells.0[cell])).sum();
        if found != cage.sum {
            return Err(Violation(format!("{} adds up to {found}, not {}", killer.name(cage), cage.sum)));
        }
    }
    Ok(())
}
