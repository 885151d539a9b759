//! The engine `bit-parallel` in the order of the variables: sorted solutions, against brute force.

use cnfab::model::{Cardinality, Clause, Cmp, Model, Var};
use cnfab::solve::SolveError;
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines::{listed, solve};
use crate::random_model::brute_force;

/// Variables that all-different groups join, with counts, clauses and values ruled out.
fn model(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let count = rng.usize(4..=7);
    let values = rng.i32(4..=5);
    let vars: Vec<Var> = (0..count)
        .map(|number| {
            let domain: Vec<i32> = (1..=values).filter(|_| rng.u8(..8) > 0).collect();
            model.var(format!("x[{number}]"), domain)
        })
        .collect();
    // Groups of three that overlap in one variable join all of them.
    for from in (0..count - 1).step_by(2) {
        model.all_different("group", vars[from..count.min(from + 3)].iter().copied());
    }
    for _ in 0..rng.usize(..3) {
        let mut some = vars.clone();
        rng.shuffle(&mut some);
        let value = rng.i32(1..=values);
        let atoms: Vec<_> = some[..3].iter().map(|var| var.is(value)).collect();
        match rng.u8(..3) {
            0 => model.post("count", Cardinality { atoms, cmp: Cmp::Eq, k: 1 }),
            1 => model.post("count", Cardinality { atoms, cmp: Cmp::Le, k: 1 }),
            _ => model.post("apart", Clause(vec![some[0].is_not(value), some[1].is_not(value % values + 1)])),
        }
    }
    model
}

#[test]
fn the_bit_parallel_engine_takes_variables_in_order() {
    let (mut taken, mut some) = (0, 0);
    for seed in rounds(1000) {
        let model = model(seed);
        let expected: Vec<Vec<i32>> = brute_force(&model).into_iter().collect();
        let context = format!("seed {seed}\n{model:#?}");
        match listed("backtrack:order=input,engine=bit-parallel", &model, &context) {
            Ok(found) => {
                assert_eq!(found, expected, "{context}");
                let shared = solve("backtrack:order=input,engine=bit-parallel,threads=3", &model, &context)
                    .expect("taken before");
                assert!(shared.iter().eq(&expected), "{context}");
                taken += 1;
                some += usize::from(expected.len() > 1);
            }
            Err(SolveError::Unsupported { .. }) => {}
            Err(error) => panic!("{error} {context}"),
        }
        assert_eq!(listed("backtrack:order=input", &model, &context), Ok(expected), "{context}");
    }
    assert!(taken > 300 && some > 150, "{taken} {some}");
}

/// Latin squares are large enough for the engine `bit-parallel` to be chosen.
#[test]
fn latin_squares_come_in_sorted_order() {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..25).map(|cell| model.var(format!("cell[{cell}]"), 1..=5)).collect();
    for line in 0..5 {
        model.all_different("row", (0..5).map(|place| cells[5 * line + place]));
        model.all_different("column", (0..5).map(|place| cells[5 * place + line]));
    }
    let found = listed("backtrack:order=input", &model, "Latin squares").expect("taken");
    assert!(found.is_sorted());
    // OEIS A002860.
    assert_eq!(found.len(), 161_280);
    model.show(&cells.iter().rev().copied().collect::<Vec<_>>());
    let refused =
        solve("backtrack:order=input,engine=bit-parallel", &model, "shown in another order").expect_err("not in order");
    assert!(
        refused.to_string().contains("order=input where all-different constraints do not join all variables as shown"),
        "{refused}"
    );
}
