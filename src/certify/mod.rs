//! Certificates: proofs from the model to the answer, through the chosen encoding, that an outside checker believes.
//!
//! VeriPB checks them. The model is stated as pseudo-Boolean constraints (`statement`), which is trusted. Each
//! auxiliary variable of the formula is defined by its meaning, each clause is justified (`justify`), and the solver's
//! own proof follows (`lrat`). A number of solutions is certified in two parts. Each solution is checked and differs
//! from those before, and there is none besides. An optimum is a solution, and a proof that nothing is better.
//!
//! S. Gocht, R. Martins, J. Nordström, A. Oertel, "Certified CNF Translations for Pseudo-Boolean Solving", SAT 2022,
//! justify four encodings by hand. Here one principle justifies those whose auxiliaries have a
//! [`Definition`](crate::cnf::Definition); an encoding without any is refused. The nearest other work is the chain of
//! the Glasgow constraint solver, which has one encoding and no CNF.

mod cases;
mod checker;
mod claim;
mod counting;
mod counts;
mod eliminate;
mod encoding;
mod facts;
mod folder;
mod gaps;
mod justify;
mod lemmas;
mod limited;
mod lrat;
mod matching;
mod meanings;
mod names;
mod narrow;
mod opposite;
mod proof;
mod propagate;
mod sink;
mod split;
mod statement;
mod steps;
mod tree;
mod written;

use std::io::{self, BufReader, Seek, Write};

use crate::cnf::{ClauseSink, ClauseStore, Lit, Name};
use crate::encode::{Recipe, Root, Unsupported, VarMap, encode};
use crate::model::{Assignment, Cmp, Linear, Model, Objective, Sense, Takes, Var, narrow as narrowed};
use crate::solve::Budget;
use crate::solve::sat::{Certificate, ProofForm, Prover, SOLVERS, SatResult, SatSolver, SolverKind};

pub use checker::{NotAccepted, is_accepted, starts};
pub use claim::{Check, Claim, Claimed, excludes_solutions};
pub use encoding::{Found, only_defines, prove as prove_encoding};
use facts::Facts;
pub use folder::Folder;
pub(crate) use folder::proof_bytes;
use limited::encoded;
use proof::Proof;
use sink::Justified;
use statement::{Form, Statement};
pub use steps::Steps;
pub use written::Declared;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The encoding cannot state the model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Something has no justification.
    #[error("certify cannot justify this encoding: {0}")]
    Unjustified(String),
    /// There are more solutions than asked for.
    #[error("there are more than {0} solutions")]
    TooMany(u64),
    /// The budget was used up.
    #[error("the time was over before the answer")]
    Stopped,
    /// The solver failed.
    #[error("{0}")]
    Failed(String),
    /// A file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Makes a formula of a model, as [`encode`] does.
pub type EncodeFn<'e> = dyn Fn(&Model, &Recipe, &mut dyn ClauseSink) -> Result<VarMap, Unsupported> + 'e;

/// What a certificate is made with.
pub struct Makers<'m> {
    /// Makes the formula.
    pub encode: &'m EncodeFn<'m>,
    /// Finds the solutions.
    pub solver: &'m dyn SolverKind,
    /// Proves that there are no more.
    pub prover: &'m dyn Prover,
    /// Most solutions.
    pub most: u64,
}

impl Makers<'static> {
    /// What makes certificates if nobody wants anything else.
    ///
    /// # Panics
    /// If the solvers are not registered.
    pub fn usual() -> Self {
        let solver = |name| *SOLVERS.iter().find(|kind| kind.name() == name).expect("a registered solver");
        let prover = solver("varisat").prover(false).expect("it proves");
        Makers { encode: &encode, solver: solver("batsat"), prover, most: 1000 }
    }
}

/// A search for all solutions, or for the best one.
struct Answer {
    solutions: Vec<Assignment>,
    /// The best value of the objective, if there is one and a solution.
    best: Option<i64>,
}

/// Writes the certificate of a model's answer through the encodings of a configuration.
///
/// # Errors
/// If there is no answer, an encoding has no justification, a file cannot be written, or the time is over.
pub fn certify(
    model: &Model,
    recipe: &Recipe,
    makers: &Makers<'_>,
    budget: &Budget,
    folder: &mut dyn Folder,
) -> Result<Claim, CertifyError> {
    let shown = model.shown();
    let lowered = model.lowered(Takes::CONDITIONS);
    let model = lowered.map_err(|what| Unsupported { encoding: "certify".to_owned(), what: what.to_owned() })?;
    let model = &*model;
    let recipe = &recipe.for_model(model);
    let found = search(model, &shown, recipe, makers, budget)?;
    let bounded = match (model.objective(), found.best) {
        (Some(objective), Some(best)) => Some(bounded(model, objective, best)),
        _ => None,
    };
    let statement = Statement::new(bounded.as_ref().unwrap_or(model));
    let mut own = folder.file("model.opb")?;
    statement.write(bounded.is_some(), &shown, &[], own.as_mut())?;
    own.flush()?;
    if let (Some(objective), Some(value)) = (model.objective(), found.best) {
        let mut out = folder.file("proof.pbp")?;
        let mut proof = Proof::begin(&statement, -1, out.as_mut());
        proof.best(&statement.truth(&found.solutions[0]));
        let (sense, constant) = (objective.sense, objective.constant);
        let least = statement.sign() * (value - constant);
        let conclusion = |end| format!("BOUNDS {least} : {end} {least}");
        prove(proof, &statement, &[], recipe, makers, budget, folder, conclusion)?;
        out.flush()?;
        return Ok(Claim::Optimum { value, least, sense, constant });
    }
    let exclusions: Vec<Form> = found.solutions.iter().map(|solution| statement.exclusion(solution, &shown)).collect();
    if !exclusions.is_empty() {
        let mut out = folder.file("solutions.pbp")?;
        let mut proof = Proof::begin(&statement, 0, out.as_mut());
        found.solutions.iter().for_each(|solution| proof.solution(&statement.truth(solution)));
        proof.conclude("SAT")?;
        out.flush()?;
        let mut out = folder.file("rest.opb")?;
        statement.write(false, &shown, &exclusions, out.as_mut())?;
        out.flush()?;
    }
    let mut out = folder.file("proof.pbp")?;
    let proof = Proof::begin(&statement, exclusions.len() as i64, out.as_mut());
    prove(proof, &statement, &exclusions, recipe, makers, budget, folder, |end| format!("UNSAT : {end}"))?;
    out.flush()?;
    Ok(Claim::Solutions(found.solutions.len() as u64))
}

/// The model with the condition that its objective is better than a value, as the last constraint.
fn bounded(model: &Model, objective: &Objective, best: i64) -> Model {
    let mut bounded = model.clone();
    let sign = if objective.sense == Sense::Minimise { 1 } else { -1 };
    let terms: Vec<(i64, Var)> = objective.terms.iter().map(|&(c, var)| (sign * c, var)).collect();
    let rhs = sign * (best - objective.constant) - 1;
    bounded.post("the bound on the objective", Linear { terms, cmp: Cmp::Le, rhs });
    bounded
}

/// All solutions, or a best one.
fn search(
    model: &Model,
    shown: &[Var],
    recipe: &Recipe,
    makers: &Makers<'_>,
    budget: &Budget,
) -> Result<Answer, CertifyError> {
    let mut solver = makers.solver.start(budget);
    let mut current = encoded(makers.encode, model, recipe, solver.as_mut(), budget)?;
    let mut found = Answer { solutions: Vec::new(), best: None };
    let mut better = None;
    loop {
        match solver.solve(&[]).map_err(CertifyError::Failed)? {
            SatResult::Unknown => return Err(CertifyError::Stopped),
            SatResult::Unsat(_) => return Ok(found),
            SatResult::Sat => {}
        }
        let solution = current.decode(&|lit| solver.holds(lit));
        let of = better.as_ref().unwrap_or(model);
        if let Some(posted) = of.violated(&solution) {
            return Err(CertifyError::Failed(format!("a model of the formula violates '{}'", posted.label)));
        }
        match model.objective() {
            Some(objective) => {
                let value = objective.value(&solution);
                (found.solutions, found.best) = (vec![solution], Some(value));
                let next = better.insert(bounded(model, objective, value));
                solver = makers.solver.start(budget);
                current = encoded(makers.encode, next, recipe, solver.as_mut(), budget)?;
            }
            None => {
                let mut clause = Vec::new();
                current.block(&solution, shown, &mut clause);
                found.solutions.push(solution);
                if found.solutions.len() as u64 > makers.most {
                    return Err(CertifyError::TooMany(makers.most));
                }
                solver.clause(&clause);
            }
        }
    }
}

/// Proves that the statement and the exclusions contradict each other.
#[allow(clippy::too_many_arguments, reason = "one call for each claim")]
fn prove<'p>(
    proof: Proof<'p>,
    statement: &'p Statement<'p>,
    exclusions: &[Form],
    recipe: &Recipe,
    makers: &Makers<'_>,
    budget: &Budget,
    folder: &mut dyn Folder,
    conclusion: impl Fn(u64) -> String,
) -> Result<(), CertifyError> {
    let model = statement.model;
    let mut facts = Facts::new(statement, proof, budget);
    let mut formula = ClauseStore::default();
    let different = lemmas::all_different(&facts);
    if recipe.root == Root::Narrow {
        let domains = narrowed(model);
        let end = narrow::narrow(&mut facts, domains.as_deref(), &different)?;
        if let Some(end) = end {
            return Ok(facts.proof.conclude(&conclusion(end))?);
        }
    }
    let mut sink = Justified::new(facts, &mut formula, different);
    let vars = (makers.encode)(model, recipe, &mut sink)?;
    let (mut facts, mut clauses) = sink.finish()?;
    let first = statement.forms.len() as u64 + 1;
    for (position, form) in (first..).zip(exclusions) {
        let clause = exclusion(&vars, statement, form);
        clauses.push(facts.excluded(&clause, form, position));
        formula.clause(&clause);
    }
    write_formula(&formula, folder)?;
    let end = match refuted(&mut facts, &formula, &clauses, makers, budget)? {
        Refuted::Step(end) => end,
        Refuted::Unknown => return Err(CertifyError::Stopped),
        Refuted::Model => return Err(CertifyError::Failed("the solvers do not agree".to_owned())),
    };
    Ok(facts.proof.conclude(&conclusion(end))?)
}

/// What a solver finds of a formula.
enum Refuted {
    /// It has no model by this step.
    Step(u64),
    /// It has a model.
    Model,
    /// The budget was used up.
    Unknown,
}

/// Proves that clauses contradict each other, which these steps have proved.
fn refuted(
    facts: &mut Facts<'_>,
    formula: &ClauseStore,
    clauses: &[u64],
    makers: &Makers<'_>,
    budget: &Budget,
) -> Result<Refuted, CertifyError> {
    let lrat = tempfile::tempfile()?;
    let handle = lrat.try_clone()?;
    let out = || -> Box<dyn Write> {
        match handle.try_clone() {
            Ok(file) => Box::new(io::BufWriter::new(file)),
            Err(error) => Box::new(Failing(Some(error))),
        }
    };
    let certificate =
        Certificate { form: ProofForm::Lrat, out: Some(&out), clauses: formula.len() as u64, check: false };
    let mut run = |solver: &mut dyn SatSolver| {
        for number in 1..=formula.variables() {
            solver.fresh(Name::aux("", number, 0));
        }
        formula.clauses().for_each(|clause| solver.clause(clause));
        solver.solve(&[])
    };
    match makers.prover.prove(&certificate, budget, &mut run).map_err(CertifyError::Failed)? {
        SatResult::Unsat(_) => {}
        SatResult::Unknown => return Ok(Refuted::Unknown),
        SatResult::Sat => return Ok(Refuted::Model),
    }
    let mut lrat = lrat;
    lrat.rewind()?;
    let end = lrat::translate(facts, clauses, BufReader::new(lrat))?;
    let end = end.ok_or_else(|| CertifyError::Failed("the solver's proof does not end".to_owned()))?;
    Ok(Refuted::Step(end))
}

/// The formula's clause for an excluded solution.
fn exclusion(vars: &VarMap, statement: &Statement<'_>, form: &Form) -> Vec<Lit> {
    let mut clause = Vec::new();
    for &(variable, _) in &form.terms {
        let (var, value) = statement.value_of(variable);
        if vars.domain(var).len() > 1 {
            clause.extend(vars.code(var, value).into_iter().map(|lit| !lit));
        }
    }
    clause
}

fn write_formula(formula: &ClauseStore, folder: &mut dyn Folder) -> io::Result<()> {
    let mut out = folder.file("formula.cnf")?;
    writeln!(out, "p cnf {} {}", formula.variables(), formula.len())?;
    for clause in formula.clauses() {
        clause.iter().try_for_each(|lit| write!(out, "{} ", lit.dimacs()))?;
        writeln!(out, "0")?;
    }
    out.flush()
}

/// A file that could not be opened.
struct Failing(Option<io::Error>);

impl Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.take().unwrap_or_else(|| io::ErrorKind::Other.into()))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
