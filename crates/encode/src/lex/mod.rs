//! Lexicographic orders of two vectors.

use cnfab_base::registry;
use cnfab_model::Lex;

use super::decomposition::{Decomposition, SimplerConstraints};

mod alpha;
mod place;
mod sum;

registry! {
    /// All encodings of lexicographic orders, by name.
    ALL: dyn Decomposition<Lex>;
    /// How lexicographic orders are stated.
    LexBy;
    alpha::Alpha,
    place::Place,
    sum::Sum,
}
