//! Finds cages of a KenKen that cannot reach their targets, and numbers given twice in a line.

use crate::text::count;
use crate::{Violation, latin};

use super::{CageConstraint, KenKen, OperationCage};

/// Reports a cage that no numbers bring to its target, or a number given twice in a line.
pub(super) fn of(kenken: &KenKen) -> Option<Violation> {
    if let Some(cage) = kenken.cages.iter().find(|cage| !is_possible(kenken, cage)) {
        let (name, cells) = (kenken.name(cage), count(cage.cells.len(), "cell"));
        let (target, sign) = (cage.target, cage.operation.sign());
        return Some(Violation(format!("{name} of {cells} cannot come to {target}{sign}")));
    }
    let mut given = vec![None; kenken.grid.len()];
    for cage in kenken.cages.iter().filter(|cage| cage.cells.len() == 1) {
        given[cage.cells[0]] = i32::try_from(cage.target).ok();
    }
    latin::twice(latin::lines(kenken.grid), kenken.grid, |cell| given[cell])
}

/// Returns whether some numbers bring a cage to its target, regardless of the other cages.
fn is_possible(kenken: &KenKen, cage: &OperationCage) -> bool {
    match &cage.constraint {
        CageConstraint::Sum => {
            let (cells, size) = (cage.cells.len() as i64, i64::from(kenken.size()));
            (cells..=cells * size).contains(&cage.target)
        }
        CageConstraint::Table(relation) => !relation.is_empty(),
        CageConstraint::Products(products) => products.is_possible(),
    }
}
