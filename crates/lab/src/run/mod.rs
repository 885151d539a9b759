//! Runs a strategy over problems on threads of their own. Every solution is checked by the rules before it is handed
//! on.
//!
//! Some backends cannot be interrupted. The thread that asks for the results therefore never waits for the searching
//! thread longer than a moment beyond the budget: it says that time is over and lets the caller leave.

mod baselines;
mod choice;
pub(crate) mod fields;
mod orbits;
mod programs;
mod record;
mod relay;
mod seconds;
mod spec;
mod work;

pub use baselines::baselines;
pub use choice::{Choice, Chosen};
pub use fields::{Field, Fields};
pub use orbits::Orbits;
pub use record::{Certified, Record, Verdict};
pub use seconds::{NotSeconds, Seconds};
pub use spec::{Limits, RunSpec, Wanted};

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use self::relay::{Closed, Relay, Taken, WAITING};
use self::work::Task;
use cnfab_base::names::UnknownName;
use cnfab_model::SymmetryError;
use cnfab_model::problem::{Cells, Problem, Violation};
use cnfab_proof::external::GeneratorError;
use cnfab_solve::{Budget, Count, Report, SolveError, Stats};

/// How long [`Running::wait`] waits at most.
const TICK: Duration = Duration::from_millis(50);

/// How long a search may go on after its budget is over, to report what it did, unless the caller has more time.
const GRACE: Duration = Duration::from_millis(20);

/// How long [`Running::wait`] waits at most within that time.
const LAST_TICK: Duration = Duration::from_millis(5);

/// A message of the searching thread.
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

/// The end of the search for one puzzle's solutions.
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
    /// The orbits that the solutions found stand for, if one per orbit is wanted and the search could begin.
    pub orbits: Option<Orbits>,
    /// The notes for users on the formulas that programs wrote.
    pub notes: Vec<String>,
    /// The report of the backend.
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

/// The result of [`Running::wait`].
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
    /// Events that have been taken from the searching threads.
    events: VecDeque<Event>,
    task: Arc<Task>,
    budget: Budget,
    over_since: Option<Instant>,
    grace: Duration,
    threads: Vec<JoinHandle<()>>,
}

impl Running {
    /// Starts the search. Several threads share the problems, if there are several and the strategy is to search by
    /// threads; they share the search of a problem that is alone. Events come in the order of the problems.
    pub fn start(problems: Vec<Arc<dyn Problem>>, mut spec: RunSpec, budget: Budget) -> Self {
        let mut count = 1;
        if problems.len() > 1
            && let Some((threads, alone)) = spec.strategy.threads()
        {
            (count, spec.strategy) = (threads.clamp(1, problems.len()), alone);
        }
        let found = problems.iter().map(|_| AtomicU64::new(0)).collect();
        let relay = Relay::new(problems.len(), count);
        let task = Arc::new(Task { problems, spec, found, relay });
        let start = |_| {
            let (task, budget) = (Arc::clone(&task), if count == 1 { budget.clone() } else { budget.apart() });
            let thread = std::thread::Builder::new().name("search".to_owned());
            // Solvers of other crates run on it, and how deep they recurse is not known here.
            let thread = thread.stack_size(64 << 20).spawn(move || task.work(&budget));
            thread.expect("the system lets a process start a thread")
        };
        let threads = (0..count).map(start).collect();
        Running { events: VecDeque::new(), task, budget, over_since: None, grace: GRACE, threads }
    }

    /// The same search, which may go on for this long after its budget is over, to report what it did.
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// The statistics that the search has told before it began, if it has begun.
    pub fn told(&self) -> Option<Stats> {
        self.budget.told()
    }

    /// An event that is already there.
    pub fn ready(&mut self) -> Option<Event> {
        if self.events.is_empty() {
            if self.is_over() {
                return None;
            }
            self.task.relay.take(&mut self.events, None);
        }
        self.events.pop_front()
    }

    /// Waits for the next event, for a moment.
    pub fn wait(&mut self) -> Next {
        if self.is_over() {
            return Next::Over;
        }
        if let Some(event) = self.events.pop_front() {
            return Next::Event(event);
        }
        let left = self.budget.remaining();
        let tick = if self.budget.is_over() { LAST_TICK } else { left.map_or(TICK, |left| left.min(TICK)) };
        match self.task.relay.take(&mut self.events, Some(tick)) {
            Taken::Events => self.events.pop_front().map_or(Next::Idle, Next::Event),
            Taken::Nothing => Next::Idle,
            Taken::End(Closed::Crashed) => Next::Crashed,
            Taken::End(Closed::Cut) => Next::Done,
            // A thread may still panic while it puts its things away.
            Taken::End(Closed::Whole) => match self.threads.drain(..).all(|thread| thread.join().is_ok()) {
                true => Next::Done,
                false => Next::Crashed,
            },
        }
    }

    /// The events that were told before the budget was over and have not been taken yet.
    pub fn leftover(&mut self) -> impl Iterator<Item = Event> + '_ {
        let mut left = WAITING;
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            if self.events.is_empty() {
                self.task.relay.take(&mut self.events, None);
            }
            self.events.pop_front()
        })
    }

    /// The number of solutions found so far for the puzzle at this position.
    pub fn found(&self, puzzle: usize) -> u64 {
        self.task.found[puzzle].load(Ordering::Relaxed)
    }

    /// The bound that no solution of the problem at hand is better than, as far as the search has told.
    pub fn bound(&self) -> Option<i64> {
        self.budget.bound()
    }

    /// True if the budget has been over for so long that the search will not come back.
    fn is_over(&mut self) -> bool {
        if !self.budget.is_over() {
            return false;
        }
        self.over_since.get_or_insert_with(Instant::now).elapsed() > self.grace
    }
}

/// The searches end when they have something to tell.
impl Drop for Running {
    fn drop(&mut self) {
        self.task.relay.leave();
    }
}

#[cfg(test)]
mod tests;
