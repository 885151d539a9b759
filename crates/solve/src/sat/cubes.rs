//! Cubes of a formula for a cluster: what the solver `cdcl` splits for its own threads.

use crate::Budget;
use crate::cdcl::{Cutoff, Settings, Solver};
use cnfab_cnf::{ClauseStore, Lit};

use super::cdcl::{convert, lit_of};

/// Splits a formula into cubes, about as many as are wanted, or as a threshold says that adapts. No two have a model in
/// common, and every model is in one; so there are none if the formula is refuted. Decisions are on the shown variables
/// where there are some. `None` if the budget ended the work.
pub fn cubes(
    clauses: &ClauseStore,
    variables: u32,
    shown: Option<&[u32]>,
    wanted: Option<usize>,
    budget: &Budget,
) -> Option<Vec<Vec<Lit>>> {
    let mut solver = Solver::new(None, Settings::DEFAULT);
    (0..variables).for_each(|_| solver.add_variable());
    for clause in clauses.clauses() {
        solver.add_clause(&clause.iter().map(|&lit| convert(lit)).collect::<Vec<u32>>());
    }
    let shown: Option<Vec<u32>> = shown.map(|shown| shown.iter().map(|&variable| 2 * (variable - 1)).collect());
    let cutoff = wanted.map_or(Cutoff::ADAPTIVE, Cutoff::Number);
    let cubes = solver.split(shown.as_deref(), cutoff, || budget.is_over())?;
    Some(cubes.into_iter().map(|cube| cube.into_iter().map(lit_of).collect()).collect())
}
