//! Array entries by equality of values: a chosen entry and the result have the same values.
//!
//! This is the decomposition of the class. For an array of n entries with d values there are 2 n d clauses of three
//! literals, and no auxiliaries. Unit propagation sees the values of an entry once it is chosen. It does not see that
//! an entry has no value in common with the result, nor that no entry has a value of the result; `supports` does.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Class, Element, Poster};

use super::SimplerConstraints;

pub(super) struct Pairs;

impl Described for Pairs {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("pairs", "where an entry is chosen, it and the result have the same values");
}

impl SimplerConstraints<Element> for Pairs {
    fn decompose(&self, element: &Element, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(element, when, out);
    }
}
