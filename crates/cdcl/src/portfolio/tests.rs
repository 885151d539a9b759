//! Random formulas with slices of a few propagations: answers and cores against brute force, runs that repeat.

use fastrand::Rng;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Asked;

use super::super::listing::{Jumps, ToList};
use super::super::natives::tests::{Native, is_met, lazily, natives, sum};
use super::super::solver::tests::{clauses, hasty};
use super::*;

/// A portfolio whose solvers meet after almost each conflict.
fn portfolio(variables: u32, threads: usize, cubes: usize, budget: &SearchLimits) -> Portfolio {
    let mut solver = Portfolio::of(hasty, None, Settings::DEFAULT, Shares { threads, cubes }, budget);
    (solver.shortest, solver.longest) = (1, 30);
    (0..variables).for_each(|_| solver.add_variable());
    solver
}

/// The trace of a run: answers, models, work.
type Trace = Vec<(Answer, Vec<bool>, [u64; 4])>;

/// How many clauses were told, and how many answers other threads than the first gave.
type Effect = [usize; 2];

/// Adds clauses and asks, in turn, under random assumptions.
fn run(seed: u64, threads: usize, cubes: usize) -> (Trace, Effect) {
    let mut rng = Rng::with_seed(seed);
    let variables = rng.u32(6..=11);
    let mut clauses = clauses(&mut rng, variables, 5 * variables as usize);
    let mut solver = portfolio(variables, threads, cubes, &SearchLimits::default());
    let is_true = |code: u32, literal: Literal| (code >> (literal / 2) & 1 == 1) ^ (literal & 1 == 1);
    // A third of them have native constraints, and half of these may encode them.
    let natives: Vec<Native> = (0..[0, 0, 3][rng.usize(..3)])
        .map(|_| sum(&mut rng, variables))
        .map(|own| if seed & 1 > 0 { lazily(own) } else { own })
        .collect();
    natives.iter().for_each(|native| solver.add_native(native.clone()));
    let holds = |&code: &u32| natives.iter().all(|native| is_met(native, |literal| is_true(code, literal)));
    let mut models: Vec<u32> = (0..1 << variables).filter(holds).collect();
    let (mut trace, mut by_others) = (Trace::new(), 0);
    while !clauses.is_empty() {
        let some = clauses.split_off(clauses.len() - clauses.len().min(rng.usize(1..=30)));
        some.iter().for_each(|clause| solver.add_clause(clause));
        models.retain(|&code| some.iter().all(|clause| clause.iter().any(|&literal| is_true(code, literal))));
        let assumed: Vec<Literal> =
            (0..rng.usize(0..4)).map(|_| 2 * rng.u32(..variables) + u32::from(rng.bool())).collect();
        let agrees = |code: u32, literals: &[Literal]| literals.iter().all(|&literal| is_true(code, literal));
        let answer = solver.solve(&assumed);
        match &answer {
            Answer::Sat => {
                let code = (0..variables).map(|var| u32::from(solver.is_true(var as usize)) << var).sum();
                assert!(models.contains(&code) && agrees(code, &assumed), "{seed}, {threads} threads");
            }
            Answer::Unsat(core) => {
                assert!(core.iter().all(|literal| assumed.contains(literal)), "{seed}: {core:?}, {assumed:?}");
                assert!(!models.iter().any(|&code| agrees(code, core)), "{seed}, {threads} threads: {core:?}");
            }
            Answer::Unknown => panic!("there is no limit"),
        }
        by_others += usize::from(solver.model.is_some());
        let Work { conflicts, decisions, propagations, restarts, .. } = solver.work();
        let model = (0..variables as usize).map(|variable| solver.is_true(variable)).collect();
        trace.push((answer, model, [conflicts, decisions, propagations, restarts]));
    }
    (trace, [solver.known.len(), by_others])
}

#[test]
fn threads_agree_with_brute_force_and_runs_repeat() {
    let mut effect = [0; 2];
    for seed in 0..500 {
        let (threads, cubes) = [(2, 1), (3, 1), (6, 1), (2, 5), (1, 9)][seed as usize % 5];
        let (trace, of_run) = run(seed, threads, cubes);
        assert_eq!(trace, run(seed, threads, cubes).0, "{seed}, {threads} threads, {cubes} cubes");
        (0..2).for_each(|at| effect[at] += of_run[at]);
    }
    assert!(effect.iter().all(|&number| number > 100), "{effect:?} clauses were told, and answers came from others");
}

/// All models of random formulas, some by the variables that are shown, in the order they come.
fn list(seed: u64, threads: usize, cubes: usize) -> (Vec<u32>, Effect) {
    let mut rng = Rng::with_seed(seed);
    let variables = rng.u32(4..=10);
    let size = rng.usize(variables as usize..4 * variables as usize);
    let number = rng.usize(..4).saturating_sub(2);
    let (mut all, natives) = natives(&mut rng, variables, number);
    all.extend(clauses(&mut rng, variables, if all.is_empty() { size } else { size / 2 }));
    let clauses = all;
    let mut solver = portfolio(variables, threads, cubes, &SearchLimits::default());
    let is_true = |code: u32, literal: Literal| (code >> (literal / 2) & 1 == 1) ^ (literal & 1 == 1);
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    natives.iter().for_each(|native| solver.add_native(native.clone()));
    let is_model = |&code: &u32| {
        clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(code, literal)))
            && natives.iter().all(|native| is_met(native, |literal| is_true(code, literal)))
    };
    if rng.bool() {
        // The threads have part of the formula before models are listed.
        solver.solve(&[0]);
    }
    let mask = if rng.bool() { rng.u32(..1 << variables) } else { (1 << variables) - 1 };
    let shown: Vec<Literal> = (0..variables).filter(|var| mask >> var & 1 == 1).map(|var| 2 * var).collect();
    let is_unique = mask == (1 << variables) - 1 && rng.bool();
    let jumps = if seed & 3 == 0 { Jumps::Single } else { Jumps::Far };
    solver.list(ToList { shown, is_unique, jumps });
    let mut expected: Vec<u32> = (0..1 << variables).filter(is_model).map(|code| code & mask).collect();
    expected.sort_unstable();
    expected.dedup();
    let mut found = Vec::new();
    while solver.solve(&[]) == Answer::Sat {
        let code: u32 = (0..variables).map(|var| u32::from(solver.is_true(var as usize)) << var).sum();
        assert!(is_model(&code), "{seed}: {code:b} is no model");
        found.push(code & mask);
        assert!(solver.exclude());
    }
    let mut sorted = found.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected, "{seed}, {threads} threads, {cubes} cubes");
    let by_others = solver.helpers.iter().filter(|helper| helper.work.decisions > 0).count();
    (found, [expected.len(), by_others])
}

#[test]
fn threads_list_each_model_once_and_runs_repeat() {
    let mut effect = [0; 2];
    for seed in 0..400 {
        let (threads, cubes) = [(2, 1), (3, 1), (2, 30), (1, 9)][seed as usize % 4];
        let (found, of_run) = list(seed, threads, cubes);
        assert_eq!(found, list(seed, threads, cubes).0, "{seed}, {threads} threads, {cubes} cubes");
        (0..2).for_each(|at| effect[at] += of_run[at]);
    }
    assert!(effect.iter().all(|&number| number > 100), "{effect:?} models, and threads that helped");
}

/// Pigeons in one hole too few.
fn pigeons(holes: u32) -> Vec<Vec<Literal>> {
    let at = |pigeon: u32, hole: u32| 2 * (pigeon * holes + hole);
    let mut clauses: Vec<Vec<Literal>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| at(pigeon, hole)).collect()).collect();
    for (hole, second) in (0..holes).flat_map(|hole| (0..=holes).map(move |second| (hole, second))) {
        clauses.extend((0..second).map(|first| vec![at(first, hole) ^ 1, at(second, hole) ^ 1]));
    }
    clauses
}

/// Each thread has to search some of the cubes.
#[test]
fn cubes_refute_what_takes_long() {
    for (threads, cubes) in [(1, 8), (2, 8), (3, 100)] {
        let [first, again] = [(); 2].map(|()| {
            let mut solver = portfolio(42, threads, cubes, &SearchLimits::default());
            pigeons(6).iter().for_each(|clause| solver.add_clause(clause));
            assert_eq!(solver.solve(&[]), Answer::Unsat(Vec::new()));
            assert!(solver.helpers.iter().all(|helper| helper.work.conflicts > 0));
            assert_eq!(solver.solve(&[0]), Answer::Unsat(Vec::new()), "it stays refuted");
            solver.work()
        });
        assert_eq!((first.conflicts, first.propagations), (again.conflicts, again.propagations));
    }
}

#[test]
fn conflicts_of_all_threads_keep_to_the_limit() {
    for (threads, most) in [(2, 301), (3, 500), (3, 1)] {
        let budget = SearchLimits { conflicts: Some(most), ..SearchLimits::default() };
        let mut solver = portfolio(110, threads, 1, &budget);
        pigeons(10).iter().for_each(|clause| solver.add_clause(clause));
        assert_eq!(solver.solve(&[]), Answer::Unknown);
        assert_eq!(solver.work().conflicts, most);
        assert_eq!(solver.solve(&[]), Answer::Unknown, "nothing is left");
    }
}

#[test]
fn a_cancelled_budget_ends_all_threads() {
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&is_cancelled);
    let is_over: Asked = Arc::new(move || asked.load(Ordering::Relaxed));
    let over = Arc::clone(&is_over);
    let budget =
        SearchLimits { is_over: Arc::new(move |_| over()), is_over_for_all: is_over, ..SearchLimits::default() };
    let mut solver = portfolio(110, 3, 1, &budget);
    (solver.shortest, solver.longest) = (1000, u64::MAX);
    pigeons(10).iter().for_each(|clause| solver.add_clause(clause));
    std::thread::scope(|scope| {
        scope.spawn(|| is_cancelled.store(true, Ordering::Relaxed));
        assert_eq!(solver.solve(&[]), Answer::Unknown);
    });
}

/// A panic of a thread is one of the call that waits for it.
#[test]
#[should_panic(expected = "as a solver with a mistake in it would")]
fn a_thread_that_panics_ends_the_call() {
    fn wrong(proof: Option<Proof>, settings: Settings) -> Solver {
        assert!(settings.decide == Settings::DEFAULT.decide, "as a solver with a mistake in it would");
        hasty(proof, settings)
    }
    let mut solver =
        Portfolio::of(wrong, None, Settings::DEFAULT, Shares { threads: 2, cubes: 1 }, &SearchLimits::default());
    solver.shortest = 1;
    (0..20).for_each(|_| solver.add_variable());
    pigeons(4).iter().for_each(|clause| solver.add_clause(clause));
    solver.solve(&[]);
}
