//! Another view of a board, by which givens are left out.
//!
//! A generator wants a variable for each cell. Questions about given values may be answered sooner by another view, in
//! which a value of a cell is a value of another variable. A Hidoku has propagation by tables where numbers are the
//! variables, and by clauses where cells are. The answers are the same.

use std::collections::HashMap;

use cnfab_model::{Model, Var};
use cnfab_puzzle::Puzzle;
use cnfab_solve::Budget;

use super::ConstructError;
use super::completions::Completions;

/// A view in which each value of a cell is one value of one variable.
pub(super) struct OtherView<'p> {
    pub(super) completions: Completions<'p>,
    /// The variable and the value that a value of a cell is.
    atoms: HashMap<(usize, i32), (Var, i32)>,
}

impl<'p> OtherView<'p> {
    /// Prepares the view of a board whose model this is; `None` if values of cells are not values of variables.
    pub(super) fn new(
        board: &dyn Puzzle,
        view: &str,
        model: &'p Model,
        budget: &Budget,
    ) -> Result<Option<Self>, ConstructError> {
        let mut atoms = HashMap::new();
        for (shown, var) in model.shown().into_iter().enumerate() {
            for value in model.domain(var).values() {
                let (cells, entry) = board.entry(view, shown, value);
                let [cell] = cells[..] else { return Ok(None) };
                if atoms.insert((cell, entry), (var, value)).is_some() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(OtherView { completions: Completions::new(model, budget)?, atoms }))
    }

    /// The variable and the value that each cell of a solution is; `None` if a cell is none.
    pub(super) fn values(&self, solution: &[i32]) -> Option<Vec<(Var, i32)>> {
        solution.iter().enumerate().map(|(cell, &value)| self.atoms.get(&(cell, value)).copied()).collect()
    }
}
