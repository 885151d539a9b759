//! The audit's unit propagator against the plainest one there is.

use cnfab::audit::{Propagator, Searched};
use cnfab::cnf::{ClauseSink, Lit};
use fastrand::Rng;

use crate::common::cnf::{Cnf, Partial};

const VARIABLES: usize = 9;

fn literal(rng: &mut Rng) -> Lit {
    Lit::from_dimacs(rng.i32(1..=VARIABLES as i32) * if rng.bool() { 1 } else { -1 })
}

/// Clauses of one to five literals, some of them with repeated or opposite ones, and the same without repetitions.
fn formula(rng: &mut Rng) -> (Vec<Vec<Lit>>, Cnf) {
    let mut cnf = Cnf::default();
    cnf.inputs(VARIABLES);
    let mut clauses = Vec::new();
    for _ in 0..rng.usize(1..30) {
        let length = [1, 2, 2, 3, 3, 3, 4, 5][rng.usize(..8)];
        let mut clause: Vec<Lit> = (0..length).map(|_| literal(rng)).collect();
        if length > 1 || rng.u8(..3) == 0 {
            clauses.push(clause.clone());
            clause.sort_unstable();
            clause.dedup();
            cnf.clause(&clause);
        }
    }
    (clauses, cnf)
}

fn values(propagator: &Propagator) -> Partial {
    let value = |variable| propagator.value(Lit::from_dimacs(variable));
    std::iter::once(None).chain((1..=VARIABLES as i32).map(value)).collect()
}

#[test]
fn pushes_and_pops_find_what_starting_anew_finds() {
    let mut rng = Rng::with_seed(12);
    let (mut conflicts, mut derived) = (0, 0);
    for _ in 0..2_000 {
        let (clauses, cnf) = formula(&mut rng);
        let mut propagator = Propagator::new(VARIABLES, clauses.iter().map(Vec::as_slice));
        assert_eq!(propagator.is_refuted(), cnf.propagate(&[]).is_none());
        let mut assumed: Vec<Vec<Lit>> = Vec::new();
        let mut sound = true;
        for _ in 0..30 {
            if sound && assumed.len() < 6 && rng.u8(..3) > 0 {
                let step: Vec<Lit> = (0..rng.usize(0..3)).map(|_| literal(&mut rng)).collect();
                sound = propagator.push(&step);
                assumed.push(step);
            } else if assumed.pop().is_some() {
                propagator.pop();
                sound = true;
            }
            assert_eq!(propagator.depth(), assumed.len());
            let expected = cnf.propagate(&assumed.concat());
            assert_eq!(sound && !propagator.is_refuted(), expected.is_some(), "{assumed:?} {:?}", cnf.store);
            match expected {
                Some(expected) => {
                    assert_eq!(values(&propagator), expected, "{assumed:?} {:?}", cnf.store);
                    derived += expected.iter().flatten().count();
                }
                None => conflicts += 1,
            }
        }
    }
    assert!(conflicts > 5_000 && derived > 50_000, "{conflicts} conflicts, {derived} literals");
}

#[test]
fn searches_find_every_model_once() {
    let mut rng = Rng::with_seed(13);
    let mut found = 0;
    for _ in 0..300 {
        let (clauses, cnf) = formula(&mut rng);
        let mut expected = Vec::new();
        cnf.models(&[], &mut |partial| {
            expected.push(partial.clone());
            true
        });
        let mut propagator = Propagator::new(VARIABLES, clauses.iter().map(Vec::as_slice));
        let mut models = Vec::new();
        let variables: Vec<u32> = (1..=VARIABLES as u32).collect();
        let searched = propagator.each(&variables, &mut 10_000, &mut |propagator, _| {
            models.push(values(propagator));
            true
        });
        assert_eq!(searched, Searched::All);
        expected.sort();
        models.sort();
        assert_eq!(models, expected, "{:?}", cnf.store);
        found += models.len();
    }
    assert!(found > 1_000, "{found} models");
}
