//! Cubes of random formulas against brute force: no two have an assignment in common, and no model is lost.

use fastrand::Rng;

use super::super::Settings;
use super::super::natives::tests::{Native, is_met, sum};
use super::super::solver::Answer;
use super::super::solver::tests::{clauses, hasty};
use super::*;

fn is_true(code: u32, literal: Literal) -> bool {
    (code >> (literal / 2) & 1 == 1) ^ (literal & 1 == 1)
}

#[test]
fn each_model_is_in_one_cube() {
    let (mut number, mut refuted, mut deep) = (0, 0, 0);
    for seed in 0..2000 {
        let mut rng = Rng::with_seed(seed);
        let variables = rng.u32(3..=11);
        let size = rng.usize(1..5 * variables as usize);
        let clauses = clauses(&mut rng, variables, size);
        let natives: Vec<Native> = (0..rng.usize(..4).saturating_sub(2)).map(|_| sum(&mut rng, variables)).collect();
        let mut solver = hasty(None, Settings::DEFAULT);
        (0..variables).for_each(|_| solver.add_variable());
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        natives.iter().for_each(|native| solver.add_native(native.clone()));
        if seed % 4 == 0 {
            // Variables may be eliminated then.
            solver.solve(&[], Some(20), |_| false);
        }
        let shown: Vec<Literal> = (0..variables).filter(|_| rng.u8(..3) > 0).map(|variable| 2 * variable).collect();
        let shown = rng.bool().then_some(&shown[..]);
        let cutoff = match rng.bool() {
            true => Cutoff::Adaptive(20.0 * rng.f64() * rng.f64()),
            false => Cutoff::Number(rng.usize(1..20)),
        };
        let cubes = solver.split(shown, cutoff, || false).expect("there is no limit");
        let is_model = |&code: &u32| {
            clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(code, literal)))
                && natives.iter().all(|native| is_met(native, |literal| is_true(code, literal)))
        };
        let models: Vec<u32> = (0..1 << variables).filter(is_model).collect();
        for &code in &models {
            let of_model = cubes.iter().filter(|cube| cube.iter().all(|&literal| is_true(code, literal))).count();
            assert_eq!(of_model, 1, "{seed}: {code:b}, {cubes:?}");
        }
        for (at, cube) in cubes.iter().enumerate() {
            let others = cubes[..at].iter();
            let differs = |other: &Cube| cube.iter().any(|literal| other.contains(&(literal ^ 1)));
            assert!(others.clone().all(differs), "{seed}: {cubes:?}");
            let may_split = |&literal: &Literal| shown.is_none_or(|shown| shown.contains(&(literal & !1)));
            assert!(cube.iter().all(may_split), "{seed}: {cube:?}, {shown:?}");
            deep = deep.max(cube.len());
        }
        if let Cutoff::Number(most) = cutoff {
            assert!(cubes.len() <= most, "{seed}: {cubes:?}");
        }
        // The solver goes on as if nothing had been split.
        let answer = solver.solve(&[], None, |_| false);
        assert_eq!(answer == Answer::Sat, !models.is_empty(), "{seed}");
        number += cubes.len();
        refuted += usize::from(cubes.is_empty());
    }
    assert!(number > 5000 && refuted > 100 && deep > 4, "{number} cubes, {refuted} refuted, {deep} decisions");
}

/// The part that is cut off is not the whole tree.
#[test]
fn a_threshold_leaves_cubes_of_what_is_hard() {
    let mut rng = Rng::with_seed(7);
    let clauses = clauses(&mut rng, 80, 350);
    let split = |cutoff: Cutoff| {
        let mut solver = Solver::new(None, Settings::DEFAULT);
        (0..80).for_each(|_| solver.add_variable());
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver.split(None, cutoff, || false).expect("there is no limit")
    };
    let (few, many) = (split(Cutoff::Adaptive(0.1)), split(Cutoff::Adaptive(1.0)));
    assert!(1 < few.len() && few.len() < many.len(), "{} and {} cubes", few.len(), many.len());
    assert_eq!(split(Cutoff::Number(12)).len(), 12);
    assert_eq!(split(Cutoff::Number(1)), [[0; 0]]);
}
