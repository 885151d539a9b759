//! The core for boards without clues to speak of: groups of items, such as the rows of a board, taken one after the other.
//!
//! Every item lies in one group of a first family and in one of each further family, and a group needs an exact number of
//! items: queens and stars in rows and columns, say. The search fills the groups of the first family in their order, the
//! items of a group in theirs, and a state is one set of the items that are still possible, or one word where items exclude
//! others in the next row only. An item that is chosen takes out what it excludes, and what its other groups hold when they
//! are full. Nothing is propagated besides but one look at each full row, whether groups that need several items can still
//! get them; so a node costs a few instructions. Where givens or further groups leave few solutions, the packed core has the
//! far smaller tree.
//!
//! That all groups of a further family are full at the end need not be looked at: they need as many items together as
//! the first family gives.

mod build;
mod dead;
mod form;
mod near;
mod search;
mod wide;

use crate::model::{Cardinality, Cmp, Flat, Model};
use crate::solve::Outcome;

use super::engine::{Engine, EngineKind, is_tiny, only_threads};
use super::search::{self as shared, Walk};
use super::tuning::bit_parallel::SLICED;
use super::tuning::choice::{FEW_ROWS, ROWS, SLOWER};
use build::Plan;

/// The entry of the registry.
pub(super) static KIND: EngineKind = EngineKind {
    name: "rows",
    about: "boards of rows and columns that need exact numbers, row by row in a fixed order with little propagation",
    follows: only_threads,
    estimate: |model| if is_board(model) && !is_tiny(model) { ROWS } else { SLOWER },
    prepare: |task| Ok(Box::new(Rows(Plan::new(&*task.packed()?)?))),
};

/// A model as rows.
struct Rows(Plan);

impl Engine for Rows {
    fn search<'w, 'f>(&self, walk: Walk<'w, 'f>, threads: usize) -> (Outcome, u64, Walk<'w, 'f>) {
        shared::run(walk, threads, |walk| search::search(&self.0, walk))
    }
}

/// Whether a model looks like a board of few rows and as few columns, and no further regions: every value is in two exact
/// cardinality constraints. The values of a variable with more or fewer than two are one, too.
fn is_board(model: &Model) -> bool {
    let (mut exact, mut held, mut values) = (0, 0, 0);
    for variable in model.variables() {
        let len = variable.domain.len();
        if len == 2 {
            values += 1;
        } else {
            (exact, held, values) = (exact + 1, held + len, values + len);
        }
    }
    for posted in model.constraints() {
        match posted.flat() {
            Flat::Cardinality(Cardinality { atoms, cmp: Cmp::Eq, .. }) => {
                exact += 1;
                held += atoms.iter().filter(|atom| model.domain(atom.var).contains(atom.value)).count();
            }
            Flat::AllDifferent(different) if different.0.len() >= SLICED => return false,
            Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) => {}
            Flat::Linear(_) | Flat::Table(_) => return false,
        }
        if exact > 2 * FEW_ROWS {
            return false;
        }
    }
    held == 2 * values
}
