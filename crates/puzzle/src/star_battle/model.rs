//! Builds the model of Star Battles.

use std::sync::Arc;

use crate::symmetry;
use cnfab_model::{Cmp, Domain, Model, Move, Relation, ValueMap, Var};

use super::StarBattle;

/// Builds the model of a view of the kind.
pub(super) fn make(battle: &StarBattle, view: &str) -> Model {
    match view {
        "cell" => cell_model(battle),
        "column" => column_model(battle),
        _ => panic!("'{view}' is no view of a Star Battle"),
    }
}

/// Declares the geometric symmetries; the view `column` expresses only those that map rows to rows.
pub(super) fn declare_symmetries(battle: &StarBattle, view: &str, model: &mut Model) {
    if view == "cell" {
        model.declare_symmetry("geometric", symmetry::all_of_variables(model, &battle.grid.symmetries()));
        return;
    }
    let (size, stars) = (battle.size(), battle.stars);
    let down: Vec<usize> = (0..size * stars).map(|star| (size - 1 - star / stars) * stars + star % stars).collect();
    let right = (0..size * stars).map(|star| Var::from_index(star / stars * stars + stars - 1 - star % stars));
    let right = Move::new(right.collect(), vec![ValueMap::reversed(1, size as i32); size * stars]);
    model.declare_symmetry("geometric", [symmetry::of_variables(model, &down), right]);
}

/// Builds the model with a 0/1 variable per cell.
fn cell_model(battle: &StarBattle) -> Model {
    let mut model = Model::new();
    let mut star: Vec<Var> = Vec::with_capacity(battle.grid.len());
    for index in 0..battle.grid.len() {
        let (row, column) = battle.grid.place(index);
        star.push(model.var(format!("star[{},{}]", row + 1, column + 1), 0..=1));
    }
    for row in 0..battle.size() {
        model.exactly("row", battle.stars, battle.grid.row(row).map(|cell| star[cell].is(1)));
    }
    for column in 0..battle.size() {
        model.exactly("column", battle.stars, battle.grid.column(column).map(|cell| star[cell].is(1)));
    }
    for (_, cells) in &battle.regions {
        model.exactly("region", battle.stars, cells.iter().map(|&cell| star[cell].is(1)));
    }
    for window in battle.grid.windows(2, 2) {
        model.at_most("touch", 1, window.into_iter().map(|cell| star[cell].is(1)));
    }
    model
}

/// Builds the model with the columns of each row's first, second, ... star as variables.
///
/// The row rule needs no constraint. Stars of one row are at least two columns apart, in ascending order.
fn column_model(battle: &StarBattle) -> Model {
    let (size, stars) = (battle.size() as i32, battle.stars as i32);
    let mut model = Model::new();
    let mut star_columns: Vec<Vec<Var>> = Vec::with_capacity(battle.size());
    for row in 1..=size {
        let columns = |star: i32| Domain::from(1 + 2 * (star - 1)..=size - 2 * (stars - star));
        star_columns.push((1..=stars).map(|star| model.var(format!("column[{row},{star}]"), columns(star))).collect());
    }
    let pairs = (1..=size).flat_map(|a| (1..=size).map(move |b| [a, b]));
    let after = Arc::new(Relation::new(2, pairs.clone().filter(|&[a, b]| a + 2 <= b)));
    let apart = Arc::new(Relation::new(2, pairs.filter(|&[a, b]| a.abs_diff(b) >= 2)));
    for row in &star_columns {
        for star in row.windows(2) {
            model.table("order", [star[0], star[1]], &after);
        }
    }
    for rows in star_columns.windows(2) {
        for &above in &rows[0] {
            for &below in &rows[1] {
                model.table("touch", [above, below], &apart);
            }
        }
    }
    for column in 1..=size {
        model.count("column", star_columns.iter().flatten().map(|star| star.is(column)), Cmp::Eq, battle.stars);
    }
    for (_, cells) in &battle.regions {
        let stars = cells.iter().flat_map(|&cell| {
            let (row, column) = battle.grid.place(cell);
            star_columns[row].iter().map(move |star| star.is(column as i32 + 1))
        });
        model.count("region", stars, Cmp::Eq, battle.stars);
    }
    model
}
