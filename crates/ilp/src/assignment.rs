//! The plain formulation: sums as rows over the columns of the values.
//!
//! Size: one row per sum, with as many entries as values that are not their variable's smallest.
//! Strength: the linear relaxation of a sum knows nothing of the integrality of its variables; equalities over wide
//! domains are weak.

use cnfab_base::names::Named;

use super::program::TooLarge;
use super::{Builder, Formulation, SumConstraint};

pub(super) struct Assignment;

impl Named for Assignment {
    fn name(&self) -> &'static str {
        "assignment"
    }

    fn about(&self) -> &'static str {
        "one binary per variable and value, sums as they are"
    }
}

impl Formulation for Assignment {
    fn sum(&self, sum: &SumConstraint, out: &mut Builder) -> Result<(), TooLarge> {
        out.plain_sum(sum)
    }
}
