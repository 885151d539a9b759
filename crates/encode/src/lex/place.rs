//! A variable for the first place at which the vectors differ.
//!
//! This is the decomposition of the class. The pointer to that place is from A. M. Frisch, B. Hnich, Z. Kiziltan, I.
//! Miguel, T. Walsh, "Global Constraints for Lexicographic Orderings", CP 2002, where a propagator moves it. For
//! vectors of length n it has n + 1 values and n equations, inequations and comparisons under conditions. It is good
//! where the place itself is decided early, as in searches that choose values in order.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Class, Lex, Poster};

use super::SimplerConstraints;

pub(super) struct Place;

impl Described for Place {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("place", "a variable for the first place at which the vectors differ");
}

impl SimplerConstraints<Lex> for Place {
    fn decompose(&self, lex: &Lex, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(lex, when, out);
    }
}
