//! One count for each value, and the sum of the counts.
//!
//! Each variable takes one value, so the counts of different values come to no more than the number of variables. Where
//! the variables have no other values, they come to just that. It follows from the counts, and models of magic series
//! have stated it beside them for long. With it, unit propagation narrows a count by what the others leave for it.
//! There are no further variables.

use crate::{Described, EncodingAbout};
use std::collections::BTreeMap;

use cnfab_model::{Atom, Class, Cmp, GlobalCardinality, Linear, Poster, Var};

use super::SimplerConstraints;

pub(super) struct Total;

impl Described for Total {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("total", "one count for each value, and the sum of the counts, which follows");
}

impl SimplerConstraints<GlobalCardinality> for Total {
    fn decompose(&self, of: &GlobalCardinality, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(of, when, out);
        total(of, when, out);
    }
}

/// States the sum of the counts.
pub(in super::super) fn total(of: &GlobalCardinality, when: &[Atom], out: &mut Poster<'_>) {
    let counts: BTreeMap<i32, Var> = of.values.iter().copied().zip(of.counts.iter().copied()).collect();
    let is_counted = |&var: &Var| out.domain(var).values().all(|value| counts.contains_key(&value));
    let cmp = if of.is_closed || of.vars.iter().all(is_counted) { Cmp::Eq } else { Cmp::Le };
    let terms = counts.into_values().map(|count| (1, count)).collect();
    out.post(when, Linear { terms, cmp, rhs: of.vars.len() as i64 });
}
