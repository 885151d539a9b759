//! Values for variables that were eliminated: their clauses, in the order in which they were taken away.
//!
//! A model of the other clauses is completed from the last of them to the first. One that does not hold needs the
//! literal of the variable that it was taken away for. M. Järvisalo, M. Heule, A. Biere, "Inprocessing Rules", IJCAR
//! 2012. Clauses that come back are left out; K. Fazekas, A. Biere, C. Scholl, "Incremental Inprocessing in SAT
//! Solving", SAT 2019, say which others have to come, too.

use std::ops::Range;

use super::proof::Hints;
use super::state::SolverState;
use super::{Contradiction, Literal, Step, variable};

/// A clause that was taken away.
struct Removed {
    /// The literal that becomes true where the clause does not hold.
    witness: Literal,
    literals: Range<usize>,
    /// Its number in a proof.
    number: u64,
}

/// The clauses of eliminated variables.
#[derive(Default)]
pub(super) struct Extension {
    clauses: Vec<Removed>,
    literals: Vec<Literal>,
    /// Per variable, its clauses; none if it is not eliminated.
    of: Vec<Range<usize>>,
}

impl Extension {
    /// Begins with the clauses of a variable.
    pub(super) fn begin(&mut self, variable: usize) {
        if self.of.len() <= variable {
            self.of.resize(variable + 1, 0..0);
        }
        self.of[variable] = self.clauses.len()..self.clauses.len();
    }

    /// Adds a clause of the variable that was begun with, which is the variable of the witness.
    pub(super) fn push(&mut self, witness: Literal, literals: &[Literal], number: u64) {
        let begin = self.literals.len();
        self.literals.extend_from_slice(literals);
        self.clauses.push(Removed { witness, literals: begin..self.literals.len(), number });
        self.of[variable(witness)].end += 1;
    }

    /// The clauses of a variable with their numbers, which completing leaves out from now on.
    pub(super) fn take(&mut self, variable: usize) -> impl Iterator<Item = (&[Literal], u64)> {
        let range = self.of.get_mut(variable).map_or(0..0, std::mem::take);
        let literals = &self.literals;
        self.clauses[range]
            .iter_mut()
            .map(move |clause| (&literals[std::mem::take(&mut clause.literals)], clause.number))
    }

    /// The literals of all clauses that were taken away, and of those that came back.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Completes a model by the values of the eliminated variables.
    pub(super) fn complete(&self, model: &mut [bool]) {
        for clause in self.clauses.iter().rev().filter(|clause| !clause.literals.is_empty()) {
            let holds = |&literal: &Literal| model[variable(literal)] == (literal & 1 == 0);
            if !self.literals[clause.literals.clone()].iter().any(holds) {
                model[variable(clause.witness)] = clause.witness & 1 == 0;
            }
        }
    }
}

impl SolverState<'_> {
    /// Adds a clause again that the proof has with this number. A false one is a conflict, which the proof has then.
    ///
    /// Pre: the level is 0.
    pub(super) fn add_again(&mut self, literals: &[Literal], number: u64, hints: &mut Hints) -> Step {
        if literals.iter().any(|&literal| self.values[literal as usize] > 0) {
            return Ok(());
        }
        let mut open = literals.to_vec();
        open.retain(|&literal| self.values[literal as usize] == 0);
        let mut number = number;
        if open.len() < literals.len()
            && let Some(proof) = &self.proof
        {
            hints.clear();
            hints.units(proof, self, literals);
            hints.last(number);
            number = self.proof.as_mut().expect("it is there").add(&open, hints.numbers());
        }
        match open[..] {
            [] => return Err(Contradiction),
            [literal] => self.assign_unit(literal, number),
            _ => drop(self.clauses.add(&open, number)),
        }
        Ok(())
    }
}
