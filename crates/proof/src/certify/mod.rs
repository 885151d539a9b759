//! Certificates: proofs from the model to the answer, through the chosen encoding, that an outside checker believes.
//!
//! VeriPB checks them. The model is stated as pseudo-Boolean constraints (`statement`), which is trusted. Each
//! auxiliary variable of the formula is defined by its meaning, each clause is justified (`justify`), and the solver's
//! own proof follows (`lrat`). A number of solutions is certified in two parts. Each solution is checked and differs
//! from those before, and there is none besides. An optimum is a solution, and a proof that nothing is better.
//!
//! S. Gocht, R. Martins, J. Nordström, A. Oertel, "Certified CNF Translations for Pseudo-Boolean Solving", SAT 2022,
//! justify four encodings by hand. Here one principle justifies those whose auxiliaries have a
//! [`Definition`](cnfab_cnf::Definition); an encoding without any is refused. The nearest other work is the chain of
//! the Glasgow constraint solver, which has one encoding and no CNF.

mod answer;
mod cases;
mod checker;
mod claim;
mod counting;
mod counts;
mod draft;
mod eliminate;
mod encoding;
mod explained;
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
mod with_natives;
mod written;

use std::io::{self, Write};

use cnfab_cnf::ClauseSink;
use cnfab_encode::{Recipe, Root, Unsupported, VarMap, encode, lowered};
use cnfab_model::{Model, narrow as narrowed};
use cnfab_solve::Budget;
use cnfab_solve::sat::{Prover, SOLVERS, SolverKind};

pub use checker::{NotAccepted, is_accepted, starts};
pub use claim::{Check, Claim, Claimed, excludes_solutions};
pub use encoding::{Found, only_defines, prove as prove_encoding};
use facts::Facts;
pub use folder::Folder;
pub use folder::proof_bytes;
use limited::encoded;
use lrat::Derivation;
use proof::{NO_STEP, Proof};
use sink::Justified;
use statement::{Form, Statement};
pub use steps::Steps;
use with_natives::WithNatives;
pub use written::Declared;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
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

/// The makers of a certificate.
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
    /// The makers of certificates of a configuration if nobody wants others: cdcl proves where it propagates
    /// constraints, and varisat where there are clauses only.
    ///
    /// # Panics
    /// If the solvers are not registered.
    pub fn usual(recipe: &Recipe) -> Self {
        let solver = |name| *SOLVERS.iter().find(|kind| kind.name() == name).expect("a registered solver");
        let prover = if recipe.propagated().is_some() { "cdcl" } else { "varisat" };
        let prover = solver(prover).prover(false).expect("it proves");
        Makers { encode: &encode, solver: solver("batsat"), prover, most: 1000 }
    }
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
    if let Some(encoding) = recipe.unjustified() {
        return Err(CertifyError::Unjustified(format!("{encoding} does not say why its clauses follow")));
    }
    let shown = model.shown();
    let model = &*lowered(model, recipe)?;
    let recipe = &recipe.for_model(model);
    let found = answer::find(model, &shown, recipe, makers, budget)?;
    let statement = Statement::new(found.bounded.as_ref().unwrap_or(model));
    let mut own = folder.file("model.opb")?;
    statement.write(found.bounded.is_some(), &shown, &[], own.as_mut())?;
    own.flush()?;
    if let (Some(objective), Some(value)) = (model.objective(), found.best) {
        let mut out = folder.file("proof.pbp")?;
        let mut proof = Proof::begin(&statement, -1, out.as_mut());
        proof.best(&statement.truth(&found.solutions[0]));
        let (sense, constant) = (objective.sense, objective.constant);
        let least = statement.sign() * (value - constant);
        let conclusion = |end| format!("BOUNDS {least} : {end} {least}");
        let facts = Facts::new(&statement, proof, budget);
        prove(facts, &[], recipe, makers, found.derivation, folder, conclusion)?;
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
    let facts = Facts::new(&statement, proof, budget);
    prove(facts, &exclusions, recipe, makers, found.derivation, folder, |end| format!("UNSAT : {end}"))?;
    out.flush()?;
    Ok(Claim::Solutions(found.solutions.len() as u64))
}

/// Proves that the statement and the exclusions contradict each other, with the solver's derivation of that.
fn prove<'p>(
    mut facts: Facts<'p>,
    exclusions: &[Form],
    recipe: &Recipe,
    makers: &Makers<'_>,
    derivation: Derivation,
    folder: &mut dyn Folder,
    conclusion: impl Fn(u64) -> String,
) -> Result<(), CertifyError> {
    let statement: &'p Statement<'p> = facts.statement;
    let model = statement.model;
    facts.proof.draft();
    let mut formula = WithNatives::new(makers.prover.propagates());
    let different = lemmas::all_different(&facts);
    if recipe.root == Root::Narrow {
        let domains = narrowed(model);
        let end = narrow::narrow(&mut facts, domains.as_deref(), &different)?;
        if let Some(end) = end {
            let end = facts.proof.settle(&[end])[0];
            return Ok(facts.proof.conclude(&conclusion(end))?);
        }
    }
    let mut sink = Justified::new(facts, &mut formula, different, derivation.rests_on());
    sink.explains(derivation.explanations());
    let vars = (makers.encode)(model, recipe, &mut sink)?;
    let (mut facts, mut clauses, explanations) = sink.finish()?;
    let first = statement.forms.len() as u64 + 1;
    for (position, form) in (first..).zip(exclusions) {
        let values = form.terms.iter().map(|&(variable, _)| statement.value_of(variable));
        let clause = answer::exclusion(&vars, values);
        let is_needed = derivation.rests_on().get(clauses.len()).is_none_or(|&is_needed| is_needed);
        clauses.push(if is_needed { facts.excluded(&clause, form, position) } else { NO_STEP });
        formula.clause(&clause);
    }
    write_formula(&formula, folder)?;
    let rests_on = clauses.iter_mut().zip(derivation.rests_on());
    rests_on.filter(|(_, is_needed)| !**is_needed).for_each(|(clause, _)| *clause = NO_STEP);
    let given = clauses.len();
    clauses.extend(explanations);
    let steps = facts.proof.settle(&clauses);
    let (clauses, explanations) = steps.split_at(given);
    let end = derivation.translate(&mut facts, clauses, explanations)?;
    Ok(facts.proof.conclude(&conclusion(end))?)
}

fn write_formula(
    WithNatives { clauses: formula, natives, .. }: &WithNatives,
    folder: &mut dyn Folder,
) -> io::Result<()> {
    let mut out = folder.file("formula.cnf")?;
    if !natives.is_empty() {
        writeln!(out, "c without the constraints that the solver propagates: {}", natives.len())?;
    }
    writeln!(out, "p cnf {} {}", formula.variables(), formula.len())?;
    for clause in formula.clauses() {
        clause.iter().try_for_each(|lit| write!(out, "{} ", lit.dimacs()))?;
        writeln!(out, "0")?;
    }
    out.flush()
}
