//! Walking the search tree.

mod depth_first;
mod frontier;
mod tally;

pub(super) use depth_first::depth_first;
pub(super) use frontier::frontier;
pub(super) use tally::Tally;

use crate::solve::{Budget, OnSolution};

/// What a walk needs besides the engine.
pub(super) struct Walk<'w, 'f> {
    /// When to stop.
    pub(super) budget: &'w Budget,
    /// Takes the solutions.
    pub(super) on: OnSolution<'f>,
    /// Counts nodes.
    pub(super) tally: Tally,
    /// For random orders of values.
    pub(super) random: fastrand::Rng,
    /// Work done when the budget was last looked at.
    pub(super) looked: u64,
}

impl Walk<'_, '_> {
    /// Whether the budget is over; looks at it about every thousand steps of work.
    pub(super) fn is_over(&mut self, work: u64) -> bool {
        if work < self.looked + 1000 {
            return false;
        }
        self.looked = work;
        self.budget.is_over()
    }
}
