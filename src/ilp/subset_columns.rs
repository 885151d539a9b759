//! Sums of different variables by the sets of numbers they can hold.
//!
//! Where it applies: `=`, all coefficients equal up to sign, variables known to be all different, and at most
//! [`MOST_SETS`] sets. Each set of as many values as variables, with the right sum and with a way to hand its values to
//! the variables, gets a column. Rows: exactly one set; per value `sum of the sets with it = sum of the binaries of the
//! variables that take it`. The row of the sum itself follows from these. A sum where this does not apply stays one plain
//! row, so that a model without any such line gets the program of `assignment`.
//!
//! Size: one column per set, one row per value that occurs and one more. Strength: the linear relaxation knows which
//! values can be together in a line; the sets' columns need not be integral, since a 0/1 choice of values is a convex
//! combination of sets only if it is one of them.

use crate::model::{Cmp, Domain, Var};
use crate::names::Named;

use super::program::{Expr, TooLarge};
use super::{Builder, Formulation, Sum};

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
    fn sum(&self, sum: &Sum, out: &mut Builder) -> Result<(), TooLarge> {
        match number_sets(sum, out) {
            Some(sets) => link(sum, &sets, out),
            None => out.plain_sum(sum),
        }
    }
}

/// The sets of numbers that the line can hold, or `None` if sets do not apply to it.
fn number_sets(sum: &Sum, out: &Builder) -> Option<Vec<Vec<i32>>> {
    let first = sum.terms.first()?.0;
    let applies = sum.cmp == Cmp::Eq && sum.distinct && sum.terms.iter().all(|&(coefficient, _)| coefficient == first);
    if !applies {
        return None;
    }
    if sum.rhs % first != 0 {
        return Some(Vec::new());
    }
    let domains: Vec<&Domain> = sum.terms.iter().map(|&(_, var)| out.values.domain(var)).collect();
    let mut search = Search { values: union(&domains), chosen: Vec::new(), domains, found: Vec::new() };
    search.extend(0, sum.rhs / first).then_some(search.found)
}

fn union(domains: &[&Domain]) -> Vec<i32> {
    let mut values: Vec<i32> = domains.iter().flat_map(|domain| domain.values().iter().copied()).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Enumerates sets in increasing order of their values.
struct Search<'d> {
    /// All values, in increasing order.
    values: Vec<i32>,
    domains: Vec<&'d Domain>,
    chosen: Vec<i32>,
    found: Vec<Vec<i32>>,
}

impl Search<'_> {
    /// Adds values from position `from` on, with the given sum; `false` when there are too many sets.
    fn extend(&mut self, from: usize, rest: i64) -> bool {
        let missing = self.domains.len() - self.chosen.len();
        if missing == 0 {
            if rest == 0 && can_be_handed_out(&self.chosen, &self.domains) {
                self.found.push(self.chosen.clone());
            }
            return self.found.len() <= MOST_SETS;
        }
        let total = |values: &[i32]| values.iter().map(|&value| i64::from(value)).sum::<i64>();
        if self.values.len() - from < missing || total(&self.values[self.values.len() - missing..]) < rest {
            return true;
        }
        for position in from..=self.values.len() - missing {
            if total(&self.values[position..position + missing]) > rest {
                break;
            }
            self.chosen.push(self.values[position]);
            let go_on = self.extend(position + 1, rest - i64::from(self.values[position]));
            self.chosen.pop();
            if !go_on {
                return false;
            }
        }
        true
    }
}

/// Whether each value can go to a variable of its own that has it in its domain.
fn can_be_handed_out(values: &[i32], domains: &[&Domain]) -> bool {
    fn place(
        value: usize,
        values: &[i32],
        domains: &[&Domain],
        owner: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        (0..domains.len()).any(|variable| {
            if seen[variable] || !domains[variable].contains(values[value]) {
                return false;
            }
            seen[variable] = true;
            let free = owner[variable].is_none_or(|other| place(other, values, domains, owner, seen));
            if free {
                owner[variable] = Some(value);
            }
            free
        })
    }
    let mut owner = vec![None; domains.len()];
    (0..values.len()).all(|value| place(value, values, domains, &mut owner, &mut vec![false; domains.len()]))
}

fn link(sum: &Sum, sets: &[Vec<i32>], out: &mut Builder) -> Result<(), TooLarge> {
    let vars: Vec<Var> = sum.terms.iter().map(|&(_, var)| var).collect();
    let mut one_set = Expr::new();
    let domains: Vec<&Domain> = vars.iter().map(|&var| out.values.domain(var)).collect();
    let values = union(&domains);
    let mut uses: Vec<Expr> = vec![Expr::new(); values.len()];
    for (index, set) in sets.iter().enumerate() {
        let column = out.program.binary(format!("{}[{}].set[{index}]", sum.family, sum.number), false);
        one_set.add(1, column);
        for value in set {
            let position = values.binary_search(value).expect("sets are made of these values");
            uses[position].add(1, column);
        }
    }
    out.program.row(sum.family, one_set, Cmp::Eq, 1)?;
    for (&value, mut used) in values.iter().zip(uses) {
        for &var in &vars {
            used.add_binary(-1, out.values.is(var, value));
        }
        out.program.row(sum.family, used, Cmp::Eq, 0)?;
    }
    Ok(())
}
