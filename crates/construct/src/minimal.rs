//! Clues that can be left out.
//!
//! A set of clues is enough if the puzzle has no second solution with it. That is monotone: more clues, fewer
//! solutions. So the sets that are enough and minimal are the minimal unsatisfiable subsets of the clues together with
//! 'some other solution' (J. Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL
//! 2010). `subsets` finds them: one, all, or a smallest one.

use std::ops::ControlFlow;

use cnfab_model::Assignment;
use cnfab_puzzle::{Puzzle, Violation};
use cnfab_solve::Budget;

use super::oracle::{Answer, Oracle};
use super::questions::ByClauses;
use super::subsets::{Minimal, Parts, Subsets};
use super::{ConstructError, Selectable};

/// The clues of a puzzle with one solution.
pub struct Reduction<'m> {
    subsets: Subsets<'m>,
    solution: Assignment,
}

impl Parts for &Selectable {
    fn broken(&self, solution: &Assignment) -> Vec<usize> {
        (0..self.clues.len()).filter(|&clue| !self.is_met(clue, solution)).collect()
    }
}

impl<'m> Reduction<'m> {
    /// Solves the puzzle whose model this is, and excludes its solution.
    ///
    /// # Errors
    /// If it has no solution or more than one, or the budget ends.
    pub fn new(selectable: &'m Selectable, budget: &Budget) -> Result<Self, ConstructError> {
        let mut oracle = Oracle::new(&selectable.model, budget)?;
        let clues = oracle.lits(selectable.clues.iter().copied());
        let Answer::Solution(solution) = oracle.ask(&clues)? else { return Err(ConstructError::NotUnique("no")) };
        oracle.exclude(&solution);
        let count = clues.len();
        let questions = Box::new(ByClauses::new(oracle, clues));
        let mut reduction = Reduction { subsets: Subsets::new(questions, count, selectable, budget), solution };
        let all: Minimal = (0..reduction.subsets.len()).collect();
        match reduction.enough(&all)? {
            Some(_) => Ok(reduction),
            None => Err(ConstructError::NotUnique("several")),
        }
    }

    /// The only solution, as an assignment of the selectable model.
    pub fn solution(&self) -> &Assignment {
        &self.solution
    }

    /// The number of clues that every set that is enough has at least, as far as [`Reduction::smallest`] found out.
    pub fn least(&self) -> usize {
        self.subsets.least
    }

    /// The number of questions that the solver was asked.
    pub fn calls(&self) -> u64 {
        // One was for the solution.
        1 + self.subsets.calls
    }

    /// If the clues are enough, some of them that are, too.
    pub(super) fn enough(&mut self, kept: &[usize]) -> Result<Option<Minimal>, ConstructError> {
        self.subsets.core(kept)
    }

    /// Finds the clues each of which can be left out alone, in order.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn superfluous(&mut self, found: &mut Vec<usize>) -> Result<(), ConstructError> {
        let all: Minimal = (0..self.subsets.len()).collect();
        let is_kept = vec![true; all.len()];
        // What some set that is enough leaves out can be left out alone.
        let mut known = vec![false; all.len()];
        for clue in 0..all.len() {
            if known[clue] {
                found.push(clue);
                continue;
            }
            if self.subsets.is_needed(clue, &is_kept) {
                continue;
            }
            let others: Minimal = all.iter().copied().filter(|&other| other != clue).collect();
            if let Some(core) = self.enough(&others)? {
                known.iter_mut().for_each(|is| *is = true);
                core.iter().for_each(|&needed| known[needed] = false);
                found.push(clue);
            }
        }
        Ok(())
    }

    /// A minimal set within `kept`, which is enough: clues are tried in the order given, so that the first ones go
    /// first.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn minimal(&mut self, kept: &[usize], order: &[usize]) -> Result<Minimal, ConstructError> {
        self.subsets.minimal(kept, order, false)
    }

    /// All minimal sets, as they are found, until the receiver has enough.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn all(&mut self, on: &mut dyn FnMut(&Minimal) -> ControlFlow<()>) -> Result<(), ConstructError> {
        self.subsets.all(on)
    }

    /// A smallest set that is enough.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn smallest(&mut self) -> Result<Minimal, ConstructError> {
        self.subsets.smallest()
    }
}

/// The puzzle with some of its clues.
///
/// # Errors
/// If the kind cannot state it.
pub fn with_only(puzzle: &dyn Puzzle, kept: &[usize]) -> Result<Box<dyn Puzzle>, Violation> {
    let mut keep = vec![false; puzzle.clues().len()];
    kept.iter().for_each(|&clue| keep[clue] = true);
    puzzle.with_clues(&keep)
}
