//! Checks the rules of Star Battles without the model.

use crate::grid::rect::Neighbours;
use crate::{Cells, Puzzle, Violation, text};
use cnfab_base::display::quoted;

use super::StarBattle;

/// Reports the first rule that the cells break.
pub(super) fn check(battle: &StarBattle, cells: &Cells) -> Result<(), Violation> {
    cells.check_len("cell", battle.grid.len())?;
    if let Some(cell) = cells.0.iter().position(|value| !(0..=1).contains(value)) {
        return Err(Violation(format!("{} has {}, which is neither 0 nor 1", battle.place(cell), cells.0[cell])));
    }
    let is_star = |&cell: &usize| cells.0[cell] == 1;
    for row in 0..battle.size() {
        check_unit(battle, &format!("row {}", row + 1), battle.grid.row(row).filter(is_star).count())?;
    }
    for column in 0..battle.size() {
        check_unit(battle, &format!("column {}", column + 1), battle.grid.column(column).filter(is_star).count())?;
    }
    for (symbol, region) in &battle.regions {
        check_unit(battle, &format!("region {}", quoted(symbol)), region.iter().copied().filter(is_star).count())?;
    }
    for cell in (0..battle.grid.len()).filter(is_star) {
        if let Some(other) = battle.grid.neighbours(cell, Neighbours::Eight).find(is_star) {
            return Err(Violation(format!("the stars in {} and in {} touch", battle.place(cell), battle.place(other))));
        }
    }
    Ok(())
}

/// Refuses a unit with another number of stars.
fn check_unit(battle: &StarBattle, unit: &str, found: usize) -> Result<(), Violation> {
    if found == battle.stars {
        return Ok(());
    }
    Err(Violation(format!("{unit} has {}, not {}", text::count(found, "star"), battle.stars)))
}
