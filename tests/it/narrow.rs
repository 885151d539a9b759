//! Root propagation never loses a solution, and is as strong as its head claims.

use cnfab::model::{Cmp, Model, narrow};
use fastrand::Rng;

use crate::random_model::{CLASSES, brute_force, constraint_of, random_domain};

#[test]
fn no_solution_is_lost() {
    let mut rng = Rng::with_seed(11);
    let mut dropped = 0;
    let mut refuted = 0;
    for _ in 0..1500 {
        let mut model = Model::new();
        for i in 0..rng.usize(1..=4) {
            // Now and then no value at all.
            let domain = if rng.u8(..30) == 0 { Vec::new().into() } else { random_domain(&mut rng) };
            model.var(format!("x[{i}]"), domain);
        }
        for _ in 0..rng.usize(..4) {
            let class = CLASSES[rng.usize(..CLASSES.len())];
            // Constraints are made from values that there are.
            let full = model.vars().all(|var| !model.domain(var).is_empty());
            if full {
                model.post("it", constraint_of(class, &mut rng, &model));
            }
        }
        let solutions = brute_force(&model);
        match narrow(&model) {
            None => {
                refuted += 1;
                assert!(solutions.is_empty(), "{model:#?}");
            }
            Some(domains) => {
                assert_eq!(brute_force(&model.with_domains(domains.clone())), solutions, "{model:#?}");
                for (variable, domain) in model.variables().iter().zip(&domains) {
                    assert!(domain.values().all(|value| variable.domain.contains(value)));
                    dropped += variable.domain.len() - domain.len();
                }
                let again = narrow(&model.with_domains(domains.clone()));
                assert_eq!(again, Some(domains), "a fixpoint: {model:#?}");
            }
        }
    }
    assert!(dropped > 300 && refuted > 300, "dropped {dropped} values, refuted {refuted} models");
}

/// One constraint over variables 1..=4, then the domains that are left as text.
fn narrowed(domains: &[&[i32]], post: impl Fn(&mut Model, &[cnfab::model::Var])) -> String {
    let mut model = Model::new();
    let vars: Vec<_> = domains.iter().zip(0..).map(|(&values, i)| model.var(format!("x[{i}]"), values)).collect();
    post(&mut model, &vars);
    narrow(&model).map_or("none".to_owned(), |domains| {
        let texts: Vec<String> = domains.iter().map(|domain| format!("{:?}", domain.to_vec())).collect();
        texts.join(" ")
    })
}

#[test]
fn all_different_drops_assigned_values() {
    let chain = |model: &mut Model, x: &[_]| model.all_different("it", x.to_vec());
    assert_eq!(narrowed(&[&[1], &[1, 2], &[1, 2, 3, 4]], chain), "[1] [2] [3, 4]");
    assert_eq!(narrowed(&[&[1], &[1]], chain), "none");
}

#[test]
fn all_different_finds_the_last_place_of_a_value() {
    let square = |model: &mut Model, x: &[_]| model.all_different("it", x.to_vec());
    assert_eq!(narrowed(&[&[1, 2], &[1, 2], &[1, 2, 3]], square), "[1, 2] [1, 2] [3]");
    assert_eq!(narrowed(&[&[1, 2], &[1, 2], &[1, 2]], square), "none");
}

#[test]
fn sums_narrow_bounds_both_ways() {
    let sum = |cmp, rhs| move |model: &mut Model, x: &[_]| model.linear("it", [(2, x[0]), (-1, x[1])], cmp, rhs);
    assert_eq!(narrowed(&[&[1, 2, 3], &[1, 2, 3]], sum(Cmp::Ge, 4)), "[3] [1, 2]");
    assert_eq!(narrowed(&[&[1, 2, 3], &[1, 2, 3]], sum(Cmp::Le, -1)), "[1] [3]");
    assert_eq!(narrowed(&[&[1, 2, 3], &[1, 2, 3]], sum(Cmp::Eq, 5)), "[3] [1]");
    assert_eq!(narrowed(&[&[1, 2, 3], &[1, 2, 3]], sum(Cmp::Eq, 6)), "none");
}

#[test]
fn counts_close_when_the_number_is_reached() {
    let two = |model: &mut Model, x: &[cnfab::model::Var]| {
        model.exactly("it", 2, x.iter().map(|&var| var.is(1)));
    };
    assert_eq!(narrowed(&[&[1], &[1], &[0, 1], &[0, 1]], two), "[1] [1] [0] [0]");
    assert_eq!(narrowed(&[&[0], &[0], &[0, 1], &[0, 1]], two), "[0] [0] [1] [1]");
    assert_eq!(narrowed(&[&[0], &[0], &[0], &[0, 1]], two), "none");
}

#[test]
fn tables_drop_values_without_a_row() {
    let relation = std::sync::Arc::new(cnfab::model::Relation::new(2, [[1, 2], [2, 3], [3, 9]]));
    let table = |model: &mut Model, x: &[_]| model.table("it", x.to_vec(), &relation);
    assert_eq!(narrowed(&[&[1, 2, 3], &[1, 2, 3]], table), "[1, 2] [2, 3]");
    assert_eq!(narrowed(&[&[1, 3], &[3, 4]], table), "none");
}
