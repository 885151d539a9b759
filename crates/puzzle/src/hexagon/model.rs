//! Builds the model of magic hexagons.

use crate::symmetry;
use cnfab_model::{Domain, Model, Move, ValueMap, Var};

use super::Hexagon;

/// Builds the model.
pub(super) fn make(hexagon: &Hexagon, _: &str) -> Model {
    let mut model = Model::new();
    let mut cell: Vec<Var> = Vec::with_capacity(hexagon.hex.len());
    for row in 0..hexagon.hex.rows() {
        for at in 0..hexagon.hex.row_len(row) {
            let domain = match hexagon.givens[cell.len()] {
                Some(value) => Domain::from(value),
                None => Domain::from(hexagon.numbers.clone()),
            };
            cell.push(model.var(format!("cell[{},{}]", row + 1, at + 1), domain));
        }
    }
    model.all_different("different", cell.iter().copied());
    for (_, line) in hexagon.lines() {
        model.sum_eq("line", line.into_iter().map(|index| cell[index]), hexagon.sum);
    }
    model.declare_order("spiral", hexagon.hex.spiral().into_iter().map(|index| cell[index]).collect());
    model
}

/// Declares rotations and reflections, and the complement of the numbers.
pub(super) fn declare_symmetries(hexagon: &Hexagon, _: &str, model: &mut Model) {
    model.declare_symmetry("geometric", symmetry::all_of_variables(model, &hexagon.hex.symmetries()));
    let complement = ValueMap::reversed(*hexagon.numbers.start(), *hexagon.numbers.end());
    model.declare_wider_symmetry("complement", [Move::of_values(hexagon.hex.len(), complement)]);
}
