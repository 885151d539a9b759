//! For each two tasks a variable says which of them comes first.
//!
//! This is the decomposition of the class. J. Carlier, "The One-Machine Sequencing Problem", European Journal of
//! Operational Research, 1982, has the pairs. For n tasks there are n (n - 1) / 2 variables and twice as many sums of
//! two starts under conditions, whatever the horizon. It is good for long horizons and where the order is what is
//! searched for.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Class, Disjunctive, Poster};

use super::SimplerConstraints;

pub(super) struct Pairs;

impl Described for Pairs {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition("pairs", "for each two tasks which of them comes first");
}

impl SimplerConstraints<Disjunctive> for Pairs {
    fn decompose(&self, disjunctive: &Disjunctive, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(disjunctive, when, out);
    }
}
