//! For each entry and value a variable that says whether the entry is chosen and has the value.
//!
//! Supports are from I. P. Gent, "Arc Consistency in SAT", ECAI 2002. An entry that is chosen needs a value that the
//! result has as well, and each value of the result needs an entry that is chosen and has it. Unit propagation is
//! domain consistent then. The variables are true exactly where both is so, in every assignment.
//!
//! For an array of n entries with d values there are n d variables, and 4 n d + n + d clauses.

use crate::{Described, EncodingAbout};
use std::collections::BTreeMap;

use cnfab_model::{Atom, Clause, Element, Poster};

use super::SimplerConstraints;

pub(super) struct Supports;

impl Described for Supports {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "supports",
        "for each entry and value whether it is chosen and has it; domain consistent",
    );
}

impl SimplerConstraints<Element> for Supports {
    fn decompose(&self, element: &Element, when: &[Atom], out: &mut Poster<'_>) {
        out.post(when, Clause(element.entries().map(|(index, _)| element.index.is(index)).collect()));
        // Of each value of the result, what supports it.
        let mut supports: BTreeMap<i32, Vec<Atom>> =
            out.domain(element.result).values().map(|value| (value, Vec::new())).collect();
        for (index, entry) in element.entries() {
            if !out.domain(element.index).contains(index) {
                continue;
            }
            let mut own = vec![element.index.is_not(index)];
            for value in out.domain(entry).to_vec() {
                if let Some(supports) = supports.get_mut(&value) {
                    let both = out.conjunction(&[element.index.is(index), entry.is(value)]);
                    out.post(when, Clause(vec![!both, element.result.is(value)]));
                    supports.push(both);
                    own.push(both);
                }
            }
            out.post(when, Clause(own));
        }
        for (value, supports) in supports {
            let needed = supports.into_iter().chain([element.result.is_not(value)]);
            out.post(when, Clause(needed.collect()));
        }
    }
}
