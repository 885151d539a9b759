//! The engine `bit-parallel`: random models that it takes against brute force, larger ones against other engines.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Model, Var};
use cnfab::solve::{Budget, Encodings, SolveError, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines::{agrees, count, solve, some};
use crate::random_model::{brute_force, equation};

/// Variables over small domains under all-different constraints, counts and clauses of one sign.
pub(crate) fn bit_parallel_model(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let count = rng.usize(1..=5);
    let values = rng.i32(1..=4);
    // Large gaps and many values are as good as small ones.
    let step = [1, 1, 7, 1000][rng.usize(..4)];
    let vars: Vec<Var> = (0..count)
        .map(|var| {
            let domain: Vec<i32> = (0..=values).filter(|_| rng.u8(..5) > 0).map(|value| step * value - 3).collect();
            model.var(format!("x[{var}]"), if rng.bool() { vec![-3, step - 3] } else { domain })
        })
        .collect();
    for _ in 0..rng.usize(1..=4) {
        let scope = some(&mut rng, &vars);
        let mut atoms = |is: bool, scope: &[Var]| -> Vec<Atom> {
            scope.iter().map(|&var| equation(var, step * rng.i32(0..=values) - 3, is)).collect()
        };
        match seed % 5 {
            0 if scope.len() >= 4 => model.post("different", AllDifferent(scope)),
            1 => {
                let atoms = atoms(false, &scope);
                model.post("not all", Clause(atoms));
            }
            2 => {
                let atoms = atoms(true, &scope);
                model.post("some", Clause(atoms));
            }
            _ => {
                let atoms = atoms(seed.is_multiple_of(2), &scope);
                let k = rng.usize(0..=scope.len());
                model.post("count", Cardinality { atoms, cmp: [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)], k });
            }
        }
    }
    if count <= 3 && rng.bool() {
        let wide: Vec<Var> = (0..4).map(|var| model.var(format!("y[{var}]"), 0..=rng.i32(2..=3))).collect();
        model.post("different", AllDifferent(wide));
    }
    model
}

#[test]
fn the_bit_parallel_engine_agrees_with_brute_force() {
    let mut taken = 0;
    for seed in rounds(6000) {
        let model = bit_parallel_model(seed);
        // Variables of two values have no literal of their own for the smaller one; what mixes the two is refused.
        match solve("backtrack:engine=bit-parallel", &model, &format!("seed {seed}")) {
            Ok(_) => {
                agrees("bit-parallel", &model, &format!("seed {seed}"));
                agrees("auto", &model, &format!("seed {seed}"));
                taken += 1;
            }
            Err(SolveError::Unsupported { .. }) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(taken > 3000, "{taken}");
}

/// Switches that exclude each other in pairs, and groups of which several are true: each rest of a group falls into
/// sets of which one can be true.
fn covered(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..12).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
    for (first, &a) in vars.iter().enumerate() {
        for &b in &vars[first + 1..] {
            if rng.u8(..3) == 0 {
                model.post("apart", Clause(vec![a.is_not(1), b.is_not(1)]));
            }
        }
    }
    for _ in 0..rng.usize(1..=4) {
        let scope = some(&mut rng, &vars);
        let k = rng.usize(1..=4).min(scope.len());
        let atoms = scope.iter().map(|var| var.is(1)).collect();
        let cmp = [Cmp::Eq, Cmp::Eq, Cmp::Ge, Cmp::Le][rng.usize(..4)];
        model.post("count", Cardinality { atoms, cmp, k });
    }
    model
}

#[test]
fn groups_whose_items_exclude_each_other_agree_with_brute_force() {
    let (mut some, mut none) = (0, 0);
    for seed in rounds(2000) {
        let model = covered(seed);
        agrees("bit-parallel", &model, &format!("seed {seed}"));
        if brute_force(&model).is_empty() { none += 1 } else { some += 1 }
    }
    assert!(some > 500 && none > 200, "{some} {none}");
}

/// Latin squares with some cells given: the cells of a value in rows and in columns are two families of 36 groups.
#[test]
fn groups_with_copied_items_agree_with_the_other_engine() {
    let (order, mut none, mut several) = (6, 0, 0);
    for seed in rounds(150) {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let shift = rng.usize(..order);
        let cells: Vec<Var> = (0..order * order)
            .map(|cell| {
                let (row, column) = (cell / order, cell % order);
                // A cyclic square, with a mistake now and then.
                let right = if rng.u8(..60) == 0 { rng.usize(..order) } else { (row + column + shift) % order };
                let given = rng.u8(..5) < 2;
                let half: Vec<i32> = (0..order).filter(|&v| v == right || rng.bool()).map(|v| v as i32).collect();
                let domain = if given {
                    vec![right as i32]
                } else if rng.u8(..4) == 0 {
                    half
                } else {
                    (0..6).collect()
                };
                model.var(format!("cell[{cell}]"), domain)
            })
            .collect();
        for line in 0..order {
            model.all_different("row", (0..order).map(|place| cells[order * line + place]));
            model.all_different("column", (0..order).map(|place| cells[order * place + line]));
        }
        let expected = solve("backtrack:engine=domains", &model, "domains").expect("stated");
        let found = solve("backtrack:engine=bit-parallel", &model, "bit-parallel").expect("stated");
        assert_eq!(found, expected, "seed {seed}");
        let together = solve("backtrack:engine=bit-parallel,threads=3", &model, "bit-parallel").expect("stated");
        assert_eq!(together, expected, "seed {seed}, threads");
        for threads in [1, 3] {
            assert_eq!(
                count(&format!("backtrack:engine=bit-parallel,threads={threads}"), &model),
                expected.len() as u64
            );
        }
        none += usize::from(expected.is_empty());
        several += usize::from(expected.len() > 1);
    }
    assert!(none > 10 && several > 30, "{none} {several}");
}

#[test]
fn a_bit_parallel_program_serves_others_that_differ_in_domains() {
    let mut rng = Rng::with_seed(1);
    for seed in rounds(1500) {
        let model = bit_parallel_model(seed);
        let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
        for round in 0..4 {
            let mut cut = |var: Var| -> Vec<i32> {
                let domain = model.domain(var).values();
                let is_small = domain.len() <= 2;
                domain.filter(|_| round == 0 || is_small || rng.u8(..4) > 0).collect()
            };
            let cut: Vec<_> = model.vars().map(&mut cut).map(Into::into).collect();
            let model = model.with_domains(cut);
            let mut found = BTreeSet::new();
            let mut on = |solution: &cnfab::model::Assignment| {
                found.insert(solution.project(&model.shown()));
                ControlFlow::Continue(())
            };
            backend.solve(&model, &Budget::unlimited(), &mut on).expect("stated");
            assert_eq!(found, brute_force(&model), "seed {seed}, round {round}\n{model:#?}");
        }
    }
}

/// Exact cover over more words than fit in small ones, and beside it items that only exclude each other.
#[test]
fn long_words_leave_no_item_undecided() {
    let (groups, size) = (32, 20);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..groups * size).map(|item| model.var(format!("item[{item}]"), 0..=1)).collect();
    let atoms = |vars: &[Var]| vars.iter().map(|var| var.is(1)).collect::<Vec<Atom>>();
    for group in vars.chunks(size) {
        model.post("one", Cardinality { atoms: atoms(group), cmp: Cmp::Eq, k: 1 });
    }
    // All groups choose alike.
    for (group, next) in vars.chunks(size).zip(vars[size..].chunks(size)) {
        for (place, &var) in group.iter().enumerate() {
            let others = next.iter().enumerate().filter(|&(other, _)| other != place);
            others.for_each(|(_, &other)| model.post("alike", Clause(vec![var.is_not(1), other.is_not(1)])));
        }
    }
    let free: Vec<Var> = (0..3).map(|var| model.var(format!("free[{var}]"), 0..=1)).collect();
    for pair in free.windows(2) {
        model.post("not both", Cardinality { atoms: atoms(pair), cmp: Cmp::Le, k: 1 });
    }
    for engine in ["bit-parallel", "domains"] {
        let found = solve(&format!("backtrack:engine={engine}"), &model, engine).expect("stated");
        // Of three in a row, no two neighbours: 5 ways.
        assert_eq!(found.len(), size * 5, "{engine}");
    }
}
