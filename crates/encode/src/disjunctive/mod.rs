//! Disjunctives: no two of some tasks run at the same time.

use cnfab_base::registry;
use cnfab_model::Disjunctive;

use super::decomposition::{Decomposition, SimplerConstraints};

mod cumulative;
mod pairs;

registry! {
    /// All encodings of disjunctive constraints, by name.
    ALL: dyn Decomposition<Disjunctive>;
    /// How disjunctive constraints are stated.
    DisjunctiveBy;
    cumulative::ByCumulative,
    pairs::Pairs,
}
