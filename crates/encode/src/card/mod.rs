//! At most, at least or exactly k of n literals.

use std::sync::Arc;

use cnfab_base::registry;
use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::Cmp;

use super::count::Count;
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

/// A way to bound the number of true literals. A literal that comes twice counts twice.
///
/// Any bound on any number of literals is stated as meant. One that cannot be met becomes the empty clause.
pub trait CardEncoding: Encoding {
    /// The same encoding with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn CardEncoding>> {
        None
    }

    /// The contract of a count with this comparison: whether the auxiliaries are determined.
    fn contract(&self, _cmp: Cmp) -> Contract {
        self.entry().contract
    }

    /// True if unit propagation finds everything that follows from the values of some of the literals.
    fn is_domain_consistent(&self) -> bool {
        false
    }

    /// An error if the encoding cannot state this bound on `n` literals. It is known before any clause is sent.
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

/// A cardinality encoding for the bounds that it states itself: those that some numbers of true literals meet and
/// others do not. That is 1 <= k < n. Single clauses are not among them: at most n-1, at least one.
pub(super) trait OpenCount: Encoding {
    /// See [`CardEncoding::with_number`].
    fn with_number(&self, _number: usize) -> Option<Arc<dyn CardEncoding>> {
        None
    }

    /// See [`CardEncoding::contract`].
    fn contract(&self, _cmp: Cmp) -> Contract {
        self.entry().contract
    }

    /// See [`CardEncoding::is_domain_consistent`].
    fn is_domain_consistent(&self) -> bool {
        true
    }

    /// See [`CardEncoding::can`].
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

impl<E: OpenCount> CardEncoding for E {
    fn with_number(&self, number: usize) -> Option<Arc<dyn CardEncoding>> {
        OpenCount::with_number(self, number)
    }

    fn contract(&self, cmp: Cmp) -> Contract {
        OpenCount::contract(self, cmp)
    }

    fn is_domain_consistent(&self) -> bool {
        OpenCount::is_domain_consistent(self)
    }

    fn can(&self, cmp: Cmp, k: usize, n: usize) -> Result<(), String> {
        Count::new(cmp, k, 0, n).open(n).map_or(Ok(()), |(cmp, k)| OpenCount::can(self, cmp, k, n))
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        state(self, (Cmp::Le, k), lits, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        state(self, (Cmp::Ge, k), lits, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        state(self, (Cmp::Eq, k), lits, out);
    }
}

/// States any bound on any literals.
fn state(encoding: &impl OpenCount, (cmp, k): (Cmp, usize), lits: &[Lit], out: &mut dyn ClauseSink) {
    let count = Count::new(cmp, k, 0, lits.len());
    if count.is_stated(lits, out) {
        return;
    }
    match count.open(lits.len()) {
        Some((Cmp::Le, k)) => encoding.at_most(lits, k, out),
        Some((Cmp::Ge, k)) => encoding.at_least(lits, k, out),
        Some((Cmp::Eq, k)) => encoding.exactly(lits, k, out),
        None => {}
    }
}

/// States a bound on any literals.
pub(super) fn bound(by: &dyn CardEncoding, (cmp, k): (Cmp, usize), lits: &[Lit], out: &mut dyn ClauseSink) {
    match cmp {
        Cmp::Le => by.at_most(lits, k, out),
        Cmp::Eq => by.exactly(lits, k, out),
        Cmp::Ge => by.at_least(lits, k, out),
    }
}

/// At most two of the literals, for other encodings: 5n-12 clauses from n = 3 on.
pub(super) fn at_most_two(lits: &[Lit], out: &mut dyn ClauseSink) {
    if lits.len() > 2 {
        OpenCount::at_most(&sequential::Sequential, lits, 2, out);
    }
}
