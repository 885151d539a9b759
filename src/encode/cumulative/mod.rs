//! Cumulatives: tasks that run at the same time share a capacity.

use crate::model::Cumulative;
use crate::names::registry;

use super::decomposition::{Decomposition, SimplerConstraints, stated};

mod auto;
mod task;
mod time;

registry! {
    /// All encodings of cumulative constraints, by name.
    ALL: dyn Decomposition<Cumulative>;
    /// How cumulative constraints are stated.
    CumulativeBy;
    auto::Auto,
    task::Task,
    time::Time,
}
