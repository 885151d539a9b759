//! What a walk over the search tree needs besides the core that draws conclusions.

use std::ops::ControlFlow;

use crate::model::Assignment;
use crate::solve::{Budget, OnSolution};

use super::pool::{Part, Pool};
use super::tally::Tally;

/// What becomes of a solution.
pub(in super::super) enum Sink<'f> {
    /// It is built and handed over.
    Hand(OnSolution<'f>),
    /// It is counted.
    Count(u64),
}

/// One walk.
pub(in super::super) struct Walk<'w, 'f> {
    /// When to stop.
    pub(in super::super) budget: &'w Budget,
    /// Takes the solutions.
    pub(in super::super) sink: Sink<'f>,
    /// Counts nodes.
    pub(in super::super) tally: Tally,
    /// For random orders of values.
    pub(in super::super) random: fastrand::Rng,
    /// Work done when the budget was last looked at.
    looked: u64,
    /// Where parts of the tree are shared with other threads.
    pub(in super::super) pool: Option<&'w Pool>,
    /// The part of the tree to search; the whole tree, without a pool.
    pub(in super::super) part: Part,
}

/// How much work passes between two looks at the clock and at the other threads.
const BETWEEN_LOOKS: u64 = 1000;

impl<'w, 'f> Walk<'w, 'f> {
    pub(in super::super) fn new(budget: &'w Budget, sink: Sink<'f>) -> Self {
        let random = fastrand::Rng::with_seed(budget.seed);
        Walk { budget, sink, tally: Tally::new(), random, looked: 0, pool: None, part: Part::default() }
    }

    /// Takes a solution; `build` makes it if it is wanted.
    #[inline]
    pub(in super::super) fn found(&mut self, build: impl FnOnce() -> Vec<i32>) -> ControlFlow<()> {
        match &mut self.sink {
            Sink::Hand(on) => on(&Assignment::new(build())),
            Sink::Count(number) => {
                *number += 1;
                ControlFlow::Continue(())
            }
        }
    }

    /// Whether it is time to look around, at about every thousand steps of work.
    #[inline]
    pub(in super::super) fn is_time(&mut self, work: u64) -> bool {
        let is_time = work >= self.looked + BETWEEN_LOOKS;
        if is_time {
            self.looked = work;
        }
        is_time
    }

    /// Whether the search has to end now.
    pub(in super::super) fn is_over(&self) -> bool {
        self.budget.is_over() || self.pool.is_some_and(Pool::is_over)
    }

    /// The pool, if a thread waits for a part of the tree.
    pub(in super::super) fn hungry(&self) -> Option<&'w Pool> {
        self.pool.filter(|pool| pool.is_hungry())
    }
}
