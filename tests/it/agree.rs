//! Random small models, solved by trying every assignment, go through every encoding combination and every strategy.
//!
//! `CNFAB_AGREE_MODELS` sets how many models each test takes, `CNFAB_AGREE_SEED` where they start.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::encode::{all_different, amo, card, domain, linear, table};
use cnfab::ilp;
use cnfab::model::{Constraint, Model};
use cnfab::names::Named;
use cnfab::solve::{Backend, Budget, Count, Encodings, Outcome, STRATEGIES, SolveError, Strategy};

use crate::random_model::{brute_force, random_model};

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")),
        Err(_) => default,
    }
}

fn seeds(default: u64) -> std::ops::Range<u64> {
    let start = setting("CNFAB_AGREE_SEED", 0);
    start..start + setting("CNFAB_AGREE_MODELS", default)
}

/// The solutions that a backend reports, `None` if it cannot state the model. Panics if one comes twice.
fn solutions(backend: &dyn Backend, model: &Model, context: &str) -> Option<BTreeSet<Vec<i32>>> {
    let shown = model.shown();
    let mut found = BTreeSet::new();
    let result = backend.solve(model, &Budget::unlimited(), &mut |solution| {
        assert!(model.violated(solution).is_none(), "{context}: {solution:?} violates {:?}", model.violated(solution));
        assert!(model.outside(solution).is_none(), "{context}: {solution:?} lies outside a domain");
        assert!(found.insert(solution.project(&shown)), "{context}: {solution:?} comes twice");
        ControlFlow::Continue(())
    });
    match result {
        Ok(report) => {
            assert_eq!(report.outcome, Outcome::Complete, "{context}");
            Some(found)
        }
        Err(SolveError::Unsupported { .. }) => None,
        Err(error) => panic!("{context}: {error}"),
    }
}

/// The number of solutions by a backend that does not list them, `None` if it cannot state the model.
fn number(backend: &dyn Backend, model: &Model, context: &str) -> Option<Count> {
    let result = backend.count(model, &Budget::unlimited(), &mut |_| panic!("{context}: it does not list"));
    match result {
        Ok(counted) => {
            assert_eq!(counted.report.outcome, Outcome::Complete, "{context}");
            Some(counted.number)
        }
        Err(SolveError::Unsupported { .. }) => None,
        Err(error) => panic!("{context}: {error}"),
    }
}

/// All `class=name` parts for the classes that the model has something of.
fn recipes(model: &Model) -> Vec<String> {
    fn names<T: Named + ?Sized>(class: &str, all: &[&'static T]) -> Vec<String> {
        all.iter().map(|entry| format!("{class}={}", entry.name())).collect()
    }
    let has = |class: &str| model.constraints().iter().any(|posted| posted.constraint.class() == class);
    let mut choices = vec![names("domain", domain::ALL), names("amo", amo::ALL)];
    if has("count") {
        choices.push(names("card", card::ALL));
    }
    if has("linear") {
        choices.push(names("linear", linear::ALL));
    }
    if has("all-different") {
        choices.push(names("all-different", all_different::ALL));
    }
    if has("table") {
        choices.push(names("table", table::ALL));
    }
    choices.push(vec!["root=narrow".to_owned(), "root=none".to_owned()]);
    choices.into_iter().fold(vec![String::new()], |recipes, parts| {
        recipes.iter().flat_map(|recipe| parts.iter().map(move |part| format!("{recipe}{part},"))).collect()
    })
}

#[test]
fn every_encoding_combination_agrees_with_brute_force() {
    let mut runs = 0u64;
    let mut refused = 0u64;
    let mut classes = BTreeSet::new();
    let mut satisfiable = 0u64;
    let seeds = seeds(2000);
    let models = seeds.end - seeds.start;
    for seed in seeds {
        let model = random_model(seed);
        let expected = brute_force(&model);
        satisfiable += u64::from(!expected.is_empty());
        classes.extend(model.constraints().iter().map(|posted| posted.constraint.class()));
        let solver = if seed % 4 == 0 { "sat:batsat" } else { "sat:varisat" };
        for recipe in recipes(&model) {
            let encodings: Encodings = recipe.parse().expect("made of registered names");
            let context = format!("seed {seed}, {solver}, {recipe}");
            let backend = Strategy::parse(solver).expect("registered").backend(&encodings);
            match solutions(backend.as_ref(), &model, &context) {
                Some(found) => assert_eq!(found, expected, "{context}\n{model:#?}"),
                None => refused += 1,
            }
            runs += 1;
        }
    }
    assert!(refused * 2 < runs, "{refused} of {runs} runs were refused");
    if models >= 100 {
        assert_eq!(classes.len(), 5, "all five classes come up");
        assert!(satisfiable * 4 > models && satisfiable < models, "{satisfiable} of {models} models have solutions");
    }
}

/// Every way to write a strategy with its options: the cross product of all option values.
fn all_spellings() -> Vec<String> {
    let mut spellings = Vec::new();
    for kind in STRATEGIES {
        let mut texts = vec![format!("{}:", kind.name)];
        for (name, values, _) in kind.options {
            texts = texts
                .iter()
                .flat_map(|text| values.iter().map(move |value| format!("{text}{name}={value},")))
                .collect();
        }
        spellings.extend(texts.into_iter().map(|text| text.trim_end_matches([',', ':']).to_owned()));
    }
    spellings
}

#[test]
fn every_strategy_agrees_with_brute_force() {
    let spellings = all_spellings();
    let mut answered = vec![0u64; spellings.len()];
    for seed in seeds(2000) {
        let model = random_model(seed);
        let expected = brute_force(&model);
        for (spelling, answered) in spellings.iter().zip(&mut answered) {
            // An integer program is solved anew for each solution.
            let slow = spelling.starts_with("ilp");
            if slow && (seed % 10 != 0 || expected.len() > 40) {
                continue;
            }
            let strategy = Strategy::parse(spelling).expect("made of registered names");
            let formulations = if slow { ilp::FORMULATIONS } else { &ilp::FORMULATIONS[..1] };
            for formulation in formulations {
                let encodings: Encodings = format!("ilp={}", formulation.name()).parse().expect("registered");
                let backend = strategy.backend(&encodings);
                if !backend.is_complete() {
                    continue;
                }
                let context = format!("seed {seed}, {spelling}, ilp={}", formulation.name());
                if !backend.lists() {
                    if let Some(number) = number(backend.as_ref(), &model, &context) {
                        assert_eq!(number, expected.len() as u64, "{context}\n{model:#?}");
                        *answered += 1;
                    }
                    continue;
                }
                if let Some(found) = solutions(backend.as_ref(), &model, &context) {
                    assert_eq!(found, expected, "{context}\n{model:#?}");
                    *answered += 1;
                }
            }
        }
    }
    for (spelling, answered) in spellings.iter().zip(answered) {
        let complete = Strategy::parse(spelling).expect("registered").backend(&Encodings::default()).is_complete();
        assert!(answered > 0 || !complete || spelling.starts_with("ilp:highs"), "{spelling} answered no model");
    }
}

#[test]
fn brute_force_itself_knows_a_count() {
    // 3 variables over 1..=3, all different: the 6 permutations.
    let mut model = Model::new();
    let vars: Vec<_> = (0..3).map(|i| model.var(format!("x[{i}]"), 1..=3)).collect();
    model.post("different", Constraint::AllDifferent(vars));
    assert_eq!(brute_force(&model).len(), 6);
}
