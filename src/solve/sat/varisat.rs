//! varisat 0.2: pure Rust, CDCL with LBD, no interrupt.
//!
//! It has no statistics of its own; when they are wanted, conflicts are counted on the proof it writes.

use std::cell::Cell;
use std::rc::Rc;

use varisat::{ExtendFormula, ProofFormat, Solver};

use crate::cnf::{ClauseSink, Lit, Name};
use crate::names::Named;
use crate::solve::Budget;

use super::proof_meter::{ProofMeter, Steps};
use super::{Counters, SatSolver, SolverKind};

pub(super) struct Varisat;

impl Named for Varisat {
    fn name(&self) -> &'static str {
        "varisat"
    }

    fn about(&self) -> &'static str {
        "varisat 0.2, pure Rust"
    }
}

impl SolverKind for Varisat {
    fn start(&self, budget: &Budget) -> Box<dyn SatSolver> {
        let mut solver = Solver::new();
        let steps = budget.statistics.then(|| {
            let steps = Rc::default();
            solver.write_proof(ProofMeter::new(Rc::clone(&steps)), ProofFormat::Varisat);
            steps
        });
        Box::new(Adapter { solver, clause: Vec::new(), variables: 0, values: Vec::new(), steps })
    }
}

struct Adapter {
    solver: Solver<'static>,
    clause: Vec<varisat::Lit>,
    variables: u32,
    /// Value of each variable in the last model.
    values: Vec<bool>,
    steps: Option<Rc<Cell<Steps>>>,
}

impl ClauseSink for Adapter {
    fn fresh(&mut self, _name: Name) -> Lit {
        let var = self.solver.new_var();
        self.variables += 1;
        debug_assert_eq!(var.index() + 1, self.variables as usize);
        Lit::from_dimacs(i32::try_from(self.variables).expect("fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|lit| varisat::Lit::from_dimacs(lit.dimacs() as isize)));
        self.solver.add_clause(&self.clause);
    }
}

impl SatSolver for Adapter {
    fn solve(&mut self) -> Result<Option<bool>, String> {
        let satisfiable = self.solver.solve().map_err(|error| error.to_string())?;
        if satisfiable {
            let model = self.solver.model().ok_or("no model after a satisfiable answer")?;
            self.values.clear();
            self.values.resize(self.variables as usize, false);
            for lit in model {
                self.values[lit.var().index()] = lit.is_positive();
            }
        }
        Ok(Some(satisfiable))
    }

    fn holds(&self, lit: Lit) -> bool {
        self.values[lit.var() as usize - 1] == lit.is_positive()
    }

    fn counters(&self) -> Counters {
        Counters { conflicts: self.steps.as_ref().map(|steps| steps.get().conflicts), ..Counters::default() }
    }
}
