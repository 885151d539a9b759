//! At most one of n literals.

use crate::cnf::{ClauseSink, Lit};
use crate::names::Named;

mod pairwise;

pub use pairwise::Pairwise;

/// All at-most-one encodings, by name.
pub static ALL: &[&dyn AmoEncoding] = &[&pairwise::Pairwise];

/// A way to say that at most one of some literals is true. All of them are domain consistent.
pub trait AmoEncoding: Named + Sync {
    /// At most one of the literals is true.
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink);

    /// Exactly one of the literals is true.
    fn exactly_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        out.clause(lits);
        self.at_most_one(lits, out);
    }
}
