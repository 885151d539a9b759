//! Engines that search alone for a moment, before any others are made ready.
//!
//! What it does: a small model is searched natively, or by clause learning if most of it is given. An integer program
//! has a moment where an optimum or one solution is asked for, as its relaxation may tell that there is no better one.
//!
//! When it runs: in `auto`, before engines take turns.

use std::ops::ControlFlow;
use std::sync::Arc;

use cnfab_model::Model;

use super::answer::improves;
use super::features::{Class, is_rows, is_small};
use super::known::Known;
use super::{Answer, Auto, Start, Task, search, title};
use crate::tuning::auto::{MOMENT, ROWS_MOMENT};
use crate::turn::Turn;
use crate::{Backend, Budget, Limit, OnSolution, Outcome, SolveError};

impl Auto {
    /// Searches by the engines that have a moment each. `None` if none of them has ended.
    pub(super) fn briefly(
        &self,
        start: Start<'_>,
        budget: &Budget,
        task: Task,
        known: &mut Known,
        on: OnSolution<'_>,
    ) -> Result<Option<Answer>, SolveError> {
        for moment in self.moments(start, task, budget.wanted) {
            budget.log.say(|| format!("{} has a moment of {} steps", title(moment.0), moment.2));
            if let Some(answer) = self.at_once(moment, budget, task, known, on)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// The engines that have a moment before others join, each with its model and its steps.
    pub(super) fn moments<'a>(
        &'a self,
        start: Start<'a>,
        task: Task,
        wanted: Option<u64>,
    ) -> Vec<(&'a dyn Backend, &'a Model, u64)> {
        let mut moments = Vec::new();
        if is_small(start.flat) {
            let first = if start.class == Class::Given { start.cdcl } else { self.native.as_ref() };
            moments.push((first, start.flat, MOMENT));
        }
        if (task == Task::Optimum || task == Task::List && wanted == Some(1)) && is_rows(start.stated) {
            moments.push((self.rows.as_ref(), start.stated, ROWS_MOMENT));
        }
        moments
    }

    /// Searches for a moment in this thread. `None` if that was too short.
    fn at_once(
        &self,
        (engine, model, steps): (&dyn Backend, &Model, u64),
        budget: &Budget,
        task: Task,
        known: &mut Known,
        on: OnSolution<'_>,
    ) -> Result<Option<Answer>, SolveError> {
        let between_looks = self.steps.min(budget.between_looks);
        let turn = Arc::new(Turn::alone(self.steps.min(steps), between_looks));
        let alone = budget.in_turn(Arc::clone(&turn), between_looks);
        let ended = search(engine, model, &alone, task, &mut |solution| {
            if let Some(objective) = model.objective().filter(|_| task == Task::Optimum) {
                improves(budget, objective, solution);
                return on(solution);
            }
            turn.found();
            match known.note(solution) {
                None => return ControlFlow::Continue(()),
                Some(has_room) if !has_room => turn.go_on(),
                Some(_) => {}
            }
            on(solution)
        });
        let is_short = match &ended {
            Ok((_, report)) => report.outcome == Outcome::Stopped(Limit::Time) && turn.is_spent() && !budget.is_over(),
            // Perhaps others can state it.
            Err(why) => matches!(why, SolveError::Unsupported { .. }),
        };
        if is_short {
            if let Ok((number, _)) = ended {
                known.counted = known.counted.take().max(number);
            }
            known.join();
            return Ok(None);
        }
        let (number, report) = ended?;
        // What an engine before has found is a solution that this one has sought to better.
        let mut report = report.for_better(task == Task::Optimum && budget.best().is_some());
        report.stats.course = Some(engine.name());
        Ok(Some((number, report)))
    }
}
