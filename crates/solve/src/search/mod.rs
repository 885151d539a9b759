//! The common part of all searches of a tree: a `Walk` per thread, which takes nodes, failures and solutions and says
//! when to stop, threads that share one tree, and the backend around a search.

mod backend;
mod incumbent;
mod parallel;
mod pool;
mod statistics;
mod walk;

pub(crate) use backend::{TreeBackend, TreeSearch};
pub(crate) use incumbent::Incumbent;
pub(crate) use parallel::{run, run_with};
pub(crate) use pool::{Pool, Subproblem};
pub(crate) use statistics::Statistics;
#[cfg(test)]
pub(crate) use walk::Sink;
pub(crate) use walk::Walk;
