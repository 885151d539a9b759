//! Proofs about counts and sums against lists of their solutions.

use super::*;
use crate::audit::{AuditClass, CLASSES, Case, Parameters, find_class};
use cnfab_cnf::{ClauseSink, ClauseStore, Name};
use cnfab_encode::Recipe;
use cnfab_model::Model as FiniteModel;

fn cases(class: &AuditClass, parameters: &Parameters) -> Vec<Case> {
    (class.cases)(parameters).expect("cases")
}

fn proved(subject: &Subject) -> Option<Meaning> {
    let mut propagator = Propagator::new(subject.formula.variables(), subject.formula.clauses());
    measure(subject, &mut propagator, &AuditLimits::default())
}

#[test]
fn every_encoding_of_counts_and_sums_is_proved_as_it_is_by_listing() {
    for class in CLASSES.iter().filter(|class| ["amo", "card", "linear"].contains(&class.name)) {
        for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
            let parameters = Parameters { cmp: Some(cmp), k: 3, sum: Some(8), ..Parameters::default() };
            let Ok(cases) = (class.cases)(&parameters) else { continue };
            for encoding in class.encodings() {
                let recipe: Recipe = format!("root=none,{}={encoding}", class.name).parse().unwrap();
                let Ok(subject) = Subject::encoded(cases[0].model.clone(), &recipe) else { continue };
                assert_eq!(proved(&subject), Some(Meaning::Exact), "{}={encoding} {cmp:?}", class.name);
            }
        }
    }
}

/// Clauses over the inputs alone, with one too many or too few.
#[test]
fn one_wrong_assignment_of_a_million_is_found() {
    let card = find_class("card").unwrap();
    let parameters = Parameters { n: vec![20], k: 10, ..Parameters::default() };
    let model: FiniteModel = cases(card, &parameters).remove(0).model;
    let recipe: Recipe = "root=none,card=sequential".parse().unwrap();
    let right = Subject::encoded(model.clone(), &recipe).unwrap();
    assert_eq!(proved(&right), Some(Meaning::Exact));
    let inputs: Vec<Lit> = (1..=20).map(Lit::from_dimacs).collect();
    let with = |more: &[Lit]| {
        let mut formula = ClauseStore::default();
        (0..right.formula.variables()).for_each(|number| {
            formula.fresh(Name::aux("", number, 0));
        });
        right.formula.clauses().for_each(|clause| formula.clause(clause));
        formula.clause(more);
        Subject::given(model.clone(), formula, &inputs).unwrap()
    };
    // Ten of twenty, identified by their values: true at positions that are multiples of two.
    let even: Vec<Lit> = inputs.iter().map(|&lit| if lit.var() % 2 == 0 { !lit } else { lit }).collect();
    let values: Vec<i32> = (1..=20).map(|place| i32::from(place % 2 == 0)).collect();
    assert_eq!(proved(&with(&even)), Some(Meaning::Loses(values)));
    let mut fewer = ClauseStore::default();
    (0..20).for_each(|number| {
        fewer.fresh(Name::aux("", number, 0));
    });
    let fewer = Subject::given(model.clone(), fewer, &inputs).unwrap();
    assert!(matches!(proved(&fewer), Some(Meaning::Allows(values)) if values.iter().sum::<i32>() > 10));
}
