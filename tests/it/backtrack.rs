//! The native engine: every option combination against brute force, and the published node counts.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{Constraint, Domain, Model, Relation};
use cnfab::solve::{Budget, Encodings, Outcome, Report, STRATEGIES, Strategy};
use fastrand::Rng;

use crate::random_model::{brute_force, random_model};

/// Runs a strategy; the report and the shown values of the solutions in the order found.
fn run(strategy: &str, model: &Model) -> (Report, Vec<Vec<i32>>) {
    let shown = model.shown();
    let mut found = Vec::new();
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let report = backend
        .solve(model, &Budget::unlimited(), &mut |solution| {
            assert!(
                model.violated(solution).is_none(),
                "{strategy}: {solution:?} violates {:?}",
                model.violated(solution)
            );
            found.push(solution.project(&shown));
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|error| panic!("{strategy}: {error}"));
    (report, found)
}

/// `backtrack` with every combination of its options.
fn spellings() -> Vec<String> {
    let kind = STRATEGIES.iter().find(|kind| kind.name == "backtrack").expect("registered");
    kind.options.iter().fold(vec!["backtrack:".to_owned()], |texts, (name, values, _)| {
        texts.iter().flat_map(|text| values.iter().map(move |value| format!("{text}{name}={value},"))).collect()
    })
}

fn agrees(model: &Model, spellings: &[String], context: &str) {
    let expected = brute_force(model);
    for spelling in spellings {
        let (report, found) = run(spelling, model);
        assert_eq!(report.outcome, Outcome::Complete, "{context} {spelling}");
        let set: BTreeSet<Vec<i32>> = found.iter().cloned().collect();
        assert_eq!(set, expected, "{context} {spelling}\n{model:#?}");
        assert_eq!(set.len(), found.len(), "{context} {spelling}: a solution comes twice");
        let levels = &report.stats.nodes_per_level;
        assert_eq!(report.stats.nodes.map(|nodes| nodes + 1), Some(levels.iter().sum()), "{context} {spelling}");
        if spelling.contains("order=input,values=ascending") && spelling.contains("search=depth-first") {
            assert!(found.is_sorted(), "{context} {spelling}: out of order");
        }
    }
}

#[test]
fn every_option_agrees_with_brute_force_on_small_domains() {
    let spellings = spellings();
    for seed in 0..800 {
        // A third of the options each time; every option meets every third model.
        let some: Vec<String> = spellings.iter().skip(seed as usize % 3).step_by(3).cloned().collect();
        agrees(&random_model(10_000 + seed), &some, &format!("seed {seed}"));
    }
}

/// A model with one or two domains of up to some hundred values, so that domains take several words.
fn wide_model(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = random_model(seed);
    let long = rng.i32(50..280);
    let low = rng.i32(-200..10);
    let step = rng.i32(1..4);
    let domains: Vec<Domain> = model
        .vars()
        .map(|var| {
            if var.index() == 0 || (var.index() == 1 && long < 80) {
                (0..long).map(|i| low + step * i).collect::<Vec<_>>().into()
            } else {
                let mut values = model.domain(var).values().to_vec();
                values.truncate(2);
                values.into()
            }
        })
        .collect();
    model = model.with_domains(domains);
    let vars: Vec<_> = model.vars().collect();
    if vars.len() > 2 {
        let rows: Vec<Vec<i32>> = (0..rng.usize(1..400))
            .map(|_| {
                vars[..3].iter().map(|&var| rng.choice(model.domain(var).values()).copied().unwrap_or(0)).collect()
            })
            .collect();
        model.table("rows", vars[..3].iter().copied(), &std::sync::Arc::new(Relation::new(3, rows)));
    }
    if rng.bool() {
        model.post("apart", Constraint::AllDifferent(vars));
    }
    model
}

#[test]
fn every_option_agrees_with_brute_force_on_wide_domains() {
    let spellings = spellings();
    for seed in 0..300 {
        let some: Vec<String> = spellings.iter().skip(seed as usize % 9).step_by(9).cloned().collect();
        agrees(&wide_model(20_000 + seed), &some, &format!("wide seed {seed}"));
    }
}
