//! The optimum of a model, and the constraints that hold it: a minimal set of groups without a better solution.
//!
//! A better value is demanded as a constraint that always holds. Then the model has no solution, and a minimal conflict
//! is a set of groups that together keep better values away. For each of them the model is solved again without it
//! alone, which tells by how much that betters the optimum: by nothing, where another set holds it, too.

use std::ops::ControlFlow;

use cnfab_model::{Assignment, Cmp, ConstraintGroup, Model, Sense};
use cnfab_solve::{Backend, Budget, Encodings, Outcome, Strategy};

use super::ConstructError;
use super::conflicts::Conflicts;
use super::subsets::Minimal;

/// The best value without a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relaxed {
    /// The position of the group.
    pub group: usize,
    /// The best value that was found, if the budget was enough for one.
    pub value: Option<i64>,
    /// True if no value is better.
    pub is_proven: bool,
}

fn backend() -> Box<dyn Backend> {
    Strategy::default().backend(&Encodings::default())
}

/// The best value of a model with an objective, and a solution that has it. `None` if there is no solution.
///
/// # Errors
/// If a limit ends the search.
pub fn optimum(model: &Model, budget: &Budget) -> Result<Option<(i64, Assignment)>, ConstructError> {
    match best(model, budget)? {
        (best, true) => Ok(best),
        (_, false) => Err(ConstructError::OutOfBudget),
    }
}

/// The best solution that was found with its value, and whether it is known that there is none better.
fn best(model: &Model, budget: &Budget) -> Result<(Option<(i64, Assignment)>, bool), ConstructError> {
    let objective = model.objective().expect("there is something to optimise");
    let mut best = None;
    let report = backend().optimise(model, budget, &mut |solution| {
        best = Some((objective.value(solution), solution.clone()));
        ControlFlow::Continue(())
    })?;
    Ok((best, matches!(report.outcome, Outcome::Optimal | Outcome::Exhausted)))
}

/// The model whose solutions are those of this one: of one with an objective the optimal ones. `None` if there is none.
///
/// # Errors
/// If a limit ends the search for the optimum.
pub fn without_optimum(model: Model, budget: &Budget) -> Result<Option<Model>, ConstructError> {
    if model.objective().is_none() {
        return Ok(Some(model));
    }
    Ok(optimum(&model, budget)?.map(|(value, _)| model.with_objective_value(Cmp::Eq, value)))
}

/// The groups that hold a value of the objective which no solution betters: a minimal set of them.
///
/// # Errors
/// If the budget ends.
pub fn holding(
    model: &Model,
    value: i64,
    is_hard: impl Fn(&ConstraintGroup) -> bool,
    budget: &Budget,
) -> Result<Option<Minimal>, ConstructError> {
    let sense = model.objective().expect("there is something to optimise").sense;
    let better = match sense {
        Sense::Minimise => model.with_objective_value(Cmp::Le, value - 1),
        Sense::Maximise => model.with_objective_value(Cmp::Ge, value + 1),
    };
    Conflicts::of_better(model, &better, value, is_hard, budget)?.one()
}

/// The best value without a group, all others being chosen.
///
/// # Errors
/// If the model cannot be solved; a budget that ends leaves what was found.
pub fn relaxed(model: &Model, group: usize, budget: &Budget) -> Result<Relaxed, ConstructError> {
    // Without conditions, other engines take part.
    let (best, is_proven) = best(&model.clone().choosing(|position| position != group), budget)?;
    Ok(Relaxed { group, value: best.map(|best| best.0), is_proven })
}
