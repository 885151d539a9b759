//! Every way to decompose a constraint against brute force: the formula's models are the solutions, each once, with and
//! without conditions, at all small sizes.

use std::collections::BTreeSet;

use cnfab::encode::{CLASSES, EncodingClass};
use cnfab::model::{Atom, Circuit, Constraint, EXAMPLES, Example, Model, Var};
use fastrand::Rng;

use crate::random_model::{brute_force, random_domain, random_when};
use crate::truth::check;

/// Numbers of nodes, tasks, atoms or places.
const SIZES: [usize; 5] = [0, 1, 2, 3, 5];

fn decomposed() -> impl Iterator<Item = &'static EncodingClass> {
    CLASSES.iter().filter(|class| class.is_decomposed)
}

/// The solutions with the values of all variables, also of those that reification adds.
fn solutions(model: &Model) -> BTreeSet<Vec<i32>> {
    let mut all = model.clone();
    all.show(&model.vars().collect::<Vec<_>>());
    brute_force(&all)
}

/// Compares each way of the class. Returns those that took the model.
fn compare(class: &EncodingClass, model: &Model, rest: &str) -> Vec<String> {
    let solutions = solutions(model);
    let takes = |way: &String| check(model, &solutions, &format!("{way},{rest}")).is_ok();
    class.parts().into_iter().filter(takes).collect()
}

/// Random constraints, which have what is odd: variables that come twice, values without meaning, empty sums.
#[test]
fn random_constraints_are_stated_once_for_each_solution() {
    for class in decomposed() {
        let mut rng = Rng::with_seed(50 + class.name.len() as u64);
        let mut taken: Vec<String> = Vec::new();
        let examples: Vec<Example> = EXAMPLES.iter().copied().filter(|example| is_of(class, *example)).collect();
        for round in 0..400 {
            let mut model = Model::new();
            for index in 0..rng.usize(1..=4) {
                model.var(
                    format!("x[{index}]"),
                    if rng.bool() { (0..=rng.i32(1..4)).into() } else { random_domain(&mut rng) },
                );
            }
            let when = if round % 2 == 0 { random_when(&mut rng, &model) } else { Vec::new() };
            let constraint = examples[round % examples.len()](&model, &mut |below| rng.usize(..below));
            model.post_when("it", when, constraint);
            let rest = ["root=none", "root=narrow", "domain=order", "domain=log"][round % 4];
            taken.extend(compare(class, &model, rest));
        }
        for way in class.parts() {
            let times = taken.iter().filter(|other| **other == way).count();
            assert!(times >= 100, "{way} took {times} of 400 models");
        }
    }
}

/// Whether an example makes constraints that the class decomposes.
fn is_of(class: &EncodingClass, example: Example) -> bool {
    let mut model = Model::new();
    model.var("x", 0..=1);
    (class.applies_to)(&example(&model, &mut |_| 0))
}

/// A model with variables of the same values.
fn variables(count: usize, values: std::ops::RangeInclusive<i32>) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let vars = (0..count).map(|index| model.var(format!("x[{index}]"), values.clone())).collect();
    (model, vars)
}

/// Compares the ways for a constraint that holds always, that holds if an atom is true, and whose atom tells whether it
/// holds. Returns the number of solutions without a condition.
fn all_ways(class: &str, model: &Model, constraint: impl Into<Constraint>) -> usize {
    let class = decomposed().find(|other| other.name == class).expect("a class");
    let constraint = constraint.into();
    let mut free = model.clone();
    free.post("it", constraint.clone());
    let mut under = model.clone();
    let conditions: Vec<Atom> = ["b", "c"].map(|name| under.var(name, 0..=1).is(1)).into();
    under.post_when("it", conditions, constraint.clone());
    let mut reified = model.clone();
    let holds = reified.var("b", 0..=1).is(1);
    reified.reify("it", holds, constraint).expect("small numbers");
    // Brute force takes long with what reification adds.
    let is_small = solutions(model).len() <= 30;
    for model in [Some(&free), Some(&under), is_small.then_some(&reified)].into_iter().flatten() {
        let taken = compare(class, model, "root=none");
        assert_eq!(taken, class.parts(), "each way takes {model:#?}");
    }
    brute_force(&free).len()
}

#[test]
fn circuits_of_all_small_sizes_are_stated_by_all_ways() {
    let found = |is_partial: bool| {
        SIZES.map(|size| {
            let (model, successors) = variables(size, 1..=size.max(1) as i32);
            all_ways("circuit", &model, Circuit { successors, first: 1, is_partial })
        })
    };
    // (n - 1)! circuits; partial ones have any set of at least two nodes, or none.
    assert_eq!(found(false), [1, 1, 1, 2, 24]);
    assert_eq!(found(true), [1, 1, 2, 6, 1 + 10 + 20 + 30 + 24]);
}
