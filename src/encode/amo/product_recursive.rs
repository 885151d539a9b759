//! At most one by a grid whose rows and columns are limited by grids again.
//!
//! With p = floor(sqrt n) rows and q = ceil(n/p) columns: p+q new variables and 2n clauses, and those for at most one of p and
//! of q; 2n + 4*sqrt(n) + O(n^(1/4)) in all. Up to six literals it is the pairwise encoding, which is no larger there.
//! A row or a column may be chosen without reason (projected-only). Domain consistent.
//! J. Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010.

use crate::cnf::{ClauseSink, Lit};
use crate::encode::{Contract, Encoding};
use crate::names::Named;

use super::product::lines;
use super::{AmoEncoding, Pairwise};

/// The most literals whose pairs are forbidden one by one.
const MOST_BY_PAIRS: usize = 6;

pub(super) struct ProductRecursive;

impl Named for ProductRecursive {
    fn name(&self) -> &'static str {
        "product-recursive"
    }

    fn about(&self) -> &'static str {
        "a grid of rows and columns, which have grids themselves"
    }
}

impl Encoding for ProductRecursive {}

impl AmoEncoding for ProductRecursive {
    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= MOST_BY_PAIRS)
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() <= MOST_BY_PAIRS {
            return Pairwise.at_most_one(lits, out);
        }
        let grid = lines(lits, out);
        self.at_most_one(&grid.rows, out);
        self.at_most_one(&grid.columns, out);
    }
}

/// The number of clauses for so many literals.
pub(super) fn clauses(n: usize) -> usize {
    if n <= MOST_BY_PAIRS {
        return n * n.saturating_sub(1) / 2;
    }
    let rows = n.isqrt();
    2 * n + clauses(rows) + clauses(n.div_ceil(rows))
}
