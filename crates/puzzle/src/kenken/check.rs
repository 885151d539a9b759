//! Checks the rules of KenKens without the model.

use crate::{Cells, Violation, latin};

use super::KenKen;

/// Reports the first rule that the cells break.
pub(super) fn check(kenken: &KenKen, cells: &Cells) -> Result<(), Violation> {
    latin::check_numbers(cells, kenken.grid, &(1..=kenken.size()), |_| None)?;
    latin::check_different(latin::lines(kenken.grid), cells, kenken.grid)?;
    for cage in &kenken.cages {
        let numbers: Vec<i32> = cage.cells.iter().map(|&cell| cells.0[cell]).collect();
        if !cage.operation.holds(&numbers, cage.target) {
            let (target, sign) = (cage.target, cage.operation.sign());
            let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
            let numbers = numbers.join(", ");
            return Err(Violation(format!("{} has {numbers}, which do not come to {target}{sign}", kenken.name(cage))));
        }
    }
    Ok(())
}
