//! The proof that a formula has a model for each solution: its clauses follow from the model's constraints and from
//! the meanings of the auxiliaries.

use cnfab_cnf::ClauseStore;
use cnfab_encode::Recipe;
use cnfab_model::Model;
use cnfab_solve::Budget;

use crate::certify::claim::Check;
use crate::certify::facts::Facts;
use crate::certify::proof::{Literal, Proof};
use crate::certify::sink::Justified;
use crate::certify::statement::Statement;
use crate::certify::{CertifyError, Folder, Makers, lemmas};

use super::{translated, with_clauses};

/// Writes the proof.
pub(super) fn kept(
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
    let facts = Facts::new(&statement, Proof::begin(&statement, 0, out.as_mut()), budget);
    let different = lemmas::all_different(&facts);
    let mut formula = ClauseStore::default();
    let mut sink = Justified::new(facts, &mut formula, different, &[]);
    (makers.encode)(model, recipe, &mut sink)?;
    let (facts, steps, _) = sink.finish()?;
    let clauses: Vec<Vec<Literal>> = translated(&formula, &|lit| facts.literal(lit));
    facts.proof.derived(&steps)?;
    out.flush()?;
    let head =
        "* each solution of model.opb is a solution of this if the other variables are as the proof defines them\n";
    with_clauses(&statement, head, &clauses, "formula.opb", budget, folder)?;
    Ok(Check {
        constraints: "model.opb".to_owned(),
        proof: "kept.pbp".to_owned(),
        output: Some("formula.opb".to_owned()),
        verdict: "s VERIFIED OUTPUT DERIVABLE".to_owned(),
    })
}
