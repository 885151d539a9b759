//! Learning: when conflicts teach clauses, how long these are kept, and restarts.
//!
//! Where solutions are listed, that is tried: most trees are searched faster without learning, some many times as fast
//! with it.

use super::Search;
use crate::tree::options::{BranchOrder, Learning};
use crate::tree::trail::Reason;
use crate::tree::watch::Goal;

/// Where solutions are listed, conflicts teach clauses for this many of them on trial, after as many without. They go
/// on to do so where one conflict in [`SKIPS_ONE_IN`] skips a level. A trial that failed is repeated after four times
/// as many conflicts. Full trees are searched three to seven times as fast without, Star Battles of several stars ten
/// times as fast with it.
const TRIAL: u64 = 1_000;
const SKIPS_ONE_IN: u64 = 20;
/// The unit of restarts, in conflicts.
pub(super) const RESTART: u64 = 4096;
/// Learned clauses are looked through when there are this many more than the last time.
pub(super) const REDUCE: usize = 3_000;

/// The trials of learning where solutions are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    learns: bool,
    /// The number of conflicts at which that is decided anew.
    until: u64,
    /// Conflicts without learning after a trial that failed.
    pause: u64,
    /// The levels that conflicts have skipped.
    pub(super) skipped: u64,
}

impl Trial {
    /// Before the first.
    pub(super) fn new() -> Self {
        Trial { learns: false, until: TRIAL, pause: TRIAL, skipped: 0 }
    }
}

impl Search {
    pub(super) fn learns(&self) -> bool {
        match self.options.learn {
            Learning::On => true,
            Learning::Off => self.goal == Goal::Optimum,
            Learning::Auto => self.goal == Goal::Optimum || self.trial.learns,
        }
    }

    /// Begins a trial of learning, or ends one.
    fn try_learning(&mut self) {
        let conflicts = self.statistics.conflicts;
        if self.options.learn != Learning::Auto || self.goal == Goal::Optimum || conflicts < self.trial.until {
            return;
        }
        if self.trial.learns && self.trial.skipped * SKIPS_ONE_IN < TRIAL {
            self.trial.learns = false;
            self.trial.pause *= 4;
            self.trial.until = conflicts + self.trial.pause;
            self.reduce(true);
        } else {
            self.trial.learns = true;
            self.trial.until = conflicts + TRIAL;
        }
        self.trial.skipped = 0;
    }

    /// Reductions, restarts and trials that are due.
    pub(super) fn house_keeping(&mut self) {
        self.try_learning();
        if !self.learns() {
            return;
        }
        if self.state.clauses.learned() > self.next_reduction {
            self.reduce(false);
        }
        let by_activity = self.order() == BranchOrder::Activity;
        if by_activity && self.statistics.conflicts >= self.next_restart {
            self.statistics.restarts += 1;
            self.next_restart = self.statistics.conflicts + RESTART * luby(self.statistics.restarts);
            self.back_to(self.floor);
        }
    }

    /// Forgets learned clauses, all but reasons if `all`.
    fn reduce(&mut self, all: bool) {
        let asserted = &mut self.asserted;
        let mut new: Vec<Reason> = asserted.iter().map(|asserts| asserts.reason).collect();
        self.state.reduce(all, |old, number| {
            for (asserts, new) in asserted.iter().zip(&mut new) {
                if asserts.reason == Reason::Clause(old) {
                    *new = Reason::Clause(number);
                }
            }
        });
        asserted.iter_mut().zip(new).for_each(|(asserts, reason)| asserts.reason = reason);
        self.next_reduction = self.state.clauses.learned() + REDUCE;
    }
}

/// The n-th number of the sequence 1, 1, 2, 1, 1, 2, 4, .. (Luby, Sinclair, Zuckerman, 1993).
fn luby(mut n: u64) -> u64 {
    loop {
        let next = (n + 1).next_power_of_two();
        if next == n + 1 {
            return next / 2;
        }
        n -= next / 2 - 1;
    }
}
