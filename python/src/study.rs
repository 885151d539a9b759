//! Studies: their runs, each in a process of its own, and the rows of these.

use std::ffi::OsString;
use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cnfab_lab::compare::{self, Cgroups, WorkerProgram};
use cnfab_lab::report::{Results, RowsError};
use cnfab_lab::source::Opened;
use cnfab_lab::study::{Journal, Row, Study, StudyError, SweepSetting, sweep as do_runs};
use cnfab_solve::missing_program;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::errors;
use super::search::interruptible;

fn error_of(error: StudyError) -> PyErr {
    match error {
        StudyError::Place { line, column, .. } => errors::placed(error.to_string(), line, column),
        StudyError::Write { .. } => PyOSError::new_err(error.to_string()),
        other => PyValueError::new_err(other.to_string()),
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
    let setting = SweepSetting { program: &program, jobs, cgroups: Cgroups::find() };
    let (cancelled, done, failure) = (AtomicBool::new(false), AtomicU64::new(0), Mutex::new(None));
    let cancel = || cancelled.store(true, Ordering::Relaxed);
    let told = |row: &Row| {
        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
        let line = cnfab_lab::json::line(row).map_err(|error| PyRuntimeError::new_err(error.to_string()));
        let called = line.and_then(|line| Python::attach(|py| on.call1(py, (number, runs.len(), line)).map(drop)));
        if let Err(error) = called {
            cancel();
            failure.lock().unwrap_or_else(|broken| broken.into_inner()).get_or_insert(error);
        }
    };
    let swept = interruptible(py, &cancel, || do_runs(&study, &runs, &mut journal, &setting, &cancelled, &told))?;
    if let Some(error) = failure.into_inner().unwrap_or_else(|broken| broken.into_inner()) {
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
