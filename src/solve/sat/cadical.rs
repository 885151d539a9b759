//! CaDiCaL 2.2 in C++, through RustSAT's bindings: inprocessing, conflict limits and statistics. Cargo feature
//! `cadical`.

use std::sync::Arc;

use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, TernaryVal};
use rustsat_cadical::{CaDiCaL, Limit};

use crate::cnf::{ClauseSink, Lit, Name};
use crate::names::Named;
use crate::solve::tuning::sat::CALLS_PER_LOOK;
use crate::solve::{Budget, Options};

use super::{Counters, SatResult, SatSolver, SolverKind};

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
        let mut solver = CaDiCaL::default();
        let seed = i32::try_from(budget.seed % SEEDS).expect("smaller than 2^31");
        let failure = solver.set_option("seed", seed).err().map(|error| error.to_string());
        let (watched, mut calls) = (budget.clone(), 0);
        solver.attach_terminator(move || {
            calls = (calls + 1) % CALLS_PER_LOOK;
            if calls == 0 && watched.is_over() { ControlSignal::Terminate } else { ControlSignal::Continue }
        });
        Box::new(Adapter { solver, budget: budget.clone(), clause: Vec::new(), failure })
    }

    fn limits_conflicts(&self) -> Result<(), &'static str> {
        Ok(())
    }
}

struct Adapter {
    solver: CaDiCaL<'static, 'static>,
    budget: Budget,
    clause: Vec<rustsat::types::Lit>,
    /// The first failure while clauses came in.
    failure: Option<String>,
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
            restarts: None,
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
