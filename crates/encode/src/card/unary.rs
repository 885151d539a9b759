//! Bounds on a unary count, shared by the encodings that make one: a totalizer's root, a sorting network's outputs.
//!
//! At most k counts upwards and needs k+1 outputs; at least k counts downwards and needs k; whichever of the two, on
//! the literals or on their negations, needs fewer is used. Exactly k counts both ways over the rarer kind of literals.

use crate::{Contract, Encoding};
use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::Cmp;

use super::OpenCount;

/// The way of counting.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// True if true literals make outputs true.
    pub(crate) up: bool,
    /// True if false literals make outputs false.
    pub(crate) down: bool,
    /// Most outputs that are needed.
    pub(crate) cap: usize,
}

/// Something that counts in unary.
pub(super) trait Unary {
    /// The outputs "at least j are true", j from 1 to the cap or the number of literals, or on.
    fn count(&self, lits: &[Lit], way: Way, out: &mut dyn ClauseSink) -> Vec<Lit>;

    /// At most `k` of the literals.
    fn bound_above(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let others = lits.len() - k;
        if others <= k + 1 {
            self.downwards(&negated(lits), others, out);
        } else {
            self.upwards(lits, k, out);
        }
    }

    /// At least `k` of the literals.
    fn bound_below(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let others = lits.len() - k;
        if others + 1 < k {
            self.upwards(&negated(lits), others, out);
        } else {
            self.downwards(lits, k, out);
        }
    }

    /// Exactly `k` of the literals.
    fn bound_both(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        if lits.len() - k < k {
            return self.bound_both(&negated(lits), lits.len() - k, out);
        }
        let outputs = self.count(lits, Way { up: true, down: true, cap: k + 1 }, out);
        out.clause(&[outputs[k - 1]]);
        out.clause(&[!outputs[k]]);
    }

    /// At most `k`, counted upwards.
    fn upwards(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let outputs = self.count(lits, Way { up: true, down: false, cap: k + 1 }, out);
        out.clause(&[!outputs[k]]);
    }

    /// At least `k`, counted downwards.
    fn downwards(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let outputs = self.count(lits, Way { up: false, down: true, cap: k }, out);
        out.clause(&[outputs[k - 1]]);
    }
}

impl<U: Unary + Encoding> OpenCount for U {
    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.bound_above(lits, k, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.bound_below(lits, k, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.bound_both(lits, k, out);
    }
}

/// The negations.
pub(super) fn negated(lits: &[Lit]) -> Vec<Lit> {
    lits.iter().map(|&lit| !lit).collect()
}
