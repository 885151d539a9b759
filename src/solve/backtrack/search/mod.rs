//! Walking the search tree.

mod depth_first;
mod frontier;
mod parallel;
mod pool;
mod tally;
mod walk;

pub(super) use depth_first::depth_first;
pub(super) use frontier::frontier;
pub(super) use parallel::run;
pub(super) use pool::{Part, Pool};
pub(super) use walk::{Sink, Walk};
