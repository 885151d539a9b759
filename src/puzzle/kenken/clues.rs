//! The clues of KenKens: the cages with their targets.

use crate::puzzle::cages;
use crate::puzzle::clue::{Clue, Kept, file};

use super::{KIND, KenKen};

/// Lists the clues.
pub(super) fn list(kenken: &KenKen) -> Vec<Clue> {
    let clue = |cage: &super::OperationCage| {
        let text = format!("{} comes to {}{}", kenken.name(cage), cage.target, cage.operation.sign());
        Clue { text, cells: cage.cells.clone() }
    };
    kenken.cages.iter().map(clue).collect()
}

/// Leaves clues out.
pub(super) fn keep(kenken: &KenKen, keep: &[bool]) -> KenKen {
    let mut kenken = kenken.clone();
    Kept::new(keep).of(&mut kenken.cages);
    kenken
}

/// Writes the text.
pub(super) fn text(kenken: &KenKen) -> String {
    let target = |cage: &super::OperationCage| format!("{}{}", cage.target, cage.operation.sign());
    let cages = kenken.cages.iter().map(|cage| (&cage.symbol[..], &cage.cells[..], target(cage)));
    file(&KIND, &[], &cages::text(kenken.grid, cages))
}
