//! Sequential counter: literal by literal, "at least j of the first i".
//!
//! At most k of n: k(n-k) variables and 2k(n-k)+n-2k clauses, implications one way only (projected-only): the counter
//! starts where j literals can be true and ends where exceeding k is still open. At least k of n: the same over the
//! negated literals with n-k. Exactly k: one shared counter with implications both ways, so that the auxiliaries are
//! determined and the encoding is bijective; k(n-k) variables, at most 4(k+1)(n-k+1) clauses. Domain consistent
//! throughout. C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};
use cnfab_model::Cmp;

use super::OpenCount;
use super::unary::negated;

pub(super) struct Sequential;

impl Described for Sequential {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["at least j of the literals so far", "counts add up, and the last exceeds the bound"]),
        ..EncodingAbout::new(
            "sequential",
            "sequential counter; for exactly k one shared counter with implications both ways",
        )
    };
}

impl OpenCount for Sequential {
    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let (n, counter) = (lits.len(), Counter::new(lits, k, out));
        let mut clause = ClauseBuf::new();
        for i in 1..=n {
            let lit = LitOrConst::Lit(lits[i - 1]);
            for j in i.saturating_sub(n - k).max(1)..=(k + 1).min(i) {
                // The counter's last column is "more than k", which is false.
                let now = counter.at(i, j);
                clause.all([!counter.at(i - 1, j), now], out);
                clause.all([!lit, !counter.at(i - 1, j - 1), now], out);
            }
        }
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.at_most(&negated(lits), lits.len() - k, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let (n, counter) = (lits.len(), Counter::new(lits, k, out));
        let mut clause = ClauseBuf::new();
        for i in 1..=n {
            let lit = LitOrConst::Lit(lits[i - 1]);
            for j in i.saturating_sub(n - k).max(1)..=(k + 1).min(i) {
                let (now, same, less) = (counter.at(i, j), counter.at(i - 1, j), counter.at(i - 1, j - 1));
                clause.all([!same, now], out);
                clause.all([!lit, !less, now], out);
                clause.all([!now, same, lit], out);
                clause.all([!now, less], out);
            }
        }
    }
}

/// The literals "at least j of the first i are true", where that is open.
struct Counter {
    n: usize,
    k: usize,
    lits: Vec<Lit>,
}

impl Counter {
    fn new(of: &[Lit], k: usize, out: &mut dyn ClauseSink) -> Self {
        let n = of.len();
        let mut lits = Vec::with_capacity(k * (n - k));
        for j in 1..=k {
            for i in j..j + n - k {
                lits.push(out.define(Name::aux("count", i, j as i64), &|| Definition::count(&of[..i], j)));
            }
        }
        Counter { n, k, lits }
    }

    fn at(&self, i: usize, j: usize) -> LitOrConst {
        if j == 0 {
            LitOrConst::Const(true)
        } else if j > i || j > self.k {
            LitOrConst::Const(false)
        } else if i >= j + self.n - self.k {
            // At most k are true in all, and at least k have to be: whoever is not yet counted cannot be missing.
            LitOrConst::Const(true)
        } else {
            LitOrConst::Lit(self.lits[(j - 1) * (self.n - self.k) + (i - j)])
        }
    }
}
