//! At most one by a grid whose rows and columns are chosen only for a literal.
//!
//! The product encoding, and each row and column implies that one of its literals is true: with p = floor(sqrt n) rows
//! and q = ceil(n/p) columns p+q new variables and 2n + C(p,2) + C(q,2) + p + q clauses. Up to four literals it is the
//! pairwise encoding. Bijective, domain consistent.
//! J. Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010, which has only the product.

use crate::{ClauseBuf, Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};

use super::AmoEncoding;
use super::product::grid;

pub(super) struct ProductExact;

impl Described for ProductExact {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal of the row, or of the column",
            "two rows, and two columns, together exceed one; a row needs one of its literals",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new(
            "product-exact",
            "the product encoding, and a row or a column is chosen only for one of its literals",
        )
    };
}

impl AmoEncoding for ProductExact {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        let Some(grid) = grid(lits, 2, out) else { return };
        let q = grid[1].len();
        let mut clause = ClauseBuf::new();
        for (line, &row) in lits.chunks(q).zip(&grid[0]) {
            clause.push(!row);
            clause.extend(line).emit(out);
        }
        for (i, &column) in grid[1].iter().enumerate() {
            clause.push(!column);
            clause.extend(lits[i..].iter().step_by(q)).emit(out);
        }
    }
}
