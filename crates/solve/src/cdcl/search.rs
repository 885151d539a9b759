//! Enumeration: all solutions of a model in flat memory, without blocking clauses.
//!
//! M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, "Conflict-Driven Answer Set Enumeration", LPNMR 2007: after a
//! solution the last decision is flipped, and no conflict jumps back below the level of a flip, the floor. A flipped
//! decision has no reason, so it stays in learned clauses, which therefore follow from the model alone and can be kept
//! for good. Unlike clasp's, a few solutions are excluded by clauses first, so that a proof that there is no further
//! one is free to jump (`exclude`).

use crate::builders::{ModalOrder, RestartPolicy};
use crate::search::Walk;
use crate::{Limit, Outcome};

use super::share::Known;
use cnfab_cdcl::analyze::Analysis;
use cnfab_cdcl::implied::Implied;
use cnfab_cdcl::proof::Hints;
use cnfab_cdcl::restart::Restarts;
use cnfab_cdcl::state::{Reason, SolverState};
use cnfab_cdcl::tuning::{enumerate, reduce};
use cnfab_cdcl::{BooleanForm, Literal};

/// The state of a thread. Its learned clauses follow from the model and from solutions that have been found; so it
/// holds in all parts of the tree.
pub(super) struct CdclSearch<'p> {
    pub(super) form: &'p BooleanForm,
    pub(super) state: SolverState<'p>,
    analysis: Analysis,
    hints: Hints,
    restarts: Restarts,
    /// Assumption level: up to it, decisions are those that define the part of the tree, and stay.
    pub(super) base: usize,
    /// Backjump limit: up to this level, decisions have solutions below them or hold until all is searched below.
    pub(super) floor: usize,
    /// The literals that follow on lower levels than that on which they were assigned.
    pub(super) implied: Implied,
    /// The number of solutions that have been excluded by clauses.
    pub(super) excluded: u32,
    /// The conflicts so far, and their number at the next reduction.
    conflicts: u64,
    next_reduction: u64,
    /// The solutions and clauses that it knows for good, for the threads that get parts.
    pub(super) known: Known,
    /// The variables' values as far as the first literals of the trail tell, and how many these are.
    solution: Vec<i32>,
    reported: usize,
}

impl<'p> CdclSearch<'p> {
    pub(super) fn new(form: &'p BooleanForm, restarts: RestartPolicy, decide: ModalOrder) -> Self {
        let mut state = SolverState::of(form);
        state.decide_by(decide == ModalOrder::Vmtf);
        let is_over = form.contradiction || state.begin(&form.facts).is_err();
        let mut analysis = Analysis::default();
        analysis.add_variables(form.items);
        CdclSearch {
            form,
            state,
            analysis,
            hints: Hints::default(),
            restarts: Restarts::new(false, restarts),
            base: 0,
            floor: 0,
            implied: Implied::default(),
            excluded: 0,
            conflicts: 0,
            next_reduction: reduce::FIRST_OF_MODELS,
            known: Known { is_over, ..Known::default() },
            solution: form.otherwise.clone(),
            reported: 0,
        }
    }

    /// Reports all solutions in the walk's part of the tree. Returns the number of literals that became true besides.
    pub(super) fn part(&mut self, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
        let before = self.state.propagations;
        if walk.subproblem.level > 0 {
            walk.statistics.node(walk.subproblem.level);
        }
        if !self.enter(&walk.subproblem) {
            if walk.subproblem.level > 0 {
                walk.statistics.failure();
            }
            return (Outcome::Exhausted, self.state.propagations - before);
        }
        let outcome = self.run(walk, before);
        // A conflict without any decision: there is no solution but those that have been found.
        self.known.is_over |= outcome == Outcome::Exhausted && self.base == 0;
        (outcome, self.state.propagations - before)
    }

    /// Searches below the base. The work is counted from `before` on.
    fn run(&mut self, walk: &mut Walk<'_, '_>, before: u64) -> Outcome {
        loop {
            let is_consistent = self.state.propagate().is_ok();
            #[cfg(test)]
            tests::check_fixpoint(self, is_consistent);
            if !is_consistent {
                if self.state.level() == self.base {
                    return Outcome::Exhausted;
                }
                walk.statistics.failure();
                if self.state.level() > self.floor {
                    self.learn();
                } else if !self.flip(walk) {
                    return Outcome::Exhausted;
                }
            } else if self.state.trail.len() == self.form.items {
                if walk.found(|values| self.report(values)).is_break() {
                    return Outcome::Satisfied;
                }
                if self.state.level() == self.base {
                    return Outcome::Exhausted;
                }
                let has_more = if self.excluded < enumerate::EXCLUDED {
                    self.exclude()
                } else {
                    self.backtrack_to_shown();
                    self.flip(walk)
                };
                if !has_more {
                    return Outcome::Exhausted;
                }
            } else if self.state.level() > self.floor && self.restarts.is_due() {
                self.state.reuse_trail(self.floor);
                self.forget_solution();
            } else if self.conflicts >= self.next_reduction {
                self.reduce();
            } else {
                self.decide(walk);
            }
            if walk.is_time(self.state.propagations - before) {
                if walk.is_over() {
                    return Outcome::Stopped(Limit::Time);
                }
                if let Some(pool) = walk.idle() {
                    self.share_work(pool);
                }
            }
        }
    }

    /// Undoes all levels above this one.
    pub(super) fn backtrack(&mut self, level: usize) {
        self.state.backtrack(level);
        self.forget_solution();
    }

    /// Notes that the trail is shorter.
    fn forget_solution(&mut self) {
        self.reported = self.reported.min(self.state.trail.len());
    }

    /// The values of all variables.
    fn report(&mut self, values: &mut Vec<i32>) {
        for &literal in &self.state.trail[self.reported..] {
            if let Some((var, value)) = self.form.meaning[literal as usize] {
                self.solution[var as usize] = value;
            }
        }
        self.reported = self.state.trail.len();
        values.clear();
        values.extend_from_slice(&self.solution);
    }

    /// Learns from a conflict, jumps back as far as the floor, and assigns what the clause asserts.
    ///
    /// Pre: the level is above the floor.
    fn learn(&mut self) {
        self.conflicts += 1;
        let (level, glue) = self.analysis.learn(&mut self.state, &mut self.hints);
        self.restarts.learned(glue);
        self.backtrack(level.max(self.floor));
        let learned = &self.analysis.learned;
        let literal = learned[0];
        let reason = match learned[..] {
            [_] => Reason::None,
            _ => Reason::Clause(self.state.clauses.learn(learned, glue, 0)),
        };
        self.state.assign(literal, reason);
        if level < self.floor {
            self.implied.push(literal, level, reason);
        }
        // It is undone when the part is left.
        if learned.len() == 1 && self.floor > 0 && !self.known.learned.contains(&literal) {
            self.known.learned.push(literal);
        }
    }

    fn reduce(&mut self) {
        self.next_reduction = self.conflicts + reduce::INTERVAL_OF_MODELS;
        self.implied.reduce(&mut self.state);
    }

    /// Chronological backtracking: all is searched below the last decision, so its opposite holds as long as the level
    /// before. `false` if nothing is left above the base.
    ///
    /// Post: if `true`, the floor is the current level.
    fn flip(&mut self, walk: &mut Walk<'_, '_>) -> bool {
        loop {
            let level = self.state.level();
            if level == self.base {
                return false;
            }
            let flipped = self.state.decision(level) ^ 1;
            walk.statistics.node(level);
            self.floor = level - 1;
            self.backtrack(level - 1);
            if level == 1 {
                self.known.clauses.push(vec![flipped]);
            }
            if self.implied.assign(&mut self.state).and_then(|()| self.state.imply(flipped)).is_ok() {
                return true;
            }
        }
    }

    fn decide(&mut self, walk: &mut Walk<'_, '_>) {
        let variable = self.next();
        walk.statistics.inner();
        self.state.decide(2 * variable as Literal + Literal::from(!self.state.phases[variable]));
        walk.statistics.node(self.state.level());
    }
}

#[cfg(test)]
mod tests;
