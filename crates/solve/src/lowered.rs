//! A backend in front of a backend: it states each model in terms that the one behind takes, and refuses what cannot
//! be.

use std::borrow::Cow;
use std::ops::ControlFlow;

use cnfab_model::{Assignment, Model, WeightSum, Weights};

use super::{Backend, Budget, Counted, Limit, OnSolution, Outcome, Report, SolveError, optimise};

/// A backend for models of all classes.
pub(super) struct Lowered(pub(super) Box<dyn Backend>);

impl Lowered {
    fn model<'m>(&self, model: &'m Model) -> Result<Cow<'m, Model>, SolveError> {
        self.goes_together()?;
        self.0.lowered(model)
    }

    /// Runs the backend behind, with solutions as they are of the model that is given.
    fn run<R>(
        &self,
        model: &Model,
        on: OnSolution<'_>,
        run: impl FnOnce(&Model, OnSolution<'_>) -> Result<R, SolveError>,
    ) -> Result<R, SolveError> {
        match self.model(model)? {
            Cow::Borrowed(model) => run(model, on),
            Cow::Owned(lowered) => run(&lowered, &mut own(model.variables().len(), on)),
        }
    }
}

impl Lowered {
    /// Counts a model whose solutions have weights, which are added up one by one where the backend does not do it.
    fn weigh(
        &self,
        model: &Model,
        weights: &Weights,
        budget: &Budget,
        on: OnSolution<'_>,
    ) -> Result<Counted, SolveError> {
        if self.0.weighs() {
            return self.run(model, on, |model, on| self.0.count(model, budget, on));
        }
        if !self.lists() || !self.is_complete() {
            return Err(
                self.unsupported("weights of literals: 'components' does, or what lists all solutions".to_owned())
            );
        }
        let (mut found, mut sum) = (0_u64, WeightSum::new(weights));
        let mut report = self.run(
            model,
            &mut |solution| {
                found += 1;
                sum.add(solution);
                on(solution)
            },
            |model, on| self.0.solve(model, budget, on),
        )?;
        report.stats.weight = (report.outcome == Outcome::Exhausted).then(|| sum.total());
        Ok(Counted { number: found.into(), report })
    }
}

/// The reason of a search that ended for want of ticks.
const OUT_OF_TICKS: &str = "the limit on ticks is used up";

/// Says that a search ended for want of memory or ticks, where it has only seen that its budget is over.
fn of_limit(report: Report, budget: &Budget) -> Report {
    let outcome = match report.outcome {
        Outcome::Stopped(Limit::Time) if budget.is_out_of_memory() => Outcome::Stopped(Limit::Memory),
        Outcome::Stopped(Limit::Time) if budget.is_out_of_ticks() => Outcome::Stopped(Limit::Own(OUT_OF_TICKS)),
        outcome => outcome,
    };
    Report { outcome, ..report }
}

/// Hands over the values of the first variables, which are those of the model before it was lowered.
pub(super) fn own(variables: usize, on: OnSolution<'_>) -> impl FnMut(&Assignment) -> ControlFlow<()> {
    move |solution| match solution.values() {
        values if values.len() == variables => on(solution),
        values => on(&Assignment::new(values[..variables].to_vec())),
    }
}

impl Backend for Lowered {
    fn name(&self) -> String {
        self.0.name()
    }

    fn recipe(&self) -> Option<String> {
        self.0.recipe()
    }

    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    fn lists(&self) -> bool {
        self.0.lists()
    }

    fn weighs(&self) -> bool {
        self.0.weighs()
    }

    fn goes_together(&self) -> Result<(), SolveError> {
        self.0.goes_together()
    }

    fn limits_conflicts(&self) -> Result<(), SolveError> {
        self.0.limits_conflicts()
    }

    fn limits_ticks(&self) -> Result<(), SolveError> {
        self.0.limits_ticks()
    }

    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        self.run(model, on, |model, on| self.0.optimise(model, budget, on)).map(|report| of_limit(report, budget))
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        if model.objective().is_some() {
            return optimise::list(self, model, budget, &mut |_| ControlFlow::Continue(()), on);
        }
        self.run(model, on, |model, on| self.0.solve(model, budget, on)).map(|report| of_limit(report, budget))
    }

    fn count(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Counted, SolveError> {
        if model.objective().is_some() {
            return optimise::count(self, model, budget, &mut |_| ControlFlow::Continue(()), Some(on));
        }
        let counted = match model.weights() {
            Some(weights) => self.weigh(model, weights, budget, on)?,
            None => self.run(model, on, |model, on| self.0.count(model, budget, on))?,
        };
        Ok(Counted { report: of_limit(counted.report, budget), ..counted })
    }

    fn count_only(&self, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
        if model.objective().is_some() {
            return optimise::count(self, model, budget, &mut |_| ControlFlow::Continue(()), None);
        }
        if model.weights().is_some() {
            return self.count(model, budget, &mut |_| ControlFlow::Continue(()));
        }
        let counted = self.0.count_only(&*self.model(model)?, budget)?;
        Ok(Counted { report: of_limit(counted.report, budget), ..counted })
    }
}
