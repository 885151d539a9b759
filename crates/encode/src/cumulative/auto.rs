//! By time or by task, whichever the numbers ask for.
//!
//! This is the decomposition of the class, whose head says whose ideas both are. It goes by time while there are at
//! most 5,000 pairs of a task and a time, or three times for each pair of tasks, and nothing can be negative. Otherwise
//! it goes by task. The rule is ours.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Class, Cumulative, Poster};

use super::SimplerConstraints;

pub(super) struct Auto;

impl Described for Auto {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("auto", "by time where times are few and nothing is negative, else by task");
}

impl SimplerConstraints<Cumulative> for Auto {
    fn decompose(&self, cumulative: &Cumulative, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(cumulative, when, out);
    }
}
