//! The restart policy: when clauses of late have a higher glue than usual, or by a fixed sequence in stable mode.
//!
//! G. Audemard, L. Simon, "Refining Restarts Strategies for SAT and UNSAT", CP 2012; with moving averages as in A.
//! Biere, A. Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015. Formulas change between this focused mode, which
//! suits those without a model, and a stable one with few restarts, by reluctant doubling (D. Knuth, TAOCP 4B; M. Luby,
//! A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993), which suits those with one (C. Oh,
//! "Between SAT and UNSAT: The Fundamental Difference in CDCL SAT", SAT 2015). Models stay in focused mode, where
//! listings of solutions are quicker. Lengths of modes are measured in propagations, never in time, so that runs
//! repeat. Reluctant doubling in both modes (`restarts=luby`) and no restarts at all are there to be compared with.

use crate::options::{ModalOrder, RestartPolicy};

use super::listing::Listed;
use super::solver::Solver;
use super::tuning::restart;

/// An exponential moving average, without bias to its first value.
#[derive(Debug)]
struct Mean {
    value: f64,
    weight: f64,
    /// The bias that is left.
    bias: f64,
}

impl Mean {
    fn new(conflicts: f64) -> Self {
        Mean { value: 0.0, weight: 1.0 / conflicts, bias: 1.0 }
    }

    fn push(&mut self, value: f64) {
        self.value += self.weight * (value - self.value);
        self.bias *= 1.0 - self.weight;
    }

    fn get(&self) -> f64 {
        if self.bias < 1.0 { self.value / (1.0 - self.bias) } else { 0.0 }
    }
}

/// The restart policy and its state.
#[derive(Debug)]
pub struct Restarts {
    policy: RestartPolicy,
    fast: Mean,
    slow: Mean,
    conflicts: u64,
    /// Conflicts since the last restart.
    since: u64,
    /// True if modes change, and whether the mode is the stable one.
    changes: bool,
    pub(super) stable: bool,
    /// Where the mode ends: in conflicts the first time, then in propagations.
    end: u64,
    begun: u64,
    length: u64,
    modes: u64,
    /// Reluctant doubling.
    doubling: (u64, u64),
    /// Restarts so far.
    pub(super) number: u64,
}

impl Restarts {
    /// The policy of models, or the policy of formulas, which changes modes.
    pub fn new(changes: bool, policy: RestartPolicy) -> Self {
        Restarts {
            policy,
            fast: Mean::new(restart::FAST),
            slow: Mean::new(restart::SLOW),
            conflicts: 0,
            since: 0,
            changes,
            stable: false,
            end: 0,
            begun: 0,
            length: 0,
            modes: 0,
            doubling: (1, 1),
            number: 0,
        }
    }

    /// Notes a learned clause.
    pub fn learned(&mut self, glue: u32) {
        self.conflicts += 1;
        self.since += 1;
        self.fast.push(f64::from(glue));
        self.slow.push(f64::from(glue));
    }

    /// True if a restart is due.
    pub fn is_due(&mut self) -> bool {
        let by_sequence = self.stable || self.policy == RestartPolicy::Luby;
        let due = match self.policy {
            RestartPolicy::None => false,
            RestartPolicy::Luby => self.since >= self.doubling.1 * restart::LUBY,
            RestartPolicy::Averages if by_sequence => self.since >= self.doubling.1 * restart::RELUCTANT,
            RestartPolicy::Averages => {
                let (apart, margin) = match self.changes {
                    true => (restart::APART, restart::MARGIN),
                    false => (restart::APART_OF_MODELS, restart::MARGIN_OF_MODELS),
                };
                self.since >= apart && self.fast.get() > margin * self.slow.get()
            }
        };
        if due {
            self.since = 0;
            self.number += 1;
            if by_sequence {
                let (u, v) = self.doubling;
                self.doubling = if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) };
            }
        }
        due
    }

    /// Changes the mode if its time is over; whether it did.
    pub(super) fn change_mode(&mut self, propagations: u64) -> bool {
        if !self.changes {
            return false;
        }
        let over = match self.modes {
            0 => self.conflicts >= restart::FIRST_MODE,
            _ => propagations >= self.end,
        };
        if over {
            if self.modes == 0 {
                self.length = propagations - self.begun;
            }
            self.modes += 1;
            let phase = self.modes / 2 + 1;
            self.end = propagations + self.length * phase * phase;
            self.stable = !self.stable;
            if self.policy == RestartPolicy::Averages {
                self.doubling = (1, 1);
                self.since = 0;
            }
        }
        over
    }
}

impl Solver {
    /// True if decisions are by recency, not by activity.
    pub(super) fn by_recency(&self) -> bool {
        match self.settings.decide {
            ModalOrder::Modes => {
                !self.restarts.stable && !self.listing.as_ref().is_some_and(|listing| listing.is_hard(self.conflicts))
            }
            ModalOrder::Evsids | ModalOrder::FewestCandidates => false,
            ModalOrder::Vmtf => true,
        }
    }

    /// Changes the order of decisions if it is another one now.
    pub(super) fn choose_order(&mut self) {
        let by_recency = self.by_recency();
        if by_recency != self.state.by_recency {
            self.state.decide_by(by_recency);
        }
    }

    /// True if decisions are on the choice with the fewest candidates, as long as there is one.
    pub(super) fn by_candidates(&self) -> bool {
        match self.settings.decide {
            ModalOrder::Modes => {
                let chooses = |listing: &Listed| listing.chooses(self.conflicts, self.restarts.stable);
                self.listing.as_ref().is_some_and(chooses)
            }
            ModalOrder::FewestCandidates => true,
            ModalOrder::Evsids | ModalOrder::Vmtf => false,
        }
    }

    /// Restarts above the assumptions, and keeps the levels whose decisions would be made again.
    pub(super) fn restart(&mut self, assumed: usize) {
        let assumed = assumed.max(self.floor());
        self.encode_due();
        if self.restarts.change_mode(self.state.propagations) {
            self.state.backtrack(assumed);
        }
        self.choose_order();
        if !self.phases.rephase(&mut self.state, self.conflicts, assumed) {
            self.state.reuse_trail(assumed);
        }
    }
}
