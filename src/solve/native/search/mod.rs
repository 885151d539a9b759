//! Walking the search tree.

mod depth_first;
mod parallel;
mod pool;
mod queue;
mod tally;
mod walk;

pub(super) use depth_first::depth_first;
pub(in crate::solve) use parallel::{run, run_with};
pub(in crate::solve) use pool::{Part, Pool};
pub(super) use queue::by_queue;
pub(in crate::solve) use tally::Tally;
pub(in crate::solve) use walk::{Sink, Walk};
