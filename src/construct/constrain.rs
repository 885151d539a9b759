//! The first generator of the founding document: givens are added until propagation alone finds the solution.
//!
//! Two copies of the board are kept: the givens, and what follows from them by propagation. A random value is given to
//! a random cell that is open there. A value with which no solution is left is taken back, and another one is tried.
//! The solution is then the only one, since each step of propagation is certain.
//!
//! A search for a solution is dear while few cells are given, and finds one nearly always. So one search is made for a
//! range of new givens. If it fails, halving the range finds the first given with which no solution is left, and those
//! behind it are taken back, too. Values are as random as if each was searched for at once.
//!
//! Givens that propagation does not need are left out by halves, as in `dig`. Both halves of a range begin with what
//! follows from all other givens. Where that is the solution, the whole range is left out.

use std::ops::Range;

use fastrand::Rng;

use crate::model::{Left, Narrowed, Var};

use super::ConstructError;
use super::generate::{Generator, Solved, orbit_of, prefer};

/// One search is made for as many new givens as this part of the open cells, at most.
const OPEN_PER_SEARCH: usize = 8;

/// A cell that gets a value.
struct Turn<'o> {
    /// The cells that have givens together, and the place of the cell among them.
    orbit: &'o [usize],
    place: usize,
    /// Values with which no solution is left.
    refuted: Vec<i32>,
}

/// A given that propagation does not refute. Whether there is a solution is not known.
struct NewGiven<'o> {
    cell: usize,
    value: i32,
    turn: Turn<'o>,
    /// What was left before it.
    before: Left,
}

impl Generator<'_> {
    /// Adds givens until propagation alone finds the solution.
    pub(super) fn constrain_by_propagation(
        &mut self,
        orbits: &[Vec<usize>],
        pattern: Option<&[bool]>,
        rng: &mut Rng,
    ) -> Result<Solved, ConstructError> {
        let cells = self.completions.cells().to_vec();
        let mut givens = vec![None; cells.len()];
        // It has all givens but the new ones.
        let mut solution = self.some(&givens, &[])?.expect("the board has a solution");
        let mut narrowed = Narrowed::new(self.model).expect("the board has a solution");
        let mut new: Vec<NewGiven<'_>> = Vec::new();
        let mut next: Option<Turn<'_>> = None;
        // For how many new givens one search is made; for one if the last search has failed.
        let mut most = cells.len();
        loop {
            if self.budget.is_over() {
                return Err(ConstructError::OutOfBudget);
            }
            let mut open: Vec<usize> = (0..cells.len()).filter(|&cell| narrowed.fixed(cells[cell]).is_none()).collect();
            most = most.min(open.len() / OPEN_PER_SEARCH).max(1);
            prefer(&mut open, pattern);
            let any = |&cell: &usize| Turn { orbit: orbit_of(orbits, cell), place: 0, refuted: Vec::new() };
            let turn = next.take().or_else(|| rng.choice(&open).map(any));
            let is_done = turn.is_none();
            let mut is_refuted = false;
            if let Some(turn) = turn {
                let cell = turn.orbit[turn.place];
                let is_left = |value: &i32| narrowed.has(cells[cell], *value) && !turn.refuted.contains(value);
                let values: Vec<i32> = self.completions.values(cell).into_iter().filter(is_left).collect();
                if let Some(&value) = rng.choice(&values) {
                    givens[cell] = Some(value);
                    let place = turn.place + 1;
                    next = (place < turn.orbit.len()).then(|| Turn { orbit: turn.orbit, place, refuted: Vec::new() });
                    new.push(NewGiven { cell, value, turn, before: narrowed.left() });
                }
                // What is searched for anyway is propagated afterwards.
                is_refuted =
                    values.is_empty() || new.len() < most && !narrowed.give(cells[cell], new[new.len() - 1].value);
                if !is_refuted && new.len() < most {
                    continue;
                }
            }
            if let Some(wrong) = self.first_wrong(&new, is_refuted, &mut givens, &mut solution)? {
                most = 1;
                let NewGiven { value, mut turn, before, .. } = new.swap_remove(wrong);
                narrowed.go_back(&before);
                turn.refuted.push(value);
                next = Some(turn);
            } else if let Some(last) = new.last().filter(|_| !is_done) {
                most *= 2;
                let holds = narrowed.give(cells[last.cell], last.value);
                debug_assert!(holds, "there is a solution with it");
            } else {
                return Ok((solution, givens));
            }
            new.clear();
        }
    }

    /// The first of the new givens with which no solution is left; it and those behind it are taken back. `solution`
    /// then has all others.
    fn first_wrong(
        &mut self,
        new: &[NewGiven<'_>],
        is_refuted: bool,
        givens: &mut [Option<i32>],
        solution: &mut Vec<i32>,
    ) -> Result<Option<usize>, ConstructError> {
        let keep = |count: usize, givens: &mut [Option<i32>]| {
            let numbered = new.iter().enumerate();
            numbered.for_each(|(number, given)| givens[given.cell] = (number < count).then_some(given.value));
        };
        // There is a solution with the first `some` of them, and none with the first `none`, which may not be known
        // yet.
        let (mut some, mut none) = (0, new.len() + usize::from(!is_refuted));
        while none - some > 1 {
            let count = if none > new.len() { new.len() } else { some.midpoint(none) };
            keep(count, givens);
            let is_known = new[..count].iter().all(|given| solution[given.cell] == given.value);
            let found = if is_known { None } else { self.some(givens, solution)? };
            if is_known || found.is_some() {
                some = count
            } else {
                none = count
            }
            found.into_iter().for_each(|found| *solution = found);
        }
        keep(some, givens);
        Ok((some < new.len()).then_some(some))
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
