//! batsat 0.6: MiniSat in Rust, with statistics and an interrupt.

use std::cell::Cell;
use std::sync::Arc;

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, lbool};

use crate::tuning::sat::CALLS_PER_LOOK;
use crate::{Budget, Options};
use cnfab_base::names::Named;
use cnfab_cnf::{ClauseSink, Lit, Name};

use super::{Counters, SatResult, SatSolver, SolverKind};

pub(super) struct Batsat;

impl Named for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn about(&self) -> &'static str {
        "batsat 0.6, MiniSat in pure Rust"
    }
}

impl SolverKind for Batsat {
    fn with(&self, _: &Options) -> Arc<dyn SolverKind> {
        Arc::new(Batsat)
    }

    fn start(&self, budget: &Budget) -> Box<dyn SatSolver> {
        let limits =
            Limits { budget: budget.clone(), calls: Cell::new(0), over: Cell::new(false), learnt: 0, restarts: 0 };
        Box::new(Adapter { solver: Solver::new(Default::default(), limits), clause: Vec::new() })
    }

    fn limits_conflicts(&self) -> Result<(), &'static str> {
        Ok(())
    }
}

/// The limits that end a search.
struct Limits {
    budget: Budget,
    calls: Cell<u32>,
    over: Cell<bool>,
    /// Clauses that were learnt: one from each conflict but the last of a formula without a model.
    learnt: u64,
    restarts: u64,
}

impl Callbacks for Limits {
    fn on_restart(&mut self) {
        self.restarts += 1;
    }

    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        self.learnt += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        // It is called at each decision. batsat asks again before it gives up, and goes on if the second answer is no.
        self.calls.set((self.calls.get() + 1) % CALLS_PER_LOOK);
        if self.calls.get() == 0 && self.budget.is_over() {
            self.over.set(true);
        }
        self.over.get() || self.budget.conflicts.is_some_and(|limit| self.learnt >= limit)
    }
}

struct Adapter {
    solver: Solver<Limits>,
    clause: Vec<batsat::Lit>,
}

fn convert(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var() - 1), lit.is_positive())
}

impl ClauseSink for Adapter {
    fn fresh(&mut self, _name: Name) -> Lit {
        let var = self.solver.new_var_default();
        Lit::from_dimacs(i32::try_from(var.idx() + 1).expect("fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|&lit| convert(lit)));
        // The result only repeats the result of the next `solve`.
        self.solver.add_clause_reuse(&mut self.clause);
    }
}

impl SatSolver for Adapter {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String> {
        let assumed: Vec<batsat::Lit> = assumptions.iter().map(|&lit| convert(lit)).collect();
        let answer = self.solver.solve_limited(&assumed);
        Ok(if answer == lbool::TRUE {
            SatResult::Sat
        } else if answer == lbool::FALSE {
            // As a clause of the opposites.
            let core = self.solver.unsat_core();
            SatResult::Unsat(assumptions.iter().copied().filter(|&lit| core.contains(&convert(!lit))).collect())
        } else {
            SatResult::Unknown
        })
    }

    fn holds(&self, lit: Lit) -> bool {
        self.solver.value_lit(convert(lit)) == lbool::TRUE
    }

    fn counters(&self) -> Counters {
        Counters {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            restarts: Some(self.solver.cb().restarts),
            ..Counters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_hard_formula_is_given_up_when_the_time_is_over() {
        let budget = Budget::within(Duration::from_millis(100));
        let mut solver = Batsat.start(&budget);
        // Twelve pigeons in eleven holes: out of reach for resolution in any time that a test could wait.
        let name = Name::aux("pigeon", 0, 0);
        let pigeons: Vec<Vec<Lit>> = (0..12).map(|_| (0..11).map(|_| solver.fresh(name)).collect()).collect();
        for (number, holes) in pigeons.iter().enumerate() {
            solver.clause(holes);
            for other in &pigeons[..number] {
                holes.iter().zip(other).for_each(|(&a, &b)| solver.clause(&[!a, !b]));
            }
        }
        let begun = Instant::now();
        assert_eq!(solver.solve(&[]), Ok(SatResult::Unknown));
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }
}
