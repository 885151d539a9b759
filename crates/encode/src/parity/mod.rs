//! Parities: the number of true atoms is odd, or even.

use cnfab_base::registry;
use cnfab_model::Parity;

use super::decomposition::{Decomposition, SimplerConstraints};

mod chain;
mod count;
mod tree;

registry! {
    /// All encodings of parities, by name.
    ALL: dyn Decomposition<Parity>;
    /// How parities are stated.
    ParityBy;
    chain::Chain { length: 4 },
    count::Count,
    tree::Tree { length: 4 },
}
