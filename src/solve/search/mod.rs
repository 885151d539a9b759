//! What all searches of a tree share: a `Walk` per thread, which takes nodes, failures and solutions and says when to
//! stop, threads that share one tree, and the backend around a search.

mod backend;
mod incumbent;
mod parallel;
mod pool;
mod statistics;
mod walk;

pub(in crate::solve) use backend::{TreeBackend, TreeSearch};
pub(in crate::solve) use incumbent::Incumbent;
pub(in crate::solve) use parallel::{run, run_with};
pub(in crate::solve) use pool::{Pool, Subproblem};
pub(in crate::solve) use statistics::Statistics;
#[cfg(test)]
pub(in crate::solve) use walk::Sink;
pub(in crate::solve) use walk::Walk;
