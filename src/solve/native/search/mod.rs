//! Walking the search tree.

mod parallel;
mod pool;
mod statistics;
mod walk;

pub(in crate::solve) use parallel::{run, run_with};
pub(in crate::solve) use pool::{Pool, Subproblem};
pub(in crate::solve) use statistics::Statistics;
pub(in crate::solve) use walk::{Sink, Walk};
