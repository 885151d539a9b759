//! The rules of Star Battles, checked without the model, and givens that contradict each other.

use std::collections::BTreeSet;

use crate::display::quoted;
use crate::grid::rect::Neighbours;
use crate::puzzle::{Cells, Violation, text};

use super::StarBattle;

/// The first rule that the cells break.
pub(super) fn check(battle: &StarBattle, cells: &Cells) -> Result<(), Violation> {
    if cells.0.len() != battle.grid.len() {
        return Err(Violation(format!("there are {} cells, not {}", cells.0.len(), battle.grid.len())));
    }
    if let Some(cell) = cells.0.iter().position(|value| !(0..=1).contains(value)) {
        return Err(Violation(format!("{} has {}, which is neither 0 nor 1", battle.name(cell), cells.0[cell])));
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
            return Err(Violation(format!("the stars in {} and in {} touch", battle.name(cell), battle.name(other))));
        }
    }
    Ok(())
}

/// A contradiction between givens or rules that is seen without a search.
pub(super) fn contradiction(battle: &StarBattle) -> Option<Violation> {
    let (size, stars) = (battle.size(), battle.stars);
    // Of cells side by side at most one has a star.
    let most = size.div_ceil(2);
    if stars > most {
        return Some(Violation(format!("{stars} stars in a row of {size} cells touch: at most {most} do not")));
    }
    battle.regions.iter().find_map(|(name, cells)| {
        let most = room(battle, cells);
        let (row, column) = battle.grid.place(cells[0]);
        let stars = text::count(stars, "star");
        let place = format!("row {}, column {}", row + 1, column + 1);
        let cells = text::count(cells.len(), "cell");
        let why = format!("region '{name}' of {cells} at {place} needs {stars}, but more than {most} would touch");
        (most < battle.stars).then_some(Violation(why))
    })
}

/// At most so many stars in these cells do not touch: no more than squares of 2 x 2 cells cover them, in any of the four
/// ways to lay such squares out.
fn room(battle: &StarBattle, cells: &[usize]) -> usize {
    let squares = |(down, right): (usize, usize)| {
        let square = |&cell: &usize| {
            let (row, column) = battle.grid.place(cell);
            ((row + down) / 2, (column + right) / 2)
        };
        cells.iter().map(square).collect::<BTreeSet<_>>().len()
    };
    [(0, 0), (0, 1), (1, 0), (1, 1)].map(squares).into_iter().min().expect("there are four ways")
}

/// Refuses a unit that has another number of stars.
fn check_unit(battle: &StarBattle, unit: &str, found: usize) -> Result<(), Violation> {
    if found == battle.stars {
        return Ok(());
    }
    Err(Violation(format!("{unit} has {}, not {}", text::count(found, "star"), battle.stars)))
}
