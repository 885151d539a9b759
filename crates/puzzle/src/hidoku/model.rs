//! Builds the model of Hidokus.

use std::sync::Arc;

use crate::symmetry;
use cnfab_model::{Clause, Domain, Model, Move, Relation, Role, ValueMap, Var};

use super::Hidoku;

/// Builds the model of a view of the kind.
pub(super) fn make(hidoku: &Hidoku, view: &str) -> Model {
    match view {
        "number" => number_model(hidoku),
        "cell" => cell_model(hidoku),
        _ => panic!("'{view}' is no view of a Hidoku"),
    }
}

/// Declares rotations and reflections, and the reversal of the path.
pub(super) fn declare_symmetries(hidoku: &Hidoku, view: &str, model: &mut Model) {
    let (geometric, reversal) = if view == "cell" {
        let reversal = Move::of_values(hidoku.len(), ValueMap::reversed(1, hidoku.len() as i32));
        (symmetry::all_of_variables(model, &symmetries(hidoku)), reversal)
    } else {
        let reversed: Vec<usize> = (0..hidoku.len()).rev().collect();
        (symmetry::all_of_values(model, hidoku.len(), &symmetries(hidoku)), symmetry::of_variables(model, &reversed))
    };
    model.declare_symmetry("geometric", geometric);
    model.declare_wider_symmetry("reversal", [reversal]);
}

/// Returns the neighbours of each cell.
pub(super) fn adjacent(hidoku: &Hidoku) -> Vec<Vec<usize>> {
    let mut cell_at = vec![None; hidoku.grid.len()];
    for (cell, &position) in hidoku.positions.iter().enumerate() {
        cell_at[position] = Some(cell);
    }
    let of = |&position: &usize| {
        hidoku.grid.neighbours(position, hidoku.neighbours).filter_map(|other| cell_at[other]).collect()
    };
    hidoku.positions.iter().map(of).collect()
}

/// Returns the rotations and reflections of the grid that map cells to cells.
fn symmetries(hidoku: &Hidoku) -> Vec<Vec<usize>> {
    let cell = |position: usize| hidoku.positions.binary_search(&position).ok();
    let all = hidoku.grid.symmetries().into_iter();
    all.filter_map(|one| hidoku.positions.iter().map(|&position| cell(one[position])).collect()).collect()
}

/// Builds the model with a variable per number, whose value is its cell, counted from 1 in reading order.
fn number_model(hidoku: &Hidoku) -> Model {
    let mut model = Model::new();
    let mut given_at = vec![None; hidoku.len()];
    for (cell, given) in hidoku.givens.iter().enumerate() {
        if let Some(number) = given {
            given_at[*number as usize - 1] = Some(cell as i32 + 1);
        }
    }
    let free: Vec<i32> =
        (0..hidoku.len()).filter(|&cell| hidoku.givens[cell].is_none()).map(|cell| cell as i32 + 1).collect();
    let position: Vec<Var> = given_at
        .iter()
        .enumerate()
        .map(|(number, at)| {
            model.var(format!("place[{}]", number + 1), at.map_or_else(|| Domain::from(&free[..]), Domain::from))
        })
        .collect();
    model.all_different("different", position.iter().copied());
    let pairs = adjacent(hidoku)
        .into_iter()
        .enumerate()
        .flat_map(|(cell, others)| others.into_iter().map(move |other| [cell as i32 + 1, other as i32 + 1]));
    let adjacent = Arc::new(Relation::new(2, pairs));
    for pair in position.windows(2) {
        model.table("adjacent", [pair[0], pair[1]], &adjacent);
    }
    model
}

/// Builds the model with a variable per cell, whose value is its number.
///
/// The rule puts each number's successor in a neighbour; the clauses for predecessors are implied.
fn cell_model(hidoku: &Hidoku) -> Model {
    let mut model = Model::new();
    let last = hidoku.len() as i32;
    let free: Vec<i32> = (1..=last).filter(|&number| !hidoku.givens.contains(&Some(number))).collect();
    let mut cell: Vec<Var> = Vec::with_capacity(hidoku.len());
    for (index, given) in hidoku.givens.iter().enumerate() {
        let (row, column) = hidoku.grid.place(hidoku.positions[index]);
        let domain = given.map_or_else(|| Domain::from(&free[..]), Domain::from);
        cell.push(model.var(format!("cell[{},{}]", row + 1, column + 1), domain));
    }
    model.all_different("different", cell.iter().copied());
    let adjacent = adjacent(hidoku);
    for (label, role, step) in [("next", Role::Rule, 1), ("previous", Role::Implied, -1)] {
        for (index, others) in adjacent.iter().enumerate() {
            for number in model.domain(cell[index]).to_vec() {
                let to = number + step;
                if to < 1 || to > last {
                    continue;
                }
                let at = others.iter().map(|&other| cell[other]).filter(|&other| model.domain(other).contains(to));
                let atoms = std::iter::once(cell[index].is_not(number)).chain(at.map(|other| other.is(to)));
                model.post_as(label, role, Clause(atoms.collect()));
            }
        }
    }
    model
}
