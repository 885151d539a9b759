//! Magic squares and their kin: different numbers under unit-coefficient linear equations, which are eliminated first.
//!
//! What it does: a state is one word of unused values, and the amount that each equation lacks. The order of the
//! variables is fixed before the search, so it is known how many variables of each equation are unfixed at each step.
//! With none, the equation names the value. With one, the values are those whose partner is unused too, which a
//! reversed and shifted word tells at once. With more, bounds by the least and the greatest unused values cut the
//! domain. What equations imply together is found by elimination beforehand.
//!
//! Whose idea: elimination before enumeration is old for magic squares; the word of unused values with its reversal
//! comes from hand-written programs, such as those for Aristotle's hexagon.
//!
//! How ours differs: order, elimination and bounds come from the model. Nothing is propagated to other variables, so a
//! node costs a few instructions.
//!
//! When it runs: for few variables (`tuning::choice::FEW_VARIABLES`) with an equation of three. It takes one
//! all-different constraint over all variables, values less than 64 apart, equations with coefficients 1, and any sums
//! and tables of one or two variables; every variable is shown.

mod build;
mod elimination;
mod order;
mod search;

use cnfab_model::{Flat, Model};

use super::engine::EngineKind;
use crate::search::Walk;
use crate::tuning::choice::{FEW_VARIABLES, MAGIC};
use build::{MagicPlan, is_line};

/// The entry of the registry.
pub(super) static KIND: EngineKind = EngineKind {
    name: "magic",
    about: "different numbers whose lines have given sums, in a fixed order after elimination of the equations",
    follows: |_| false,
    estimate: |model| (model.variables().len() <= FEW_VARIABLES && has_lines(model)).then_some(MAGIC),
    prepare: |task| {
        let plan = MagicPlan::new(task.model)?;
        Ok(Box::new(move |walk: &mut Walk<'_, '_>| search::search(&plan, walk)))
    },
};

/// True if a sum of three variables or more is given.
fn has_lines(model: &Model) -> bool {
    model.constraints().iter().any(|posted| match posted.flat() {
        Flat::Linear(linear) => linear.terms.len() > 2 && is_line(linear),
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Table(_) => false,
    })
}
