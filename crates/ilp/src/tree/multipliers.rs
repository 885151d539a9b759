//! Rows made by multipliers: sums of rows of the program, each times a whole number that is not negative.
//!
//! A relaxation by floating-point numbers says with which multipliers to add the rows up so that the sum contradicts the
//! bounds. The sum itself is made in whole numbers: it follows from the program whatever the multipliers are, so that
//! errors of the relaxation make it weaker and never wrong. It forbids what does not fit, and explains itself by the
//! literals that raised it.

use super::literal::ColumnLit;
use super::trail::{Reason, Trail};

/// A row `sum of what true literals add <= hi`, where all add something.
#[derive(Clone, Debug)]
pub(super) struct RelaxedRow {
    /// By what they add, most first.
    pub(super) terms: Vec<(ColumnLit, i64)>,
    pub(super) hi: i128,
    /// The level on which it was made.
    pub(super) level: usize,
}

impl RelaxedRow {
    /// The row `sum of coefficient * column <= hi`.
    pub(super) fn new(coefficients: impl Iterator<Item = (usize, i64)>, mut hi: i128, level: usize) -> Self {
        let mut terms = Vec::new();
        for (column, coefficient) in coefficients {
            if coefficient < 0 {
                hi -= i128::from(coefficient);
            }
            if coefficient != 0 {
                terms.push((ColumnLit::of(column, coefficient > 0), coefficient.abs()));
            }
        }
        terms.sort_unstable_by_key(|term| std::cmp::Reverse(term.1));
        RelaxedRow { terms, hi, level }
    }

    /// What is left of its bound; negative if it cannot hold.
    pub(super) fn slack(&self, trail: &Trail) -> i128 {
        let added = self.terms.iter().filter(|term| trail.is_true(term.0)).map(|term| i128::from(term.1));
        self.hi - added.sum::<i128>()
    }

    /// Forbids what does not fit.
    pub(super) fn propagate(&self, index: u32, slack: i128, trail: &mut Trail) {
        for &(lit, adds) in &self.terms {
            if i128::from(adds) <= slack {
                break;
            }
            if trail.is_open(lit) {
                trail.assign(!lit, Reason::Relaxed(index));
            }
        }
    }

    /// The literals, true before `position`, by which it implies `implied`, or cannot hold if there is none.
    pub(super) fn explain(&self, implied: Option<ColumnLit>, position: usize, trail: &Trail, out: &mut Vec<ColumnLit>) {
        let mut surplus = -self.hi - 1;
        let mut premises = Vec::new();
        for &(lit, adds) in &self.terms {
            if implied == Some(!lit) {
                surplus += i128::from(adds);
            } else if trail.is_true_before(lit, position) {
                surplus += i128::from(adds);
                if trail.level(lit) > 0 {
                    premises.push((trail.position(lit), lit, i128::from(adds)));
                }
            }
        }
        debug_assert!(surplus >= 0, "a row implies nothing that fits");
        premises.sort_unstable_by_key(|premise| std::cmp::Reverse(premise.0));
        for (_, lit, adds) in premises {
            if adds <= surplus {
                surplus -= adds;
            } else {
                out.push(lit);
            }
        }
    }
}
