//! Annealing finds what there is to find, and claims nothing else.

use std::ops::ControlFlow;
use std::time::Duration;

use cnfab::model::{Cmp, Model};
use cnfab::solve::{Backend, Budget, Encodings, Limit, Outcome, SolveError, Strategy};

use crate::boards;

fn anneal(options: &str) -> Box<dyn Backend> {
    Strategy::parse(&format!("anneal{options}")).expect("registered").backend(&Encodings::default())
}

/// The first solution from a seed, and the iterations it took.
fn first(model: &Model, seed: u64) -> Option<u64> {
    let mut budget = Budget::within(Duration::from_secs(60));
    budget.seed = seed;
    let mut found = false;
    let report = anneal("")
        .solve(model, &budget, &mut |solution| {
            assert!(model.violated(solution).is_none() && model.outside(solution).is_none());
            found = true;
            ControlFlow::Break(())
        })
        .expect("a model of permutations");
    assert_eq!(report.outcome == Outcome::Satisfied, found);
    found.then(|| report.stats.nodes.expect("counted"))
}

#[test]
fn the_same_seed_takes_the_same_way() {
    let model = boards::hexagon(3, 1, 38);
    let ways: Vec<Option<u64>> = [3, 3, 4].map(|seed| first(&model, seed)).into();
    assert!(ways[0].is_some());
    assert_eq!(ways[0], ways[1]);
    assert_ne!(ways[0], ways[2]);
}

#[test]
fn other_puzzles_of_permutations_and_counted_values_are_found() {
    assert!(first(&boards::magic_board(), 1).is_some());
    assert!(first(&boards::jodici(&boards::JODICI), 1).is_some());
    assert!(first(&boards::star_battle(2, boards::BOARD_1), 1).is_some());
    assert!(first(&boards::seating(), 1).is_some());
    let document = ".38.5...4...8..65.9.7.......6.48.....71..63......7.....4.3678.5.....179..26......";
    assert!(first(&boards::sudoku(3, document), 1).is_some());
}

#[test]
fn it_gives_up_without_claiming_that_there_is_nothing() {
    let mut model = Model::new();
    let vars: Vec<_> = (0..4).map(|i| model.var(format!("x[{i}]"), 1..=4)).collect();
    model.all_different("all", vars.iter().copied());
    model.linear("odd", vars.iter().map(|&var| (2, var)), Cmp::Eq, 21);
    let backend = anneal(":iterations=100000");
    assert!(!backend.is_complete());
    assert_eq!(backend.name(), "anneal:iterations=100000");
    let report = backend
        .solve(&model, &Budget::unlimited(), &mut |_| panic!("there is no solution"))
        .expect("a model of permutations");
    assert_eq!(report.outcome, Outcome::Stopped(Limit::Own("the budget of iterations is used up")));
    assert!(report.stats.nodes >= Some(100_000));
}

#[test]
fn it_never_reports_a_solution_twice() {
    let mut model = Model::new();
    let vars: Vec<_> = (0..4).map(|i| model.var(format!("x[{i}]"), 1..=4)).collect();
    model.all_different("all", vars.iter().copied());
    let mut found = std::collections::BTreeSet::new();
    let report = anneal("")
        .solve(&model, &Budget::unlimited(), &mut |solution| {
            assert!(found.insert(solution.values().to_vec()));
            if found.len() == 24 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("a model of permutations");
    assert_eq!((report.outcome, found.len()), (Outcome::Satisfied, 24));
}

#[test]
fn models_of_another_kind_are_refused_with_the_reason() {
    let mut model = Model::new();
    model.var("free", 0..=3);
    match anneal("").solve(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(())) {
        Err(SolveError::Unsupported { what, .. }) => assert!(what.contains("variable free"), "{what}"),
        other => panic!("{other:?}"),
    }
}
