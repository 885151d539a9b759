//! Excluding solutions that have been found, with and without hidden variables.
//!
//! The first few solutions are excluded by clauses. With hidden variables, solutions are the same that agree on the
//! shown ones, and the clauses are over these. From then on shown variables are decided first, and the last decision on
//! one of them is flipped: M. Gebser, B. Kaufmann, T. Schaub, "Solution Enumeration for Projected Boolean Search
//! Problems", CPAIOR 2009. A model that lowering has given variables of its own is one with hidden variables.

use super::search::CdclSearch;
use cnfab_cdcl::state::Reason;
use cnfab_cdcl::tuning::enumerate;
use cnfab_cdcl::{Literal, variable};

impl CdclSearch<'_> {
    /// Excludes a solution by a clause. `false` if no other one is left above the base.
    ///
    /// Pre: the floor is the base.
    pub(super) fn exclude(&mut self) -> bool {
        self.excluded += 1;
        let clause = self.exclusion();
        let mut levels = clause.iter().map(|&literal| self.state.level_of(literal));
        let (first, second) = (levels.next().unwrap_or(0), levels.next().unwrap_or(0));
        if first <= self.base {
            return false;
        }
        if first == second {
            self.backtrack(first - 1);
            self.state.clauses.add(&clause, 0);
        } else {
            self.backtrack(second.max(self.base));
            let reason = match clause[..] {
                [_] => Reason::None,
                _ => Reason::Clause(self.state.clauses.add(&clause, 0)),
            };
            self.state.assign(clause[0], reason);
        }
        self.known.clauses.push(clause);
        if self.shown_first() {
            self.backtrack(self.floor);
        }
        true
    }

    /// A clause that the present solution violates and no other one: its decisions, the last of which would follow from
    /// the others, or with hidden variables what it says of the shown ones. Its literals of highest levels come first.
    fn exclusion(&self) -> Vec<Literal> {
        let state = &self.state;
        if self.form.hidden.is_empty() {
            return (1..=state.level()).rev().map(|level| state.decision(level) ^ 1).collect();
        }
        let says = |&&literal: &&Literal| {
            let literal = literal as usize;
            !self.form.hidden[literal / 2] && self.form.meaning[literal].is_some()
        };
        let fixed = state.limits.first().map_or(state.trail.len(), |&limit| limit as usize);
        state.trail[fixed..].iter().filter(says).rev().map(|literal| literal ^ 1).collect()
    }

    /// True if decisions are made on shown variables first, so that each of their assignments is met once.
    fn shown_first(&self) -> bool {
        !self.form.hidden.is_empty() && self.excluded >= enumerate::EXCLUDED
    }

    /// Undoes the decisions on hidden variables, which come last.
    pub(super) fn backtrack_to_shown(&mut self) {
        if !self.form.hidden.is_empty() {
            let is_hidden = |level: &usize| self.form.hidden[variable(self.state.decision(*level))];
            let hidden = (self.base + 1..=self.state.level()).rev().take_while(is_hidden).count();
            self.backtrack(self.state.level() - hidden);
        }
    }

    /// The variable of the next decision.
    pub(super) fn next(&mut self) -> usize {
        if self.shown_first() {
            let is_open = |&item: &usize| !self.form.hidden[item] && self.state.values[2 * item] == 0;
            let activity = |&item: &usize| self.state.order.activity(item);
            let shown = (0..self.form.items).filter(is_open);
            if let Some(next) = shown.max_by(|a, b| activity(a).total_cmp(&activity(b))) {
                return next;
            }
        }
        self.state.next_variable().expect("some variable is unassigned")
    }
}
