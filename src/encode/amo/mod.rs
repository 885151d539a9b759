//! At most one of n literals.

use crate::cnf::{ClauseSink, Lit};
use crate::names::Named;

use super::Contract;

mod commander;
mod ladder;
mod pairwise;
mod pairwise_product;
mod product;
mod product_exact;
mod sequential;

pub use pairwise::Pairwise;

/// All at-most-one encodings, by name.
pub static ALL: &[&dyn AmoEncoding] = &[
    &commander::Commander,
    &ladder::Ladder,
    &pairwise::Pairwise,
    &pairwise_product::PairwiseProduct,
    &product::Product,
    &product_exact::ProductExact,
    &sequential::Sequential,
];

/// A way to say that at most one of some literals is true. All of them are domain consistent.
pub trait AmoEncoding: Named + Sync {
    /// Whether the auxiliaries are determined, of up to `n` literals.
    fn contract(&self, n: usize) -> Contract;

    /// At most one of the literals is true.
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink);

    /// Exactly one of the literals is true.
    fn exactly_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        out.clause(lits);
        self.at_most_one(lits, out);
    }
}
