//! Work sharing among threads: a subproblem is a guiding path of assumptions, and the solutions that have been found.
//!
//! A thread gives away its assumptions with the opposite of its first free decision, and from then on assumes the
//! decision: H. Zhang, M. P. Bonacina, J. Hsiang, "PSATO: a Distributed Propositional Prover and its Application to
//! Quasigroup Problems", 1996. Assumptions are decisions of the lowest levels, so that learned clauses do not depend on
//! them. Solutions that are excluded by clauses may lie on the other side of a decision, where they are excluded as
//! well. A thread does so when it looks at the clock and finds another one idle.

use crate::search::{Pool, Subproblem};

use super::search::CdclSearch;
use cnfab_cdcl::state::Reason;
use cnfab_cdcl::{Contradiction, Literal, Step, variable};

/// The knowledge besides the model.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// All is known.
    pub(super) is_over: bool,
    /// Clauses that rule out solutions that have been found, and nothing else.
    pub(super) clauses: Vec<Vec<Literal>>,
    /// Single literals that were learned.
    pub(super) learned: Vec<Literal>,
}

/// The number of the steps that are assumptions; steps with the same larger number are the literals of a clause.
const ASSUMED: u32 = 0;

impl CdclSearch<'_> {
    /// Assumes the guiding path of a subproblem. `false` if it holds no solution.
    pub(super) fn enter(&mut self, part: &Subproblem) -> bool {
        self.backtrack(0);
        self.implied.clear();
        (self.base, self.floor) = (0, 0);
        self.known.is_over |= self.learn_from(part).is_err();
        if self.known.is_over {
            return false;
        }
        for &(literal, _) in part.steps.iter().filter(|step| step.1 == ASSUMED) {
            match self.state.values[literal as usize] {
                0 => self.state.decide(literal),
                1 => continue,
                _ => return false,
            }
            if self.state.propagate().is_err() {
                return false;
            }
        }
        self.base = self.state.level();
        self.floor = self.base;
        true
    }

    /// Asserts on level 0 what has been learned, here and by the giver of a subproblem. A conflict is a contradiction.
    fn learn_from(&mut self, part: &Subproblem) -> Step {
        let learned = std::mem::take(&mut self.known.learned);
        learned.into_iter().try_for_each(|literal| self.state.imply(literal))?;
        self.state.propagate()?;
        for clause in part.steps.chunk_by(|a, b| a.1 == b.1).filter(|steps| steps[0].1 != ASSUMED) {
            let clause: Vec<Literal> = clause.iter().map(|step| step.0).collect();
            if self.known.clauses.contains(&clause) {
                continue;
            }
            let value = |literal: &Literal| self.state.values[*literal as usize];
            if !clause.iter().any(|literal| value(literal) > 0) {
                let open: Vec<Literal> = clause.iter().copied().filter(|literal| value(literal) == 0).collect();
                match open[..] {
                    [] => return Err(Contradiction),
                    [literal] => self.state.assign(literal, Reason::None),
                    _ => drop(self.state.clauses.add(&open, 0)),
                }
            }
            self.known.clauses.push(clause);
            self.state.propagate()?;
        }
        Ok(())
    }

    /// Gives the other side of the first free decision to another thread.
    pub(super) fn share_work(&mut self, pool: &Pool) {
        if self.state.level() == self.base {
            return;
        }
        let decision = self.state.decision(self.base + 1);
        // Both sides of a decision on a hidden variable may have the same solutions.
        if self.form.hidden.get(variable(decision)).is_some_and(|&is_hidden| is_hidden) {
            return;
        }
        let state = &self.state;
        let (from, to) = match self.base {
            0 => (0, 0),
            base => (state.limits[0] as usize, state.limits[base] as usize),
        };
        // Decisions, and the opposites of those below which all is searched.
        let chosen = state.trail[from..to].iter().copied();
        let mut assumed: Vec<Literal> =
            chosen.filter(|&literal| state.reasons[variable(literal)] == Reason::None).collect();
        assumed.push(decision ^ 1);
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
