//! Questions about a problem: what contradicts, what each value may be, one solution at random.

use std::ops::ControlFlow;

use cnfab_construct::{Conflicts, ConstructError, candidates, without_optimum};
use cnfab_solve::components::{CountError, CountMemory, compile_model};
use cnfab_solve::{Budget, SolveError};
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

fn budget(seconds: Option<f64>) -> PyResult<Budget> {
    Ok(match seconds {
        Some(seconds) => Budget::within(errors::seconds(seconds)?),
        None => Budget::unlimited(),
    })
}

fn error_of(error: ConstructError) -> PyErr {
    match error {
        ConstructError::OutOfBudget => PyTimeoutError::new_err("the time is over before the answer is known"),
        ConstructError::Solve(SolveError::Unsupported { .. }) => errors::Unsupported::new_err(error.to_string()),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// Minimal sets of the constraints of a model's text that contradict each other: one, a smallest one, or all.
/// Constraints whose name or label is among `hard` are never left out. No set if there is a solution.
#[pyfunction]
#[pyo3(signature = (problem, which, hard, seconds = None))]
pub(crate) fn conflicts(
    py: Python<'_>,
    problem: &Problem,
    which: &str,
    hard: Vec<String>,
    seconds: Option<f64>,
) -> PyResult<Vec<Vec<Named>>> {
    let Some(model) = problem.grouped() else {
        return Err(PyValueError::new_err("only the constraints of models have names to be asked for"));
    };
    let model = model?;
    let budget = budget(seconds)?;
    let found = interruptible(py, &|| budget.cancel(), || {
        let is_hard =
            |group: &cnfab_model::ConstraintGroup| hard.iter().any(|name| [&group.name, &group.label].contains(&name));
        let mut conflicts = Conflicts::new(&model, is_hard, &budget)?;
        match which {
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

/// The values of each cell of an output over all solutions; no cells if there is no solution.
#[pyfunction]
#[pyo3(signature = (problem, seconds = None))]
pub(crate) fn values_of_cells(py: Python<'_>, problem: &Problem, seconds: Option<f64>) -> PyResult<Vec<Vec<i32>>> {
    let budget = budget(seconds)?;
    let found = interruptible(py, &|| budget.cancel(), || candidates(&*problem.problem, problem.view(), &budget))?;
    Ok(found.map_err(error_of)?.cells.into_iter().map(|values| values.into_iter().collect()).collect())
}

/// Solutions that are drawn, each equally likely in each draw.
#[pyfunction]
#[pyo3(signature = (problem, count, seed, encodings, seconds = None))]
pub(crate) fn sample(
    py: Python<'_>,
    problem: &Problem,
    count: usize,
    seed: u64,
    encodings: &str,
    seconds: Option<f64>,
) -> PyResult<Vec<Vec<i32>>> {
    if problem.problem.uncounted().is_some() {
        return Err(errors::Unsupported::new_err(
            "draws are equally likely, and literals of this formula have weights",
        ));
    }
    let recipe = super::problem::encodings(encodings)?.recipe;
    let budget = budget(seconds)?;
    let memory = CountMemory { cache: MEMORY, stack: MEMORY };
    interruptible(py, &|| budget.cancel(), || {
        // Solutions of a model with an objective are its optimal ones.
        let Some(model) = without_optimum(problem.model.clone(), &budget).map_err(error_of)? else {
            return Ok(Vec::new());
        };
        let compiled = compile_model(&model, &recipe, memory, &budget);
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
