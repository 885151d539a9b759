//! Circuits: the successors of nodes make a single circuit.

use cnfab_base::registry;
use cnfab_model::Circuit;

use super::decomposition::{Decomposition, SimplerConstraints};

mod arcs;
mod elimination;
mod log_distance;
mod order;
mod walk;

registry! {
    /// All encodings of circuits, by name.
    ALL: dyn Decomposition<Circuit>;
    /// How circuits are stated.
    CircuitBy;
    elimination::Elimination,
    log_distance::LogDistance,
    order::Order,
    walk::Walk,
}
