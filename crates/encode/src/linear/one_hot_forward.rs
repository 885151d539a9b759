//! Partial sums with one literal per value, term by term, implied forwards only.
//!
//! As `one-hot-sum`, but only "sum before and term imply sum after", or exclude each other if there is none. A variable
//! has d values, and the i-th partial sum has p_i values (p_1 = d, the last is 1). Each term after the first takes p_i
//! variables and d*p_(i-1) + C(p_i,2) + 1 clauses. Exactly one value of each partial sum holds, so the encoding is
//! bijective; a value in the middle falls only when the sum before is known.
//! Dynamic programming over the terms.

use crate::{Contract, Described, EncodingAbout, VarMap};

use super::one_hot_sum::{Direction, encode};
use super::partial::Partials;
use super::{Statement, Sum, SumClauses};

pub(super) struct OneHotForward;

impl Described for OneHotForward {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["the partial sum is v", "two known sums leave the third one value"]),
        is_baseline: true,
        contract: Contract::Bijective,
        ..EncodingAbout::new("one-hot-forward", "partial sums with one literal per value, implied forwards only")
    };
}

impl SumClauses for OneHotForward {
    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let partials = Partials::new(&sum, vars)?;
        Ok(Box::new(move |vars, out| encode(&partials, Direction::Forward, vars, out)))
    }
}
