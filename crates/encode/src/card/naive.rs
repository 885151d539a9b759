//! One clause for each set of literals that is too large.
//!
//! No auxiliaries: at most k of n has C(n,k+1) clauses, at least k C(n,n-k+1), exactly k both. Bijective, domain
//! consistent. Refused beyond two million clauses. For counting and for listing all solutions of small bounds it beats
//! the encodings with auxiliaries.
//! Folklore; S. Prestwich, "CNF Encodings", Handbook of Satisfiability, 2nd edition, 2021.

use itertools::Itertools;

use crate::combinations::{Combinations, subsets};
use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::Cmp;

use super::OpenCount;
use super::unary::negated;

/// More clauses than this are refused.
const MOST_CLAUSES: u128 = 2_000_000;

pub(super) struct Naive;

impl Described for Naive {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "there are none",
            "the literals together exceed the bound, or the others fall short of it",
        ]),
        is_baseline: true,
        contract: Contract::Bijective,
        ..EncodingAbout::new("naive", "one clause for each set of literals that is too large; no auxiliaries")
    };
}

impl OpenCount for Naive {
    fn can(&self, cmp: Cmp, k: usize, n: usize) -> Result<(), String> {
        let above = if cmp == Cmp::Ge { 0 } else { subsets(n, k + 1) };
        let below = if cmp == Cmp::Le { 0 } else { subsets(n, n - k + 1) };
        match above.saturating_add(below) {
            0..=MOST_CLAUSES => Ok(()),
            _ => Err(format!("its bound of {k} of {n} needs more than {MOST_CLAUSES} clauses")),
        }
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let lits = negated(lits);
        let mut clause = vec![lits[0]; k + 1];
        let mut combinations = Combinations::new(lits.len(), k + 1);
        while let Some(positions) = combinations.next() {
            clause.iter_mut().zip_eq(positions).for_each(|(lit, &position)| *lit = lits[position]);
            out.clause(&clause);
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
