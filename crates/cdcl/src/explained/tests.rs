//! Proofs with explanations: each follows from its constraint alone, and each other step from those before it.

use fastrand::Rng;

use super::super::natives::tests::{Native, is_met, lazily, natives};
use super::super::proof::tests::{Shared, holds_with};
use super::super::proof::{Proof, ProofSyntax};
use super::super::solver::Answer;
use super::super::solver::tests::{clauses, solver};
use super::*;

#[test]
fn explanations_follow_from_their_constraints_and_the_rest_from_them() {
    let (mut refuted, mut explained) = (0, 0);
    for seed in 0..4000 {
        let mut rng = Rng::with_seed(seed);
        let variables = rng.u32(4..=9);
        let number = rng.usize(1..6);
        let (groups, natives) = natives(&mut rng, variables, number);
        let natives: Vec<Native> = if seed & 32 > 0 { natives.into_iter().map(lazily).collect() } else { natives };
        let mut all = groups.clone();
        let number = rng.usize(1..3 * variables as usize);
        all.extend(clauses(&mut rng, variables, number));
        let file = Shared::default();
        let proof = Proof::new(ProofSyntax::Explained, all.len() as u64, Box::new(file.clone()));
        let mut solver = solver(seed, variables, Some(proof));
        solver.state.lazy.share = 0.05 * rng.f64();
        all.iter().for_each(|clause| solver.add_clause(clause));
        natives.iter().for_each(|native| solver.add_native(native.clone()));
        let is_true = |code: u32, literal: Literal| (code >> (literal / 2) & 1 == 1) ^ (literal & 1 == 1);
        let satisfies = |code: u32, clause: &[Literal]| clause.iter().any(|&literal| is_true(code, literal));
        let meets = |code: u32, native: &Native| is_met(native, |literal| is_true(code, literal));
        let answer = solver.solve(&[], None, |_| false);
        let is_model = |code: &u32| {
            all.iter().all(|clause| satisfies(*code, clause)) && natives.iter().all(|native| meets(*code, native))
        };
        assert_eq!(answer == Answer::Sat, (0..1 << variables).any(|code| is_model(&code)), "seed {seed}");
        solver.close().expect("memory");
        let text = String::from_utf8(file.0.take()).expect("a proof as text");
        // The clauses say what the literals of groups are.
        let is_implied = |number: usize, clause: &[Literal]| {
            let is_counter = |&code: &u32| {
                !satisfies(code, clause)
                    && groups.iter().all(|one| satisfies(code, one))
                    && meets(code, &natives[number])
            };
            !(0..1 << variables).any(|code| is_counter(&code))
        };
        assert_eq!(holds_with(&all, &text, &is_implied), answer != Answer::Sat, "seed {seed}");
        refuted += u32::from(answer != Answer::Sat);
        explained += text.lines().filter(|line| line.contains(" e")).count();
    }
    assert!(refuted > 500 && explained > 5000, "{refuted} contradictions, {explained} explanations");
}
