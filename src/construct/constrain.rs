//! The first generator of the founding document: givens are added until propagation alone finds the solution.
//!
//! Two copies of the board are kept: the givens, and what follows from them by propagation. A random value is given to
//! a random cell that is open there. A value with which no solution is left is taken back, and another one is tried.
//! The solution is then the only one, since each step of propagation is certain.
//!
//! Givens that propagation does not need are left out by halves, as in `dig`. Both halves of a range begin with what
//! follows from all other givens. Where that is the solution, the whole range is left out.

use std::ops::Range;

use fastrand::Rng;

use crate::model::{Narrowed, Var};

use super::ConstructError;
use super::generate::{Generator, Solved, orbit_of, prefer};

impl Generator<'_> {
    /// Adds givens until propagation alone finds the solution.
    pub(super) fn constrain_by_propagation(
        &mut self,
        orbits: &[Vec<usize>],
        pattern: Option<&[bool]>,
        rng: &mut Rng,
    ) -> Result<Solved, ConstructError> {
        let mut givens = vec![None; self.cells()];
        let mut solution = self.some(&givens, &[])?.expect("the board has a solution");
        let mut narrowed = Narrowed::new(self.model).expect("the board has a solution");
        loop {
            if self.budget.is_over() {
                return Err(ConstructError::OutOfBudget);
            }
            let cells = self.completions.cells();
            let mut open: Vec<usize> = (0..cells.len()).filter(|&cell| narrowed.fixed(cells[cell]).is_none()).collect();
            prefer(&mut open, pattern);
            let Some(&cell) = rng.choice(&open) else { return Ok((solution, givens)) };
            for &cell in orbit_of(orbits, cell) {
                let var = self.completions.cells()[cell];
                solution = self.give_possible(cell, &mut givens, solution, rng, |value| narrowed.has(var, value))?;
                let holds = narrowed.give(var, solution[cell]);
                debug_assert!(holds, "the givens have a solution");
            }
        }
    }

    /// Leaves out givens, whole orbits in order, while propagation alone finds the solution.
    pub(super) fn dig_by_propagation(
        &self,
        solution: &[i32],
        givens: &mut [Option<i32>],
        orbits: &[Vec<usize>],
        fewest: usize,
    ) {
        let mut narrowed = Narrowed::new(self.model).expect("the board has a solution");
        let mut tried = vec![false; givens.len()];
        orbits.iter().flatten().for_each(|&cell| tried[cell] = true);
        let cells = self.completions.cells();
        for cell in (0..givens.len()).filter(|&cell| !tried[cell] && givens[cell].is_some()) {
            narrowed.give(cells[cell], solution[cell]);
        }
        let count = givens.iter().flatten().count();
        let mut dig = Dig { cells, solution, orbits, fewest, narrowed, givens, count };
        dig.range(0..orbits.len());
    }
}

struct Dig<'d, 'm> {
    cells: &'d [Var],
    solution: &'d [i32],
    orbits: &'d [Vec<usize>],
    fewest: usize,
    /// What follows from the givens outside of the present range.
    narrowed: Narrowed<'m>,
    /// The givens that are left.
    givens: &'d mut [Option<i32>],
    /// How many givens are left.
    count: usize,
}

impl Dig<'_, '_> {
    fn range(&mut self, range: Range<usize>) {
        if self.cells.iter().all(|&var| self.narrowed.fixed(var).is_some()) {
            for orbit in &self.orbits[range] {
                if self.count >= self.fewest + orbit.len() {
                    self.count -= orbit.len();
                    orbit.iter().for_each(|&cell| self.givens[cell] = None);
                }
            }
        } else if range.len() > 1 {
            let middle = range.start + range.len() / 2;
            let left = self.narrowed.left();
            self.give(middle..range.end);
            self.range(range.start..middle);
            self.narrowed.go_back(&left);
            self.give(range.start..middle);
            self.range(middle..range.end);
        }
    }

    /// Gives what is left of a range of orbits.
    fn give(&mut self, range: Range<usize>) {
        for &cell in self.orbits[range].iter().flatten().filter(|&&cell| self.givens[cell].is_some()) {
            let holds = self.narrowed.give(self.cells[cell], self.solution[cell]);
            debug_assert!(holds, "the solution has all givens");
        }
    }
}
