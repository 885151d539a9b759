//! Encodings of at most one of n literals: the trait, the registry `ALL`, a file per encoding.

use std::sync::Arc;

use cnfab_base::registry;
use cnfab_cnf::{ClauseSink, Lit};

use super::{Contract, Encoding};

mod bimander;
mod bits;
mod bitwise;
mod commander;
mod ladder;
mod near_optimal;
mod pairwise;
mod pairwise_product;
mod product;
mod product_exact;
mod product_recursive;
mod sequential;
mod staircase;

pub use pairwise::Pairwise;
pub(super) use staircase::Stairs;

registry! {
    /// All at-most-one encodings, by name.
    ALL: dyn AmoEncoding;
    /// How at-most-one constraints are encoded.
    AmoBy;
    bimander::Bimander { group: 2 },
    bitwise::Bitwise,
    commander::Commander { group: 3 },
    ladder::Ladder,
    near_optimal::NearOptimal { side: 0 },
    pairwise::Pairwise,
    pairwise_product::PairwiseProduct,
    product::Product { dimensions: 2 },
    product_exact::ProductExact,
    sequential::Sequential,
    staircase::Staircase,
}

/// An encoding of the constraint that at most one of some literals is true. All that are registered are domain
/// consistent.
pub trait AmoEncoding: Encoding {
    /// The same encoding with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn AmoEncoding>> {
        None
    }

    /// The contract for up to `n` literals: whether the auxiliaries are determined.
    fn contract(&self, _n: usize) -> Contract {
        self.entry().contract
    }

    /// True if the at-most-ones of a family of counts share the chains of literals that they have in common.
    fn shares_windows(&self) -> bool {
        false
    }

    /// At most one of the literals is true.
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink);

    /// Exactly one of the literals is true.
    fn exactly_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        out.clause(lits);
        self.at_most_one(lits, out);
    }
}
