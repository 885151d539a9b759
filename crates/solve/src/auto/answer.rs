//! The results that engines hand over while they search in turns, and the answer that comes of them.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};

use cnfab_model::{Assignment, Objective};

use super::known::{Known, Verdict};
use super::{Answer, Engine, Task, search};
use crate::scheduler::Scheduler;
use crate::{Budget, Count, Limit, OnSolution, Outcome, Report, SolveError, Stats};

/// A message of an engine while it works.
pub(super) enum Message {
    Solution {
        slot: usize,
        values: Vec<i32>,
    },
    /// With the name of the backend that searched.
    Ended {
        slot: usize,
        name: String,
        result: Box<Result<Answer, SolveError>>,
    },
}

/// The part of the portfolio that an engine's thread needs.
pub(super) struct EnginePlace<'p> {
    pub(super) slot: usize,
    pub(super) budget: &'p Budget,
    pub(super) task: Task,
    pub(super) scheduler: &'p Scheduler,
    pub(super) known: &'p Mutex<Known>,
    pub(super) send: &'p SyncSender<Message>,
}

impl EnginePlace<'_> {
    /// Searches with the engine, tells what it finds, and leaves. `listing` are those that hand solutions over.
    pub(super) fn work(&self, engine: &Engine<'_>, listing: &[usize]) {
        let hand: OnSolution<'_> = &mut |solution: &Assignment| {
            if self.task != Task::Optimum {
                self.scheduler.found(self.slot);
            }
            // Until it is sent, nobody else finds it known. With several threads, an engine may hand solutions over
            // during another engine's turn. When that engine comes to its end, the receiver has to have all that it
            // takes for known.
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let verdict = match engine.model.objective().filter(|_| self.task == Task::Optimum) {
                Some(objective) if improves(self.budget, objective, solution) => Verdict::New,
                Some(_) => Verdict::Known,
                None => known.take(self.slot, solution, || self.scheduler.keep_first_of(listing)),
            };
            match verdict {
                Verdict::New => {
                    let message = Message::Solution { slot: self.slot, values: solution.values().to_vec() };
                    self.send.send(message).map_or(ControlFlow::Break(()), ControlFlow::Continue)
                }
                Verdict::Known => ControlFlow::Continue(()),
                Verdict::Over => ControlFlow::Break(()),
            }
        };
        let backend = engine.backend;
        let result = search(backend, engine.model, self.budget, self.task, hand);
        let goes_on = !matches!(&result, Ok((_, report)) if is_answer(report.outcome));
        // Nobody reads it only if the thread that asked has panicked.
        let _ = self.send.send(Message::Ended { slot: self.slot, name: backend.name(), result: Box::new(result) });
        if goes_on {
            self.scheduler.leave(self.slot);
        }
    }
}

/// Hands over what the engines find until one of them has the answer or the receiver has enough, and reports the
/// result.
pub(super) fn answer(
    receive: &Receiver<Message>,
    scheduler: &Scheduler,
    budget: &Budget,
    on: OnSolution<'_>,
) -> Result<Answer, SolveError> {
    let mut ended: Vec<(usize, String, Option<Count>, Report)> = Vec::new();
    // The engine that has the answer.
    let mut decided = None;
    let mut refused = None;
    let mut stopped = false;
    let mut failed = None;
    for message in receive {
        match message {
            Message::Solution { .. } if decided.is_some() || failed.is_some() => {}
            Message::Solution { slot, values } => {
                if on(&Assignment::new(values)).is_break() {
                    (decided, stopped) = (Some(slot), true);
                    scheduler.end();
                }
            }
            Message::Ended { slot, name, result } => {
                let (number, report) = match *result {
                    Ok(answer) => answer,
                    Err(why @ SolveError::Unsupported { .. }) => {
                        refused.get_or_insert(why);
                        continue;
                    }
                    Err(why) => {
                        failed.get_or_insert(why);
                        scheduler.end();
                        continue;
                    }
                };
                let decides = decided.is_none() && is_answer(report.outcome);
                if decides {
                    decided = Some(slot);
                }
                if decides || budget.is_over() {
                    scheduler.end();
                }
                ended.push((slot, name, number, report));
            }
        }
    }
    if let Some(why) = failed {
        return Err(why);
    }
    // Without an answer, the reason comes from an engine that would have gone on, if there is one.
    let by = |(slot, _, _, report): &(usize, String, Option<Count>, Report)| {
        (decided != Some(*slot), report.outcome != Outcome::Stopped(Limit::Time), *slot)
    };
    ended.sort_by_key(by);
    let most = ended.iter().filter_map(|(_, _, number, _)| number.clone()).max();
    let others: Vec<String> = ended.iter().skip(1).map(|(_, name, ..)| name.clone()).collect();
    let Some((_, name, number, mut report)) = ended.into_iter().next() else {
        return Err(refused.expect("an engine has ended one way or the other"));
    };
    if stopped {
        report.outcome = Outcome::Satisfied;
    }
    report = report.for_better(budget.best().is_some());
    // Each engine has told the budget what it has proved.
    report.stats.bound = budget.bound().or(report.stats.bound);
    let course = if others.is_empty() { name } else { format!("{name}, in turns with {}", others.join(" and ")) };
    report.stats = Stats { course: Some(course), ..report.stats };
    // Without an answer, each engine's number is a lower bound.
    let number = if report.outcome == Outcome::Exhausted { number } else { most };
    Ok((number, report))
}

/// True if an engine that ends so has the answer.
pub(super) fn is_answer(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Exhausted | Outcome::Optimal)
}

/// True if a solution is better than all that the engines have found; they ask for better ones then.
pub(super) fn improves(budget: &Budget, objective: &Objective, solution: &Assignment) -> bool {
    let value = objective.value(solution);
    let is_better = budget.best().is_none_or(|best| objective.improves(value, best));
    if is_better {
        budget.improve(value);
    }
    is_better
}
