//! Studies: their runs, each in a process of its own, and the rows of these.

use std::ffi::OsString;
use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cnfab_lab::compare::{self, Cgroups, WorkerProgram};
use cnfab_lab::report::{Results, RowsError};
use cnfab_lab::source::Opened;
use cnfab_lab::study::{Journal, Row, Study, StudyError, SweepSetting, sweep as do_runs};
use cnfab_solve::missing_program;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::errors;
use super::search::cancellable;

fn error_of(error: StudyError) -> PyErr {
    match error {
        StudyError::Place { line, column, .. } => errors::placed(error.to_string(), line, column),
        StudyError::Write { .. } => PyOSError::new_err(error.to_string()),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// What the threads of a sweep tell each other.
#[derive(Default)]
struct SweepState {
    cancelled: AtomicBool,
    done: AtomicU64,
    failure: Mutex<Option<PyErr>>,
}

impl SweepState {
    fn failure(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does the runs of a study that have no row in a file yet, and adds a row for each. `worker` are the words of a
/// process that calls [`work`]. `on` gets the number of runs that are done, of those to be done, and each row as JSON.
/// Returns the number of rows.
#[pyfunction]
#[pyo3(signature = (study, output, worker, jobs, resume, on))]
pub(crate) fn sweep(
    py: Python<'_>,
    study: &str,
    output: &str,
    worker: Vec<OsString>,
    jobs: usize,
    resume: bool,
    on: Py<PyAny>,
) -> PyResult<u64> {
    let Some((program, arguments)) = worker.split_first() else {
        return Err(PyRuntimeError::new_err("there is no program for the runs"));
    };
    let program = WorkerProgram { path: PathBuf::from(program), arguments: arguments.to_vec() };
    // What is refused is refused before programs of the study run.
    let mut opened = py.detach(|| Study::outline(study, &[], false)).map_err(error_of)?;
    Journal::check(output, &opened, resume).map_err(error_of)?;
    if let Some(why) = opened.strategies().find_map(missing_program) {
        return Err(PyFileNotFoundError::new_err(why));
    }
    if let Some(checker) = opened.base.certify.as_deref() {
        cnfab_proof::certify::starts(checker).map_err(errors::of_checker)?;
    }
    if !opened.unmade().is_empty() {
        opened = py.detach(|| Study::open(study, &[])).map_err(error_of)?;
    }
    let study = opened;
    let mut journal = Journal::open(output, &study, resume).map_err(error_of)?;
    let runs: Vec<u64> = (0..study.runs()).filter(|&number| !journal.has(&study.run(number).name())).collect();
    let state = Arc::new(SweepState::default());
    let (watched, count) = (Arc::clone(&state), runs.len());
    let told = move |row: &Row| {
        let number = watched.done.fetch_add(1, Ordering::Relaxed) + 1;
        let line = cnfab_lab::json::line(row).map_err(|error| PyRuntimeError::new_err(error.to_string()));
        let called = line.and_then(|line| Python::attach(|py| on.call1(py, (number, count, line)).map(drop)));
        if let Err(error) = called {
            watched.cancelled.store(true, Ordering::Relaxed);
            watched.failure().get_or_insert(error);
        }
    };
    let running = Arc::clone(&state);
    let (swept, journal) = cancellable(py, &|| state.cancelled.store(true, Ordering::Relaxed), move || {
        let setting = SweepSetting { program: &program, jobs, cgroups: Cgroups::find() };
        let swept = do_runs(&study, &runs, &mut journal, &setting, &running.cancelled, &told);
        (swept, journal)
    })?;
    if let Some(error) = state.failure().take() {
        return Err(error);
    }
    swept.map_err(error_of)?;
    match journal.claims().contradiction() {
        Some(what) => Err(PyRuntimeError::new_err(what.to_owned())),
        None => Ok(journal.rows()),
    }
}

/// Does the run that stands on standard input, and writes what comes of it to standard output.
#[pyfunction]
pub(crate) fn work(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(|| compare::work(&mut io::stdin().lock(), &mut io::stdout().lock()))?)
}

/// The rows of a file, each as JSON, and the line of a last one that is cut off.
#[pyfunction]
pub(crate) fn rows(py: Python<'_>, path: &str) -> PyResult<(Vec<String>, Option<u64>)> {
    let read = || -> PyResult<_> {
        let mut bytes = Vec::new();
        Opened::open(path).map_err(errors::of_source)?.read_to_end(&mut bytes)?;
        let torn = Results::default().read(path, &mut BufReader::new(&bytes[..])).map_err(|error| match error {
            RowsError::Line { line, column, .. } => errors::placed(error.to_string(), line as usize, column),
            other => PyOSError::new_err(other.to_string()),
        })?;
        let torn = torn.map(|torn| torn.line);
        let whole = (1..).zip(bytes.split(|&byte| byte == b'\n')).filter(|(line, _)| Some(*line) != torn);
        let rows = whole.filter(|(_, row)| !row.trim_ascii().is_empty());
        Ok((rows.map(|(_, row)| String::from_utf8_lossy(row).into_owned()).collect(), torn))
    };
    py.detach(read)
}
