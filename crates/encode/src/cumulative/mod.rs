//! Cumulatives: tasks that run at the same time share a capacity.

use cnfab_base::registry;
use cnfab_model::Cumulative;

use super::decomposition::{Decomposition, SimplerConstraints};

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
