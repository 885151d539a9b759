//! Rows made by multipliers: sums of rows of the program, each times a whole number that is not negative.
//!
//! A relaxation by floating-point numbers says with which multipliers to add the rows up so that the sum contradicts
//! the bounds. The sum itself is made in whole numbers: it follows from the program whatever the multipliers are, so
//! that errors of the relaxation make it weaker and never wrong. It forbids what does not fit, and explains itself by
//! the literals that raised it.

use super::literal::ColumnLit;
use super::refutation::StepId;
use super::trail::{Reason, Trail};

/// The rest of a row `sum of what true literals add <= hi`, where all add something, once it was found to contradict
/// the assignment or to forbid literals: the literals that were true then, and those that it forbids.
#[derive(Clone, Debug)]
pub(super) struct RelaxedRow {
    /// True literals, not of level 0.
    raised: Vec<(ColumnLit, i64)>,
    /// Literals that do not fit beside them.
    forbidden: Vec<(ColumnLit, i64)>,
    /// The rest of the bound, negative if the row could not hold.
    slack: i128,
    /// The level on which it was made.
    pub(super) level: usize,
    /// For a refutation, the step that says it, and the facts of level 0 that it counts on.
    pub(super) steps: Vec<StepId>,
}

impl RelaxedRow {
    /// The row `sum of coefficient * column <= hi` over some columns; nothing if it holds whatever is assigned next.
    pub(super) fn new(coefficients: &[i128], columns: &[usize], hi: i128, trail: &Trail) -> Option<Self> {
        let lit = |column: usize| ColumnLit::of(column, coefficients[column] > 0);
        let adds = |column: usize| coefficients[column].abs();
        let mut slack = hi;
        let mut widest = 0;
        for &column in columns {
            let coefficient = coefficients[column];
            if coefficient == 0 {
                continue;
            }
            slack -= coefficient.min(0);
            if trail.is_true(lit(column)) {
                slack -= coefficient.abs();
            } else if trail.is_open(lit(column)) {
                widest = widest.max(coefficient.abs());
            }
        }
        if slack >= widest {
            return None;
        }
        let all = || columns.iter().copied().filter(|&column| coefficients[column] != 0);
        let of = |column: usize| (lit(column), adds(column) as i64);
        let raised =
            all().filter(|&column| trail.is_true(lit(column)) && trail.level(lit(column)) > 0).map(of).collect();
        let does_not_fit = |&column: &usize| trail.is_open(lit(column)) && adds(column) > slack;
        let forbidden = if slack < 0 { Vec::new() } else { all().filter(does_not_fit).map(of).collect() };
        Some(RelaxedRow { raised, forbidden, slack, level: trail.levels(), steps: Vec::new() })
    }

    /// True if it cannot hold.
    pub(super) fn is_conflict(&self) -> bool {
        self.slack < 0
    }

    /// Forbids what does not fit.
    pub(super) fn propagate(&self, index: u32, trail: &mut Trail) {
        self.forbidden.iter().for_each(|&(lit, _)| trail.assign(!lit, Reason::Relaxed(index)));
    }

    /// The literals by which it implies `implied`, or cannot hold if there is none.
    pub(super) fn explain(&self, implied: Option<ColumnLit>, trail: &Trail, out: &mut Vec<ColumnLit>) {
        let of = |&&(lit, _): &&(ColumnLit, i64)| implied == Some(!lit);
        let adds = self.forbidden.iter().find(of).map_or(0, |forbidden| i128::from(forbidden.1));
        let mut surplus = adds - self.slack - 1;
        debug_assert!(surplus >= 0, "a row implies nothing that fits");
        let mut premises = self.raised.clone();
        premises.sort_unstable_by_key(|premise| std::cmp::Reverse(trail.position(premise.0)));
        for (lit, adds) in premises {
            if i128::from(adds) <= surplus {
                surplus -= i128::from(adds);
            } else {
                out.push(lit);
            }
        }
    }
}
