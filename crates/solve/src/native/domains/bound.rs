//! The bound of an objective: a sum that has to be smaller than the best one found, which tightens while the search
//! goes on.
//!
//! A. H. Land, A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28, 1960. The
//! bound is no part of the memory: going back does not loosen it. States above were at their fixpoint under an older
//! bound, so each decision has the propagator run again.

use super::propagation::Propagation;
use super::store::DomainStep;
use crate::search::Walk;
use cnfab_model::Cmp;

impl<const W: usize> Propagation<'_, W> {
    /// Asks for something better than the best solution found. To be called before each decision.
    #[inline]
    pub(super) fn tighten(&mut self, walk: &Walk<'_, '_>) {
        if let Some(incumbent) = walk.incumbent {
            if let Some(value) = walk.budget.best() {
                incumbent.adopt(value);
            }
            self.wanted = incumbent.wanted();
            if let (Some(propagator), true) = (self.program.objective, self.wanted.is_some()) {
                self.schedule_one(propagator);
            }
        }
    }

    /// The sum is at most what is wanted.
    pub(super) fn below(&mut self, scope: &[u32], coefficients: &[i64]) -> DomainStep {
        match self.wanted {
            Some(wanted) => self.linear(scope, coefficients, Cmp::Le, wanted),
            None => Ok(()),
        }
    }

    /// Reports the least sum that the root leaves, as what no solution is better than.
    pub(super) fn prove_bound(&self, walk: &Walk<'_, '_>) {
        let (Some(incumbent), Some(number)) = (walk.incumbent, self.program.objective) else { return };
        let (scope, coefficients) = self.program.objective_terms(number);
        let least =
            scope.iter().zip(coefficients).map(|(&var, &coefficient)| self.term_range(var, coefficient).0).sum();
        incumbent.prove(least);
        if let Some(bound) = incumbent.bound() {
            walk.budget.prove(bound, incumbent.sense());
        }
    }
}
