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
mod search;
mod shares;
mod small;
mod state;

pub(super) use build::TOO_LARGE;
pub(super) use program::Program;
#[cfg(doc)]
use program::WIDTHS;
pub(super) use search::search;
pub(super) use shares::Share;
