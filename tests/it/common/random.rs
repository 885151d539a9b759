//! Small random models, and their solutions by trying every assignment.

use std::sync::Arc;

use cnfab::model::{Assignment, Atom, Cmp, Constraint, Model, Relation, Var};
use fastrand::Rng;

/// All solutions by trying all assignments, sorted.
pub(crate) fn brute_force(model: &Model) -> Vec<Vec<i32>> {
    let mut found: Vec<Vec<i32>> = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |head: Vec<i32>| {
            variable.domain.values().iter().map(move |&value| [head.as_slice(), &[value]].concat()).collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found.retain(|row| model.violated(&Assignment::new(row.clone())).is_none());
    found
}

/// Variables with random values between -4 and 5: gaps, pairs and single values among them, rarely none.
pub(crate) fn variables(rng: &mut Rng, count: usize, model: &mut Model) -> Vec<Var> {
    let domain = |rng: &mut Rng| -> Vec<i32> {
        match rng.u32(..12) {
            0 => vec![rng.i32(-4..6)],
            1 => vec![-2, 4],
            2 if rng.u32(..8) == 0 => Vec::new(),
            3..7 => (0..rng.i32(2..6)).map(|i| i - 1).collect(),
            _ => (0..rng.usize(2..6)).map(|_| rng.i32(-4..6)).collect(),
        }
    };
    (0..count)
        .map(|i| {
            let values = domain(rng);
            model.var(format!("x[{i}]"), values)
        })
        .collect()
}

pub(crate) fn comparison(rng: &mut Rng) -> Cmp {
    [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)]
}

/// Some of the variables; one may come twice.
fn some(rng: &mut Rng, vars: &[Var], count: usize) -> Vec<Var> {
    (0..count).map(|_| vars[rng.usize(..vars.len())]).collect()
}

/// The variables in random order, some left out.
fn subset(rng: &mut Rng, vars: &[Var]) -> Vec<Var> {
    let mut vars = vars.to_vec();
    rng.shuffle(&mut vars);
    vars.truncate(rng.usize(1..=vars.len()));
    vars
}

/// Atoms; their values may lie outside the domains, and an atom or its negation may come again.
fn atoms(rng: &mut Rng, vars: &[Var], count: usize) -> Vec<Atom> {
    some(rng, vars, count).into_iter().map(|var| Atom { var, value: rng.i32(-5..7), is: rng.u32(..3) > 0 }).collect()
}

/// A random constraint of a class, or nothing if the class is unknown.
pub(crate) fn constraint(rng: &mut Rng, class: &str, vars: &[Var]) -> Constraint {
    match class {
        "all-different" => {
            let twice = rng.u32(..10) == 0;
            Constraint::AllDifferent(if twice { some(rng, vars, 3) } else { subset(rng, vars) })
        }
        "linear" => {
            let same = rng.bool().then(|| [1, 1, -1, 2][rng.usize(..4)]);
            let coefficient = |rng: &mut Rng| same.unwrap_or([-3, -2, -1, 1, 2, 5][rng.usize(..6)]);
            let terms = subset(rng, vars).into_iter().map(|var| (coefficient(rng), var)).collect();
            Constraint::Linear { terms, cmp: comparison(rng), rhs: rng.i64(-9..13) }
        }
        "count" => {
            let count = rng.usize(..8);
            Constraint::Count { atoms: atoms(rng, vars, count), cmp: comparison(rng), k: rng.usize(..=count + 1) }
        }
        "clause" => {
            let count = rng.usize(..5);
            Constraint::Clause(atoms(rng, vars, count))
        }
        "table" => {
            let arity = rng.usize(..=vars.len().min(3));
            let row = |rng: &mut Rng| (0..arity).map(|_| rng.i32(-3..5)).collect::<Vec<i32>>();
            let count = rng.usize(..1 << (2 * arity + 1));
            let rows: Vec<Vec<i32>> = (0..count).map(|_| row(rng)).collect();
            let twice = rng.u32(..8) == 0;
            let mut vars = if twice { some(rng, vars, arity) } else { vars.to_vec() };
            vars.truncate(arity);
            Constraint::Table { vars, relation: Arc::new(Relation::new(arity, rows)) }
        }
        _ => panic!("{class} is no constraint class"),
    }
}
