//! Sums of different variables by the sets of numbers they can hold.
//!
//! Where it applies: `=`, equal coefficients, variables known to be all different, and not more than [`MOST_SETS`]
//! sets. Each set of as many values as variables, with the right sum and with a way to hand its values to the
//! variables, gets a column. Rows: exactly one set; per value `sum of the sets with it = sum of the binaries of the
//! variables that take it`. The row of the sum itself follows from these. A sum where sets do not apply stays one plain
//! row, so that a model without any such line gets the program of `assignment`.
//!
//! Size: per line one column per set, one row per value that occurs and one more. Strength: the linear relaxation knows
//! which values can be together in a line, but not which variable takes which of them.

use cnfab_base::names::Named;
use cnfab_model::Cmp;

use super::program::{Expr, TooLarge};
use super::sets::Line;
use super::{Builder, Formulation, SumConstraint};

pub(super) struct SubsetColumns;

/// A line with more sets than this stays a plain row.
const MOST_SETS: usize = 10_000;

impl Named for SubsetColumns {
    fn name(&self) -> &'static str {
        "subset-columns"
    }

    fn about(&self) -> &'static str {
        "for sums of different variables, one binary per set of numbers the line can hold"
    }
}

impl Formulation for SubsetColumns {
    fn sum(&self, sum: &SumConstraint, out: &mut Builder) -> Result<(), TooLarge> {
        let sets = total(sum).and_then(|total| {
            let line = Line::new(sum.terms.iter().map(|&(_, var)| out.values.domain(var)).collect(), total);
            line.sets(MOST_SETS).map(|sets| (line.values(), sets))
        });
        match sets {
            Some((values, sets)) => link(sum, &values, &sets, out),
            None => out.plain_sum(sum),
        }
    }
}

/// The sum of the variables of a line; `None` if the sum is no line, or has no integer total.
fn total(sum: &SumConstraint) -> Option<i64> {
    let coefficient = sum.terms.first()?.0;
    let equal = sum.terms.iter().all(|&(other, _)| other == coefficient);
    // A right-hand side that is no multiple makes the plain row a contradiction.
    let is_line = sum.cmp == Cmp::Eq && sum.distinct && equal && sum.rhs.checked_rem(coefficient) == Some(0);
    is_line.then(|| sum.rhs / coefficient)
}

fn link(sum: &SumConstraint, values: &[i32], sets: &[Vec<i32>], out: &mut Builder) -> Result<(), TooLarge> {
    let mut one_set = Expr::new();
    let mut uses: Vec<Expr> = vec![Expr::new(); values.len()];
    for (index, set) in sets.iter().enumerate() {
        let column = out.program.choice(format!("{}[{}].set[{index}]", sum.label, sum.number), true, sets.len());
        one_set.add(1, column);
        for value in set {
            let position = values.binary_search(value).expect("sets are made of these values");
            uses[position].add(1, column);
        }
    }
    out.program.row(&sum.label, one_set, Cmp::Eq, 1)?;
    for (&value, mut used) in values.iter().zip(uses) {
        for &(_, var) in &sum.terms {
            used.add_binary(-1, out.values.is(var, value));
        }
        out.program.row(&sum.label, used, Cmp::Eq, 0)?;
    }
    Ok(())
}
