//! What there is: encodings, strategies, kinds of puzzles that are made.

use cnfab_construct::{GenerateRequest, RequestError};
use cnfab_encode::find_class;
use cnfab_solve::STRATEGIES;
use fastrand::Rng;
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;

use super::search::interruptible;

/// The encodings of a class, each with one line about it.
#[pyfunction]
#[pyo3(signature = (class_))]
pub(crate) fn encodings(class_: &str) -> PyResult<Vec<(String, String)>> {
    let class = find_class(class_).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let line = |one: cnfab_encode::Registered| (one.name.to_owned(), one.about.to_owned());
    Ok((class.registry)().into_iter().map(line).collect())
}

/// The strategies, each with one line about it.
#[pyfunction]
pub(crate) fn strategies() -> Vec<(&'static str, &'static str)> {
    STRATEGIES.iter().map(|kind| (kind.name, kind.about)).collect()
}

/// The text of a new puzzle of a kind, of the usual size.
#[pyfunction]
#[pyo3(signature = (kind, seed, seconds = None))]
pub(crate) fn generate(py: Python<'_>, kind: String, seed: u64, seconds: Option<f64>) -> PyResult<String> {
    let request = GenerateRequest::new(&kind).map_err(PyValueError::new_err)?;
    interruptible(py, seconds, move |budget| {
        let made = request.start(budget, |make| make(&mut Rng::with_seed(seed)).map(|made| made.puzzle.text()));
        made.and_then(|made| made.map_err(RequestError::Construct)).map_err(|error| match budget.is_over() {
            true => PyTimeoutError::new_err("the time is over before a puzzle has been made"),
            false => PyValueError::new_err(error.to_string()),
        })
    })?
}
