//! Questions about a problem: what contradicts, what follows, what is proved, what each value may be, solutions at
//! random.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use cnfab_construct::{
    Conflicts, ConstructError, End, Extent, NamedModel, candidates, explain as explain_steps, without_optimum,
};
use cnfab_proof::certify::{CertificateFolder, Makers, certify as prove};
use cnfab_puzzle::Puzzle;
use cnfab_solve::SolveError;
use cnfab_solve::components::{CountError, CountMemory, compile_model};
use fastrand::Rng;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

use super::errors;
use super::problem::Problem;
use super::search::interruptible;

/// The memory for the clauses of a model, compiled.
const MEMORY: usize = 1_000_000_000;

/// Name, label, line and text of a constraint.
type Named = (String, String, Option<usize>, String);

fn error_of(error: ConstructError) -> PyErr {
    match error {
        ConstructError::OutOfBudget => PyTimeoutError::new_err("the time is over before the answer is known"),
        ConstructError::Solve(SolveError::Unsupported { .. }) => errors::Unsupported::new_err(error.to_string()),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// Minimal sets of the constraints of a model's text that contradict each other: one, a smallest one, or all.
/// Constraints whose name or label is among `hard` are never left out. No set if there is a solution. With `lines`,
/// what stands from one of these lines to before the next is one constraint.
#[pyfunction]
#[pyo3(signature = (problem, which, hard, seconds = None, lines = None))]
pub(crate) fn conflicts(
    py: Python<'_>,
    problem: &Problem,
    which: String,
    hard: Vec<String>,
    seconds: Option<f64>,
    lines: Option<Vec<usize>>,
) -> PyResult<Vec<Vec<Named>>> {
    let Some(model) = problem.grouped() else {
        return Err(PyValueError::new_err("only the constraints of models have names to be asked for"));
    };
    let mut model = model?;
    if let Some(lines) = lines {
        model = model.join_groups(|group| lines.partition_point(|line| Some(*line) <= group.line));
    }
    let model = Arc::new(model);
    let asked = Arc::clone(&model);
    let found = interruptible(py, seconds, move |budget| {
        let is_hard =
            |group: &cnfab_model::ConstraintGroup| hard.iter().any(|name| [&group.name, &group.label].contains(&name));
        let mut conflicts = Conflicts::new(&asked, is_hard, budget)?;
        match &which[..] {
            "one" => Ok(conflicts.one()?.into_iter().collect()),
            "smallest" => Ok(conflicts.smallest()?.into_iter().collect()),
            _ => {
                let mut all = Vec::new();
                conflicts.all(&mut |set| {
                    all.push(set.clone());
                    ControlFlow::Continue(())
                })?;
                Ok(all)
            }
        }
    })?;
    let named = |position: usize| {
        let group = &model.groups()[position];
        (group.name.clone(), group.label.clone(), group.line, group.text.clone())
    };
    let found = found.map_err(error_of)?;
    Ok(found.into_iter().map(|set| set.into_iter().map(named).collect()).collect())
}

/// Steps from which the solution follows, at most a number of them, as JSON.
#[pyfunction]
#[pyo3(signature = (problem, steps = None, seconds = None))]
pub(crate) fn explain(
    py: Python<'_>,
    problem: Py<Problem>,
    steps: Option<usize>,
    seconds: Option<f64>,
) -> PyResult<String> {
    interruptible(py, seconds, move |budget| {
        let problem = problem.get();
        let named = match problem.grouped() {
            Some(model) => Some(NamedModel::explained(&model?).map_err(PyValueError::new_err)?),
            None => None,
        };
        let (puzzle, view): (&dyn Puzzle, _) = match (&named, &problem.puzzle) {
            (Some(named), _) => (named, NamedModel::VIEW),
            (None, Some(puzzle)) => (&**puzzle, problem.view()),
            (None, None) => return Err(PyValueError::new_err("expected a puzzle, or a model that was read")),
        };
        let extent = Extent { steps, ..Extent::default() };
        let explanation = explain_steps(puzzle, view, extent, budget).map_err(error_of)?;
        match explanation.end {
            End::Budget => Err(error_of(ConstructError::OutOfBudget)),
            _ => Ok(explanation.json(puzzle).to_string()),
        }
    })?
}

/// Writes the certificate of a problem's answer in a new folder; what it claims.
#[pyfunction]
#[pyo3(signature = (problem, folder, encodings, most = None, seconds = None))]
pub(crate) fn certify(
    py: Python<'_>,
    problem: Py<Problem>,
    folder: PathBuf,
    encodings: &str,
    most: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<String> {
    let recipe = super::problem::encodings(encodings)?.recipe;
    if most.is_some() && problem.get().model.objective().is_some() {
        return Err(PyValueError::new_err("found a number of solutions, expected none with an objective"));
    }
    errors::new_folder(&folder)?;
    let claimed = interruptible(py, seconds, move |budget| {
        let problem = problem.get();
        let about = format!("{}, view {}", problem.problem.name(), problem.view());
        let (instance, encode) = (&problem.name[..], Some(recipe.to_string()));
        let usual = Makers::usual(&recipe);
        let makers = Makers { most: most.unwrap_or(usual.most), ..usual };
        let measured = |value| problem.problem.measure(value);
        let certificate = CertificateFolder { instance, about, measured: &measured, encode, is_compressed: false };
        certificate.write(&folder, |folder| prove(&problem.model, &recipe, &makers, budget, folder))
    })?;
    Ok(claimed.map_err(errors::of_certificate)?.to_string())
}

/// The values of each cell of an output over all solutions; no cells if there is no solution.
#[pyfunction]
#[pyo3(signature = (problem, seconds = None))]
pub(crate) fn values_of_cells(py: Python<'_>, problem: Py<Problem>, seconds: Option<f64>) -> PyResult<Vec<Vec<i32>>> {
    let values = move |budget: &_| candidates(&*problem.get().problem, problem.get().view(), budget);
    let found = interruptible(py, seconds, values)?;
    Ok(found.map_err(error_of)?.cells.into_iter().map(|values| values.into_iter().collect()).collect())
}

/// Solutions that are drawn, each equally likely in each draw.
#[pyfunction]
#[pyo3(signature = (problem, count, seed, encodings, seconds = None))]
pub(crate) fn sample(
    py: Python<'_>,
    problem: Py<Problem>,
    count: usize,
    seed: u64,
    encodings: &str,
    seconds: Option<f64>,
) -> PyResult<Vec<Vec<i32>>> {
    if problem.get().problem.uncounted().is_some() {
        return Err(errors::Unsupported::new_err(
            "draws are equally likely, and literals of this formula have weights",
        ));
    }
    let recipe = super::problem::encodings(encodings)?.recipe;
    let memory = CountMemory { cache: MEMORY, stack: MEMORY };
    interruptible(py, seconds, move |budget| {
        let problem = problem.get();
        // Solutions of a model with an objective are its optimal ones.
        let Some(model) = without_optimum(problem.model.clone(), budget).map_err(error_of)? else {
            return Ok(Vec::new());
        };
        let compiled = compile_model(&model, &recipe, memory, budget);
        let compiled = compiled.map_err(|error| errors::Unsupported::new_err(error.to_string()))?;
        let compiled = compiled.map_err(|error| match error {
            CountError::OutOfTime => PyTimeoutError::new_err("the time is over before the solutions are counted"),
            CountError::OutOfMemory => PyMemoryError::new_err("the memory is full before the solutions are counted"),
        })?;
        let count = if compiled.solutions().is_zero() { 0 } else { count };
        let mut rng = Rng::with_seed(seed);
        let mut draw = || {
            let (view, solution) = (problem.view(), compiled.draw(&mut rng));
            let cells = problem.problem.output(view, &solution);
            let checked = problem.problem.check_solution(view, &solution, &cells);
            checked.map_err(|broken| PyRuntimeError::new_err(format!("a wrong solution was drawn: {broken}")))?;
            Ok(cells.0)
        };
        (0..count).map(|_| draw()).collect()
    })?
}
