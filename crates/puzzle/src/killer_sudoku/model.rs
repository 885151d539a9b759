//! Builds the model of Killer Sudokus: a Sudoku, and for each cage an all-different constraint and a sum.
//!
//! The sums have unit coefficients over different variables, so encodings and propagators by sets of values apply to
//! them.

use crate::latin;
use cnfab_model::{Domain, Model, Var};

use super::KillerSudoku;

/// Builds the model.
pub(super) fn make(killer: &KillerSudoku, _: &str) -> Model {
    let mut model = Model::new();
    let numbers = 1..=killer.size() as i32;
    let cell = latin::variables(&mut model, killer.grid(), |_| Domain::from(numbers.clone()));
    latin::all_different(&mut model, killer.grid(), &cell);
    for number in 0..killer.size() {
        model.all_different("box", killer.boxes.cells(number).into_iter().map(|index| cell[index]));
    }
    let houses: Vec<Vec<usize>> = killer.houses().map(|(_, cells)| cells).collect();
    for cage in &killer.cages {
        let vars: Vec<Var> = cage.cells.iter().map(|&index| cell[index]).collect();
        // Within a row, a column or a box, the digits already differ.
        if !houses.iter().any(|house| cage.cells.iter().all(|index| house.contains(index))) {
            model.all_different("different", vars.iter().copied());
        }
        model.sum_eq("cage", vars, cage.sum);
    }
    model
}
