//! Sizes of the encodings of sums, for m variables with the same d successive values, at least three, and the
//! coefficient 1. Values are counted from 0, so that a sum is from 0 to m(d-1); at least is at most with the values
//! turned round.

mod binary;
mod merges;
mod partial;
mod tree;
mod tuples;

use super::tally::Tally;

pub(super) use binary::adders;

/// A sum.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    /// The number of variables.
    pub(super) m: usize,
    /// The number of values of each.
    pub(super) d: usize,
    /// Their sum, exactly or at most.
    pub(super) bound: usize,
    /// True if exactly.
    pub(super) exact: bool,
    /// True if they are known to be different.
    pub(super) distinct: bool,
}

impl Sum {
    /// The bounds of the inequalities that make the sum, but those that always hold.
    fn inequalities(&self) -> Vec<usize> {
        let most = self.m * (self.d - 1);
        let bounds = if self.exact { vec![self.bound, most - self.bound] } else { vec![self.bound] };
        bounds.into_iter().filter(|&bound| bound < most).collect()
    }
}

/// Auxiliaries, clauses and literals, with the thresholds of the variables where they are used.
pub(super) fn linear(spelling: &str, sum: &Sum) -> Option<Tally> {
    let (name, number) = spelling.split_once('(').unwrap_or((spelling, "3"));
    let number: usize = number.trim_end_matches(')').parse().ok()?;
    match name {
        "adder" => Some(binary::adder(sum)),
        "sorters" => Some(merges::watched(sum, true)),
        "binary-merge" => Some(merges::watched(sum, spelling.ends_with("(1)"))),
        "by-cardinality" => {
            // There is one coefficient: no diagram, and a tree for each inequality.
            let mut size = super::domain::thresholds(sum.d).times(sum.m);
            sum.inequalities()
                .into_iter()
                .for_each(|bound| tree::at_most(&Sum { bound, exact: false, ..*sum }, &mut size));
            Some(size)
        }
        "ggpw" => Some(binary::global(sum, !spelling.ends_with("(1)"))),
        "ggt" => Some(tree::tree(sum, spelling.ends_with("(1)"))),
        "glpw" => Some(binary::local(sum)),
        "gswc" => Some(partial::counter(sum)),
        "mdd" => Some(partial::diagram(sum)),
        "mixed-radix" => Some(tree::digits(sum, tree::radix(sum).into_iter())),
        "modulo" => Some(tree::digits(sum, std::iter::repeat(number))),
        "one-hot-forward" => Some(partial::one_hot(sum, false)),
        "one-hot-sum" => Some(partial::one_hot(sum, true)),
        "order-subset" => Some(*partial::order(sum).and(tuples::sets(sum)?)),
        "order-sum" => Some(partial::order(sum)),
        "subset-table" => tuples::sets(sum),
        "tree" => Some(tree::integers(sum)),
        "tuple-table" => tuples::rows(sum),
        _ => None,
    }
}
