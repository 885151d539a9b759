//! At most one by giving each literal a pair of points of which at most two may be taken: 2n + 2*sqrt(2n) + O(n^(1/3))
//! clauses.
//!
//! About sqrt(2n) points lie in square blocks of d rows and d columns. Each literal has its own pair of points from two
//! different blocks and implies both; each point implies its row and its column; at most two rows and at most two
//! columns of all blocks are taken (sequential counters). Two points of different blocks take one row and one column
//! each, and no third point has its row and its column among these. So another literal, whose pair has a third point,
//! is impossible. Unit propagation goes the same way, and the encoding is domain consistent.
//! With m points in p rows and q columns, p and q about m/d: m + p + q + 2(p-2) + 2(q-2) new variables and
//! 2n + 2m + (5p-12) + (5q-12) clauses, where m is the least number of points with n pairs, about sqrt(2n) + d*d/2. The
//! side d is the one with the fewest clauses if it is not given (0), about the cube root of m; where the recursive
//! product has no more clauses, as for all n up to some hundred thousands, that is used instead. Up to four literals it
//! is the pairwise encoding. Points may be taken without reason (projected-only).
//! A. Krapivin, B. Przybocki, B. Subercaseaux, "Near-Optimal Encodings of Cardinality Constraints", 2026, give this
//! size and show that no encoding has fewer than 2n + sqrt(n+1) - 2; the construction was found from its size alone.

use std::sync::Arc;

use crate::card;
use crate::{Contract, Described, EncodingAbout, NumberRange};
use cnfab_cnf::{ClauseSink, Lit, Name};

use super::product_recursive::{self, MOST_BY_PAIRS};
use super::{AmoEncoding, Pairwise};

/// The largest side of a block.
const MOST_SIDE: usize = 100;

pub(super) struct NearOptimal {
    /// The side of a block; 0 for the best.
    pub(super) side: usize,
}

impl Described for NearOptimal {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal of the row, or of the column",
            "two rows, and two columns, together exceed one",
        ]),
        number: Some(NumberRange {
            about: "side of a block of points (0: whatever makes the fewest clauses)",
            range: 0..=MOST_SIDE,
        }),
        ..EncodingAbout::new(
            "near-optimal",
            "grids of grids, and for very many literals pairs of points; 2n+2*sqrt(2n)+O(n^(1/3)) clauses",
        )
    };

    fn has_definitions(&self) -> bool {
        // Points, rows and columns of blocks say nothing of their own.
        self.side == 0
    }

    fn value(&self) -> usize {
        self.side
    }
}

impl AmoEncoding for NearOptimal {
    fn with_number(&self, side: usize) -> Option<Arc<dyn AmoEncoding>> {
        Some(Arc::new(NearOptimal { side }))
    }

    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= if self.side == 0 { MOST_BY_PAIRS } else { 4 })
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        let n = lits.len();
        if n <= 4 {
            return Pairwise.at_most_one(lits, out);
        }
        if self.side > 0 {
            return Layout::new(n, self.side).encode(lits, out);
        }
        let layouts = (1..=MOST_SIDE).map(|side| Layout::new(n, side));
        let best = layouts.min_by_key(|layout| layout.clauses(n)).expect("there are sides");
        if best.clauses(n) < product_recursive::clauses(n) {
            best.encode(lits, out);
        } else {
            product_recursive::at_most_one(lits, out);
        }
    }
}

/// Points in blocks.
struct Layout {
    side: usize,
    points: usize,
}

impl Layout {
    /// As few points as give n pairs from different blocks.
    fn new(n: usize, side: usize) -> Self {
        let (mut low, mut high) = (2, n + side * side + 1);
        while low < high {
            let middle = low.midpoint(high);
            if (Layout { side, points: middle }).pairs() < n {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Layout { side, points: low }
    }

    fn area(&self) -> usize {
        self.side * self.side
    }

    /// The pairs of points from different blocks.
    fn pairs(&self) -> usize {
        let (blocks, rest) = (self.points / self.area(), self.points % self.area());
        let inside = |points: usize| points * points.saturating_sub(1) / 2;
        inside(self.points) - blocks * inside(self.area()) - inside(rest)
    }

    /// The rows and columns of all blocks that have points.
    fn lines(&self) -> (usize, usize) {
        let (blocks, rest) = (self.points / self.area(), self.points % self.area());
        (blocks * self.side + rest.div_ceil(self.side), blocks * self.side + rest.min(self.side))
    }

    fn clauses(&self, n: usize) -> usize {
        let at_most_two = |lines: usize| (5 * lines).saturating_sub(12);
        2 * n + 2 * self.points + at_most_two(self.lines().0) + at_most_two(self.lines().1)
    }

    fn encode(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        let fresh = |tag: &'static str, count: usize, out: &mut dyn ClauseSink| -> Vec<Lit> {
            (0..count).map(|i| out.fresh(Name::aux(tag, i, 0))).collect()
        };
        let points = fresh("amo-point", self.points, out);
        let rows = fresh("amo-row", self.lines().0, out);
        let columns = fresh("amo-column", self.lines().1, out);
        for (number, &point) in points.iter().enumerate() {
            let (block, place) = (number / self.area(), number % self.area());
            out.clause(&[!point, rows[block * self.side + place / self.side]]);
            out.clause(&[!point, columns[block * self.side + place % self.side]]);
        }
        card::at_most_two(&rows, out);
        card::at_most_two(&columns, out);
        let mut rest = lits;
        for (number, &first) in points.iter().enumerate() {
            let next_block = (number / self.area() + 1) * self.area();
            let seconds = points.get(next_block..).unwrap_or_default();
            let (now, later) = rest.split_at(rest.len().min(seconds.len()));
            for (&lit, &second) in now.iter().zip(seconds) {
                out.clause(&[!lit, first]);
                out.clause(&[!lit, second]);
            }
            rest = later;
        }
    }
}
