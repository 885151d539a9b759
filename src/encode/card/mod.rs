//! At most, at least or exactly k of n literals.

use std::sync::Arc;

use crate::cnf::{ClauseSink, Lit};
use crate::model::Cmp;
use crate::names::registry;

use super::{Contract, Encoding};

mod adder;
mod bdd;
mod cardinality_network;
mod modulo_totalizer;
mod naive;
pub(super) mod network;
mod sequential;
mod sinz;
mod sorting_network;
mod totalizer;
pub(super) mod unary;

registry! {
    /// All cardinality encodings, by name.
    ALL: dyn CardEncoding;
    /// How cardinality constraints are encoded.
    CardBy;
    adder::Adder,
    bdd::Bdd,
    cardinality_network::CardinalityNetwork,
    modulo_totalizer::ModuloTotalizer { modulus: 0 },
    naive::Naive,
    sequential::Sequential,
    sinz::Sinz,
    sorting_network::SortingNetwork,
    totalizer::Totalizer,
}

/// A way to bound the number of true literals. The driver has already dealt with the cases without work and with k = 1:
/// here 2 <= k < n for at most, 1 <= k < n-1 for at least (k = n-1 arrives as an at-most-one), 2 <= k <= n-2 for
/// exactly.
pub trait CardEncoding: Encoding {
    /// The same encoding with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn CardEncoding>> {
        None
    }

    /// Whether the auxiliaries of a count with this comparison are determined.
    fn contract(&self, cmp: Cmp) -> Contract;

    /// Whether unit propagation finds everything that follows from the values of some of the literals.
    fn is_domain_consistent(&self) -> bool {
        true
    }

    /// Whether the encoding can state this bound on `n` literals.
    ///
    /// # Errors
    /// The reason why it cannot, as the end of the sentence "cannot encode ...: ".
    fn can(&self, _cmp: Cmp, _k: usize, _n: usize) -> Result<(), String> {
        Ok(())
    }

    /// At most `k` of the literals are true.
    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink);

    /// At least `k` of the literals are true.
    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink);

    /// Exactly `k` of the literals are true.
    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink);
}

/// At most two of the literals, for other encodings: 5n-12 clauses from n = 3 on.
pub(super) fn at_most_two(lits: &[Lit], out: &mut dyn ClauseSink) {
    if lits.len() > 2 {
        sequential::Sequential.at_most(lits, 2, out);
    }
}
