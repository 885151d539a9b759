//! At the start of each task, the demands of all tasks that run then are added up.
//!
//! The task decomposition of A. Schutt, T. Feydt, P. J. Stuckey, M. G. Wallace, "Why Cumulative Decomposition Is Not as
//! Bad as It Sounds", CP 2009. For each pair of tasks a variable says whether one runs at the start of the other one,
//! by two comparisons. Ours has these variables in every assignment, so that solutions are counted once under
//! conditions as well. For n tasks there are n sums of n terms and 3 n (n - 1) variables, whatever the horizon. That is
//! good for long horizons. It propagates less than `time`, as nothing is known before it is known who runs with whom.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Cumulative, Poster};

use super::SimplerConstraints;

pub(super) struct Task;

impl Described for Task {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("task", "at the start of each task, the demands of all that run then");
}

impl SimplerConstraints<Cumulative> for Task {
    fn decompose(&self, cumulative: &Cumulative, when: &[Atom], out: &mut Poster<'_>) {
        cumulative.decompose_by_task(when, out);
    }
}
