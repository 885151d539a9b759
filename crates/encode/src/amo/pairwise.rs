//! At most one by forbidding every pair.
//!
//! No new variables; n(n-1)/2 clauses of two literals. Bijective, domain consistent.
//! S. Prestwich, "CNF Encodings", Handbook of Satisfiability, 2nd edition, 2021.

use itertools::Itertools;

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};

use super::AmoEncoding;

/// Forbids every pair.
pub struct Pairwise;

impl Described for Pairwise {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["there are none", "two literals together exceed one"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("pairwise", "one clause for every pair; no auxiliaries")
    };
}

impl AmoEncoding for Pairwise {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        for [&a, &b] in lits.iter().array_combinations() {
            out.clause(&[!a, !b]);
        }
    }
}
