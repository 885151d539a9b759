//! Backends that walk a search tree: what is alike in all of them.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::{Backend, Budget, Counted, OnSolution, Outcome, Refusal, Report, SolveError, Stats, optimise};
use cnfab_model::{Assignment, Model};

use super::incumbent::Incumbent;
use super::walk::{Sink, Walk};

/// A search of a tree, which brings models into a form of its own.
pub(crate) trait TreeSearch: Send + Sync {
    /// A model in that form.
    type Form;

    /// An error if the options do not go together, for any model.
    ///
    /// # Errors
    /// If they do not: which.
    fn goes_together(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Brings a model into the form. Returns also how long that took.
    ///
    /// # Errors
    /// Why the model is not taken.
    fn prepare(&self, model: &Model) -> Result<(Self::Form, Duration), Refusal>;

    /// Brings a model with an objective into a form whose search keeps to an [`Incumbent`]. `None` if there is no such
    /// form.
    fn prepare_bounded(&self, _: &Model) -> Option<(Self::Form, Duration)> {
        None
    }

    /// Reports all solutions to the walk, or better and better ones if that has an incumbent. Returns how the search
    /// ended, the work done, and the walk.
    fn search<'w, 'f>(&self, form: &Self::Form, walk: Walk<'w, 'f>) -> (Outcome, u64, Walk<'w, 'f>);
}

/// The backend of a search.
pub(crate) struct TreeBackend<S> {
    /// The strategy, with options.
    pub(crate) name: String,
    pub(crate) search: S,
}

impl<S: TreeSearch> TreeBackend<S> {
    /// Prepares a search and runs it. Returns also what took the solutions.
    fn run<'f>(&self, model: &Model, walk: Walk<'_, 'f>) -> Result<(Report, Sink<'f>), SolveError> {
        let prepared = self.search.prepare(model).map_err(|refusal| self.unsupported(refusal.to_string()))?;
        Ok(self.search_in(&prepared, walk))
    }

    fn search_in<'f>(&self, (form, took): &(S::Form, Duration), walk: Walk<'_, 'f>) -> (Report, Sink<'f>) {
        let begun = Stats { encode_s: Some(took.as_secs_f64()), ..Stats::default() };
        walk.budget.begin(&begun);
        let (outcome, work, walk) = self.search.search(form, walk);
        let mut stats = Stats { propagations: Some(work), ..begun };
        walk.statistics.report(&mut stats);
        (Report { outcome, stats }, walk.sink)
    }
}

impl<S: TreeSearch> Backend for TreeBackend<S> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn goes_together(&self) -> Result<(), SolveError> {
        self.search.goes_together().map_err(|refusal| self.unsupported(refusal.to_string()))
    }

    fn limits_ticks(&self) -> Result<(), SolveError> {
        Ok(())
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        Ok(self.run(model, Walk::new(budget, Sink::Hand(on)))?.0)
    }

    /// One search whose bound tightens at each solution, if the form has one.
    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let Some(prepared) = self.search.prepare_bounded(model) else {
            return optimise::tighten(self, model, budget, on);
        };
        let incumbent = Incumbent::new(model.objective().expect("there is something to optimise"));
        let mut best: Option<i64> = None;
        // A solution of one thread may come after a better one of another.
        let mut hand = |solution: &Assignment| {
            let sum = incumbent.sum(solution.values());
            if best.is_some_and(|best| sum >= best) {
                return ControlFlow::Continue(());
            }
            best = Some(sum);
            on(solution)
        };
        let mut walk = Walk::new(budget, Sink::Hand(&mut hand));
        walk.incumbent = Some(&incumbent);
        let (mut report, _) = self.search_in(&prepared, walk);
        report.stats.bound = incumbent.bound();
        Ok(report.for_better(best.is_some()))
    }

    fn count_only(&self, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
        let (report, sink) = self.run(model, Walk::new(budget, Sink::Count(0)))?;
        let Sink::Count(number) = sink else { unreachable!("the walk counts") };
        Ok(Counted { number: number.into(), report })
    }
}
