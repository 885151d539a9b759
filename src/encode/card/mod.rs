//! At most, at least or exactly k of n literals.

use crate::cnf::{ClauseSink, Lit};
use crate::model::Cmp;
use crate::names::Named;

use super::Contract;

mod sequential;
mod totalizer;

/// All cardinality encodings, by name.
pub static ALL: &[&dyn CardEncoding] = &[&sequential::Sequential, &totalizer::Totalizer];

/// A way to bound the number of true literals. The driver has already dealt with the cases without work and with k = 1:
/// here 2 <= k < n for at most, 1 <= k < n-1 for at least (k = n-1 arrives as an at-most-one), 2 <= k <= n-2 for exactly.
pub trait CardEncoding: Named + Sync {
    /// Whether the auxiliaries of a count with this comparison are determined.
    fn contract(&self, cmp: Cmp) -> Contract;

    /// At most `k` of the literals are true.
    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink);

    /// At least `k` of the literals are true.
    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink);

    /// Exactly `k` of the literals are true.
    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink);
}
