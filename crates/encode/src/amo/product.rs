//! At most one by a grid: each literal implies its row and its column, at most one row and one column are chosen.
//!
//! One level, with p = floor(sqrt n) rows and q = ceil(n/p) columns: p+q new variables and 2n + C(p,2) + C(q,2)
//! clauses. Up to four literals it is the pairwise encoding, which is smaller there. A row or a column may be chosen
//! although none of its literals is true, so a solution can have several models (projected-only); `product-exact` rules
//! that out. Domain consistent.
//! J. Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010.

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::{AmoEncoding, Pairwise};

pub(super) struct Product;

impl Described for Product {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal of the row, or of the column",
            "two rows, and two columns, together exceed one",
        ]),
        ..EncodingAbout::new("product", "a grid of rows and columns, each literal implies its row and its column")
    };
}

impl AmoEncoding for Product {
    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= 4)
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        grid(lits, out);
    }
}

/// The grid's rows and its columns.
pub(super) struct Grid {
    pub(super) rows: Vec<Lit>,
    pub(super) columns: Vec<Lit>,
}

/// Encodes and returns the grid, if there is one: literal number i is in row i / q and column i % q.
pub(super) fn grid(lits: &[Lit], out: &mut dyn ClauseSink) -> Option<Grid> {
    if lits.len() <= 4 {
        Pairwise.at_most_one(lits, out);
        return None;
    }
    let grid = lines(lits, out);
    Pairwise.at_most_one(&grid.rows, out);
    Pairwise.at_most_one(&grid.columns, out);
    Some(grid)
}

/// New rows and columns, which the literals imply.
pub(super) fn lines(lits: &[Lit], out: &mut dyn ClauseSink) -> Grid {
    let p = lits.len().isqrt();
    let q = lits.len().div_ceil(p);
    let rows: Vec<Lit> = lits
        .chunks(q)
        .enumerate()
        .map(|(row, line)| out.define(Name::aux("amo-row", row, 0), &|| Definition::any(line)))
        .collect();
    let columns: Vec<Lit> = (0..q)
        .map(|column| {
            let line = || lits[column..].iter().step_by(q).copied().collect::<Vec<Lit>>();
            out.define(Name::aux("amo-column", column, 0), &|| Definition::any(&line()))
        })
        .collect();
    for (line, &row) in lits.chunks(q).zip(&rows) {
        for (&lit, &column) in line.iter().zip(&columns) {
            out.clause(&[!lit, row]);
            out.clause(&[!lit, column]);
        }
    }
    Grid { rows, columns }
}
