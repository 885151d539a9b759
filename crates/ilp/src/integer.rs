//! Sums over integer columns: `y1 + .. + yn` compared with a number, where `y` is the value of a variable.
//!
//! A variable in a sum or in the objective has a column of integers between its bounds. It has the 0/1 columns of its
//! values besides where other constraints ask for these, or where its domain has gaps; then `y = sum of v x_v`.
//! A variable with two values has its one 0/1 column alone.
//!
//! Size: one row per sum with an entry per variable, and one column per variable in sums. A variable with 0/1 columns
//! besides has one row more, with an entry for each of its columns. One that is in sums alone has one column for any
//! number of values. Strength: the relaxation is as strong as with `assignment`, and smaller where domains are wide.
//! Solvers that branch on columns split domains here, and try values there.

use cnfab_base::names::Named;

use super::program::TooLarge;
use super::{Builder, Formulation, SumConstraint};

pub(super) struct Integer;

impl Named for Integer {
    fn name(&self) -> &'static str {
        "integer"
    }

    fn about(&self) -> &'static str {
        "one integer per variable in sums, with binaries for its values where they are needed"
    }
}

impl Formulation for Integer {
    fn has_numbers(&self) -> bool {
        true
    }

    fn sum(&self, sum: &SumConstraint, out: &mut Builder) -> Result<(), TooLarge> {
        out.plain_sum(sum)
    }
}
