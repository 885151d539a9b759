//! The packed core: a whole state of the search in a few words, for models that are about which atoms are true.
//!
//! An item is an atom `x = v`. All items of the model lie in one bitset of one of the [`WIDTHS`]; a state is three such
//! sets (possible items, true items, open groups), copied at each choice. A true item takes its row of incompatible items
//! out of the state at once, word by word; what is left to look at are groups of items of which so many have to be true.
//! A group without slack forces its items, one without hope ends the branch, the tightest one is branched on. Where little
//! is left of an exact cover, what is left is numbered anew: `narrow` searches it, `small` counts it.
//!
//! `compile` says which models can be stated so: all-different constraints, counts, clauses that forbid or demand, and
//! pairs of values that exclude each other; every variable shown. Everything else is left to the other core.

mod build;
mod class;
mod copies;
mod cover;
mod front;
mod lock;
mod locks;
mod narrow;
mod numbering;
mod pick;
mod program;
mod reach;
mod search;
mod shares;
mod slices;
mod small;
mod state;
mod sweep;

use std::sync::Arc;

use crate::solve::{Outcome, Refusal};

use super::engine::{Engine, EngineKind, is_tiny};
use super::search::{self as shared, Walk};
use super::settings::Order;
use super::tuning::choice::{BIT_PARALLEL, SLOWER};
pub(super) use program::Program;
#[cfg(doc)]
use program::WIDTHS;
pub(super) use shares::Share;

/// The entry of the registry.
pub(super) static KIND: EngineKind = EngineKind {
    name: "bit-parallel",
    about: "cardinality constraints and exclusions over one bitset of all atoms, 64 at a time",
    follows: |settings| !settings.other_options,
    estimate: |model| if is_tiny(model) { SLOWER } else { BIT_PARALLEL },
    prepare: |task| {
        let program = task.packed()?;
        let in_order = task.settings.order == Order::Input;
        if in_order && !program.is_in_order(task.model) {
            let what = "order=input where all-different constraints do not join all variables as shown";
            return Err(Refusal::new(what));
        }
        Ok(Box::new(BitParallel { program, in_order }))
    },
};

/// A model in bit-parallel form, to be searched in the order of the variables if that is asked for.
struct BitParallel {
    program: Arc<Program>,
    in_order: bool,
}

impl Engine for BitParallel {
    fn search<'w, 'f>(&self, walk: Walk<'w, 'f>, threads: usize) -> (Outcome, u64, Walk<'w, 'f>) {
        shared::run(walk, threads, |walk| search::search(&self.program, self.in_order, walk))
    }
}
