//! Certificates that a formula means a constraint: it has a model for each solution, and none for anything else.
//!
//! That each solution has a model is proved from the model's constraints, as for certificates of answers: each
//! auxiliary is defined by its meaning, and the clauses follow (`kept`). The checker says that the formula can be
//! derived, and [`only_defines`] that no step of the proof speaks of what the model's variables are.
//!
//! That there is nothing else is proved from the formula's clauses and the opposite of the constraint, which contradict
//! each other (`excluded`). Truth tables end near 20 literals; these proofs grow with a power of their number.

mod excluded;
mod kept;
mod solved;
mod subsets;
mod units;

use cnfab_cnf::{ClauseStore, Lit};
use cnfab_encode::{LitOrConst, Recipe};
use cnfab_model::{Flat, Model, Var};
use cnfab_solve::Budget;

use super::claim::Check;
use super::proof::{Literal, is_own_name, own_name};
use super::statement::Statement;
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
        let mut vars = encoded(encode, model, recipe, &mut clauses, budget)?;
        let mut of = |var| model.domain(var).values().map(|value| vars.is(var, value, &mut clauses)).collect();
        let inputs = model.vars().map(&mut of).collect();
        Ok(Formula { clauses, inputs })
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
    match kept::kept(model, recipe, makers, budget, folder) {
        Ok(check) => checks.insert(0, check),
        Err(CertifyError::Unjustified(why)) => return Ok(Found::Open(why)),
        Err(error) => return Err(error),
    }
    Ok(Found::Proofs(checks))
}

/// A literal as the checker reads it.
fn named(statement: &Statement<'_>, literal: Literal, text: &mut String) {
    if !literal.positive {
        text.push('~');
    }
    match literal.variable.checked_sub(statement.variables()) {
        None => text.push_str(statement.name(literal.variable)),
        Some(number) => own_name(number, text),
    }
}

/// A clause as a constraint.
fn line(statement: &Statement<'_>, clause: &[Literal]) -> String {
    let mut text = String::new();
    for &literal in clause {
        text.push_str("+1 ");
        named(statement, literal, &mut text);
        text.push(' ');
    }
    text + ">= 1 ;\n"
}

/// The statement with clauses after it.
fn with_clauses(
    statement: &Statement<'_>,
    head: &str,
    clauses: &[Vec<Literal>],
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
        out.write_all(line(statement, clause).as_bytes())?;
    }
    Ok(out.flush()?)
}

/// The clauses of a formula in literals of the proof.
fn translated(clauses: &ClauseStore, of: &dyn Fn(Lit) -> Literal) -> Vec<Vec<Literal>> {
    clauses.clauses().map(|clause| clause.iter().map(|&lit| of(lit)).collect()).collect()
}

/// Checks that a proof does nothing but derive constraints and define variables that the model does not have. What it
/// derives is then so for each solution of the model, if the others are given the values of their definitions.
///
/// # Errors
/// The first line that does something else.
pub fn only_defines(model: &str, proof: &str) -> Result<(), String> {
    let words = |line: &str| line.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let of_model = model.lines().filter(|line| !line.starts_with('*')).flat_map(words).find(|word| is_own_name(word));
    if let Some(name) = of_model {
        return Err(format!("{name} is a variable of the model"));
    }
    for (number, line) in (1..).zip(proof.lines()) {
        let first = line.split_ascii_whitespace().next().unwrap_or_default();
        let is_fine = match first {
            "red" => {
                let witness =
                    line.strip_suffix(" ;").and_then(|line| line.split_once(" : ")).map(|(_, witness)| witness);
                let name =
                    witness.and_then(|witness| witness.strip_suffix(" -> 0").or_else(|| witness.strip_suffix(" -> 1")));
                name.is_some_and(|name| is_own_name(name.trim()))
            }
            _ => ["pseudo-Boolean", "f", "rup", "pol", "del", "core", "output", "conclusion", "end"].contains(&first),
        };
        // One step a line, so that nothing is hidden behind it.
        if !is_fine || line.matches(';').count() > 1 {
            return Err(format!("line {number} of the proof is no step of a derivation and no definition: {line}"));
        }
    }
    Ok(())
}

/// The proof's own variables for the formula's.
fn place(lit: Lit, of: &[Literal]) -> Literal {
    let literal = of[lit.var() as usize - 1];
    if lit.is_positive() { literal } else { !literal }
}
