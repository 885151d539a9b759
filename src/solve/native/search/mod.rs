//! What all engines share: a `Walk` per thread, which takes nodes, failures and solutions and says when to stop.

mod parallel;
mod pool;
mod statistics;
mod walk;

pub(in crate::solve) use parallel::{run, run_with};
pub(in crate::solve) use pool::{Pool, Subproblem};
pub(in crate::solve) use statistics::Statistics;
pub(in crate::solve) use walk::{Sink, Walk};
