//! Certificates that a formula means a constraint: it has a model for each solution, and none for anything else.
//!
//! That each solution has a model is proved from the model's constraints, as for certificates of answers: each
//! auxiliary is defined by its meaning, and the clauses follow (`kept`). The checker says that the formula can be
//! derived, and [`only_defines`] that no step of the proof speaks of what the model's variables are.
//!
//! That there is nothing else is proved from the formula's clauses and the opposite of the constraint, which contradict
//! each other (`excluded`). Truth tables end near 20 literals; these proofs grow with a power of their number.

mod excluded;

use cnfab_cnf::{ClauseSink, ClauseStore};
use cnfab_encode::{LitOrConst, Recipe};
use cnfab_model::{Flat, Model, Var};
use cnfab_solve::Budget;

use super::claim::Check;
use super::proof::{Literal, Proof, is_own_name, write_literal};
use super::sink::Justified;
use super::state::ProofState;
use super::statement::Statement;
use super::steps::Steps;
use super::{CertifyError, EncodeFn, Folder, Makers, encoded};

/// The result about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// These proofs show that it means the model, if the checker accepts them.
    Proofs(Vec<Check>),
    /// It has a model with these values, which are no solution.
    Allows(Vec<i32>),
    /// It has a model in which a variable has none of its values, or several.
    NoValue {
        /// The variable's name.
        variable: String,
        /// The values it has.
        values: Vec<i32>,
    },
    /// There is no proof, and why.
    Open(String),
}

/// A formula whose meaning is to be proved.
struct Formula {
    clauses: ClauseStore,
    /// For each variable of the model and each of its values the literal, or constant, that means it.
    inputs: Vec<Vec<LitOrConst>>,
}

impl Formula {
    fn new(model: &Model, recipe: &Recipe, encode: &EncodeFn<'_>, budget: &Budget) -> Result<Self, CertifyError> {
        let mut clauses = ClauseStore::default();
        let inputs = Formula::stated(model, recipe, encode, &mut clauses, budget)?;
        Ok(Formula { clauses, inputs })
    }

    /// Sends the clauses, and returns the inputs.
    fn stated(
        model: &Model,
        recipe: &Recipe,
        encode: &EncodeFn<'_>,
        out: &mut dyn ClauseSink,
        budget: &Budget,
    ) -> Result<Vec<Vec<LitOrConst>>, CertifyError> {
        let mut vars = encoded(encode, model, recipe, out, budget)?;
        let mut of = |var| model.domain(var).values().map(|value| vars.is(var, value, out)).collect();
        Ok(model.vars().map(&mut of).collect())
    }
}

/// Proves that the formula that a configuration makes of a model means it, or finds out that it does not.
///
/// # Errors
/// If the configuration cannot state the model, a file cannot be written, or the time is over.
pub fn prove(
    model: &Model,
    recipe: &Recipe,
    makers: &Makers<'_>,
    budget: &Budget,
    folder: &mut dyn Folder,
) -> Result<Found, CertifyError> {
    if let Some(posted) = model.constraints().iter().find(|posted| Flat::of(&posted.constraint).is_none()) {
        return Ok(Found::Open(format!("proofs are not about decompositions, as of '{}'", posted.constraint.name())));
    }
    let formula = Formula::new(model, recipe, makers.encode, budget)?;
    let Some(opposites) = excluded::opposites(model) else {
        return Ok(Found::Open("its constraints have no opposite that is stated as one constraint".to_owned()));
    };
    let (mut checks, mut number) = (Vec::new(), 0);
    let mut open = None;
    for opposite in &opposites {
        number += 1;
        match excluded::excluded(number, opposite, model, &formula, makers, budget, folder)? {
            Found::Proofs(more) => checks.extend(more),
            Found::Open(why) => open = open.or(Some(why)),
            wrong => return Ok(wrong),
        }
    }
    for (variable, inputs) in model.variables().iter().zip(&formula.inputs) {
        if matches!(inputs[..], [no, yes] if no == !yes) {
            continue;
        }
        // Each value is a variable of its own, and not exactly one of them is true.
        let mut model = Model::new();
        let vars: Vec<Var> = variable.domain.values().map(|value| model.var(value.to_string(), 0..=1)).collect();
        model.exactly("value", 1, vars.iter().map(|var| var.is(1)));
        let inputs = inputs.iter().map(|&input| vec![!input, input]).collect();
        let formula = Formula { clauses: formula.clauses.clone(), inputs };
        for opposite in excluded::opposites(&model).unwrap_or_default() {
            number += 1;
            match excluded::excluded(number, &opposite, &model, &formula, makers, budget, folder)? {
                Found::Proofs(more) => checks.extend(more),
                Found::Allows(has) => {
                    let values = variable.domain.values().zip(has).filter(|&(_, has)| has == 1);
                    let values = values.map(|(value, _)| value).collect();
                    return Ok(Found::NoValue { variable: variable.name.to_string(), values });
                }
                other => open = open.or(Some(format!("{}: {other:?}", variable.name))),
            }
        }
    }
    if let Some(why) = open {
        return Ok(Found::Open(why));
    }
    match kept(model, recipe, makers, budget, folder) {
        Ok(check) => checks.insert(0, check),
        Err(CertifyError::Unjustified(why)) => return Ok(Found::Open(why)),
        Err(error) => return Err(error),
    }
    Ok(Found::Proofs(checks))
}

/// Writes the proof that a formula has a model for each solution: its clauses follow from the model's constraints and
/// from what the auxiliaries mean.
fn kept(
    model: &Model,
    recipe: &Recipe,
    makers: &Makers<'_>,
    budget: &Budget,
    folder: &mut dyn Folder,
) -> Result<Check, CertifyError> {
    let statement = Statement::new(model);
    let mut own = folder.file("model.opb")?;
    statement.write(false, &statement.model.shown(), &[], own.as_mut())?;
    own.flush()?;
    let mut out = folder.file("kept.pbp")?;
    let state = ProofState::new(&statement, Proof::begin(&statement, 0, out.as_mut()), budget);
    let mut formula = ClauseStore::default();
    let mut sink = Justified::new(state, &mut formula, &[]);
    (makers.encode)(model, recipe, &mut sink)?;
    let (state, steps, _) = sink.finish()?;
    let clauses: Vec<Vec<Literal>> =
        formula.clauses().map(|clause| clause.iter().map(|&lit| state.literal(lit)).collect()).collect();
    state.proof.derived(&steps)?;
    out.flush()?;
    let head =
        "* each solution of model.opb is a solution of this if the other variables are as the proof defines them\n";
    with_clauses(&statement, head, clauses.iter().map(|clause| &clause[..]), "formula.opb", budget, folder)?;
    Ok(Check {
        constraints: "model.opb".to_owned(),
        proof: "kept.pbp".to_owned(),
        output: Some("formula.opb".to_owned()),
        verdict: "s VERIFIED OUTPUT DERIVABLE".to_owned(),
    })
}

/// The statement with clauses after it.
fn with_clauses<'c>(
    statement: &Statement<'_>,
    head: &str,
    clauses: impl Iterator<Item = &'c [Literal]>,
    name: &str,
    budget: &Budget,
    folder: &mut dyn Folder,
) -> Result<(), CertifyError> {
    let mut own = Vec::new();
    statement.write(false, &statement.model.shown(), &[], &mut own)?;
    let mut out = folder.file(name)?;
    // Variables of the proof are not counted in the first line, which nobody needs.
    let end = own.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    out.write_all(head.as_bytes())?;
    out.write_all(&own[end..])?;
    out.write_all(b"* the formula\n")?;
    for clause in clauses {
        if budget.is_over() {
            return Err(CertifyError::Stopped);
        }
        for &literal in clause {
            let mut name = String::new();
            write_literal(statement, literal, &mut name);
            write!(out, "+1 {name} ")?;
        }
        out.write_all(b">= 1 ;\n")?;
    }
    Ok(out.flush()?)
}

/// Makes sure that a proof only derives constraints and defines variables that the model does not have. What it derives
/// is then so for each solution of the model, if the others are given the values of their definitions.
///
/// # Errors
/// The first line that does something else.
pub fn only_defines(model: &str, proof: &str) -> Result<(), String> {
    let words = |line: &str| line.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let of_model = model.lines().filter(|line| !line.starts_with('*')).flat_map(words).find(|word| is_own_name(word));
    if let Some(name) = of_model {
        return Err(format!("{name} is a variable of the model"));
    }
    Steps::Definitions.scan("kept.pbp", proof.as_bytes())
}
