//! varisat 0.2: pure Rust, CDCL with LBD. What interrupts it is the writer of its proof, if there is one.
//!
//! It has no statistics of its own; when they are wanted, conflicts are counted on the proof it writes. Decisions,
//! propagations and restarts leave no trace there and stay unknown.

use std::cell::Cell;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use varisat::{ExtendFormula, ProofFormat, Solver};

use crate::{Budget, Options};
use cnfab_base::names::Named;
use cnfab_cnf::{ClauseSink, Lit, Name};

use super::lrat::Lrat;
use super::proof_meter::{ProofMeter, Steps};
use super::{Certificate, Counters, NoProofs, ProofForm, Prover, SatResult, SatSolver, SolverKind, WithSolver};

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
    fn with(&self, _: &Options) -> Arc<dyn SolverKind> {
        Arc::new(Varisat)
    }

    fn start(&self, budget: &Budget) -> Box<dyn SatSolver> {
        let mut solver = Solver::new();
        let steps = budget.statistics.then(|| {
            let steps = Rc::default();
            solver.write_proof(ProofMeter::new(Rc::clone(&steps), budget.clone()), ProofFormat::Varisat);
            steps
        });
        Box::new(Adapter::new(solver, steps))
    }

    fn limits_conflicts(&self) -> Result<(), &'static str> {
        Err("varisat has neither limits nor an interrupt")
    }

    fn prover(&self, _: bool) -> Result<&dyn Prover, NoProofs> {
        Ok(self)
    }
}

impl Prover for Varisat {
    fn prove(&self, certificate: &Certificate<'_>, budget: &Budget, run: WithSolver<'_>) -> Result<SatResult, String> {
        let Certificate { form, out, clauses, check, explains: _ } = *certificate;
        let mut lrat = None;
        let mut adapter = Adapter::new(Solver::new(), None);
        if check || out.is_none() {
            adapter.solver.enable_self_checking();
        }
        match (form, out) {
            (_, None) => {}
            (ProofForm::Drat, Some(out)) => adapter.solver.write_proof(out(), ProofFormat::Drat),
            (ProofForm::BinaryDrat, Some(out)) => adapter.solver.write_proof(out(), ProofFormat::BinaryDrat),
            (ProofForm::Lrat, Some(out)) => {
                adapter.solver.add_proof_processor(lrat.insert(Lrat::new(clauses, out(), budget)))
            }
        }
        let answer = match run(&mut adapter) {
            Err(_) if budget.is_over() => return Ok(SatResult::Unknown),
            answer => answer?,
        };
        adapter.solver.close_proof().map_err(|error| error.to_string())?;
        // What unit propagation refutes has been left out until here; without it the proof would look cut off.
        let end: &[u8] = match (&answer, form) {
            (SatResult::Unsat(_), ProofForm::Drat) => b"0\n",
            (SatResult::Unsat(_), ProofForm::BinaryDrat) => b"a\0",
            _ => b"",
        };
        out.map_or(Ok(()), |out| out().write_all(end)).map_err(|error| error.to_string())?;
        Ok(answer)
    }
}

struct Adapter<'p> {
    solver: Solver<'p>,
    clause: Vec<varisat::Lit>,
    variables: u32,
    /// Value of each variable in the last model.
    values: Vec<bool>,
    /// True if the last call had assumptions.
    assumes: bool,
    steps: Option<Rc<Cell<Steps>>>,
}

impl<'p> Adapter<'p> {
    fn new(solver: Solver<'p>, steps: Option<Rc<Cell<Steps>>>) -> Self {
        Adapter { solver, clause: Vec::new(), variables: 0, values: Vec::new(), assumes: false, steps }
    }

    /// True if time was over before the last call could answer.
    fn is_over(&self) -> bool {
        self.steps.as_ref().is_some_and(|steps| steps.get().is_over)
    }
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
        let answer = match self.solver.solve() {
            // The meter does not write on.
            Err(_) if self.is_over() => return Ok(SatResult::Unknown),
            answer => answer.map_err(|error| error.to_string())?,
        };
        if !answer {
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
