//! One run of a solver that finds all solutions and proves, on the way, that there are no more.
//!
//! Each solution is excluded by a clause, and the derivation goes on. So its end rests on the formula and on all these
//! clauses: a second search for the proof is not needed. What the solver derived before it found a solution follows
//! from the same clauses. The clauses of a formula come first in an LRAT proof, whose numbers grow; so the numbers of
//! the exclusions are set aside before the search. An objective is bounded by the best value so far, and the run that
//! finds nothing better has the proof.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::rc::Rc;

use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name, NativeConstraint};
use cnfab_encode::{Recipe, VarMap};
use cnfab_model::{Assignment, Cmp, Linear, Model, Objective, Sense, Var};
use cnfab_solve::Budget;
use cnfab_solve::sat::{Certificate, ProofForm, Prover, SatResult, SatSolver};

use super::lrat::Derivation;
use super::with_natives::WithNatives;
use super::{CertifyError, Makers, encoded};

/// Most exclusions for which numbers are set aside; no run comes so far.
const EXCLUSIONS: u64 = 1 << 40;

/// All solutions, or a best one.
pub(super) struct Answer {
    pub(super) solutions: Vec<Assignment>,
    /// The best value of the objective, if there is one and a solution.
    pub(super) best: Option<i64>,
    /// The model with the condition that its objective is better than that, as the last constraint.
    pub(super) bounded: Option<Model>,
}

/// Finds all solutions of a model that differ in the shown variables, or with an objective a best one. The derivation
/// ends in a contradiction. It begins with the formula of the bounded model, or with the formula and the exclusions.
///
/// # Errors
/// If the solver fails, or the time is over before the answer.
pub(super) fn find(
    model: &Model,
    shown: &[Var],
    recipe: &Recipe,
    makers: &Makers<'_>,
    budget: &Budget,
) -> Result<(Answer, Derivation), CertifyError> {
    let (mut solutions, mut best, mut bounded) = (Vec::new(), None, None);
    loop {
        let of = bounded.as_ref().unwrap_or(model);
        let mut formula = WithNatives::new(makers.prover.propagates());
        let vars = encoded(makers.encode, of, recipe, &mut formula, budget)?;
        let more = if model.objective().is_some() { 0 } else { makers.most.saturating_add(1).min(EXCLUSIONS) };
        let next = &mut |solver: &dyn SatSolver| {
            let solution = vars.decode(&|lit| solver.holds(lit));
            if let Some(posted) = of.violated(&solution) {
                return Err(CertifyError::Failed(format!("a model of the formula violates '{}'", posted.label)));
            }
            if let Some(objective) = model.objective() {
                best = Some(objective.value(&solution));
                solutions = vec![solution];
                return Ok(None);
            }
            let clause = exclusion(&vars, shown.iter().map(|&var| (var, solution[var])));
            solutions.push(solution);
            if solutions.len() as u64 > makers.most {
                Err(CertifyError::TooMany(makers.most))
            } else {
                Ok(Some(clause))
            }
        };
        match (derive(&formula.clauses, &formula.natives, more, makers.prover, budget, next)?, model.objective(), best)
        {
            (Derived::Contradiction(derivation), ..) => {
                return Ok((Answer { solutions, best, bounded }, *derivation));
            }
            (Derived::Model, Some(objective), Some(value)) => bounded = Some(better(model, objective, value)),
            (Derived::Model | Derived::Unknown, ..) => return Err(CertifyError::Stopped),
        }
    }
}

/// The model with the condition that its objective is better than a value, as the last constraint.
pub(super) fn better(model: &Model, objective: &Objective, best: i64) -> Model {
    let mut bounded = model.clone();
    let sign = if objective.sense == Sense::Minimise { 1 } else { -1 };
    let terms: Vec<(i64, Var)> = objective.terms.iter().map(|&(c, var)| (sign * c, var)).collect();
    let rhs = sign * (best - objective.constant) - 1;
    bounded.post("the bound on the objective", Linear { terms, cmp: Cmp::Le, rhs });
    bounded
}

/// The clause that excludes all assignments with these values.
pub(super) fn exclusion(vars: &VarMap, values: impl Iterator<Item = (Var, i32)>) -> Vec<Lit> {
    let open = values.filter(|&(var, _)| vars.domain(var).len() > 1);
    open.flat_map(|(var, value)| vars.code(var, value)).map(|lit| !lit).collect()
}

/// A clause that a solver derives from a formula.
pub(super) enum Derived {
    /// A contradiction.
    Contradiction(Box<Derivation>),
    /// It has a model.
    Model,
    /// The budget was used up.
    Unknown,
}

/// The clause that excludes a model, or nothing if this model is enough.
pub(super) type Next<'n> = &'n mut dyn FnMut(&dyn SatSolver) -> Result<Option<Vec<Lit>>, CertifyError>;

/// Adds a formula to a solver without clauses.
pub(super) fn add_formula(formula: &ClauseStore, solver: &mut dyn ClauseSink) {
    for number in 1..=formula.variables() {
        solver.fresh(Name::aux("", number, 0));
    }
    formula.clauses().for_each(|clause| solver.clause(clause));
}

/// Solves a formula with native constraints, and after each model with one more clause, of which there are at most
/// `more`.
pub(super) fn derive(
    formula: &ClauseStore,
    natives: &[NativeConstraint<Lit>],
    more: u64,
    prover: &dyn Prover,
    budget: &Budget,
    next: Next<'_>,
) -> Result<Derived, CertifyError> {
    let lrat = tempfile::tempfile()?;
    let trouble = Trouble::default();
    let out = || -> Box<dyn Write> {
        let file = lrat.try_clone().map_err(|error| trouble.note(error));
        Box::new(BufWriter::new(Noting { file: file.ok(), trouble: Trouble(Rc::clone(&trouble.0)) }))
    };
    let certificate = Certificate {
        form: ProofForm::Lrat,
        out: Some(&out),
        clauses: formula.len() as u64 + more,
        check: false,
        explains: !natives.is_empty(),
    };
    let (mut failed, mut given) = (None, formula.len());
    let mut run = |solver: &mut dyn SatSolver| {
        add_formula(formula, solver);
        let sink: &mut dyn ClauseSink = solver;
        natives.iter().for_each(|native| sink.native(native.clone()));
        loop {
            let answer = solver.solve(&[])?;
            match answer {
                SatResult::Sat => {}
                SatResult::Unsat(_) | SatResult::Unknown => return Ok(answer),
            }
            match next(solver) {
                Ok(Some(clause)) => {
                    solver.clause(&clause);
                    given += 1;
                }
                Ok(None) => return Ok(answer),
                Err(error) => {
                    failed = Some(error);
                    return Ok(SatResult::Unknown);
                }
            }
        }
    };
    let answer = prover.prove(&certificate, budget, &mut run);
    if let Some(error) = failed.or(trouble.0.take().map(CertifyError::Io)) {
        return Err(error);
    }
    Ok(match answer.map_err(CertifyError::Failed)? {
        SatResult::Unsat(_) => Derived::Contradiction(Derivation::read(lrat, given)?.into()),
        SatResult::Sat => Derived::Model,
        SatResult::Unknown => Derived::Unknown,
    })
}

/// The first error of a file, which a solver says in words of its own.
#[derive(Default)]
struct Trouble(Rc<Cell<Option<io::Error>>>);

impl Trouble {
    /// Keeps an error, and gives one of the same kind.
    fn note(&self, error: io::Error) -> io::Error {
        let kind = error.kind();
        self.0.set(self.0.take().or(Some(error)));
        kind.into()
    }
}

/// A file that keeps its first error.
struct Noting {
    /// `None` if it could not be opened.
    file: Option<File>,
    trouble: Trouble,
}

impl Write for Noting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(file) = &mut self.file else { return Err(io::ErrorKind::Other.into()) };
        file.write(bytes).map_err(|error| self.trouble.note(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
