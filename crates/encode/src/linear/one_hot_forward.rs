//! Partial sums with one literal per value, term by term, implied forwards only.
//!
//! As `one-hot-sum`, but only "sum before and term imply sum after", or exclude each other if there is none. A variable
//! has d values, and the i-th partial sum has p_i values (p_1 = d, the last is 1). Each term after the first takes p_i
//! variables and d*p_(i-1) + C(p_i,2) + 1 clauses. Exactly one value of each partial sum holds, so the encoding is
//! bijective; a value in the middle falls only when the sum before is known.
//! Dynamic programming over the terms.

use crate::{Contract, Encoding, VarMap};
use cnfab_base::names::Named;
use cnfab_model::Cmp;

use super::one_hot_sum::{Direction, encode};
use super::partial::Partials;
use super::{Statement, Sum, SumClauses};

pub(super) struct OneHotForward;

impl Named for OneHotForward {
    fn name(&self) -> &'static str {
        "one-hot-forward"
    }

    fn about(&self) -> &'static str {
        "partial sums with one literal per value, implied forwards only"
    }
}

impl Encoding for OneHotForward {
    fn justification(&self) -> Option<[&'static str; 2]> {
        Some(["the partial sum is v", "two known sums leave the third one value"])
    }

    fn is_baseline(&self) -> bool {
        true
    }
}

impl SumClauses for OneHotForward {
    fn contract(&self, _cmp: Cmp) -> Contract {
        Contract::Bijective
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let partials = Partials::new(&sum, vars)?;
        Ok(Box::new(move |vars, out| encode(&partials, Direction::Forward, vars, out)))
    }
}
