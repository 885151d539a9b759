//! The first generator of the founding document: givens are added until propagation alone finds the solution.
//!
//! Two copies of the board are kept: the givens, and what follows from them by propagation. A random value is given to
//! a random cell that is open there. A value with which no solution is left is taken back, and another one is tried.
//! The solution is then the only one, since each step of propagation is certain.

use fastrand::Rng;

use crate::model::{Domain, narrow};

use super::ConstructError;
use super::generate::{Generator, Solved, orbit_of, prefer};

impl Generator<'_> {
    /// The value of each cell that propagation finds; `None` for a cell that stays open. Nothing if it refutes the
    /// givens.
    pub(super) fn propagated(&self, givens: &[Option<i32>]) -> Option<Vec<Option<i32>>> {
        let mut domains: Vec<Domain> = self.model.variables().iter().map(|one| one.domain.clone()).collect();
        for (&var, given) in self.completions.cells().iter().zip(givens) {
            if let Some(value) = given {
                domains[var.index()].retain(|other| other == *value);
            }
        }
        let domains = narrow(&self.model.with_domains(domains))?;
        Some(self.completions.cells().iter().map(|var| domains[var.index()].fixed()).collect())
    }

    /// Adds givens until propagation alone finds the solution.
    pub(super) fn constrain_by_propagation(
        &mut self,
        orbits: &[Vec<usize>],
        pattern: Option<&[bool]>,
        rng: &mut Rng,
    ) -> Result<Solved, ConstructError> {
        let mut givens = vec![None; self.cells()];
        let mut solution = self.some(&givens)?.expect("the board has a solution");
        loop {
            if self.budget.is_over() {
                return Err(ConstructError::OutOfBudget);
            }
            let follows = self.propagated(&givens).expect("the givens have a solution");
            let mut open: Vec<usize> = (0..follows.len()).filter(|&cell| follows[cell].is_none()).collect();
            prefer(&mut open, pattern);
            let Some(&cell) = rng.choice(&open) else { return Ok((solution, givens)) };
            for &cell in orbit_of(orbits, cell) {
                solution = self.give(cell, &mut givens, solution, rng)?;
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
        for orbit in orbits {
            let count = givens.iter().flatten().count();
            if count < fewest + orbit.len() {
                continue;
            }
            orbit.iter().for_each(|&cell| givens[cell] = None);
            if !self.propagated(givens).is_some_and(|values| values.iter().all(Option::is_some)) {
                orbit.iter().for_each(|&cell| givens[cell] = Some(solution[cell]));
            }
        }
    }
}
