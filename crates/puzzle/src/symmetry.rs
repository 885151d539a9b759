//! Builds automorphisms from permutations of cells, where cells are the first variables of a model or their values.

use std::collections::HashMap;

use cnfab_model::{Model, Move, ValueMap, Var};

/// Builds the automorphism that permutes the first variables and keeps the others.
pub(super) fn of_variables(model: &Model, permutation: &[usize]) -> Move {
    let mut to: Vec<Var> = model.vars().collect();
    permutation.iter().enumerate().for_each(|(from, &image)| to[from] = Var::from_index(image));
    Move::of_variables(to)
}

/// Builds one automorphism per permutation of the first variables.
pub(super) fn all_of_variables(model: &Model, permutations: &[Vec<usize>]) -> Vec<Move> {
    permutations.iter().map(|permutation| of_variables(model, permutation)).collect()
}

/// Builds the value map of a permutation of positions; values are positions counted from 1.
pub(super) fn value_map(permutation: &[usize]) -> ValueMap {
    ValueMap::new(permutation.iter().enumerate().map(|(from, &image)| (from as i32 + 1, image as i32 + 1)))
}

/// Builds one automorphism per permutation of the values of the first `count` variables; the others keep their values.
pub(super) fn all_of_values(model: &Model, count: usize, permutations: &[Vec<usize>]) -> Vec<Move> {
    let vars: Vec<Var> = model.vars().collect();
    let one = |permutation: &Vec<usize>| {
        let mut maps = vec![value_map(permutation); count];
        maps.resize(vars.len(), ValueMap::default());
        Move::new(vars.clone(), maps)
    };
    permutations.iter().map(one).collect()
}

/// Returns the permutation of `0..count` that exchanges two positions.
pub(super) fn exchange(count: usize, a: usize, b: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    all.swap(a, b);
    all
}

/// Returns the exchanges of neighbours in `0..count`; they generate all permutations.
pub(super) fn exchanges(count: usize) -> Vec<Vec<usize>> {
    (1..count).map(|b| exchange(count, b - 1, b)).collect()
}

/// Builds the automorphism that maps each variable to the one named `image(name)`; `None` if a name is missing.
pub(super) fn by_name(model: &Model, image: impl Fn(&str) -> Option<String>) -> Option<Move> {
    let names: HashMap<&str, Var> = model.vars().map(|var| (model.name(var), var)).collect();
    let to = model.vars().map(|var| names.get(image(model.name(var))?.as_str()).copied());
    to.collect::<Option<Vec<Var>>>().map(Move::of_variables)
}

/// Returns the numbers between the brackets of a variable's name, which count from 1.
pub(super) fn numbers(name: &str) -> Option<Vec<usize>> {
    let (_, inside) = name.split_once('[')?;
    inside.strip_suffix(']')?.split(',').map(|number| number.parse().ok()).collect()
}
