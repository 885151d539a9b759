//! A form that stacks of disks have in common if they are equal up to rotations and orders of disks, and turning over.

use super::Disks;

/// Returns the form: the least list of disks, each in its least rotation.
pub(super) fn form(stack: &Disks) -> Vec<i32> {
    let least_rotation = |places: Vec<i32>| {
        let turned = |rotation: usize| [&places[rotation..], &places[..rotation]].concat();
        (0..places.len()).map(turned).min().expect("a disk has places")
    };
    let list = |is_turned_over: bool| {
        let disk = |disk: &Vec<bool>| {
            let mut places: Vec<i32> = disk.iter().map(|&is_solid| i32::from(is_solid)).collect();
            if is_turned_over {
                places.reverse();
            }
            least_rotation(places)
        };
        let mut disks: Vec<Vec<i32>> = stack.solid.iter().map(disk).collect();
        disks.sort_unstable();
        disks.concat()
    };
    list(false).min(list(true))
}
