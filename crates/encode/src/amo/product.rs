//! At most one by a grid: each literal implies its row and its column, at most one row and one column are chosen.
//!
//! One level, with p = floor(sqrt n) rows and q = ceil(n/p) columns: p+q new variables and 2n + C(p,2) + C(q,2)
//! clauses. Up to four literals it is the pairwise encoding, which is smaller there. A row or a column may be chosen
//! although none of its literals is true, so a solution can have several models (projected-only); `product-exact` rules
//! that out. Domain consistent.
//! `product(k)` is the grid of k dimensions. Its first side is the k-th root of n, rounded down, and its slices are
//! grids of k-1 dimensions; a side of 1 is left out. Variables: the sum of the sides. Clauses: k*n, and the pairs of
//! each side. More dimensions mean fewer variables and more clauses.
//! J. Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010, which names the grid of k dimensions too.

use std::sync::Arc;

use crate::{Contract, Described, EncodingAbout, NumberRange};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::{AmoEncoding, Pairwise};

pub(super) struct Product {
    pub(super) dimensions: usize,
}

impl Described for Product {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal of the row, or of the column",
            "two rows, and two columns, together exceed one",
        ]),
        number: Some(NumberRange { about: "number of dimensions", range: 2..=8 }),
        variants: &[3],
        ..EncodingAbout::new("product", "a grid of rows and columns, each literal implies its row and its column")
    };

    fn value(&self) -> usize {
        self.dimensions
    }
}

impl AmoEncoding for Product {
    fn with_number(&self, dimensions: usize) -> Option<Arc<dyn AmoEncoding>> {
        Some(Arc::new(Product { dimensions }))
    }

    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= 4)
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        grid(lits, self.dimensions, out);
    }
}

/// Encodes and returns the lines of each dimension, if there is a grid.
pub(super) fn grid(lits: &[Lit], dimensions: usize, out: &mut dyn ClauseSink) -> Option<Vec<Vec<Lit>>> {
    if lits.len() <= 4 {
        Pairwise.at_most_one(lits, out);
        return None;
    }
    let lines = lines(lits, dimensions, out);
    lines.iter().for_each(|side| Pairwise.at_most_one(side, out));
    Some(lines)
}

/// The lines of each dimension, new literals that those on them imply. Of two dimensions, literal number i is in row
/// i / q and column i % q, for q columns.
pub(super) fn lines(lits: &[Lit], dimensions: usize, out: &mut dyn ClauseSink) -> Vec<Vec<Lit>> {
    let sides = sides(lits.len(), dimensions);
    let mut stride: usize = sides.iter().product();
    let mut lines = Vec::with_capacity(dimensions);
    let mut places = Vec::with_capacity(dimensions);
    for (number, side) in sides.into_iter().enumerate() {
        stride /= side;
        if side == 1 {
            continue;
        }
        let on = |line: usize| {
            let on = lits.iter().enumerate().filter(move |&(i, _)| i / stride % side == line).map(|(_, &lit)| lit);
            Definition::any(&on.collect::<Vec<Lit>>())
        };
        let name = |line: usize| Name::aux(if number == 0 { "amo-row" } else { "amo-column" }, line, number as i64);
        lines.push((0..side).map(|line| out.define(name(line), || on(line))).collect::<Vec<Lit>>());
        places.push((stride, side));
    }
    for (i, &lit) in lits.iter().enumerate() {
        for (side, &(stride, of)) in lines.iter().zip(&places) {
            out.clause(&[!lit, side[i / stride % of]]);
        }
    }
    lines
}

/// The sides of a grid for `n` literals, with no slice without one.
fn sides(n: usize, dimensions: usize) -> Vec<usize> {
    let mut rest = n;
    let side = |left: usize| {
        let side = (1..).take_while(|side: &usize| side.pow(left as u32) <= rest).last().unwrap_or(1);
        rest = rest.div_ceil(side);
        side
    };
    (1..=dimensions).rev().map(side).collect()
}
