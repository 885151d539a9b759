//! Reduced generalised totalizer over groups: as `ggt`, with values merged that nothing outside a node can tell apart.
//!
//! For `<=` and `>=` two values of a node are the same if exactly the same sums of the terms outside it go with them; for `=`
//! a value is left out if none does. Never larger than `ggt`, and computed exactly from the sums outside, node by node.
//! Projected-only for `<=` and `>=`, bijective for `=`.
//! For `<=` and `>=` its clauses begin from values that are taken, never from values that are not: a variable with several
//! values left counts as its smallest weight of all, whether that is left or not, as in the published encoding, whose groups have
//! no literal for it. So dead ends are missed where small values are gone; `order-sum` and `mdd` use thresholds and miss none.
//! M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret, "SAT encodings for Pseudo-Boolean constraints
//! together with at-most-one constraints", Artificial Intelligence 302, 2022.

use crate::encode::{Contract, Encoding, VarMap};
use crate::model::Cmp;
use crate::names::Named;

use super::tree;
use super::{LinearEncoding, Statement, Sum};

pub(super) struct Rggt;

impl Named for Rggt {
    fn name(&self) -> &'static str {
        "rggt"
    }

    fn about(&self) -> &'static str {
        "generalised totalizer without values that make no difference"
    }
}

impl Encoding for Rggt {}

impl LinearEncoding for Rggt {
    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        tree::prepare(&sum, true, vars)
    }
}
