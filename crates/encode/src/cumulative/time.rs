//! For each time at which a task may start, the demands of all tasks that run then are added up.
//!
//! The time decomposition of A. Schutt, T. Feydt, P. J. Stuckey, M. G. Wallace, "Why Cumulative Decomposition Is Not as
//! Bad as It Sounds", CP 2009. They have a sum for every time. Ours leaves out the times at which no task may start, as
//! no peak begins there, and those whose demands fit in any case. For n tasks and t times there are t sums of at most n
//! terms, and n t variables for who runs. That is good for short horizons, where it propagates most. Demands and
//! capacities that may be negative are refused: a sum could be false where nothing starts.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Cumulative, Poster};

use super::SimplerConstraints;

pub(super) struct Time;

impl Described for Time {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "time",
        "for each time at which a task may start, the demands of all that run then",
    );
}

impl SimplerConstraints<Cumulative> for Time {
    fn decompose(&self, cumulative: &Cumulative, when: &[Atom], out: &mut Poster<'_>) {
        cumulative.decompose_by_time(when, out);
    }
}
