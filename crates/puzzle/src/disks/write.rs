//! Writes disks.

use crate::clue::file;

use super::{Disks, KIND};

/// Writes the text of a stack of disks.
pub(super) fn text(disks: &Disks) -> String {
    let line =
        |places: &Vec<bool>| places.iter().map(|&solid| if solid { '1' } else { '0' }).collect::<String>() + "\n";
    file(&KIND, &[], &disks.solid.iter().map(line).collect::<String>())
}
