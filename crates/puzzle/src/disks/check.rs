//! Checks the rules of flower disks without the model.

use crate::{Cells, Violation};

use super::Disks;

/// Reports the first rule that the cells break.
pub(super) fn check(stack: &Disks, cells: &Cells) -> Result<(), Violation> {
    let rotations = stack.rotations(cells)?;
    if rotations[0] != 0 {
        return Err(Violation(format!("the first disk is rotated by {}; it has to stay", rotations[0])));
    }
    let rows: Vec<Vec<bool>> = stack
        .solid
        .iter()
        .zip(&rotations)
        .map(|(disk, &rotation)| [&disk[rotation..], &disk[..rotation]].concat())
        .collect();
    for place in 0..stack.ring.size() {
        let layers = rows.iter().filter(|row| row[place]).count();
        if layers != 1 {
            return Err(Violation(format!("place {} is solid in {layers} disks, not in 1", place + 1)));
        }
    }
    Ok(())
}
