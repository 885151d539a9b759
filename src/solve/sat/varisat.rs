//! varisat 0.2: pure Rust, CDCL with LBD, no interrupt.
//!
//! It has no statistics of its own; when they are wanted, conflicts are counted on the proof it writes. Decisions, propagations
//! and restarts leave no trace there and stay unknown.

use std::cell::Cell;
use std::io::Write;
use std::rc::Rc;

use varisat::{ExtendFormula, ProofFormat, Solver};

use crate::cnf::{ClauseSink, Lit, Name};
use crate::names::Named;
use crate::solve::Budget;

use super::lrat::Lrat;
use super::proof_meter::{ProofMeter, Steps};
use super::{Counters, SatResult, SatSolver, SolverKind};

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
        Box::new(Adapter { solver, clause: Vec::new(), variables: 0, values: Vec::new(), assumes: false, steps })
    }

    fn limits_conflicts(&self) -> Result<(), &'static str> {
        Err("varisat has neither limits nor an interrupt")
    }
}

/// varisat with a proof that a formula has no model: checked while it is derived, or written down, or both.
pub struct Certified<'p>(Adapter<'p>);

/// Where the proof goes.
pub enum Certificate<'p> {
    /// It is checked only.
    Check,
    /// DRAT as text.
    Drat(Box<dyn Write + 'p>),
    /// Binary DRAT.
    BinaryDrat(Box<dyn Write + 'p>),
    /// LRAT as text; each step is checked.
    Lrat(&'p mut Lrat),
}

impl<'p> Certified<'p> {
    /// A solver without clauses. With `check` each step is checked also where the certificate does not do so.
    pub fn new(certificate: Certificate<'p>, check: bool) -> Self {
        let mut solver = Solver::new();
        if check {
            solver.enable_self_checking();
        }
        match certificate {
            Certificate::Check if check => {}
            Certificate::Check => solver.enable_self_checking(),
            Certificate::Drat(out) => solver.write_proof(out, ProofFormat::Drat),
            Certificate::BinaryDrat(out) => solver.write_proof(out, ProofFormat::BinaryDrat),
            Certificate::Lrat(lrat) => solver.add_proof_processor(lrat),
        }
        Certified(Adapter { solver, clause: Vec::new(), variables: 0, values: Vec::new(), assumes: false, steps: None })
    }

    /// Writes what is left of the proof.
    ///
    /// # Errors
    /// If it cannot be written, or the checker finds a wrong step.
    pub fn close(mut self) -> Result<(), String> {
        self.0.solver.close_proof().map_err(|error| error.to_string())
    }
}

impl ClauseSink for Certified<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.0.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.0.clause(lits);
    }
}

impl SatSolver for Certified<'_> {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String> {
        match assumptions {
            [] => self.0.solve(&[]),
            _ => Err("a proof is for no assumptions".to_owned()),
        }
    }

    fn holds(&self, lit: Lit) -> bool {
        self.0.holds(lit)
    }

    fn counters(&self) -> Counters {
        self.0.counters()
    }
}

struct Adapter<'p> {
    solver: Solver<'p>,
    clause: Vec<varisat::Lit>,
    variables: u32,
    /// Value of each variable in the last model.
    values: Vec<bool>,
    /// Whether the last call had assumptions.
    assumes: bool,
    steps: Option<Rc<Cell<Steps>>>,
}

fn convert(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.dimacs() as isize)
}

impl ClauseSink for Adapter<'_> {
    fn fresh(&mut self, _name: Name) -> Lit {
        let var = self.solver.new_var();
        self.variables += 1;
        debug_assert_eq!(var.index() + 1, self.variables as usize);
        Lit::from_dimacs(i32::try_from(self.variables).expect("fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|&lit| convert(lit)));
        self.solver.add_clause(&self.clause);
    }
}

impl SatSolver for Adapter<'_> {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String> {
        // Proofs know no assumptions, not even that there are none.
        if self.assumes || !assumptions.is_empty() {
            let assumed: Vec<varisat::Lit> = assumptions.iter().map(|&lit| convert(lit)).collect();
            self.solver.assume(&assumed);
            self.assumes = !assumptions.is_empty();
        }
        if !self.solver.solve().map_err(|error| error.to_string())? {
            let core = self.solver.failed_core().unwrap_or_default();
            return Ok(SatResult::Unsat(
                assumptions.iter().copied().filter(|&lit| core.contains(&convert(lit))).collect(),
            ));
        }
        let model = self.solver.model().ok_or("no model after a satisfiable answer")?;
        self.values.clear();
        self.values.resize(self.variables as usize, false);
        for lit in model {
            self.values[lit.var().index()] = lit.is_positive();
        }
        Ok(SatResult::Sat)
    }

    fn holds(&self, lit: Lit) -> bool {
        self.values[lit.var() as usize - 1] == lit.is_positive()
    }

    fn counters(&self) -> Counters {
        Counters { conflicts: self.steps.as_ref().map(|steps| steps.get().conflicts), ..Counters::default() }
    }
}
