//! Random formulas with every switch and with reductions at almost each conflict: answers against brute force, cores,
//! and each step of the proofs by the definition of LRAT.

use std::collections::BTreeSet;

use crate::options::{BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy};

use fastrand::Rng;

use super::super::listing::{Jumps, ToList};
use super::super::natives::tests::{Groups, Native, is_met, lazily, native, natives, sum};
use super::super::proof::ProofSyntax;
use super::super::proof::tests::{Shared, holds};
use super::*;

/// Random clauses of three or four literals, and of one to two if there are few variables.
pub(in super::super) fn clauses(rng: &mut Rng, variables: u32, number: usize) -> Vec<Vec<Literal>> {
    let least = if variables > 10 { 3 } else { rng.usize(1..=3) };
    (0..number)
        .map(|_| {
            let size = [least, 3, 3, 3, 3, 4][rng.usize(..6)];
            (0..size).map(|_| 2 * rng.u32(..variables) + u32::from(rng.bool())).collect()
        })
        .collect()
}

/// Choices, and pairs of literals at most one of which is true.
fn cover(rng: &mut Rng, variables: u32) -> Vec<Vec<Literal>> {
    let (of, pairs) = (rng.usize(1..5), rng.usize(..2 * variables as usize));
    let choices = clauses(rng, variables, of).into_iter().map(|clause| clause.iter().map(|lit| lit & !1).collect());
    let choices: Vec<Vec<Literal>> = choices.collect();
    let pairs =
        clauses(rng, variables, pairs).into_iter().map(|clause| clause.iter().take(2).map(|lit| lit | 1).collect());
    choices.into_iter().chain(pairs).collect()
}

/// A solver with switches by the seed; what it does seldom by default it does often.
pub(in super::super) fn solver(seed: u64, variables: u32, proof: Option<Proof>) -> Solver {
    let mut rng = Rng::with_seed(seed ^ 0x5EED);
    let settings = Settings {
        restarts: RestartPolicy::ALL[[0, 0, 1, 2][rng.usize(..4)]],
        decide: ModalOrder::ALL[rng.usize(..4)],
        phases: DecisionPhase::ALL[rng.usize(..2)],
        walk: rng.bool(),
        shrink: !seed.is_multiple_of(3),
        vivify: seed & 1 > 0,
        probe: rng.bool(),
        bump: BumpedVariables::ALL[rng.usize(..2)],
        subsume: rng.bool(),
        eliminate: rng.u8(..4) > 0,
    };
    let mut solver = Solver::new(proof, settings);
    solver.inprocessor.effort = 300.0;
    if seed & 2 > 0 {
        (solver.inprocessor.interval, solver.inprocessor.effort) = (0, 1e6);
        (solver.next_reduction, solver.interval) = (0, 1.0);
        (solver.phases.number, solver.phases.next, solver.phases.interval) = (seed % 7, 0, 0);
        solver.inprocessor.eliminator.bound = [0, 16][rng.usize(..2)];
    }
    solver.restarts.stable = seed & 4 > 0;
    solver.state.decide_by(solver.by_recency());
    (0..variables).for_each(|_| solver.add_variable());
    solver
}

/// A solver that does at almost each conflict what others do seldom.
pub(in super::super) fn hasty(proof: Option<Proof>, settings: Settings) -> Solver {
    let mut solver = Solver::new(proof, settings);
    (solver.inprocessor.interval, solver.inprocessor.effort) = (0, 1e6);
    (solver.next_reduction, solver.interval) = (0, 1.0);
    solver
}

#[test]
fn switches_change_no_answers() {
    let (mut shortened, mut explained, mut encoded) = (0, [0; 2], 0);
    let (mut subsumed, mut resolved, mut eliminated, mut failed) = (0, 0, 0, 0);
    for seed in 0..6000 {
        let mut rng = Rng::with_seed(seed);
        let variables = rng.u32(4..=10);
        let number = rng.usize(2..6 * variables as usize);
        let mut clauses = clauses(&mut rng, variables, number);
        let mut solver = solver(seed, variables, None);
        // Half of them have native constraints as well, some of them later; half of these on integers.
        let mut natives: Vec<Native> = Vec::new();
        let mut groups: Option<Groups> = None;
        if seed & 16 > 0 {
            clauses.truncate(clauses.len() / 2);
            (0..rng.usize(1..5)).for_each(|_| natives.push(sum(&mut rng, variables)));
        }
        if seed & 48 == 48 {
            clauses.truncate(clauses.len() / 2);
            let own = Groups::of(&mut rng, variables);
            clauses.extend(own.clauses());
            natives.clear();
            (0..rng.usize(1..5)).for_each(|_| natives.push(native(&mut rng, &own, variables)));
            groups = Some(own);
        }
        if seed & 80 == 80 {
            natives = natives.into_iter().map(lazily).collect();
            solver.state.lazy.share = 0.05 * rng.f64();
        }
        natives.iter().for_each(|native| solver.add_native(native.clone()));
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let is_true = |code: u32, literal: Literal| (code >> (literal / 2) & 1 == 1) ^ (literal & 1 == 1);
        let mut models: Vec<u32> = (0..1 << variables)
            .filter(|&code| clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(code, literal))))
            .filter(|&code| natives.iter().all(|native| is_met(native, |literal| is_true(code, literal))))
            .collect();
        // Each answer rules out a model or asks for others.
        for turn in 0..20 {
            if seed & 16 > 0 && turn == 3 {
                let native = match &groups {
                    None => sum(&mut rng, variables),
                    Some(groups) => native(&mut rng, groups, variables),
                };
                solver.add_native(native.clone());
                models.retain(|&code| is_met(&native, |literal| is_true(code, literal)));
                natives.push(native);
            }
            let assumed: Vec<Literal> =
                (0..rng.usize(0..4)).map(|_| 2 * rng.u32(..variables) + u32::from(rng.bool())).collect();
            if seed & 2 > 0 {
                solver.next_reduction = solver.conflicts;
            }
            let agrees = |code: u32, literals: &[Literal]| literals.iter().all(|&literal| is_true(code, literal));
            match solver.solve(&assumed, None, |_| false) {
                Answer::Sat => {
                    let code = (0..variables).map(|var| u32::from(solver.is_true(var as usize)) << var).sum();
                    assert!(models.contains(&code) && agrees(code, &assumed), "{seed}: {clauses:?}, {assumed:?}");
                    // The next one differs on some variables, not always on all.
                    let shown = rng.u32(1..1 << variables) | if rng.bool() { u32::MAX } else { 0 };
                    models.retain(|&other| (other ^ code) & shown != 0);
                    let other: Vec<Literal> = (0..variables)
                        .filter(|var| shown >> var & 1 == 1)
                        .map(|var| 2 * var + u32::from(solver.is_true(var as usize)))
                        .collect();
                    solver.add_clause(&other);
                    clauses.push(other);
                }
                Answer::Unsat(core) => {
                    assert!(core.iter().all(|literal| assumed.contains(literal)), "{seed}: {core:?}, {assumed:?}");
                    assert!(!models.iter().any(|&code| agrees(code, &core)), "{seed}: {clauses:?}, {core:?}");
                }
                Answer::Unknown => panic!("there is no limit"),
            }
        }
        shortened += solver.inprocessor.vivifier.counts.succeeded;
        failed += solver.inprocessor.prober.counts.succeeded;
        eliminated += solver.inprocessor.eliminator.counts.succeeded;
        encoded += solver.encoded;
        let counts = solver.inprocessor.subsumer.counts;
        (subsumed, resolved) = (subsumed + counts.succeeded - counts.literals, resolved + counts.literals);
        explained[usize::from(groups.is_some())] += if natives.is_empty() { 0 } else { solver.conflicts };
    }
    assert!(shortened > 200, "{shortened} clauses became shorter");
    assert!(failed > 300, "{failed} literals failed");
    assert!(eliminated > 3500, "{eliminated} variables were eliminated");
    assert!(subsumed > 1000 && resolved > 1000, "{subsumed} clauses were subsumed, {resolved} lost a literal");
    assert!(encoded > 50, "{encoded} constraints were encoded");
    assert!(explained.iter().all(|&conflicts| conflicts > 1000), "{explained:?} conflicts with native constraints");
}

#[test]
fn models_are_listed_once_each() {
    let (mut number, mut cubes, mut eliminated, mut by_candidates) = ([0; 2], 0, 0, 0);
    for seed in 0..4000 {
        let mut rng = Rng::with_seed(seed);
        let variables = rng.u32(3..=10);
        let of = rng.usize(1..4 * variables as usize);
        let is_cover = seed % 5 == 0;
        let mut clauses = if is_cover { cover(&mut rng, variables) } else { clauses(&mut rng, variables, of) };
        let some = if is_cover { 0 } else { rng.usize(..4).saturating_sub(2) };
        let (own, natives) = natives(&mut rng, variables, some);
        clauses.truncate(if own.is_empty() { of } else { of / 2 });
        clauses.extend(own);
        let mut solver = solver(seed, variables, None);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        natives.iter().for_each(|native| solver.add_native(native.clone()));
        let is_true = |code: u32, literal: Literal| (code >> (literal / 2) & 1 == 1) ^ (literal & 1 == 1);
        let is_model = |&code: &u32| {
            clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(code, literal)))
                && natives.iter().all(|native| is_met(native, |literal| is_true(code, literal)))
        };
        // Those of half of the seeds count by some variables.
        let mask = if seed & 8 > 0 { rng.u32(..1 << variables) } else { (1 << variables) - 1 };
        let shown: Vec<Literal> = (0..variables).filter(|var| mask >> var & 1 == 1).map(|var| 2 * var).collect();
        let mut expected: BTreeSet<u32> = (0..1 << variables).filter(is_model).map(|code| code & mask).collect();
        let jumps = if seed & 32 > 0 { Jumps::Single } else { Jumps::Far };
        let is_unique = mask == (1 << variables) - 1 && seed & 64 > 0;
        solver.list(&ToList { shown, is_unique, jumps });
        let listing = solver.listing.as_mut().expect("models are listed");
        (listing.first, listing.hard) = (rng.u32(..4), 0);
        number[(seed >> 3 & 1) as usize] += expected.len();
        while solver.solve(&[], None, |_| false) == Answer::Sat {
            let code: u32 = (0..variables).map(|var| u32::from(solver.is_true(var as usize)) << var).sum();
            assert!(is_model(&code), "{seed}: {code:b} is no model");
            assert!(expected.remove(&(code & mask)), "{seed}: {code:b} comes twice");
            if seed & 16 > 0 {
                let free = solver.widen();
                let is_fixed = |var: &u32| solver.state.values[2 * *var as usize] != 0;
                let fixed: u32 = (0..variables).filter(is_fixed).map(|var| 1 << var).sum();
                let is_meant = |other: &u32| (other ^ code) & fixed & mask == 0;
                let others = expected.len();
                expected.retain(|other| !is_meant(other));
                assert_eq!(others - expected.len() + 1, 1 << free, "{seed}: models of a cube");
                cubes += usize::from(free > 0);
            }
            if !solver.exclude() {
                break;
            }
        }
        assert!(expected.is_empty(), "{seed}: {expected:?} are missing, {clauses:?}");
        eliminated += solver.inprocessor.eliminator.counts.succeeded;
        by_candidates += usize::from(is_cover && solver.choices.is_some());
    }
    assert!(number.iter().all(|&models| models > 10_000) && cubes > 1000, "{number:?} models, {cubes} cubes");
    assert!(eliminated > 500, "{eliminated} variables were eliminated");
    assert!(by_candidates > 50, "{by_candidates} lists of exact covers");
}

#[test]
fn proofs_hold_with_every_switch() {
    let (mut refuted, mut shortened, mut resolved, mut eliminated) = (0, 0, 0, 0);
    for seed in 0..240 {
        let mut rng = Rng::with_seed(seed);
        let variables = rng.u32(20..=75);
        let clauses = clauses(&mut rng, variables, variables as usize * 5);
        let out = Shared::default();
        let proof = Proof::new(ProofSyntax::Lrat, clauses.len() as u64, Box::new(out.clone()));
        let mut solver = solver(seed, variables, Some(proof));
        // Some clauses may come after an answer, and bring variables back that are eliminated.
        let first = if rng.bool() { clauses.len() } else { clauses.len() * 3 / 4 };
        clauses[..first].iter().for_each(|clause| solver.add_clause(clause));
        if first < clauses.len() {
            solver.solve(&[], None, |_| false);
            eliminated += solver.inprocessor.eliminator.counts.succeeded;
            solver.next_reduction = solver.conflicts;
        }
        clauses[first..].iter().for_each(|clause| solver.add_clause(clause));
        let answer = solver.solve(&[], None, |_| false);
        shortened += solver.inprocessor.vivifier.counts.succeeded;
        resolved += solver.inprocessor.subsumer.counts.literals;
        let is_true = |literal: Literal| solver.is_true(literal as usize / 2) == (literal & 1 == 0);
        let is_model = clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(literal)));
        assert!(answer != Answer::Sat || is_model, "{seed}");
        solver.close().expect("memory takes all");
        let text = String::from_utf8(out.0.take()).expect("text");
        let ends = holds(&clauses, &text);
        assert_eq!(answer == Answer::Unsat(Vec::new()), ends, "{seed}");
        refuted += u32::from(ends);
    }
    assert!(refuted > 100 && shortened > 500, "{refuted} refuted, {shortened} clauses became shorter");
    assert!(resolved > 500, "{resolved} clauses lost a literal");
    assert!(eliminated > 400, "{eliminated} variables were eliminated");
}
