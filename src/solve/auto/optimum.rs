//! Optima: native search for some steps, then clauses, which ask for something better than it found.
//!
//! The engines get the model as it is, and each states it by what it takes. Native search takes no bounds as atoms; a
//! formula over a model without them would have a literal for each value where one for the bound does.

use std::cell::Cell;
use std::sync::Arc;

use crate::model::{Assignment, Model, Sense};

use super::super::optimise::better_than;
use super::super::tuning::auto::SOON;
use super::super::turn::Turn;
use super::features::{has_wholes, is_light, is_wide};
use super::{Auto, Budget, Limit, OnSolution, Outcome, Report, SolveError, Stats};

impl Auto {
    /// Native search for `steps` steps, or fewer, then clauses.
    pub(super) fn optimum(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let objective = model.objective().expect("there is something to optimise");
        // Where native search takes long for a step, or others propagate more, it is soon over.
        let is_short = has_wholes(model) || is_wide(model) || !is_light(model);
        let steps = if is_short { self.steps / SOON } else { self.steps };
        let between_looks = steps.min(budget.between_looks);
        let alone = budget.in_turn(Arc::new(Turn::alone(steps, between_looks)), between_looks);
        let best = Cell::new(None);
        let mut keep = |solution: &Assignment| {
            best.set(Some(objective.value(solution)));
            on(solution)
        };
        let (native, clauses) = (self.native.as_ref(), self.whole.as_ref());
        let begun = native.optimise(model, &alone, &mut keep);
        let mut stats = match begun {
            Ok(Report { outcome: Outcome::Stopped(Limit::Time), stats }) if !budget.is_over() => stats,
            // Perhaps clauses can state it.
            Err(SolveError::Unsupported { .. }) => Stats::default(),
            Ok(mut report) => {
                report.stats.course = Some(native.name());
                return Ok(report);
            }
            Err(why) => return Err(why),
        };
        let asked = best.get().and_then(|value| better_than(objective, value)).map_or_else(
            || model.clone(),
            |(cmp, value)| {
                let mut asked = model.with_objective_value(cmp, value);
                asked.optimise(objective.clone()).expect("it is an objective of the model");
                asked
            },
        );
        let mut by = clauses;
        let mut ended = clauses.optimise(&asked, budget, &mut keep);
        for other in [self.sat.as_ref(), native] {
            if let Err(SolveError::Unsupported { .. }) = ended {
                by = other;
                ended = other.optimise(&asked, budget, &mut keep);
            }
        }
        let Report { outcome, stats: further } = ended?;
        let tighter = |one: i64, other: i64| match objective.sense {
            Sense::Minimise => one.max(other),
            Sense::Maximise => one.min(other),
        };
        let bound = stats.bound.zip(further.bound).map(|(one, other)| tighter(one, other));
        stats.add(&further);
        stats.bound = bound.or(stats.bound);
        stats.course = Some(format!("{} after {}", by.name(), native.name()));
        let outcome = if outcome == Outcome::Exhausted && best.get().is_some() { Outcome::Optimal } else { outcome };
        Ok(Report { outcome, stats })
    }
}
