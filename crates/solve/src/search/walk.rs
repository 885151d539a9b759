//! The walk over the search tree: all of a search but the engine that draws conclusions.
//!
//! What it does: it takes solutions, which are built and handed over or only counted, counts nodes, and says when it is
//! time to look at the clock and at other threads. It also holds the part of the tree that is searched, and the best
//! value found.
//!
//! Whose idea: ours. It is what all engines would have to repeat.
//!
//! When it runs: in each thread of a search, one walk for all its parts.

use std::ops::ControlFlow;

use crate::{Budget, OnSolution};
use cnfab_model::Assignment;

use super::incumbent::Incumbent;
use super::pool::{Pool, Subproblem};
use super::statistics::Statistics;

/// The decision on a solution.
pub(crate) enum Sink<'f> {
    /// It is built and handed over.
    Hand(OnSolution<'f>),
    /// It is counted.
    Count(u128),
}

/// One walk.
pub(crate) struct Walk<'w, 'f> {
    /// When to stop.
    pub(crate) budget: &'w Budget,
    /// Takes the solutions.
    pub(crate) sink: Sink<'f>,
    /// Counts nodes.
    pub(crate) statistics: Statistics,
    /// For random orders of values.
    pub(crate) random: fastrand::Rng,
    /// Work done in the part when the budget was last checked.
    looked: u64,
    /// The pool in which parts of the tree are shared with other threads.
    pub(crate) pool: Option<&'w Pool>,
    /// The part of the tree that is searched; the whole tree, without a pool.
    pub(crate) subproblem: Subproblem,
    /// The best value found, if an optimum is searched: only better solutions are handed over.
    pub(crate) incumbent: Option<&'w Incumbent>,
    /// The last solution handed over in the part; no values before the first.
    solution: Assignment,
}

impl<'w, 'f> Walk<'w, 'f> {
    pub(crate) fn new(budget: &'w Budget, sink: Sink<'f>) -> Self {
        let random = fastrand::Rng::with_seed(budget.seed);
        let solution = Assignment::new(Vec::new());
        Walk {
            budget,
            sink,
            statistics: Statistics::new(),
            random,
            looked: 0,
            pool: None,
            subproblem: Subproblem::default(),
            incumbent: None,
            solution,
        }
    }

    /// Goes to a part of the tree, for a search that begins again to count its work.
    ///
    /// Post: the work done counts from 0, and the next solution is filled from no values.
    pub(crate) fn enter(&mut self, part: Subproblem) {
        self.subproblem = part;
        self.looked = 0;
        self.solution.values_mut().clear();
    }

    /// Takes a solution. If it is wanted, `fill` makes it of the last one in the part of the tree, or of no values
    /// before the first.
    #[inline]
    pub(crate) fn found(&mut self, fill: impl FnOnce(&mut Vec<i32>)) -> ControlFlow<()> {
        match &mut self.sink {
            Sink::Hand(on) => {
                fill(self.solution.values_mut());
                if self.incumbent.is_some_and(|incumbent| !incumbent.offer(self.solution.values())) {
                    return ControlFlow::Continue(());
                }
                on(&self.solution)
            }
            Sink::Count(number) => {
                *number += 1;
                ControlFlow::Continue(())
            }
        }
    }

    /// True if solutions are only counted.
    pub(crate) fn counts(&self) -> bool {
        matches!(self.sink, Sink::Count(_))
    }

    /// Counts `more` solutions.
    ///
    /// Pre: solutions are only counted.
    pub(crate) fn count(&mut self, more: u64) {
        let Sink::Count(number) = &mut self.sink else { unreachable!("solutions are handed over") };
        // Each call takes longer than a nanosecond, so that 128 bits do for all time.
        *number += u128::from(more);
    }

    /// True if it is time to look at the clock and at the other threads, at about every thousand steps of the work done
    /// since the part was entered.
    #[inline]
    pub(crate) fn is_time(&mut self, work: u64) -> bool {
        let is_time = work >= self.looked + self.budget.between_looks;
        if is_time {
            self.budget.spend(work - self.looked);
            self.looked = work;
        }
        is_time
    }

    /// True if the search has to end now.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.is_over() || self.pool.is_some_and(Pool::is_over)
    }

    /// The pool, if a thread waits for a part of the tree.
    pub(crate) fn idle(&self) -> Option<&'w Pool> {
        self.pool.filter(|pool| pool.has_idle())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_larger_than_a_word() {
        let budget = Budget::unlimited();
        let mut walk = Walk::new(&budget, Sink::Count(0));
        (0..3).for_each(|_| walk.count(u64::MAX));
        assert!(matches!(walk.sink, Sink::Count(number) if number == 3 * u128::from(u64::MAX)));
    }

    #[test]
    fn the_first_look_at_a_part_does_not_wait_for_the_work_of_the_part_before() {
        let budget = Budget::unlimited();
        let mut walk = Walk::new(&budget, Sink::Count(0));
        let between_looks = budget.between_looks;
        assert!(!walk.is_time(between_looks - 1));
        assert!(walk.is_time(1_000_000));
        assert!(!walk.is_time(1_000_000 + between_looks - 1));
        walk.enter(Subproblem::default());
        assert!(walk.is_time(between_looks));
    }
}
