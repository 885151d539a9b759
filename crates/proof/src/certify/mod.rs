//! Certificates: proofs from the model to the answer, through the chosen encoding, that an outside checker believes.
//!
//! VeriPB checks them. The model is stated as pseudo-Boolean constraints (`statement`), which is trusted. Each
//! auxiliary variable of the formula is defined by its meaning, each clause is justified (`justify`), and the solver's
//! own proof follows (`lrat`). A number of solutions is certified in two parts. Each solution is checked and differs
//! from those before, and there is none besides. An optimum is a solution, and a proof that nothing is better.
//!
//! Design. A proof has one state (`state`): what is stated, which values are left, what literals mean. A clause is
//! proved where an encoder sends it (`sink`), from its opposite (`negated_clause`) and the forms of its constraint
//! (`lemmas`). The encoder has named its [`ClauseRule`](cnfab_cnf::ClauseRule), and `justify` looks up the tactic:
//! - `Sum`: sums of inequalities (`justify`), for different values with prices (`matching`), rounded (`gaps`);
//! - `Equal`: the same, each sum for some values of one variable (`split`), and part by part (`cases`);
//! - `Count`: unit propagation of definitions (`propagate`), multiples of unary numbers (`counting`, `eliminate`);
//! - `Cases`: a tree of cases over combinations (`tree`); `Rows`: no row of a table is left (`justify`).
//!
//! A clause that no tactic proves is tried by a tree of cases. `refute` ends each proof of a contradiction, of an
//! answer as of an encoding's meaning (`encoding`), with the solver's part (`lrat`). Unneeded steps go in `draft`.
//!
//! S. Gocht, R. Martins, J. Nordström, A. Oertel, "Proven CNF Translations for Pseudo-Boolean Solving", SAT 2022,
//! justify four encodings by hand. Here one principle justifies those whose auxiliaries have a
//! [`Definition`](cnfab_cnf::Definition); an encoding without any is refused. The nearest other work is the chain of
//! the Glasgow constraint solver, which has one encoding and no CNF.

mod answer;
mod cases;
mod certificate_folder;
mod checker;
mod claim;
mod counting;
mod counts;
mod draft;
mod eliminate;
mod encoding;
mod explained;
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
mod negated_clause;
mod normal;
mod program;
mod proof;
mod propagate;
mod propagation;
mod sink;
mod split;
mod state;
mod statement;
mod steps;
mod tree;
mod with_natives;
mod written;

use std::io::{self, Write};

use cnfab_cnf::ClauseSink;
use cnfab_encode::{Recipe, Root, Unsupported, VarMap, encode, lowered};
use cnfab_model::{Model, Takes, Var, narrow as narrowed};
use cnfab_solve::Budget;
use cnfab_solve::sat::{Prover, SOLVERS};

use answer::Answer;
pub use certificate_folder::CertificateFolder;
pub use checker::{NotAccepted, is_accepted, starts};
pub use claim::{Check, Claim, Claimed, excludes_solutions};
pub use encoding::{Found, only_defines, prove as prove_encoding};
pub use folder::Folder;
pub use folder::proof_bytes;
use limited::encoded;
use lrat::Derivation;
use proof::{Id, NO_STEP, Proof};
use sink::Justified;
use state::ProofState;
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
    /// Finds the solutions, and proves that there are no more.
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
        Makers { encode: &encode, prover, most: 1000 }
    }
}

/// The claim of a certificate, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The claim.
    pub claim: Claim,
    /// The variables in which solutions differ, as `model.opb` names them.
    pub shown: Vec<String>,
    /// The number of variables in `model.opb`.
    pub variables: usize,
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
) -> Result<Proven, CertifyError> {
    if let Some(encoding) = recipe.unjustified() {
        return Err(CertifyError::Unjustified(format!("{encoding} does not say why its clauses follow")));
    }
    let shown = model.shown();
    let model = &*lowered(model, recipe)?;
    let recipe = &recipe.for_model(model);
    let (found, derivation) = answer::find(model, &shown, recipe, makers, budget)?;
    conclude(model, &shown, &found, folder, |statement, proof, exclusions, conclusion, folder| {
        let state = ProofState::new(statement, proof, budget);
        prove(state, exclusions, recipe, makers, derivation, folder, conclusion)
    })
}

/// Writes the certificate of a model's answer through its integer program.
///
/// # Errors
/// If there is no answer, numbers are too large, a file cannot be written, or the time is over.
pub fn certify_program(
    model: &Model,
    most: u64,
    budget: &Budget,
    folder: &mut dyn Folder,
) -> Result<Proven, CertifyError> {
    let shown = model.shown();
    let model = &*model.lowered(Takes::FLAT).map_err(program::too_large)?;
    let found = program::find(model, most, budget)?;
    conclude(model, &shown, &found, folder, |statement, proof, exclusions, conclusion, _| {
        let state = ProofState::new(statement, proof, budget);
        program::refute(state, exclusions, found.bounded.is_some(), budget, conclusion)
    })
}

/// Writes the files of an answer, and has it refuted that there are others.
fn conclude(
    model: &Model,
    shown: &[Var],
    found: &Answer,
    folder: &mut dyn Folder,
    refute: impl for<'p> FnOnce(&'p Statement<'p>, Proof<'p>, &[Form], &str, &mut dyn Folder) -> Result<(), CertifyError>,
) -> Result<Proven, CertifyError> {
    let statement = Statement::new(found.bounded.as_ref().unwrap_or(model));
    let mut own = folder.file("model.opb")?;
    statement.write(found.bounded.is_some(), shown, &[], own.as_mut())?;
    own.flush()?;
    let (claim, exclusions, conclusion) = match (model.objective(), found.best) {
        (Some(objective), Some(value)) => {
            let (sense, constant) = (objective.sense, objective.constant);
            let least = statement.sign() * (value - constant);
            (Claim::Optimum { value, least, sense, constant }, Vec::new(), format!("BOUNDS {least} : END {least}"))
        }
        _ => {
            let count = found.solutions.len() as u64;
            let exclusions = found.solutions.iter().map(|solution| statement.exclusion(solution, shown)).collect();
            (Claim::Solutions(count), exclusions, "UNSAT : END".to_owned())
        }
    };
    if !exclusions.is_empty() {
        let mut out = folder.file("solutions.pbp")?;
        let mut proof = Proof::begin(&statement, 0, out.as_mut());
        found.solutions.iter().for_each(|solution| proof.solution(&statement.truth(solution)));
        proof.conclude("SAT")?;
        out.flush()?;
        let mut out = folder.file("rest.opb")?;
        statement.write(false, shown, &exclusions, out.as_mut())?;
        out.flush()?;
    }
    let is_optimum = matches!(claim, Claim::Optimum { .. });
    let mut out = folder.file("proof.pbp")?;
    let mut proof = Proof::begin(&statement, exclusions.len() as i64 - i64::from(is_optimum), out.as_mut());
    if is_optimum {
        proof.best(&statement.truth(&found.solutions[0]), statement.bound_divisor());
    }
    refute(&statement, proof, &exclusions, &conclusion, folder)?;
    out.flush()?;
    // Of an optimum there is one solution, in all variables.
    let shown = if is_optimum { String::new() } else { statement.stems(shown) };
    let shown = shown.split_ascii_whitespace().map(str::to_owned).collect();
    // Without values, nothing says that a variable has one.
    let variables = model.variables().iter().filter(|variable| !variable.domain.is_empty()).count();
    Ok(Proven { claim, shown, variables })
}

/// Proves that the statement and the exclusions contradict each other, with the solver's derivation of that.
fn prove(
    mut state: ProofState<'_>,
    exclusions: &[Form],
    recipe: &Recipe,
    makers: &Makers<'_>,
    derivation: Derivation,
    folder: &mut dyn Folder,
    conclusion: &str,
) -> Result<(), CertifyError> {
    let statement = state.statement;
    let model = statement.model;
    state.proof.draft();
    if recipe.root == Root::Narrow {
        let domains = narrowed(model);
        if let Some(end) = narrow::narrow(&mut state, domains.as_deref())? {
            let end = state.proof.settle(&[end])[0];
            return Ok(state.proof.conclude(&conclusion.replace("END", &end.to_string()))?);
        }
    }
    let mut formula = WithNatives::new(makers.prover.propagates());
    let encode = |out: &mut dyn ClauseSink| Ok((makers.encode)(model, recipe, out)?);
    let given = |state: &mut ProofState<'_>, vars: VarMap, formula: &mut WithNatives| {
        let mut steps = Vec::with_capacity(exclusions.len());
        for (position, form) in (statement.forms.len() as u64 + 1..).zip(exclusions) {
            let values = form.terms.iter().map(|&(variable, _)| statement.value_of(variable));
            let clause = answer::exclusion(&vars, values);
            steps.push(state.excluded(&clause, form, position));
            formula.clause(&clause);
        }
        steps
    };
    refute(state, derivation, &mut formula, encode, given, conclusion)?;
    Ok(write_formula(&formula, folder)?)
}

/// Proves the clauses of a formula that a solver's derivation of a contradiction rests on, and then the contradiction.
/// Further clauses are given beside the statement, each with the step that proves it. In the conclusion, `END` stands
/// for the number of the contradiction.
fn refute<'p, S: ClauseSink, V>(
    state: ProofState<'p>,
    derivation: Derivation,
    formula: &mut S,
    encode: impl FnOnce(&mut dyn ClauseSink) -> Result<V, CertifyError>,
    given: impl FnOnce(&mut ProofState<'p>, V, &mut S) -> Vec<Id>,
    conclusion: &str,
) -> Result<(), CertifyError> {
    let mut sink = Justified::new(state, formula, derivation.rests_on());
    sink.explains(derivation.explanations());
    let made = encode(&mut sink)?;
    let (mut state, mut clauses, explanations) = sink.finish()?;
    clauses.extend(given(&mut state, made, formula));
    let rests_on = clauses.iter_mut().zip(derivation.rests_on());
    rests_on.filter(|(_, is_needed)| !**is_needed).for_each(|(clause, _)| *clause = NO_STEP);
    let count = clauses.len();
    clauses.extend(explanations);
    let steps = state.proof.settle(&clauses);
    let (clauses, explanations) = steps.split_at(count);
    let end = derivation.translate(&mut state, clauses, explanations)?;
    Ok(state.proof.conclude(&conclusion.replace("END", &end.to_string()))?)
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

/// The greatest common divisor.
fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
