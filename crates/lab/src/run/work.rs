//! A searching thread: one puzzle after the other, each solution checked by the rules.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::orbits::Sieve;
use super::programs::Programs;
use super::relay::{Block, Closed, Relay};
use super::{Ended, Event, RunError, RunSpec, Wanted};
use cnfab_model::problem::Problem;
use cnfab_model::{Assignment, Model};
use cnfab_proof::external::GeneratorError;
use cnfab_solve::{Backend, Budget, Counted, Limit, OnSolution, Outcome, Report, Stats, optimise};

/// The data that all searching threads share.
pub(super) struct Task {
    pub(super) problems: Vec<Arc<dyn Problem>>,
    pub(super) spec: RunSpec,
    /// Per puzzle the number of solutions found so far.
    pub(super) found: Box<[AtomicU64]>,
    pub(super) relay: Relay,
}

impl Task {
    /// Works on puzzles until there are no more.
    pub(super) fn work(&self, budget: &Budget) {
        let backend = self.spec.backend();
        let programs = Programs::of(&self.spec, backend.as_ref());
        let mut worker = Worker { task: self, budget, backend, programs, before: None };
        while let Some(block) = self.relay.claim() {
            let mut puzzles = block.puzzles.clone();
            let whole = puzzles.all(|puzzle| (puzzle == 0 || !budget.is_over()) && worker.puzzle(puzzle, &block));
            block.close(if whole { Closed::Whole } else { Closed::Cut });
        }
    }
}

/// How much 1 of the model's objective is as the text measures it.
fn unit_of(problem: &dyn Problem) -> f64 {
    problem.measure(1).parse::<f64>().expect("a number").abs()
}

/// A thread and what it keeps from puzzle to puzzle.
struct Worker<'t> {
    task: &'t Task,
    budget: &'t Budget,
    backend: Box<dyn Backend>,
    programs: Option<Programs>,
    /// The model of the puzzle before.
    before: Option<Model>,
}

impl Worker<'_> {
    /// Works on the puzzle at this position. Whether more events are wanted.
    fn puzzle(&mut self, number: usize, events: &Block<'_>) -> bool {
        let (spec, budget) = (&self.task.spec, self.budget);
        budget.forget();
        let problem = self.task.problems[number].as_ref();
        let deliver = spec.wanted == Wanted::Solutions;
        let mut start = Instant::now();
        let (mut first_s, mut best_s) = (None, None);
        let mut found = 0;
        let mut wrong = None;
        let mut gone = false;
        let (model, mut sieve) = match Sieve::of(problem, spec, self.backend.as_ref(), self.before.take()) {
            Ok((model, sieve)) => (Ok(model), Some(sieve)),
            Err(error) => (Err(error), None),
        };
        let mut notes = Vec::new();
        let model = model.and_then(|model| {
            let Some(programs) = &mut self.programs else { return Ok(model) };
            let asked = Instant::now();
            notes = programs.resolve(&model, budget)?;
            // Programs that print formulas are no part of the search.
            start += asked.elapsed();
            self.backend = spec.strategy.backend(&programs.encodings);
            Ok(model)
        });
        let backend = self.backend.as_ref();
        let model = model.and_then(|model| spec.keeps_limits(backend).map(|()| model).map_err(RunError::from));
        let limit = model.as_ref().ok().and_then(|model| spec.wanted_of(model));
        let gap = budget.gap.map(|gap| gap.in_units_of(unit_of(problem)));
        let mut other = (budget.wanted != limit || budget.gap != gap).then(|| budget.wanting(limit));
        other.iter_mut().for_each(|other| other.gap = gap);
        let budget = other.as_ref().unwrap_or(budget);
        let view = spec.view_of(problem);
        let checked = |assignment: &Assignment| {
            let cells = problem.output(view, assignment);
            match problem.check_solution(view, assignment, &cells) {
                Ok(()) => Ok(cells),
                Err(violation) => Err(RunError::Wrong { strategy: backend.name(), violation, cells }),
            }
        };
        let mut wrong_better = None;
        let objective = model.as_ref().ok().and_then(|model| model.objective().cloned());
        let on_better: OnSolution<'_> = &mut |assignment: &Assignment| {
            let cells = match checked(assignment) {
                Ok(cells) => cells,
                Err(why) => {
                    wrong_better = Some(why);
                    return ControlFlow::Break(());
                }
            };
            let after_s = start.elapsed().as_secs_f64();
            best_s = Some(after_s);
            let objective = objective.as_ref().expect("only an objective makes one better").value(assignment);
            let better = Event::Better { puzzle: number, cells, objective, after_s };
            if events.send(better) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let list = deliver || sieve.as_ref().is_some_and(|sieve| !sieve.may_count());
        let on: OnSolution<'_> = &mut |assignment: &Assignment| {
            let sieve = sieve.as_mut().expect("there was something to search");
            let Some(orbit) = sieve.pass(assignment) else { return ControlFlow::Continue(()) };
            let cells = match checked(assignment) {
                Ok(cells) => cells,
                Err(why) => {
                    wrong = Some(why);
                    return ControlFlow::Break(());
                }
            };
            found += 1;
            self.task.found[number].store(sieve.found(found), Ordering::Relaxed);
            if deliver || first_s.is_none() {
                let after_s = start.elapsed().as_secs_f64();
                first_s.get_or_insert(after_s);
                if deliver && !events.send(Event::Solution { puzzle: number, cells, orbit, after_s }) {
                    gone = true;
                    return ControlFlow::Break(());
                }
            }
            if limit == Some(found) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let only_count = spec.wanted == Wanted::NumberOnly;
        let counted = model.and_then(|model| {
            let model: &Model = self.before.insert(model);
            let is_optimised = model.objective().is_some();
            Ok(if list {
                let report = match is_optimised {
                    true => optimise::list(backend, model, budget, on_better, on)?,
                    false => backend.solve(model, budget, on)?,
                };
                (None, report)
            } else {
                let Counted { number, report } = match (is_optimised, only_count) {
                    (true, _) => optimise::count(backend, model, budget, on_better, (!only_count).then_some(on))?,
                    (false, true) => backend.count_only(model, budget)?,
                    (false, false) => backend.count(model, budget, on)?,
                };
                (Some(number), report)
            })
        });
        let counted = counted.or_else(|error| match error {
            RunError::Generator(GeneratorError::Stopped(_)) => {
                Ok((None, Report { outcome: Outcome::Stopped(Limit::Time), stats: Stats::default() }))
            }
            error => Err(error),
        });
        let total_s = start.elapsed().as_secs_f64();
        // What was delivered has been counted here.
        let (number_found, result) = match (wrong.or(wrong_better), counted) {
            (Some(error), _) => (None, Err(error)),
            (None, Ok((number, report))) => (number, Ok(report)),
            (None, Err(error)) => (None, Err(error)),
        };
        let found = number_found.unwrap_or_else(|| found.into());
        let (found, orbits) = match sieve {
            Some(sieve) => sieve.end(found),
            None => (found, None),
        };
        let ended = Box::new(Ended { puzzle: number, found, first_s, best_s, total_s, orbits, notes, result });
        !gone && events.send(Event::Ended(ended))
    }
}
