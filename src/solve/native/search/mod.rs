//! Walking the search tree.

mod parallel;
mod pool;
mod tally;
mod walk;

pub(in crate::solve) use parallel::{run, run_with};
pub(in crate::solve) use pool::{Part, Pool};
pub(in crate::solve) use tally::Tally;
pub(in crate::solve) use walk::{Sink, Walk};
