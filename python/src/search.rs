//! Searches that run beside Python: without its lock, ended by Ctrl-C and by limits of time.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cnfab_lab::run::{Ended, Event, Next, RunError, RunSpec, Running, Verdict};
use cnfab_model::problem::Problem;
use cnfab_solve::{Budget, SolveError};
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;

use super::errors;

/// The time between two looks at the signals of Python.
const LOOK: Duration = Duration::from_millis(5);

/// The time that something gets to end by itself.
const PATIENCE: Duration = Duration::from_millis(50);

/// A search that is going on.
#[pyclass(module = "cnfab._cnfab")]
pub(crate) struct Search {
    running: Option<Running>,
    budget: Budget,
    spec: RunSpec,
    ended: Option<Box<Ended>>,
    bound: Option<i64>,
}

impl Search {
    pub(crate) fn start(problem: Arc<dyn Problem>, spec: RunSpec, seconds: Option<f64>) -> PyResult<Self> {
        let mut budget = budget(seconds)?;
        budget.seed = spec.seed;
        budget.wanted = spec.limits.limit_solutions;
        let running = Running::start(vec![problem], spec.clone(), budget.clone());
        Ok(Search { running: Some(running), budget, spec, ended: None, bound: None })
    }

    fn end(&mut self) {
        self.budget.cancel();
        self.bound = self.running.take().and_then(|running| running.bound()).or(self.bound);
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.end();
    }
}

#[pymethods]
impl Search {
    /// The next solution, or better one with the value of the objective; None at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<(Vec<i32>, Option<i64>)>> {
        loop {
            let Some(running) = &mut self.running else { return Ok(None) };
            let next = py.detach(|| running.wait());
            if let Err(interrupt) = py.check_signals() {
                self.end();
                return Err(interrupt);
            }
            match next {
                Next::Event(Event::Solution { cells, .. }) => return Ok(Some((cells.0, None))),
                Next::Event(Event::Better { cells, objective, .. }) => return Ok(Some((cells.0, Some(objective)))),
                Next::Event(Event::Ended(ended)) => {
                    self.ended = Some(ended);
                    self.end();
                    let result = &self.ended.as_ref().expect("it has just been set").result;
                    if let Err(error) = result {
                        return Err(error_of(error));
                    }
                    return Ok(None);
                }
                Next::Idle => {}
                Next::Over | Next::Done => {
                    self.end();
                    return Ok(None);
                }
                Next::Crashed => {
                    self.end();
                    return Err(PyRuntimeError::new_err("the search failed: a bug of cnfab"));
                }
            }
        }
    }

    /// Ends the search.
    fn cancel(&mut self) {
        self.end();
    }

    /// The verdict, as reports name it; None before the end.
    fn verdict(&self) -> Option<&'static str> {
        let backend = self.spec.backend();
        match (&self.ended, &self.running) {
            (Some(ended), _) => Some(Verdict::of(&*backend, ended).name()),
            (None, None) => Some(Verdict::Timeout.name()),
            (None, Some(_)) => None,
        }
    }

    /// The number of solutions, as decimal digits.
    fn found(&self) -> String {
        self.ended.as_ref().map_or_else(|| "0".to_owned(), |ended| ended.found.to_string())
    }

    /// The sum of the weights of all solutions as a fraction, where literals have weights and it is known.
    fn weight(&self) -> Option<String> {
        let report = self.ended.as_ref()?.result.as_ref().ok()?;
        report.stats.weight.as_ref().map(ToString::to_string)
    }

    /// The bound that no solution is better than, as far as it is known.
    fn bound(&self) -> Option<i64> {
        let of_report = self.ended.as_ref().and_then(|ended| ended.result.as_ref().ok()?.stats.bound);
        of_report.or_else(|| self.running.as_ref().map_or(self.bound, Running::bound))
    }

    /// What the search took, as JSON.
    fn statistics(&self) -> PyResult<String> {
        let Some(Ok(report)) = self.ended.as_ref().map(|ended| &ended.result) else { return Ok("{}".to_owned()) };
        let ended = self.ended.as_ref().expect("there is a report");
        let stats = &report.stats;
        let size = stats.size.map(|size| (size.variables, size.clauses, size.literals));
        let value = serde_json::json!({
            "seconds": ended.total_s, "first_seconds": ended.first_s, "encode_seconds": stats.encode_s,
            "conflicts": stats.conflicts, "decisions": stats.decisions, "propagations": stats.propagations,
            "restarts": stats.restarts, "nodes": stats.nodes, "relaxations": stats.relaxations, "cuts": stats.cuts,
            "course": stats.course, "recipe": stats.recipe, "size": size,
            "objective": stats.objective, "bound": stats.bound,
        });
        Ok(value.to_string())
    }
}

fn error_of(error: &RunError) -> PyErr {
    match error {
        RunError::Solve(SolveError::Unsupported { .. }) => errors::Unsupported::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}

/// A budget of a number of seconds, or without a limit.
fn budget(seconds: Option<f64>) -> PyResult<Budget> {
    Ok(errors::limit(seconds)?.map_or_else(Budget::unlimited, Budget::within))
}

/// Does something without Python's lock, until Python has a signal, such as Ctrl-C, or the seconds are over. What then
/// does not look at its budget is left to itself after a while, and nobody gets its result.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    seconds: Option<f64>,
    task: impl FnOnce(&Budget) -> T + Send + 'static,
) -> PyResult<T> {
    let budget = budget(seconds)?;
    let given = budget.clone();
    let (mut interrupt, mut end) = (Ok(()), None);
    let done = waited(
        py,
        move || task(&given),
        || {
            if interrupt.is_ok() {
                interrupt = py.check_signals();
            }
            if interrupt.is_ok() && !budget.is_over() {
                return true;
            }
            budget.cancel();
            let now = Instant::now();
            now < *end.get_or_insert(now + PATIENCE)
        },
    )?;
    interrupt?;
    done.ok_or_else(|| PyTimeoutError::new_err("the time is over before the answer is known"))
}

/// Does something without Python's lock. After a signal `cancel` is called, and what comes of that is waited for.
pub(crate) fn cancellable<T: Send + 'static>(
    py: Python<'_>,
    cancel: &dyn Fn(),
    task: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let mut interrupt = Ok(());
    let done = waited(py, task, || {
        if interrupt.is_ok() {
            interrupt = py.check_signals().inspect_err(|_| cancel());
        }
        true
    })?;
    interrupt?;
    Ok(done.expect("it was waited for"))
}

/// What another thread has done, nothing if `goes_on`, which is called again and again, says no before.
fn waited<T: Send + 'static>(
    py: Python<'_>,
    task: impl FnOnce() -> T + Send + 'static,
    mut goes_on: impl FnMut() -> bool,
) -> PyResult<Option<T>> {
    let (send, receive) = mpsc::sync_channel(1);
    std::thread::Builder::new().spawn(move || send.send(task()))?;
    let receive = Mutex::new(receive);
    loop {
        match py.detach(|| receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)) {
            Ok(done) => return Ok(Some(done)),
            Err(RecvTimeoutError::Timeout) if goes_on() => {}
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the search failed: a bug of cnfab"));
            }
        }
    }
}
