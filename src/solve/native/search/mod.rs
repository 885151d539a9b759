//! Walking the search tree.

mod depth_first;
mod parallel;
mod pool;
mod queue;
mod tally;
mod walk;

pub(super) use depth_first::depth_first;
pub(super) use parallel::{run, run_with};
pub(super) use pool::{Part, Pool};
pub(super) use queue::by_queue;
pub(super) use tally::Tally;
pub(super) use walk::{Sink, Walk};
