//! One clause for each set of literals that is too large.
//!
//! No auxiliaries: at most k of n has C(n,k+1) clauses, at least k C(n,n-k+1), exactly k both. Bijective, domain consistent.
//! Refused beyond two million clauses. For counting and for listing all solutions of small bounds it beats the encodings
//! with auxiliaries.
//! Folklore; S. Prestwich, "CNF Encodings", Handbook of Satisfiability, 2nd edition, 2021.

use itertools::Itertools;

use crate::cnf::{ClauseSink, Lit};
use crate::encode::{Contract, Encoding};
use crate::model::Cmp;
use crate::names::Named;

use super::CardEncoding;
use super::unary::negated;

/// More clauses than this are refused.
const MOST_CLAUSES: u128 = 2_000_000;

pub(super) struct Naive;

impl Named for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn about(&self) -> &'static str {
        "one clause for each set of literals that is too large; no auxiliaries"
    }
}

impl Encoding for Naive {}

impl CardEncoding for Naive {
    fn contract(&self, _cmp: Cmp) -> Contract {
        Contract::Bijective
    }

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

/// The number of subsets of that size; the largest number if it is larger.
fn subsets(n: usize, size: usize) -> u128 {
    let size = size.min(n.saturating_sub(size));
    let mut count: u128 = 1;
    for i in 0..size {
        let Some(product) = count.checked_mul((n - i) as u128) else { return u128::MAX };
        count = product / (i as u128 + 1);
    }
    count
}

/// The subsets of the numbers below n, in lexicographic order, in one buffer.
struct Combinations {
    n: usize,
    chosen: Vec<usize>,
    is_first: bool,
}

impl Combinations {
    fn new(n: usize, size: usize) -> Self {
        Combinations { n, chosen: (0..size).collect(), is_first: true }
    }

    fn next(&mut self) -> Option<&[usize]> {
        let size = self.chosen.len();
        if !std::mem::take(&mut self.is_first) {
            let place = (0..size).rev().find(|&place| self.chosen[place] + size - place < self.n)?;
            let first = self.chosen[place] + 1;
            self.chosen[place..].iter_mut().zip(first..).for_each(|(position, next)| *position = next);
        }
        Some(&self.chosen)
    }
}
