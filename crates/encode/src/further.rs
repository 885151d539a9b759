//! Further constraints of a formula that is solved already, such as a bound on an objective.

use cnfab_cnf::{ClauseSink, Clean, Lit};
use cnfab_model::{Constraint, Label, Model, Posted, Role, Takes};

use super::condition::Condition;
use super::config::literal_order::Places;
use super::driver::{Driver, SharedStairs};
use super::lowering::Lowered;
use super::{Recipe, Unsupported, VarMap};

/// A constraint to be stated of variables that have their literals.
#[derive(Clone, Copy, Debug)]
pub struct Further<'f> {
    /// Its label, by which the configuration may have an encoding for it.
    pub label: &'f str,
    /// The constraint, of one of the flat classes.
    pub constraint: &'f Constraint,
    /// It has to hold where all of these do.
    pub when: &'f [Lit],
}

/// Sends the clauses of a further constraint to a formula that [`encode`](super::encode) began.
///
/// # Errors
/// If the configuration names an encoding that cannot state it, it is not well-formed, or not of one of the flat
/// classes. Nothing has been sent then.
pub fn encode_further(
    model: &Model,
    recipe: &Recipe,
    further: &Further<'_>,
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
) -> Result<(), Unsupported> {
    let refused = |what: String| Unsupported { encoding: "sat".to_owned(), what };
    let well_formed = model.well_formed(further.label, &[], further.constraint.clone());
    let constraint = well_formed.map_err(|error| refused(error.to_string()))?;
    if !(Takes::FLAT.class)(&constraint) {
        return Err(refused(format!(
            "a further constraint of the class '{}', only the simple ones",
            constraint.name()
        )));
    }
    let Lowered { model, .. } = &Lowered::of(model, recipe)?;
    let recipe = &recipe.for_model(model);
    let label = Label::from(further.label);
    let posted = &Posted { label, role: Role::Rule, when: Vec::new(), constraint };
    let places = &Places::new(model, &recipe.literal_order);
    let driver = Driver { model, recipe, places, posted, number: 0 };
    let prepared = driver.prepare(vars)?;
    let out: &mut dyn ClauseSink = &mut Clean::new(out);
    let mut stairs = SharedStairs::new();
    out.note(|notes| notes.group(further.label, 0));
    match further.when {
        [] => driver.constraint(prepared, vars, &mut stairs, out),
        when => driver.constraint(prepared, vars, &mut stairs, &mut Condition::new(out, when)),
    }
    Ok(())
}
