//! The ends of a search, and those who watch it.

use std::ops::ControlFlow;

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeEnd {
    /// There is no further solution, or none that is better.
    Exhausted,
    /// The receiver has enough.
    Satisfied,
    /// A limit came first.
    Stopped,
}

/// The work of a pivot.
pub(super) const PIVOT_WORK: u64 = 20;

/// Who watches a search.
pub trait TreeWatch {
    /// True if the search has to stop, after so much work since it was asked before: literals that became true, rows
    /// that were looked at, and twenty for each pivot of a relaxation.
    fn is_over(&mut self, work: u64) -> bool;

    /// The same within a relaxation, which is not taken up again where it was left.
    fn breaks_off(&mut self, work: u64) -> bool {
        self.is_over(work)
    }

    /// The objective of a solution that others have found: only better ones are of use.
    fn best(&mut self) -> Option<i64> {
        None
    }

    /// Gets a number that no objective is smaller than.
    fn proves(&mut self, _bound: i64) {}
}

impl<F: FnMut(u64) -> bool> TreeWatch for F {
    fn is_over(&mut self, work: u64) -> bool {
        self(work)
    }
}

/// The goal of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    List,
    Optimum,
}

/// Gets whether a column is 1, by column, of each solution.
pub(super) type OnColumns<'f> = &'f mut dyn FnMut(&dyn Fn(usize) -> bool) -> ControlFlow<()>;
