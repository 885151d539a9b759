//! The core for lines of different numbers: every variable takes another value, and lines of them have given sums.
//!
//! What is known of a state is one word, the values not used yet, and what each line lacks. The order of the variables is
//! fixed before the search, so that it is known how many variables of each line are still open when a variable's turn
//! comes: none, and the line names the value; one, and the values are those whose partner is unused as well, which a
//! reversed and shifted word tells at once; more, and bounds by the least and the greatest unused values cut the choice.
//! What several lines say together is worked out beforehand by elimination: a variable may be known long before a line
//! ends with it, or make up an equation with one other variable. Nothing is propagated to other variables, so a node costs
//! a few instructions.
//!
//! It takes models of one all-different constraint over all variables, with values less than 64 apart, equations with
//! coefficients 1, and any sums and tables of one or two variables; every variable shown.

mod build;
mod elimination;
mod order;
mod search;

use crate::model::{Flat, Model};
use crate::solve::Outcome;

use super::engine::{Engine, EngineKind, only_threads};
use super::search::{self as shared, Walk};
use super::tuning::choice::{FEW_VARIABLES, MAGIC, SLOWER};
use build::{Plan, is_line};

/// The entry of the registry.
pub(super) static KIND: EngineKind = EngineKind {
    name: "magic",
    about: "different numbers whose lines have given sums, in a fixed order after elimination of the equations",
    follows: only_threads,
    estimate: |model| if model.variables().len() <= FEW_VARIABLES && has_lines(model) { MAGIC } else { SLOWER },
    prepare: |task| Ok(Box::new(Magic(Plan::new(task.model)?))),
};

/// A model as lines of different numbers.
struct Magic(Plan);

impl Engine for Magic {
    fn search<'w, 'f>(&self, walk: Walk<'w, 'f>, threads: usize) -> (Outcome, u64, Walk<'w, 'f>) {
        shared::run(walk, threads, |walk| search::search(&self.0, walk))
    }
}

/// Whether a sum of three variables or more is given.
fn has_lines(model: &Model) -> bool {
    model.constraints().iter().any(|posted| match posted.flat() {
        Flat::Linear(linear) => linear.terms.len() > 2 && is_line(linear),
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Table(_) => false,
    })
}
