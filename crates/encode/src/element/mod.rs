//! Entries of arrays that an index chooses.

use cnfab_base::registry;
use cnfab_model::Element;

use super::decomposition::{Decomposition, SimplerConstraints};

mod pairs;
mod supports;

registry! {
    /// All encodings of entries, by name.
    ALL: dyn Decomposition<Element>;
    /// How entries are stated.
    ElementBy;
    pairs::Pairs,
    supports::Supports,
}
