//! Builds the model of flower disks.

use cnfab_model::{Model, Move, ValueMap, Var};

use super::Disks;

/// Builds the model.
pub(super) fn make(stack: &Disks, _: &str) -> Model {
    let mut model = Model::new();
    let size = stack.ring.size();
    let disks: Vec<Var> = (0..stack.solid.len())
        .map(|disk| {
            let last = if disk == 0 { 0 } else { size as i32 - 1 };
            model.var(format!("disk[{}]", disk + 1), 0..=last)
        })
        .collect();
    for place in 0..size {
        let mut atoms = Vec::new();
        for (disk, &var) in disks.iter().enumerate() {
            let rotations = (0..size).filter(|&rotation| stack.is_solid(disk, place, rotation));
            atoms.extend(rotations.map(|rotation| var.is(rotation as i32)));
        }
        model.exactly("place", 1, atoms);
    }
    model
}

/// Declares the symmetries, which fix the first disk.
///
/// There are three: rotating all other disks by a period of the first; turning the stack over; exchanging equal disks.
pub(super) fn declare_symmetries(stack: &Disks, _: &str, model: &mut Model) {
    let mut maps = vec![turn(stack, 1, false); stack.solid.len()];
    maps[0] = ValueMap::default();
    let turn = Move::new(model.vars().collect(), maps);
    model.declare_symmetry("alike", alike(stack));
    model.declare_symmetry("geometric", std::iter::once(turn).chain(turned_over(stack)));
}

/// Finds the shift by which `disk`, reversed if `backwards`, equals `other`: solid at x exactly if `other` is at x +
/// shift.
fn shift(stack: &Disks, disk: usize, backwards: bool, other: usize) -> Option<usize> {
    let size = stack.ring.size();
    let own = |place: usize| stack.solid[disk][if backwards { (size - place) % size } else { place }];
    (0..size).find(|&shift| (0..size).all(|place| own(place) == stack.is_solid(other, place, shift)))
}

/// Returns the map of rotations from r to `shift + r`, or to `shift - r` if `backwards`.
fn turn(stack: &Disks, shift: usize, backwards: bool) -> ValueMap {
    let size = stack.ring.size();
    let image = |rotation: usize| {
        if backwards { stack.ring.ahead(shift, size - rotation) } else { stack.ring.ahead(shift, rotation) }
    };
    ValueMap::new((0..size).map(|rotation| (rotation as i32, image(rotation) as i32)))
}

/// Returns the automorphism that turns the stack over, if the first disk equals its reversal up to rotation.
fn turned_over(stack: &Disks) -> Option<Move> {
    let size = stack.ring.size();
    let first = shift(stack, 0, true, 0)?;
    let mut to = vec![Var::from_index(0)];
    let mut maps = vec![ValueMap::default()];
    for disk in 1..stack.solid.len() {
        let free = |other: &usize| !to.contains(&Var::from_index(*other));
        let (other, shift) =
            (1..stack.solid.len()).filter(free).find_map(|other| Some((other, shift(stack, disk, true, other)?)))?;
        to.push(Var::from_index(other));
        // All disks rotate so that the first returns to its position.
        maps.push(turn(stack, stack.ring.ahead(shift, size - first), true));
    }
    Some(Move::new(to, maps))
}

/// Returns rotations of single disks by their period, and exchanges of disks that are equal up to rotation.
fn alike(stack: &Disks) -> Vec<Move> {
    let (disks, size) = (stack.solid.len(), stack.ring.size());
    let vars: Vec<Var> = (0..disks).map(Var::from_index).collect();
    let stay = vec![ValueMap::default(); disks];
    let mut moves = Vec::new();
    for disk in 1..disks {
        let period = (1..size)
            .find(|&shift| (0..size).all(|place| stack.solid[disk][place] == stack.is_solid(disk, place, shift)));
        if let Some(period) = period {
            let mut maps = stay.clone();
            maps[disk] = turn(stack, period, false);
            moves.push(Move::new(vars.clone(), maps));
        }
        let before = (1..disk).rev().find_map(|other| Some((other, shift(stack, disk, false, other)?)));
        if let Some((other, shift)) = before {
            let (mut to, mut maps) = (vars.clone(), stay.clone());
            to.swap(disk, other);
            maps[disk] = turn(stack, shift, false);
            maps[other] = turn(stack, size - shift, false);
            moves.push(Move::new(to, maps));
        }
    }
    moves
}
