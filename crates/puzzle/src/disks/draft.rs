//! Makes flower disks: the places of a ring are dealt out to the disks, and exchanged until the disks fit in one way.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::draft::{Begun, BoardCriteria, BoardMaker, Draft};
use crate::grid::ring::Ring;
use crate::{Cells, Puzzle};

use super::Disks;

/// The maker of flower disks.
pub(super) const MAKER: BoardMaker =
    BoardMaker { takes: &[], changes: "places are exchanged", repairs: 30, decisions: Some(10_000), begin };

/// The disks of a stack that is made.
const DISKS: RangeInclusive<usize> = 2..=8;

/// The least places for each disk: with fewer, small disks are equal and can be exchanged.
const PLACES_EACH: usize = 3;

/// The least solid places of a disk.
const LEAST_PLACES: usize = 2;

/// The most places of a disk that is made.
const MOST_PLACES: usize = 60;

/// The most exchanges of one repair.
const MOST_EXCHANGES: usize = 100;

/// Begins a stack.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let (disks, places) = (wish.rows, wish.columns);
    if !DISKS.contains(&disks) || !(PLACES_EACH * disks..=MOST_PLACES).contains(&places) {
        let (least, most) = (DISKS.start(), DISKS.end());
        let of_places = format!("at least {PLACES_EACH} times as many places, up to {MOST_PLACES}");
        return Err(format!("from {least} to {most} disks with {of_places}, such as 4x12"));
    }
    // The disks have equally many places, or some that all have and random ones.
    let dealt = if rng.bool() { places } else { LEAST_PLACES * disks };
    let disk = |place: usize| if place < dealt { place % disks } else { rng.usize(0..disks) };
    let mut disk_of: Vec<usize> = (0..places).map(disk).collect();
    rng.shuffle(&mut disk_of);
    let rotation = |disk: usize| if disk == 0 { 0 } else { rng.i32(0..places as i32) };
    let solution = Cells((0..disks).map(rotation).collect());
    Ok(Some(Box::new(DisksDraft { disk_of, solution, counter_solutions: Vec::new() })))
}

/// A stack of disks while it is made.
struct DisksDraft {
    /// The disk that is solid at each place, in the solution.
    disk_of: Vec<usize>,
    /// The rotations.
    solution: Cells,
    /// The rotations of counter-solutions, relative to those of the solution.
    counter_solutions: Vec<Vec<usize>>,
}

impl DisksDraft {
    /// Returns whether each place is solid once after further rotations of the disks.
    fn fits(&self, rotations: &[usize]) -> bool {
        let places = self.disk_of.len();
        let mut is_solid = vec![false; places];
        let places = self.disk_of.iter().enumerate().map(|(place, &disk)| (place + places - rotations[disk]) % places);
        places.into_iter().all(|place| !std::mem::replace(&mut is_solid[place], true))
    }
}

impl Draft for DisksDraft {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        let ring = Ring::new(self.disk_of.len());
        let mut solid = vec![vec![false; ring.size()]; self.solution.0.len()];
        for (place, &disk) in self.disk_of.iter().enumerate() {
            solid[disk][ring.ahead(place, self.solution.0[disk] as usize)] = true;
        }
        Box::new(Disks { solid, ring })
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    /// Exchanges places of two disks, until no counter-solution fits.
    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        let places = self.disk_of.len();
        let relative = |cells: &Cells| {
            let rotations = cells.0.iter().zip(&self.solution.0);
            rotations.map(|(&other, &own)| (other as usize + places - own as usize) % places).collect()
        };
        self.counter_solutions.extend(counter_solutions.iter().map(relative));
        for _ in 0..MOST_EXCHANGES {
            if !self.counter_solutions.iter().any(|rotations| self.fits(rotations)) {
                return true;
            }
            self.disk_of.swap(rng.usize(0..places), rng.usize(0..places));
        }
        false
    }
}
