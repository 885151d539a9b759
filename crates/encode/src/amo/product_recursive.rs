//! At most one by a grid whose rows and columns are limited by grids again: `near-optimal` up to some hundred thousand
//! literals.
//!
//! With p = floor(sqrt n) rows and q = ceil(n/p) columns: p+q new variables and 2n clauses, and those for at most one
//! of p and of q; 2n + 4*sqrt(n) + O(n^(1/4)) in all. Up to six literals it is the pairwise encoding, which is no
//! larger there. A row or a column may be chosen without reason (projected-only). Domain consistent.
//! J. Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010.

use cnfab_cnf::{ClauseSink, Lit};

use super::product::lines;
use super::{AmoEncoding, Pairwise};

/// The most literals whose pairs are forbidden one by one.
pub(super) const MOST_BY_PAIRS: usize = 6;

/// At most one of the literals is true.
pub(super) fn at_most_one(lits: &[Lit], out: &mut dyn ClauseSink) {
    if lits.len() <= MOST_BY_PAIRS {
        return Pairwise.at_most_one(lits, out);
    }
    lines(lits, 2, out).iter().for_each(|side| at_most_one(side, out));
}

/// The number of clauses for `n` literals.
pub(super) fn clauses(n: usize) -> usize {
    if n <= MOST_BY_PAIRS {
        return n * n.saturating_sub(1) / 2;
    }
    let rows = n.isqrt();
    2 * n + clauses(rows) + clauses(n.div_ceil(rows))
}
