//! All solutions of small texts against those found by trying every assignment.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::frontend::flatzinc::FlatZinc;
use cnfab::{Budget, Encodings, Outcome, Problem, Strategy};
use fastrand::Rng;

use super::random::Text;
use super::semantics::{Kind, names};
use crate::common::scale::rounds;

/// The texts that the solutions of a text print, in the order in which they come.
pub(crate) fn solutions(text: &str, strategy: &str) -> Vec<String> {
    let problem = FlatZinc::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let model = problem.make_model("model");
    let backend = Strategy::parse(strategy).expect("a strategy").backend(&Encodings::default());
    let mut found = Vec::new();
    let report = backend.solve(&model, &Budget::unlimited(), &mut |solution| {
        let cells = problem.output("model", solution);
        assert_eq!(problem.check_solution("model", solution, &cells), Ok(()), "{strategy}\n{text}");
        let printed = problem.text(&cells);
        found.push(if printed.is_empty() { problem.draw(Some(&cells)) } else { printed });
        ControlFlow::Continue(())
    });
    let report = report.unwrap_or_else(|error| panic!("{strategy}: {error}\n{text}"));
    assert_eq!(report.outcome, Outcome::Exhausted, "{strategy}\n{text}");
    found
}

/// Compares the solutions that a strategy finds with all there are.
fn compare(text: &Text, strategy: &str) {
    let written = text.text();
    let found = solutions(&written, strategy);
    let once: BTreeSet<String> = found.iter().cloned().collect();
    assert_eq!(once.len(), found.len(), "{strategy} has a solution twice:\n{written}");
    assert_eq!(once, text.solutions(), "{strategy}:\n{written}");
}

/// The strategies that may find the solutions.
const STRATEGIES: [&str; 4] = ["backtrack", "sat", "auto", "ilp"];

#[test]
fn the_table_of_constraints_is_the_one_that_is_tested() {
    let taken: BTreeSet<String> = FlatZinc::constraints().into_iter().collect();
    let tested: BTreeSet<String> = names().into_iter().map(|(name, _)| name).collect();
    assert_eq!(taken, tested);
}

/// Each constraint alone over random arguments.
#[test]
fn every_constraint_means_what_it_should() {
    for (number, (name, kinds)) in names().into_iter().enumerate() {
        let mut rng = Rng::with_seed(number as u64);
        for case in 0..16 {
            let text = Text::random(&mut rng, 4, &[(name.clone(), kinds.clone())], case % 2 == 0);
            compare(&text, STRATEGIES[case % 2]);
        }
    }
}

/// Each constraint over variables that have very many values, or no bounds, until a later constraint says which.
#[test]
fn values_may_be_told_at_the_end() {
    for (number, (name, kinds)) in names().into_iter().enumerate() {
        let mut rng = Rng::with_seed(number as u64);
        for (case, integers) in ["int", "-300000..300000", "int"].into_iter().enumerate() {
            let text = Text::random(&mut rng, 4, &[(name.clone(), kinds.clone())], true);
            let written = text.declaring(Some(integers));
            let strategy = STRATEGIES[case % 2];
            let found: BTreeSet<String> = solutions(&written, strategy).into_iter().collect();
            assert_eq!(found, text.solutions(), "{strategy}:\n{written}");
        }
    }
}

/// Several constraints together.
#[test]
fn random_texts_have_the_solutions_that_brute_force_finds() {
    let names = names();
    for seed in rounds(300) {
        let mut rng = Rng::with_seed(seed);
        let count = rng.usize(1..=6);
        let chosen: Vec<(String, Vec<Kind>)> = (0..count).map(|_| names[rng.usize(..names.len())].clone()).collect();
        let prints_all = rng.bool();
        let text = Text::random(&mut rng, 5, &chosen, prints_all);
        compare(&text, STRATEGIES[seed as usize % STRATEGIES.len()]);
    }
}
