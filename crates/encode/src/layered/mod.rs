//! Paths through layered graphs, which automata and decision diagrams are as well.

use cnfab_base::registry;
use cnfab_model::Layered;

use super::decomposition::{Decomposition, SimplerConstraints};

mod arcs;
mod states;
mod words;

registry! {
    /// All encodings of paths through layered graphs, by name.
    ALL: dyn Decomposition<Layered>;
    /// How paths through layered graphs are stated.
    LayeredBy;
    arcs::Arcs,
    states::States,
    words::Words,
}
