//! `order-sum` and `subset-table` together: bounds and sets of values prune each other.
//!
//! Size and requirements are those of both. The fewest conflicts on Aristotle's hexagon of all encodings measured here,
//! for about twice the clauses of `order-sum`. Bijective.

use crate::{Contract, Described, EncodingAbout, VarMap};

use super::order_sum;
use super::partial::Partials;
use super::subset_table;
use super::subsets::Subsets;
use super::{Statement, Sum, SumClauses};

pub(super) struct OrderSubset;

impl Described for OrderSubset {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some variable has v; a set: its values are taken, the others are not",
            "a tree of cases over the values, which prices of an assignment problem refute",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("order-subset", "order-sum and subset-table together")
    };
}

impl SumClauses for OrderSubset {
    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let (subsets, partials) = (Subsets::new(&sum, vars)?, Partials::new(&sum, vars)?);
        Ok(Box::new(move |vars, out| {
            order_sum::encode(&partials, vars, out);
            subset_table::encode(&sum, &subsets, vars, out);
        }))
    }
}
