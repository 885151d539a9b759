//! Checks the rules of magic hexagons without the model.

use crate::{Cells, Violation};

use super::Hexagon;

/// Reports the first rule that the cells break.
pub(super) fn check(hexagon: &Hexagon, cells: &Cells) -> Result<(), Violation> {
    let values = &cells.0;
    cells.check_len("number", hexagon.hex.len())?;
    for (cell, &value) in values.iter().enumerate() {
        if !hexagon.numbers.contains(&value) {
            let (low, high) = (hexagon.numbers.start(), hexagon.numbers.end());
            return Err(Violation(format!(
                "{} has {value}, which is not from {low} to {high}",
                hexagon.cell_name(cell)
            )));
        }
        if let Some(given) = hexagon.givens[cell].filter(|&given| given != value) {
            return Err(Violation(format!("{} has {value}, but {given} is given", hexagon.cell_name(cell))));
        }
        if let Some(first) = values[..cell].iter().position(|&other| other == value) {
            return Err(Violation(format!(
                "{value} is in {} and in {}",
                hexagon.cell_name(first),
                hexagon.cell_name(cell)
            )));
        }
    }
    for (name, line) in hexagon.lines() {
        let sum: i64 = line.iter().map(|&cell| i64::from(values[cell])).sum();
        if sum != hexagon.sum {
            return Err(Violation(format!("{name} adds up to {sum}, not {}", hexagon.sum)));
        }
    }
    Ok(())
}
