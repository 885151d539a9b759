//! Every registered encoding of every class against brute force: the models of the formula, projected to the inputs, are
//! the solutions of the constraint.

use cnfab::cnf::Lit;
use cnfab::encode::{Recipe, encode};
use cnfab::model::{Assignment, Cmp, Constraint, Domain, Model};

use crate::common::cnf::{Cnf, is_true};

/// All solutions by trying all assignments, sorted.
fn brute_force(model: &Model) -> Vec<Vec<i32>> {
    let mut found: Vec<Vec<i32>> = vec![Vec::new()];
    for variable in model.variables() {
        found = found
            .into_iter()
            .flat_map(|head| {
                variable.domain.values().iter().map(move |&value| {
                    let mut row = head.clone();
                    row.push(value);
                    row
                })
            })
            .collect();
    }
    found.retain(|row| model.violated(&Assignment::new(row.clone())).is_none());
    found
}

/// Encodes and compares; returns the number of models per solution: the least and the most.
fn check(model: &Model, recipe: &str) -> (usize, usize) {
    let mut cnf = Cnf::default();
    let vars = encode(model, &recipe.parse::<Recipe>().expect("a recipe"), &mut cnf).expect("encodable");
    let mut found: Vec<Vec<i32>> = Vec::new();
    cnf.models(&[], &mut |partial| {
        let holds = |lit: Lit| is_true(partial, lit);
        let solution = vars.decode(&holds);
        // The blocking clause of a solution is false in its models and true in all others.
        let mut block = Vec::new();
        vars.block(&solution, &model.shown(), &mut block);
        assert!(!block.iter().any(|&lit| holds(lit)), "{recipe}: the blocking clause does not exclude {solution:?}");
        found.push(solution.values().to_vec());
        true
    });
    found.sort();
    let models = found.clone();
    found.dedup();
    assert_eq!(found, brute_force(model), "{recipe}: {model:#?}");
    let counts = models.chunk_by(|a, b| a == b).map(<[_]>::len);
    (counts.clone().min().unwrap_or(1), counts.max().unwrap_or(1))
}

fn model_of(domains: &[&[i32]], constraint: Constraint) -> Model {
    let mut model = Model::new();
    for (i, values) in domains.iter().enumerate() {
        model.var(format!("x[{i}]"), Domain::from(*values));
    }
    model.post("main", constraint);
    model
}

#[test]
fn sums() {
    let mut rng = fastrand::Rng::with_seed(3);
    for round in 0..400 {
        let n = rng.usize(1..=4);
        let mut model = Model::new();
        for i in 0..n {
            let values: Vec<i32> = (0..rng.usize(1..=5)).map(|_| rng.i32(-4..6)).collect();
            model.var(format!("x[{i}]"), values);
        }
        let vars: Vec<_> = model.vars().collect();
        if round % 3 == 0 {
            model.all_different("all", vars.clone());
        }
        let cmp = [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)];
        let same = rng.bool();
        let coefficients: Vec<i64> =
            vars.iter().map(|_| if same { 1 } else { [-3, -2, -1, 1, 2, 5][rng.usize(..6)] }).collect();
        model.linear("sum", coefficients.into_iter().zip(vars), cmp, rng.i64(-8..12));
        let (_, most) = check(&model, if rng.bool() { "root=none" } else { "root=narrow" });
        if cmp == Cmp::Eq {
            assert_eq!(most, 1, "{model:#?}");
        }
    }
    let _ = model_of;
}
