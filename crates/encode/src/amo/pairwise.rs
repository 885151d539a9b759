//! At most one by forbidding every pair.
//!
//! No new variables; n(n-1)/2 clauses of two literals. Bijective, domain consistent.
//! S. Prestwich, "CNF Encodings", Handbook of Satisfiability, 2nd edition, 2021.

use itertools::Itertools;

use crate::{Contract, Encoding};
use cnfab_base::names::Named;
use cnfab_cnf::{ClauseSink, Lit};

use super::AmoEncoding;

/// Forbids every pair.
pub struct Pairwise;

impl Named for Pairwise {
    fn name(&self) -> &'static str {
        "pairwise"
    }

    fn about(&self) -> &'static str {
        "one clause for every pair; no auxiliaries"
    }
}

impl Encoding for Pairwise {
    fn justification(&self) -> Option<[&'static str; 2]> {
        Some(["there are none", "two literals together exceed one"])
    }
}

impl AmoEncoding for Pairwise {
    fn contract(&self, _: usize) -> Contract {
        Contract::Bijective
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        for [&a, &b] in lits.iter().array_combinations() {
            out.clause(&[!a, !b]);
        }
    }
}
