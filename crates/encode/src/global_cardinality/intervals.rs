//! Counts of all intervals of values, and sums that join them.
//!
//! C. Bessiere, G. Katsirelos, N. Narodytska, C.-G. Quimper, T. Walsh, "Decompositions of All Different, Global
//! Cardinality and Related Constraints", IJCAI 2009. For each interval of values there is a variable for how many take
//! one of them. A beginning of the values is such an interval, and the sum of a shorter beginning and of the rest.
//! Where counts and sums are bounds consistent, so is the whole: bounds of the variables for which too many or too few
//! have their values in some interval are found.
//!
//! For n variables and d values there are about d^2 / 2 variables and n d^2 / 2 conjunctions. There are as many counts
//! of n atoms as variables, and as many sums. A count or a sum takes up to about n^2 clauses.

use crate::{Described, EncodingAbout};
use cnfab_model::{Among, Atom, Class, Cmp, GlobalCardinality, Linear, Poster, Var};

use super::SimplerConstraints;

/// The most clauses of counts and sums, estimated.
const MOST: usize = 20_000_000;

pub(super) struct Intervals;

impl Described for Intervals {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("intervals", "counts of all intervals of values, and the sums that join them");
}

/// The values of all variables in order.
fn values(of: &GlobalCardinality, out: &Poster<'_>) -> Vec<i32> {
    let mut values: Vec<i32> = of.vars.iter().flat_map(|&var| out.domain(var).to_vec()).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// A variable for how many take a value of the interval.
fn inside(of: &GlobalCardinality, [low, high]: [i32; 2], out: &mut Poster<'_>) -> Var {
    let atom = |&var: &Var, out: &mut Poster<'_>| match low == high {
        true => var.is(low),
        false => out.conjunction(&[var.at_least(low), var.at_most(high)]),
    };
    let atoms = of.vars.iter().map(|var| atom(var, out)).collect();
    let number = out.variable("inside", 0..=of.vars.len() as i32);
    out.post(&[], Among { atoms, cmp: Cmp::Eq, number });
    number
}

impl SimplerConstraints<GlobalCardinality> for Intervals {
    fn decompose(&self, of: &GlobalCardinality, when: &[Atom], out: &mut Poster<'_>) {
        let values = values(of, out);
        if values.len().saturating_pow(2).saturating_mul(of.vars.len().saturating_pow(2)) / 2 > MOST {
            return out.refuse("a global cardinality whose intervals need more than 20,000,000 clauses");
        }
        Class::decompose(of, when, out);
        // How many take one of the values from the first one up to each.
        let Some(&first) = values.first() else { return };
        let beginnings: Vec<Var> = values.iter().map(|&last| inside(of, [first, last], out)).collect();
        for (last, &all) in beginnings.iter().enumerate() {
            for (before, &shorter) in beginnings[..last].iter().enumerate() {
                let rest = inside(of, [values[before + 1], values[last]], out);
                out.post(&[], Linear { terms: vec![(1, shorter), (1, rest), (-1, all)], cmp: Cmp::Eq, rhs: 0 });
            }
        }
        // The counts of single values are those of the constraint.
        for (place, &value) in values.iter().enumerate() {
            let counts = of.values.iter().zip(&of.counts).filter(|count| *count.0 == value);
            for (_, &count) in counts {
                let before = place.checked_sub(1).map(|before| (-1, beginnings[before]));
                let terms = before.into_iter().chain([(1, beginnings[place]), (-1, count)]).collect();
                out.post(when, Linear { terms, cmp: Cmp::Eq, rhs: 0 });
            }
        }
    }
}
