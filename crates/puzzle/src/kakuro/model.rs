//! Builds the model of Kakuro: a variable per white cell; for each run, an all-different constraint and a sum.
//!
//! The sums have unit coefficients over different variables, so encodings and propagators by sets of values apply to
//! them.

use crate::latin;
use cnfab_model::{Model, Var};

use super::{Kakuro, KakuroCell, MOST_DIGIT};

/// Builds the model.
pub(super) fn make(kakuro: &Kakuro, _: &str) -> Model {
    let mut model = Model::new();
    let mut cells: Vec<Option<Var>> = vec![None; kakuro.grid.len()];
    for (cell, what) in kakuro.cells.iter().enumerate() {
        if let KakuroCell::White(given) = *what {
            let (row, column) = kakuro.grid.place(cell);
            let domain = latin::domain(given, &(1..=MOST_DIGIT));
            cells[cell] = Some(model.var(format!("cell[{},{}]", row + 1, column + 1), domain));
        }
    }
    for run in &kakuro.runs {
        let vars: Vec<Var> = run.cells.iter().filter_map(|&cell| cells[cell]).collect();
        if vars.len() > 1 {
            model.all_different("different", vars.iter().copied());
        }
        if let Some(sum) = run.sum {
            model.sum_eq(if run.is_across { "across" } else { "down" }, vars, sum);
        }
    }
    model
}
