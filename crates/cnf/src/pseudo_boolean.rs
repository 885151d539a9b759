//! Pseudo-Boolean constraints, for the formulas that other programs write.

use std::cmp::Ordering;

/// A pseudo-Boolean constraint: the sum of the coefficients of the true literals, compared with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PseudoBoolean<'p> {
    /// A coefficient for each literal.
    pub coefficients: &'p [i64],
    /// The comparison of the sum with the bound: at most (`Less`), equal, or at least (`Greater`).
    pub comparison: Ordering,
    /// The bound.
    pub bound: i64,
}
