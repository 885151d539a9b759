//! At most one by forbidding every pair, as long as there are few pairs.
//!
//! Up to 256 literals the pairwise encoding: no new variables, n(n-1)/2 clauses. Beyond that the product encoding, with
//! p = floor(sqrt n) rows and q = ceil(n/p) columns p+q new variables and 2n + C(p,2) + C(q,2) clauses: the size of a
//! formula stays in proportion to its literals, where pairs of thousands of literals would fill the memory. Bijective
//! up to 256 literals, then projected-only; domain consistent. The limit is measured. The stones of a dissection, in
//! groups of up to 256 literals, are faster by pairs. The words of a crossword, in groups of thousands, are far faster
//! by products.
//! S. Prestwich, "CNF Encodings", Handbook of Satisfiability, 2nd edition, 2021; J. Chen, "A New SAT Encoding of the
//! At-Most-One Constraint", ModRef 2010.

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};

use super::product::Product;
use super::{AmoEncoding, Pairwise};

/// The most literals whose pairs are forbidden one by one.
const MOST_BY_PAIRS: usize = 256;

pub(super) struct PairwiseProduct;

impl PairwiseProduct {
    /// The encoding of `n` literals.
    fn of(n: usize) -> &'static dyn AmoEncoding {
        if n <= MOST_BY_PAIRS { &Pairwise } else { &Product { dimensions: 2 } }
    }
}

impl Described for PairwiseProduct {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "where there is a grid: some literal of the row, or of the column",
            "two literals, two rows, and two columns, together exceed one",
        ]),
        ..EncodingAbout::new("pairwise-product", "pairwise up to 256 literals, product beyond")
    };
}

impl AmoEncoding for PairwiseProduct {
    fn contract(&self, n: usize) -> Contract {
        Self::of(n).contract(n)
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        Self::of(lits.len()).at_most_one(lits, out);
    }
}
