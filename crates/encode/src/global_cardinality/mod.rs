//! Values that are taken by as many variables as their counts say.

use cnfab_base::registry;
use cnfab_model::GlobalCardinality;

use super::decomposition::{Decomposition, SimplerConstraints};

mod counts;
mod intervals;
mod total;

pub(super) use total::total;

registry! {
    /// All encodings of global cardinalities, by name.
    ALL: dyn Decomposition<GlobalCardinality>;
    /// How global cardinalities are stated.
    GlobalCardinalityBy;
    counts::Counts,
    intervals::Intervals,
    total::Total,
}
