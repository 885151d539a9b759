//! One count for each value.
//!
//! This is the decomposition of the class, whose head says whose idea it is. Unit propagation sees each value alone: it
//! does not see that several values together are asked for by too many variables, or by too few.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Class, GlobalCardinality, Poster};

use super::SimplerConstraints;

pub(super) struct Counts;

impl Described for Counts {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition("counts", "one count for each value");
}

impl SimplerConstraints<GlobalCardinality> for Counts {
    fn decompose(&self, of: &GlobalCardinality, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(of, when, out);
    }
}
