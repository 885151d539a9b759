//! Batcher's network without what lies beyond the bound: halves are sorted and merged only as far as the output that
//! the bound is about.
//!
//! O(n log^2 k) variables and clauses: each merge makes at most k+1 outputs (k when counting down), and the last
//! comparator has no smaller output where that is one too many. Exactly k counts both ways and is bijective. Otherwise
//! projected-only. Domain consistent.
//! R. Asín, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, "Cardinality Networks: a theoretical and empirical
//! study", Constraints 16, 2011, with the merges of I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, "A
//! Parametric Approach for Smaller and Better Encodings of Cardinality Constraints", CP 2013, which need no powers of
//! two.

use crate::{Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};

use super::network::sorted;
use super::unary::{Unary, Way};

pub(super) struct CardinalityNetwork;

impl Described for CardinalityNetwork {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at least j of what a merge gets",
            "sorted lists fall, and all that is counted exceeds the bound",
        ]),
        ..EncodingAbout::new("cardinality-network", "a sorting network cut off at the bound")
    };
}

impl Unary for CardinalityNetwork {
    fn count(&self, lits: &[Lit], way: Way, out: &mut dyn ClauseSink) -> Vec<Lit> {
        sorted(lits, way, out)
    }
}
