//! Finds disks that cannot cover each place exactly once.

use crate::Violation;

use super::Disks;

/// Reports too many or too few solid places, or two disks that overlap in every rotation.
pub(super) fn of(puzzle: &Disks) -> Option<Violation> {
    let places = puzzle.ring.size();
    let solid: Vec<Vec<usize>> =
        puzzle.solid.iter().map(|disk| (0..places).filter(|&place| disk[place]).collect()).collect();
    let all: usize = solid.iter().map(Vec::len).sum();
    if all != places {
        let disks = if solid.len() == 1 { "the disk has" } else { "all disks have" };
        return Some(Violation(format!("{disks} {all} solid places, but there are {places} places")));
    }
    solid.iter().enumerate().find_map(|(disk, own)| {
        let other = solid[..disk].iter().position(|other| {
            // The relative rotations for which a solid place lies on a solid place.
            let mut overlaps = vec![false; places];
            own.iter().for_each(|place| other.iter().for_each(|at| overlaps[(place + places - at) % places] = true));
            overlaps.iter().all(|&overlaps| overlaps)
        })?;
        Some(Violation(format!("disks {} and {} overlap however they are turned", other + 1, disk + 1)))
    })
}
