//! Runs a strategy over problems on a thread of its own; every solution is checked by the rules before it is handed on.
//!
//! Some backends cannot be interrupted. The thread that asks for the results therefore never waits for the searching
//! thread longer than a moment beyond the budget: it says that time is over and lets the caller leave.

mod baselines;
mod choice;
pub(crate) mod fields;
mod orbits;
mod programs;
mod record;
mod seconds;
mod spec;

pub use baselines::baselines;
pub use choice::{Choice, Chosen};
pub use fields::{Field, Fields};
pub use orbits::Orbits;
pub use record::{Record, Verdict};
pub use seconds::{NotSeconds, Seconds};
pub use spec::{Limits, RunSpec, Wanted};

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use self::orbits::Sieve;
use self::programs::Programs;
use crate::generator::GeneratorError;
use crate::model::{Assignment, SymmetryError};
use crate::names::UnknownName;
use crate::problem::{Cells, Problem, Violation};
use crate::solve::{Budget, Count, Counted, Limit, OnSolution, Outcome, Report, SolveError, Stats, optimise};

/// How many events may wait for the receiver before the search does.
const WAITING: usize = 1024;

/// How long [`Running::wait`] waits at most.
const TICK: Duration = Duration::from_millis(50);

/// How long a search may go on after its budget is over, to report what it did.
const GRACE: Duration = Duration::from_millis(20);

/// How long [`Running::wait`] waits at most within that time.
const LAST_TICK: Duration = Duration::from_millis(5);

/// What the searching thread tells.
#[derive(Clone, Debug)]
pub enum Event {
    /// A solution that keeps the rules.
    Solution {
        /// The puzzle's position, from 0.
        puzzle: usize,
        /// The solution.
        cells: Cells,
        /// The size of its orbit, if one solution per orbit is wanted.
        orbit: Option<u64>,
        /// Seconds from the start, with the model still to be made.
        after_s: f64,
    },
    /// A solution that keeps the rules and is better than all before, by the model's objective.
    Better {
        /// The puzzle's position, from 0.
        puzzle: usize,
        /// The solution.
        cells: Cells,
        /// The value of the objective.
        objective: i64,
        /// Seconds from the start, with the model still to be made.
        after_s: f64,
    },
    /// There is no more to come for this puzzle.
    Ended(Box<Ended>),
}

/// How the search for one puzzle's solutions ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The puzzle's position, from 0.
    pub puzzle: usize,
    /// Number of solutions found.
    pub found: Count,
    /// Seconds from the start, with the model still to be made, to the first solution.
    pub first_s: Option<f64>,
    /// Seconds from the start, with the model still to be made, to the best solution by the objective.
    pub best_s: Option<f64>,
    /// Seconds from the start, with the model still to be made, to the end.
    pub total_s: f64,
    /// What the solutions found stand for, if one per orbit is wanted and the search could begin.
    pub orbits: Option<Orbits>,
    /// What users should know of the formulas that programs wrote.
    pub notes: Vec<String>,
    /// What the backend reported.
    pub result: Result<Report, RunError>,
}

/// Why a puzzle got no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The view is none of the kind's.
    #[error(transparent)]
    View(#[from] UnknownName),
    /// The symmetries that were asked for cannot be used.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
    /// A program of an external encoding does not state what it should.
    #[error(transparent)]
    Generator(GeneratorError),
    /// The backend said so.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The backend reported something that breaks the puzzle's rules.
    #[error("{strategy} reported a wrong solution: {violation}: {cells:?}")]
    Wrong {
        /// The strategy.
        strategy: String,
        /// The rule.
        violation: Violation,
        /// The cells.
        cells: Cells,
    },
}

/// What [`Running::wait`] came back with.
#[derive(Debug)]
pub enum Next {
    /// The next event.
    Event(Event),
    /// Nothing happened for a moment.
    Idle,
    /// The budget is over, and the search did not come back in time.
    Over,
    /// The searching thread is done: every puzzle has had its [`Ended`], unless the budget was over before.
    Done,
    /// The searching thread panicked.
    Crashed,
}

/// A search that is going on.
pub struct Running {
    events: Receiver<Event>,
    /// Per puzzle the number of solutions found so far.
    found: Arc<[AtomicU64]>,
    budget: Budget,
    over_since: Option<Instant>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Starts the search. The problems are worked on one after the other.
    pub fn start(problems: Vec<Arc<dyn Problem>>, spec: RunSpec, budget: Budget) -> Self {
        let (sender, events) = sync_channel(WAITING);
        let found: Arc<[AtomicU64]> = problems.iter().map(|_| AtomicU64::new(0)).collect();
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            // Solvers of other crates run on it, and how deep they recurse is not known here.
            .stack_size(64 << 20)
            .spawn({
                let (found, budget) = (Arc::clone(&found), budget.clone());
                move || work(&problems, &spec, &budget, &found, &sender)
            })
            .expect("the system lets a process start a thread");
        Running { events, found, budget, over_since: None, thread: Some(thread) }
    }

    /// An event that is already there.
    pub fn ready(&mut self) -> Option<Event> {
        if self.is_over() {
            return None;
        }
        self.events.try_recv().ok()
    }

    /// Waits for the next event, for a moment.
    pub fn wait(&mut self) -> Next {
        if self.is_over() {
            return Next::Over;
        }
        let left = self.budget.remaining();
        let tick = if self.budget.is_over() { LAST_TICK } else { left.map_or(TICK, |left| left.min(TICK)) };
        match self.events.recv_timeout(tick) {
            Ok(event) => Next::Event(event),
            Err(RecvTimeoutError::Timeout) => Next::Idle,
            Err(RecvTimeoutError::Disconnected) => match self.thread.take().map(JoinHandle::join) {
                None | Some(Ok(())) => Next::Done,
                Some(Err(_)) => Next::Crashed,
            },
        }
    }

    /// What was told before the budget was over and has not been taken yet.
    pub fn leftover(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.try_iter().take(WAITING)
    }

    /// The number of solutions found so far for the puzzle at this position.
    pub fn found(&self, puzzle: usize) -> u64 {
        self.found[puzzle].load(Ordering::Relaxed)
    }

    /// What no solution of the problem at hand is better than, as far as the search has told.
    pub fn bound(&self) -> Option<i64> {
        self.budget.bound()
    }

    /// Whether the budget has been over for so long that the search will not come back.
    fn is_over(&mut self) -> bool {
        if !self.budget.is_over() {
            return false;
        }
        self.over_since.get_or_insert_with(Instant::now).elapsed() > GRACE
    }
}

/// The searching thread.
fn work(
    problems: &[Arc<dyn Problem>],
    spec: &RunSpec,
    budget: &Budget,
    counters: &[AtomicU64],
    events: &SyncSender<Event>,
) {
    let mut backend = spec.backend();
    let mut programs = Programs::of(spec, backend.as_ref());
    let deliver = spec.wanted == Wanted::Solutions;
    for (number, problem) in problems.iter().enumerate() {
        if number > 0 && budget.is_over() {
            return;
        }
        budget.forget_bound();
        let problem = problem.as_ref();
        let start = Instant::now();
        let (mut first_s, mut best_s) = (None, None);
        let mut found = 0;
        let mut wrong = None;
        let mut gone = false;
        let (model, mut sieve) = match Sieve::of(problem, spec, backend.as_ref()) {
            Ok((model, sieve)) => (Ok(model), Some(sieve)),
            Err(error) => (Err(error), None),
        };
        let mut notes = Vec::new();
        let model = model.and_then(|model| {
            let Some(programs) = &mut programs else { return Ok(model) };
            notes = programs.resolve(&model, budget)?;
            backend = spec.strategy.backend(&programs.encodings);
            Ok(model)
        });
        let backend = backend.as_ref();
        let limit = model.as_ref().ok().and_then(|model| spec.wanted_of(model));
        let budget = &budget.wanting(limit);
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
            if events.send(better).is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
            counters[number].store(sieve.found(found), Ordering::Relaxed);
            if deliver || first_s.is_none() {
                let after_s = start.elapsed().as_secs_f64();
                first_s.get_or_insert(after_s);
                if deliver && events.send(Event::Solution { puzzle: number, cells, orbit, after_s }).is_err() {
                    gone = true;
                    return ControlFlow::Break(());
                }
            }
            if limit == Some(found) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let only_count = spec.wanted == Wanted::NumberOnly;
        let counted = model.and_then(|model| {
            let is_optimised = model.objective().is_some();
            Ok(if list {
                let report = match is_optimised {
                    true => optimise::list(backend, &model, budget, on_better, on)?,
                    false => backend.solve(&model, budget, on)?,
                };
                (None, report)
            } else {
                let Counted { number, report } = match (is_optimised, only_count) {
                    (true, _) => optimise::count(backend, &model, budget, on_better, (!only_count).then_some(on))?,
                    (false, true) => backend.count_only(&model, budget)?,
                    (false, false) => backend.count(&model, budget, on)?,
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
        if gone || events.send(Event::Ended(ended)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
