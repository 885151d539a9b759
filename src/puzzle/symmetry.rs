//! Moves for models whose first variables are cells, and for those whose values are.

use std::collections::HashMap;

use crate::model::{Model, Move, ValueMap, Var};

/// Each variable goes to the one at the position that the permutation gives; variables beyond it stay.
pub(super) fn of_variables(model: &Model, permutation: &[usize]) -> Move {
    let mut to: Vec<Var> = model.vars().collect();
    permutation.iter().enumerate().for_each(|(from, &image)| to[from] = Var::from_index(image));
    Move::of_variables(to)
}

/// One move per permutation of the first variables.
pub(super) fn all_of_variables(model: &Model, permutations: &[Vec<usize>]) -> Vec<Move> {
    permutations.iter().map(|permutation| of_variables(model, permutation)).collect()
}

/// Positions as values, which count from 1: the value of a position becomes that of its image.
pub(super) fn value_map(permutation: &[usize]) -> ValueMap {
    ValueMap::new(permutation.iter().enumerate().map(|(from, &image)| (from as i32 + 1, image as i32 + 1)))
}

/// One move per permutation of positions that are values of the first `count` variables; the others keep their values.
pub(super) fn all_of_values(model: &Model, count: usize, permutations: &[Vec<usize>]) -> Vec<Move> {
    let vars: Vec<Var> = model.vars().collect();
    let one = |permutation: &Vec<usize>| {
        let mut maps = vec![value_map(permutation); count];
        maps.resize(vars.len(), ValueMap::default());
        Move::new(vars.clone(), maps)
    };
    permutations.iter().map(one).collect()
}

/// The exchange of two positions among `0..count`.
pub(super) fn exchange(count: usize, a: usize, b: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    all.swap(a, b);
    all
}

/// The exchanges of neighbours among `0..count`; they generate every order.
pub(super) fn exchanges(count: usize) -> Vec<Vec<usize>> {
    (1..count).map(|b| exchange(count, b - 1, b)).collect()
}

/// Each variable goes to the one with the name that its own name becomes; `None` if there is none of that name.
pub(super) fn by_name(model: &Model, image: impl Fn(&str) -> Option<String>) -> Option<Move> {
    let names: HashMap<&str, Var> = model.vars().map(|var| (model.name(var), var)).collect();
    let to = model.vars().map(|var| names.get(image(model.name(var))?.as_str()).copied());
    to.collect::<Option<Vec<Var>>>().map(Move::of_variables)
}

/// The numbers between the brackets of a variable's name, counted from 1 there and here.
pub(super) fn numbers(name: &str) -> Option<Vec<usize>> {
    let (_, inside) = name.split_once('[')?;
    inside.strip_suffix(']')?.split(',').map(|number| number.parse().ok()).collect()
}
