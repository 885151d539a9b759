//! Sharing the search among threads: a part of the tree is what is assumed, and what has been found already.
//!
//! A thread gives away what it assumes with the opposite of its first free choice, and from then on assumes the choice: see
//! H. Zhang, M. P. Bonacina, J. Hsiang, "PSATO: a Distributed Propositional Prover and its Application to Quasigroup
//! Problems", 1996, on guiding paths. What is assumed are choices of the lowest levels, so that what is learned does not
//! depend on it. Solutions that are excluded by clauses may lie on the other side of a choice, where they are excluded as
//! well.

use super::state::Reason;
use super::{Literal, Search};
use crate::solve::native::search::{Pool, Subproblem};

/// What is known besides the model.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// All is known.
    pub(super) is_over: bool,
    /// Clauses that rule out solutions that have been found, and nothing else.
    pub(super) clauses: Vec<Vec<Literal>>,
    /// Single literals that were learned.
    pub(super) learned: Vec<Literal>,
}

/// The number of steps that say what is assumed; those of larger numbers are literals of a clause each.
const ASSUMED: u32 = 0;

impl Search<'_> {
    /// Goes to a part of the tree. `false` if it holds no solution.
    pub(super) fn enter(&mut self, part: &Subproblem) -> bool {
        self.state.back(0);
        (self.base, self.floor) = (0, 0);
        self.known.is_over |= !self.learn_from(part);
        if self.known.is_over {
            return false;
        }
        for &(literal, _) in part.steps.iter().filter(|step| step.1 == ASSUMED) {
            match self.state.values[literal as usize] {
                0 => self.state.choose(literal),
                1 => continue,
                _ => return false,
            }
            if !self.state.propagate() {
                return false;
            }
        }
        self.base = self.state.level();
        self.floor = self.base;
        true
    }

    /// Notes without a choice what has been learned, here and by the giver of a part. `false` if it cannot be.
    fn learn_from(&mut self, part: &Subproblem) -> bool {
        let learned = std::mem::take(&mut self.known.learned);
        if !learned.into_iter().all(|literal| self.state.holds(literal)) || !self.state.propagate() {
            return false;
        }
        for clause in part.steps.chunk_by(|a, b| a.1 == b.1).filter(|steps| steps[0].1 != ASSUMED) {
            let clause: Vec<Literal> = clause.iter().map(|step| step.0).collect();
            if self.known.clauses.contains(&clause) {
                continue;
            }
            let value = |literal: &Literal| self.state.values[*literal as usize];
            if !clause.iter().any(|literal| value(literal) > 0) {
                let open: Vec<Literal> = clause.iter().copied().filter(|literal| value(literal) == 0).collect();
                match open[..] {
                    [] => return false,
                    [literal] => self.state.enqueue(literal, Reason::None),
                    _ => drop(self.state.clauses.add(&open)),
                }
            }
            self.known.clauses.push(clause);
            if !self.state.propagate() {
                return false;
            }
        }
        true
    }

    /// Gives the other side of the first free choice to another thread.
    pub(super) fn share_work(&mut self, pool: &Pool) {
        if self.state.level() == self.base {
            return;
        }
        let state = &self.state;
        let (from, to) = match self.base {
            0 => (0, 0),
            base => (state.starts[0] as usize, state.starts[base] as usize),
        };
        // Choices, and the opposites of those below which all is searched.
        let chosen = state.trail[from..to].iter().copied();
        let mut assumed: Vec<Literal> =
            chosen.filter(|&literal| state.reason_of[super::item(literal)] == Reason::None).collect();
        assumed.push(state.choice(self.base + 1) ^ 1);
        let mut steps: Vec<(u32, u32)> = assumed.iter().map(|&literal| (literal, ASSUMED)).collect();
        let there = self.known.clauses.iter().filter(|clause| !clause.iter().any(|literal| assumed.contains(literal)));
        for (clause, number) in there.zip(ASSUMED + 1..) {
            steps.extend(clause.iter().map(|&literal| (literal, number)));
        }
        self.base += 1;
        self.floor = self.floor.max(self.base);
        pool.share(Subproblem { level: self.base, steps });
    }
}
