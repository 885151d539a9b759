//! All literals sorted by Batcher's network; the output at the bound is a unit.
//!
//! S(n) comparators, S(n) = S(floor(n/2)) + S(ceil(n/2)) + those of the odd-even merge; 19 for n = 8, 63 for n = 16.
//! Two variables and three clauses for each, and one for the bound; twice the clauses and two units for exactly k,
//! which is bijective. Otherwise projected-only. Domain consistent.
//! K. E. Batcher, "Sorting networks and their applications", AFIPS 1968; N. Eén, N. Sörensson, "Translating
//! Pseudo-Boolean Constraints into SAT", JSAT 2, 2006.

use crate::{Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};

use super::network::sorted;
use super::unary::{Unary, Way};

pub(super) struct SortingNetwork;

impl Described for SortingNetwork {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at least j of what a merge gets",
            "sorted lists fall, and all that is counted exceeds the bound",
        ]),
        ..EncodingAbout::new("sorting-network", "all literals sorted by comparators")
    };
}

impl Unary for SortingNetwork {
    fn count(&self, lits: &[Lit], way: Way, out: &mut dyn ClauseSink) -> Vec<Lit> {
        sorted(lits, Way { cap: lits.len(), ..way }, out)
    }
}
