//! The sequential counter as it was published: literal by literal, "at least j of the first i", cut off nowhere.
//!
//! At most k of n: k(n-1) variables and 2nk+n-3k-1 clauses. At least k: the same over the negated literals with n-k.
//! Exactly k: both. Implications one way only (projected-only). Domain consistent. `sequential` leaves out the counts
//! that cannot matter and shares one counter for exactly k.
//! C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::OpenCount;
use super::unary::negated;

pub(super) struct Sinz;

impl Described for Sinz {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["at least j of the literals so far", "counts add up, and the last exceeds the bound"]),
        is_baseline: true,
        contract: Contract::ProjectedOnly,
        ..EncodingAbout::new(
            "sinz",
            "the sequential counter as published, implications one way; two of them for exactly k",
        )
    };
}

impl OpenCount for Sinz {
    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let mut before: Vec<Lit> = Vec::new();
        let mut now: Vec<Lit> = Vec::with_capacity(k);
        for (i, &lit) in lits.iter().enumerate() {
            if let Some(&full) = before.last() {
                out.clause(&[!lit, !full]);
            }
            if i + 1 == lits.len() {
                break;
            }
            now.clear();
            now.extend(
                (1..=k).map(|j| out.define(Name::aux("count", i + 1, j as i64), &|| Definition::count(&lits[..=i], j))),
            );
            out.clause(&[!lit, now[0]]);
            for (j, &reached) in now.iter().enumerate() {
                match before.get(j) {
                    Some(&same) => out.clause(&[!same, reached]),
                    None if j > 0 => out.clause(&[!reached]),
                    None => {}
                }
                if let Some(&less) = j.checked_sub(1).and_then(|less| before.get(less)) {
                    out.clause(&[!lit, !less, reached]);
                }
            }
            std::mem::swap(&mut before, &mut now);
        }
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.at_most(&negated(lits), lits.len() - k, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.at_most(lits, k, out);
        self.at_least(lits, k, out);
    }
}
