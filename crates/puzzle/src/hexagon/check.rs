//! Checks the rules of magic hexagons without the model.

use crate::{Cells, Violation, numbers};

use super::Hexagon;

/// Reports the first rule that the cells break.
pub(super) fn check(hexagon: &Hexagon, cells: &Cells) -> Result<(), Violation> {
    numbers::check(cells, &hexagon.numbers, &hexagon.givens, true, |cell| hexagon.cell_name(cell))?;
    for (name, line) in hexagon.lines() {
        let sum: i64 = line.iter().map(|&cell| i64::from(cells.0[cell])).sum();
        if sum != hexagon.sum {
            return Err(Violation(format!("{name} adds up to {sum}, not {}", hexagon.sum)));
        }
    }
    Ok(())
}
