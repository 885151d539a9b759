//! Solvers with proofs, on formulas: answers and cores against varisat, models against the clauses, proofs by their
//! definition.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use cnfab::cnf::{Lit, Name};
use cnfab::solve::Budget;
use cnfab::solve::sat::{Certificate, NoProofs, ProofForm, SOLVERS, SatResult, SatSolver, SolverKind};
use fastrand::Rng;

use crate::cli::sat::{drat_holds, lrat_holds};

/// Solvers that write proofs here; varisat's are tested with its crate.
const PROVERS: &[&str] = &[
    "cdcl",
    #[cfg(feature = "cadical")]
    "cadical",
];

fn kind(name: &str) -> &'static dyn SolverKind {
    SOLVERS.iter().copied().find(|kind| kind.name() == name).expect("registered")
}

/// Random clauses, of which about half have a model; some have repeated or opposite literals, or one literal.
fn formula(rng: &mut Rng, variables: i32) -> Vec<Vec<i32>> {
    let size = rng.usize(2..=4);
    let ratio = [1.1, 4.3, 9.5][size - 2] * (0.8 + 0.5 * rng.f64());
    let literal = |rng: &mut Rng| rng.i32(1..=variables) * if rng.bool() { 1 } else { -1 };
    (0..(f64::from(variables) * ratio) as usize)
        .map(|_| {
            let size = if rng.u8(..20) == 0 { rng.usize(1..=3) } else { size };
            (0..size).map(|_| literal(rng)).collect()
        })
        .collect()
}

fn add(solver: &mut dyn SatSolver, variables: i32, clauses: &[Vec<i32>]) {
    for number in 0..variables {
        solver.fresh(Name::aux("x", number as usize, 0));
    }
    for clause in clauses {
        solver.clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<Lit>>());
    }
}

fn satisfies(solver: &dyn SatSolver, clauses: &[Vec<i32>]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| solver.holds(Lit::from_dimacs(lit))))
}

/// The text that several writers write, one after the other.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answer with its proof.
fn prove(by: &str, form: ProofForm, variables: i32, clauses: &[Vec<i32>]) -> (SatResult, Vec<u8>) {
    prove_after(by, clauses.len() as u64, form, variables, clauses)
}

/// The answer with its proof, whose first step has the number after `last`.
fn prove_after(by: &str, last: u64, form: ProofForm, variables: i32, clauses: &[Vec<i32>]) -> (SatResult, Vec<u8>) {
    let memory = Memory::default();
    let out = || Box::new(memory.clone()) as Box<dyn Write>;
    let certificate = Certificate { form, out: Some(&out), clauses: last, check: false, explains: false };
    let mut run = |solver: &mut dyn SatSolver| {
        add(solver, variables, clauses);
        let answer = solver.solve(&[])?;
        assert!(answer != SatResult::Sat || satisfies(solver, clauses));
        Ok(answer)
    };
    let prover = kind(by).prover(false).expect("it proves");
    let answer = prover.prove(&certificate, &Budget::unlimited(), &mut run).expect("written");
    (answer, memory.0.take())
}

/// A disk that is full after some bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| io::Error::other("the disk is full"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Eleven pigeons in ten holes take hundreds of thousands of conflicts.
#[test]
fn a_proof_that_cannot_be_written_ends_the_search() {
    let at = |pigeon: i32, hole: i32| 10 * pigeon + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..11).map(|pigeon| (0..10).map(|hole| at(pigeon, hole)).collect()).collect();
    for (hole, second) in (0..10).flat_map(|hole| (0..11).map(move |second| (hole, second))) {
        clauses.extend((0..second).map(|first| vec![-at(first, hole), -at(second, hole)]));
    }
    let forms = [ProofForm::Drat, ProofForm::BinaryDrat, ProofForm::Lrat];
    for (by, form) in PROVERS.iter().flat_map(|&by| forms.map(|form| (by, form))) {
        let out = || Box::new(Full(10_000)) as Box<dyn Write>;
        let certificate =
            Certificate { form, out: Some(&out), clauses: clauses.len() as u64, check: false, explains: false };
        let mut conflicts = None;
        let mut run = |solver: &mut dyn SatSolver| {
            add(solver, 110, &clauses);
            let answer = solver.solve(&[]);
            conflicts = solver.counters().conflicts;
            answer
        };
        let prover = kind(by).prover(false).expect("it proves");
        let error = prover.prove(&certificate, &Budget::unlimited(), &mut run).expect_err("the disk is full");
        assert_eq!(error, "the disk is full", "{by} {form:?}");
        assert!(conflicts.is_some_and(|conflicts| conflicts < 2000), "{by} {form:?}: {conflicts:?}");
    }
}

#[test]
fn kinds_of_solvers_without_proofs_say_so() {
    assert_eq!(kind("batsat").prover(false).err(), Some(NoProofs::Unwritten { solver: "batsat" }));
    assert_eq!(kind("cdcl").prover(true).err(), Some(NoProofs::Unchecked { solver: "cdcl" }));
    assert!(kind("varisat").prover(true).is_ok());
}

/// Takes binary DRAT apart, into text.
fn as_text(proof: &[u8]) -> String {
    let mut text = String::new();
    let mut bytes = proof.iter();
    while let Some(&kind) = bytes.next() {
        text += if kind == b'd' { "d " } else { "" };
        loop {
            let (mut code, mut shift) = (0_u32, 0);
            loop {
                let byte = *bytes.next().expect("an end");
                code |= u32::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            if code == 0 {
                break;
            }
            let number = (code / 2) as i32;
            text += &format!("{} ", if code % 2 == 0 { number } else { -number });
        }
        text += "0\n";
    }
    text
}

#[test]
fn answers_are_right_and_proofs_hold() {
    let mut rng = Rng::with_seed(9);
    let (mut refuted, mut rounds) = (0, 0);
    while rounds < 300 {
        rounds += 1;
        let variables = rng.i32(5..=60);
        let clauses = formula(&mut rng, variables);
        let mut other = kind("varisat").start(&Budget::unlimited());
        add(other.as_mut(), variables, &clauses);
        let expected = other.solve(&[]).expect("an answer");
        refuted += usize::from(expected != SatResult::Sat);
        for by in PROVERS {
            let (answer, proof) = prove(by, ProofForm::Lrat, variables, &clauses);
            assert_eq!(answer, expected, "{by}, round {rounds}: {clauses:?}");
            if answer == SatResult::Sat {
                continue;
            }
            let text = String::from_utf8(proof).expect("text");
            assert!(lrat_holds(&clauses, &text), "{by}, round {rounds}: {clauses:?}\n{text}");
            if rounds % 4 == 0 {
                let (_, drat) = prove(by, ProofForm::Drat, variables, &clauses);
                let drat = String::from_utf8(drat).expect("text");
                assert!(drat_holds(&clauses, variables, &drat), "{by}, round {rounds}: {clauses:?}\n{drat}");
                let (_, binary) = prove(by, ProofForm::BinaryDrat, variables, &clauses);
                assert_eq!(as_text(&binary), drat, "{by}, round {rounds}");
            }
        }
    }
    assert!(refuted > 80 && refuted + 80 < rounds, "{refuted} of {rounds}");
}

/// Thousands of conflicts, so that clauses are deleted.
#[test]
fn proofs_with_deletions_hold() {
    let mut rng = Rng::with_seed(5);
    let variables = 200;
    let clauses: Vec<Vec<i32>> =
        (0..920).map(|_| (0..3).map(|_| rng.i32(1..=variables) * if rng.bool() { 1 } else { -1 }).collect()).collect();
    // Long runs number more steps than 32 bits hold.
    let lasts = [clauses.len() as u64, u64::from(u32::MAX) - 500];
    for (by, last) in PROVERS.iter().flat_map(|&by| lasts.map(|last| (by, last))) {
        let (answer, proof) = prove_after(by, last, ProofForm::Lrat, variables, &clauses);
        assert_eq!(answer, SatResult::Unsat(Vec::new()));
        let text = String::from_utf8(proof).expect("text");
        let deleted = text.lines().filter(|line| line.split(' ').nth(1) == Some("d")).count();
        assert!(deleted > 100, "{by}: {deleted} of {} lines", text.lines().count());
        assert!(lrat_holds(&clauses, &text), "{by}: steps from {last} on");
    }
}

/// Each model is excluded by a clause until there is none; what was derived before stays.
#[test]
fn proofs_hold_with_clauses_between_calls() {
    let mut rng = Rng::with_seed(21);
    let mut several = 0;
    for (round, by) in (0..60).flat_map(|round| PROVERS.iter().map(move |by| (round, by))) {
        let variables = rng.i32(5..=60);
        let mut clauses = formula(&mut rng, variables);
        let memory = Memory::default();
        let out = || Box::new(memory.clone()) as Box<dyn Write>;
        let given = clauses.len() as u64 + 100;
        let certificate =
            Certificate { form: ProofForm::Lrat, out: Some(&out), clauses: given, check: false, explains: false };
        let mut run = |solver: &mut dyn SatSolver| {
            add(solver, variables, &clauses);
            for models in 0..100 {
                let answer = solver.solve(&[])?;
                if answer != SatResult::Sat {
                    several += usize::from(models > 1);
                    return Ok(answer);
                }
                assert!(satisfies(solver, &clauses), "{by}, round {round}");
                // The first few variables only, so that few clauses are enough.
                let value = |var: i32| if solver.holds(Lit::from_dimacs(var)) { -var } else { var };
                let clause: Vec<i32> = (1..=variables.min(6)).map(value).collect();
                solver.clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<Lit>>());
                clauses.push(clause);
            }
            unreachable!("six variables have 64 values")
        };
        let prover = kind(by).prover(false).expect("it proves");
        let answer = prover.prove(&certificate, &Budget::unlimited(), &mut run).expect("written");
        assert_eq!(answer, SatResult::Unsat(Vec::new()), "{by}, round {round}");
        let text = String::from_utf8(memory.0.take()).expect("text");
        assert!(lrat_holds(&clauses, &text), "{by}, round {round}: {clauses:?}\n{text}");
    }
    assert!(several > 20, "{several}");
}

/// Clauses between calls, assumptions in any order, repeated or contradictory: answers as varisat's, cores that
/// suffice.
#[test]
fn assumptions_hold_for_one_call_and_cores_suffice() {
    let mut rng = Rng::with_seed(12);
    let (mut cores, mut models) = (0, 0);
    for round in 0..150 {
        let variables = rng.i32(5..=40);
        let mut clauses = formula(&mut rng, variables);
        clauses.truncate(clauses.len() * 4 / 5);
        let mut solvers = ["cdcl", "varisat"].map(|name| kind(name).start(&Budget::unlimited()));
        solvers.iter_mut().for_each(|solver| add(solver.as_mut(), variables, &clauses));
        for _ in 0..8 {
            let literal = |rng: &mut Rng| Lit::from_dimacs(rng.i32(1..=variables) * if rng.bool() { 1 } else { -1 });
            let mut assumed: Vec<Lit> = (0..rng.usize(0..8)).map(|_| literal(&mut rng)).collect();
            if let (Some(&first), true) = (assumed.first(), rng.u8(..4) == 0) {
                // More levels than twice the variables.
                assumed.splice(..0, std::iter::repeat_n(first, 100));
            }
            let [found, expected] = solvers.each_mut().map(|solver| solver.solve(&assumed).expect("an answer"));
            match found {
                SatResult::Sat => {
                    models += 1;
                    assert_eq!(expected, SatResult::Sat, "round {round}");
                    assert!(assumed.iter().all(|&lit| solvers[0].holds(lit)) && satisfies(&*solvers[0], &clauses));
                }
                SatResult::Unsat(core) => {
                    assert!(matches!(expected, SatResult::Unsat(_)), "round {round}");
                    cores += usize::from(!core.is_empty());
                    assert!(core.iter().all(|lit| assumed.contains(lit)), "round {round}: {core:?} of {assumed:?}");
                    assert!(matches!(solvers[1].solve(&core), Ok(SatResult::Unsat(_))), "round {round}: {core:?}");
                }
                SatResult::Unknown => panic!("round {round}: no limit was set"),
            }
            if rng.u8(..3) == 0 {
                let clause: Vec<i32> = (0..3).map(|_| literal(&mut rng).dimacs()).collect();
                for solver in &mut solvers {
                    solver.clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<Lit>>());
                }
                clauses.push(clause);
            }
        }
    }
    assert!(cores > 100 && models > 200, "{cores} {models}");
}

#[test]
fn a_limit_on_conflicts_ends_the_search() {
    let mut rng = Rng::with_seed(5);
    let clauses: Vec<Vec<i32>> =
        (0..1300).map(|_| (0..3).map(|_| rng.i32(1..=300) * if rng.bool() { 1 } else { -1 }).collect()).collect();
    let mut budget = Budget::unlimited();
    budget.conflicts = Some(100);
    let mut solver = kind("cdcl").start(&budget);
    add(solver.as_mut(), 300, &clauses);
    assert_eq!(solver.solve(&[]), Ok(SatResult::Unknown));
    assert_eq!(solver.counters().conflicts, Some(100));
}
