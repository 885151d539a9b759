//! The phases of decisions: a variable's value in its last assignment, or the value in a large assignment
//! without conflict.
//!
//! K. Pipatsrisawat, A. Darwiche, "A Lightweight Component Caching Scheme for Satisfiability Solvers", SAT 2007, on
//! saved phases; A. Biere, M. Fleury, "Chasing Target Phases", POS 2020, on target phases, which stable mode follows,
//! and on rephasing: saved phases are set anew now and then, to the first ones, their opposites, the best assignment
//! since the last time, or what local search makes of them (`walk`).

use crate::options::DecisionPhase;

use super::solver::Solver;
use super::state::SolverState;
use super::tuning::phase;
use super::walk::Walker;
use super::{Literal, variable};

/// Largest assignments without conflict, per variable: 1 if true, -1 if false, 0 if unassigned in it.
#[derive(Debug, Default)]
pub(super) struct Phases {
    target: Vec<i8>,
    best: Vec<i8>,
    target_size: usize,
    best_size: usize,
    /// Rephasings so far, the conflict of the next one, and how many more conflicts there are before each one.
    pub(super) number: u64,
    pub(super) next: u64,
    pub(super) interval: u64,
    /// Local search, if it is used.
    pub(super) walker: Option<Walker>,
}

impl Phases {
    /// With or without local search.
    pub(super) fn new(walks: bool) -> Self {
        Phases { next: phase::REPHASE, interval: phase::REPHASE, walker: walks.then(Walker::new), ..Phases::default() }
    }

    pub(super) fn variables(&self) -> usize {
        self.target.len()
    }

    pub(super) fn add_variables(&mut self, variables: usize) {
        self.target.resize(variables, 0);
        self.best.resize(variables, 0);
    }

    /// Notes the assignment before the level of a conflict if it is the largest so far.
    ///
    /// Pre: the state is at the level of the conflict, which is not 0.
    pub(super) fn note(&mut self, state: &SolverState<'_>) {
        let size = state.limits.last().map_or(0, |&limit| limit as usize);
        for (phases, most) in [(&mut self.target, &mut self.target_size), (&mut self.best, &mut self.best_size)] {
            if size > *most {
                *most = size;
                for &literal in &state.trail[..size] {
                    phases[variable(literal)] = 1 - 2 * (literal & 1) as i8;
                }
            }
        }
    }

    /// The literal that a decision of the variable makes true.
    pub(super) fn literal(&self, state: &SolverState<'_>, variable: usize, by_target: bool) -> Literal {
        let target = if by_target { self.target[variable] } else { 0 };
        let is_true = if target == 0 { state.phases[variable] } else { target > 0 };
        2 * variable as Literal + Literal::from(!is_true)
    }

    /// Sets the saved phases anew if it is time; whether it did. Undoes the levels above `floor` before, as that saves
    /// phases.
    pub(super) fn rephase(&mut self, state: &mut SolverState<'_>, conflicts: u64, floor: usize) -> bool {
        if conflicts < self.next {
            return false;
        }
        state.backtrack(floor);
        match (self.number, self.number % 6) {
            (0, _) | (2.., 4) => state.phases.fill(true),
            (1, _) | (2.., 1) => state.phases.fill(false),
            (_, 3 | 0) if let Some(walker) = &mut self.walker => walker.run(state),
            _ => {
                for (saved, &best) in state.phases.iter_mut().zip(&self.best).filter(|(_, best)| **best != 0) {
                    *saved = best > 0;
                }
            }
        }
        self.number += 1;
        self.next = conflicts + self.interval * (self.number + 1);
        (self.target_size, self.best_size) = (0, 0);
        self.target.fill(0);
        self.best.fill(0);
        true
    }
}

impl Solver {
    /// The literal to be decided next; `None` if all variables are assigned.
    pub(super) fn next_literal(&mut self) -> Option<Literal> {
        if self.by_candidates()
            && let Some(literal) = self.next_candidate()
        {
            return Some(literal);
        }
        if let Some(literal) = self.next_declared() {
            return Some(literal);
        }
        let variable = self.next_shown().or_else(|| self.state.next_variable())?;
        let by_target = self.restarts.stable && self.settings.phases == DecisionPhase::Target;
        Some(self.phases.literal(&self.state, variable, by_target))
    }
}
