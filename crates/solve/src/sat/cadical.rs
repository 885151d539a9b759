//! CaDiCaL 2.2 in C++, through RustSAT's bindings: inprocessing, conflict limits, statistics and proofs. Cargo feature
//! `cadical`.
//!
//! CaDiCaL says of each clause that it derives from which clauses it follows, in the order of an LRAT proof: F.
//! Pollitt, M. Fleury, A. Biere, "Faster LRAT Checking Than Solving with CaDiCaL", SAT 2023. It numbers all clauses in
//! one row; here those of the formula come first.

use std::cell::Cell;
use std::collections::HashSet;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, TernaryVal};
use rustsat_cadical::{CaDiCaL, CaDiCaLClause, ClauseId, Limit, TraceProof};

use crate::cdcl::Proof;
use crate::tuning::sat::CALLS_PER_LOOK;
use crate::{Budget, Options};
use cnfab_base::names::Named;
use cnfab_cnf::{ClauseSink, Lit, Name};

use super::cdcl::form;
use super::{Certificate, Counters, NoProofs, Prover, SatResult, SatSolver, SolverKind, WithSolver};

/// The largest seed that CaDiCaL takes.
const SEEDS: u64 = 2_000_000_000;

pub(super) struct Cadical;

impl Named for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    fn about(&self) -> &'static str {
        "CaDiCaL 2.2, in C++"
    }
}

impl SolverKind for Cadical {
    fn with(&self, _: &Options) -> Arc<dyn SolverKind> {
        Arc::new(Cadical)
    }

    fn start(&self, budget: &Budget) -> Box<dyn SatSolver> {
        Box::new(Adapter::new(budget, Rc::default()))
    }

    fn limits_conflicts(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn prover(&self, check: bool) -> Result<&dyn Prover, NoProofs> {
        if check { Err(NoProofs::Unchecked { solver: self.name() }) } else { Ok(self) }
    }
}

impl Prover for Cadical {
    fn prove(&self, certificate: &Certificate<'_>, budget: &Budget, run: WithSolver<'_>) -> Result<SatResult, String> {
        self.prover(certificate.check || certificate.out.is_none()).map_err(|why| why.to_string())?;
        let out = certificate.out.map_or_else(|| Box::new(io::sink()) as Box<dyn Write>, |out| out());
        let stops: Rc<Cell<bool>> = Rc::default();
        let mut adapter = Adapter::new(budget, Rc::clone(&stops));
        let tracer = Tracer {
            proof: Proof::new(form(certificate), certificate.clauses, out),
            numbers: Vec::new(),
            may_return: HashSet::new(),
            literals: Vec::new(),
            stops,
        };
        let handle = adapter.solver.connect_proof_tracer(tracer, true);
        let answer = run(&mut adapter);
        let tracer = adapter.solver.disconnect_proof_tracer(handle).map_err(|error| error.to_string())?;
        tracer.proof.close().map_err(|error| error.to_string())?;
        answer
    }
}

/// Writes what CaDiCaL derives.
struct Tracer {
    proof: Proof,
    /// For each of CaDiCaL's numbers ours; 0 for what is deleted.
    numbers: Vec<u64>,
    /// Clauses that CaDiCaL has taken out of the formula and may take back.
    may_return: HashSet<i64>,
    literals: Vec<u32>,
    /// Set once a part could not be written.
    stops: Rc<Cell<bool>>,
}

impl Tracer {
    fn take(&mut self, clause: &CaDiCaLClause<'_>) {
        self.literals.clear();
        self.literals.extend(clause.iter().map(|lit| 2 * lit.vidx32() + u32::from(lit.is_neg())));
    }

    /// Notes our number for one of CaDiCaL's.
    fn number(&mut self, ClauseId(id): ClauseId, own: u64) {
        let place = usize::try_from(id).expect("numbers are positive");
        if self.numbers.len() <= place {
            self.numbers.resize(place + 1, 0);
        }
        self.numbers[place] = own;
    }

    fn own(&self, ClauseId(id): ClauseId) -> u64 {
        usize::try_from(id).ok().and_then(|place| self.numbers.get(place)).copied().unwrap_or_default()
    }
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause<'_>, restored: bool) {
        // What returns has kept its number.
        if !restored {
            let own = self.proof.given();
            self.number(id, own);
            if clause.is_empty() {
                self.proof.add(&[], &[own]);
            }
        }
    }

    fn add_derived_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause<'_>, antecedents: &[ClauseId]) {
        self.take(clause);
        let hints: Vec<u64> = antecedents.iter().map(|&id| self.own(id)).collect();
        let own = self.proof.add(&self.literals, &hints);
        self.number(id, own);
        self.stops.set(self.proof.failure().is_some());
    }

    fn weaken_minus(&mut self, ClauseId(id): ClauseId, _: &CaDiCaLClause<'_>) {
        self.may_return.insert(id);
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause<'_>) {
        if !self.may_return.contains(&id.0) {
            self.take(clause);
            self.proof.delete(&self.literals, self.own(id));
            self.number(id, 0);
        }
    }
}

struct Adapter {
    solver: CaDiCaL<'static, 'static>,
    budget: Budget,
    clause: Vec<rustsat::types::Lit>,
    /// The first failure while clauses came in.
    failure: Option<String>,
}

impl Adapter {
    /// A solver that ends its search when the budget is over or it is to stop.
    fn new(budget: &Budget, stops: Rc<Cell<bool>>) -> Self {
        let mut solver = CaDiCaL::default();
        let seed = i32::try_from(budget.seed % SEEDS).expect("smaller than 2^31");
        let failure = solver.set_option("seed", seed).err().map(|error| error.to_string());
        let (watched, mut calls) = (budget.clone(), 0);
        solver.attach_terminator(move || {
            calls = (calls + 1) % CALLS_PER_LOOK;
            let ends = stops.get() || calls == 0 && watched.is_over();
            if ends { ControlSignal::Terminate } else { ControlSignal::Continue }
        });
        Adapter { solver, budget: budget.clone(), clause: Vec::new(), failure }
    }
}

fn convert(lit: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::new(lit.var() - 1, !lit.is_positive())
}

impl ClauseSink for Adapter {
    fn fresh(&mut self, _name: Name) -> Lit {
        let var = self.solver.declare_one_more_variable();
        Lit::from_dimacs(i32::try_from(var.idx32() + 1).expect("fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|&lit| convert(lit)));
        if let Err(error) = self.solver.add_clause_ref(Cl::new(&self.clause)) {
            self.failure.get_or_insert(error.to_string());
        }
    }
}

impl SatSolver for Adapter {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        if let Some(limit) = self.budget.conflicts {
            // CaDiCaL forgets its limits after each call.
            let left = limit.saturating_sub(self.solver.conflicts() as u64);
            let left = i32::try_from(left).unwrap_or(i32::MAX);
            self.solver.set_limit(Limit::Conflicts(left)).map_err(|error| error.to_string())?;
        }
        let assumed: Vec<rustsat::types::Lit> = assumptions.iter().map(|&lit| convert(lit)).collect();
        let answer = match assumed[..] {
            [] => self.solver.solve(),
            _ => self.solver.solve_assumps(&assumed),
        };
        match answer.map_err(|error| error.to_string())? {
            SolverResult::Sat => Ok(SatResult::Sat),
            SolverResult::Unsat if assumptions.is_empty() => Ok(SatResult::Unsat(Vec::new())),
            SolverResult::Unsat => {
                // As a clause of the opposites.
                let core = self.solver.core().map_err(|error| error.to_string())?;
                let is_in = |lit: &Lit| core.contains(&!convert(*lit));
                Ok(SatResult::Unsat(assumptions.iter().copied().filter(is_in).collect()))
            }
            SolverResult::Interrupted => Ok(SatResult::Unknown),
        }
    }

    fn holds(&self, lit: Lit) -> bool {
        // A variable that no clause needs may have any value; it is false.
        match self.solver.lit_val(convert(lit)) {
            Ok(TernaryVal::True) => true,
            Ok(TernaryVal::False) => false,
            Ok(TernaryVal::DontCare) | Err(_) => !lit.is_positive(),
        }
    }

    fn counters(&self) -> Counters {
        Counters {
            conflicts: Some(self.solver.conflicts() as u64),
            decisions: Some(self.solver.decisions() as u64),
            propagations: Some(self.solver.propagations() as u64),
            ..Counters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// One pigeon more than holes.
    fn pigeons(solver: &mut dyn SatSolver, holes: usize) {
        let name = Name::aux("pigeon", 0, 0);
        let pigeons: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| solver.fresh(name)).collect()).collect();
        for (number, at) in pigeons.iter().enumerate() {
            solver.clause(at);
            for other in &pigeons[..number] {
                at.iter().zip(other).for_each(|(&a, &b)| solver.clause(&[!a, !b]));
            }
        }
    }

    #[test]
    fn cadical_keeps_to_time() {
        let mut solver = Cadical.start(&Budget::within(Duration::from_millis(200)));
        pigeons(solver.as_mut(), 12);
        let begun = Instant::now();
        assert_eq!(solver.solve(&[]), Ok(SatResult::Unknown));
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }

    #[test]
    fn cadical_keeps_to_conflicts_over_all_calls() {
        let conflicts = |limit: Option<u64>| {
            let mut budget = Budget::unlimited();
            budget.conflicts = limit;
            let mut solver = Cadical.start(&budget);
            pigeons(solver.as_mut(), 6);
            let answers = [solver.solve(&[]), solver.solve(&[])].map(|answer| answer.expect("it does not fail"));
            (answers, solver.counters().conflicts.expect("it counts"))
        };
        let (answers, needed) = conflicts(None);
        assert_eq!(answers, [const { SatResult::Unsat(Vec::new()) }; 2]);
        assert!(needed > 100, "{needed}");
        let (answers, used) = conflicts(Some(needed / 2));
        assert_eq!(answers, [SatResult::Unknown, SatResult::Unknown]);
        assert!(used.abs_diff(needed / 2) <= 1, "{used} of {needed}");
        assert_eq!(conflicts(Some(needed + 1)), ([const { SatResult::Unsat(Vec::new()) }; 2], needed));
    }
}
