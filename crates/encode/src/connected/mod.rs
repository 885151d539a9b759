//! Connected nodes: those that are in are reached from each other.

use cnfab_base::registry;
use cnfab_model::Connected;

use super::decomposition::{Decomposition, SimplerConstraints};

mod distance;
mod log_distance;

registry! {
    /// All encodings of connected nodes, by name.
    ALL: dyn Decomposition<Connected>;
    /// How connected nodes are stated.
    ConnectedBy;
    distance::Distance,
    log_distance::LogDistance,
}
