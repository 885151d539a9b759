//! A cumulative constraint: each task takes 1 of a capacity of 1.
//!
//! A. Aggoun, N. Beldiceanu, "Extending CHIP in Order to Solve Complex Scheduling and Placement Problems", 1993, have
//! disjunctive constraints as this case of theirs. `cumulative=` chooses whether sums are by time or by task. By time
//! there are n t variables for n tasks and t times, and an at-most-one for each time, whose literals propagate without
//! any decision about pairs. That is good for short horizons. Strict constraints are refused where a task may take no
//! time: it could not lie within others then, and a cumulative constraint does not see it.

use crate::{Described, EncodingAbout};
use std::iter::zip;

use cnfab_model::{Activity, Amount, Atom, Cumulative, Disjunctive, Poster};

use super::SimplerConstraints;

pub(super) struct ByCumulative;

impl Described for ByCumulative {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "cumulative",
        "a cumulative constraint with a capacity of 1, as cumulative= has it",
    );
}

impl SimplerConstraints<Disjunctive> for ByCumulative {
    fn decompose(&self, disjunctive: &Disjunctive, when: &[Atom], out: &mut Poster<'_>) {
        let takes_time = |&duration: &Amount| match duration {
            Amount::Fixed(duration) => duration > 0,
            Amount::Of(var) => out.domain(var).min().is_some_and(|least| least > 0),
        };
        if disjunctive.is_strict && !disjunctive.durations.iter().all(takes_time) {
            return out.refuse("tasks that may take no time, by a strict constraint");
        }
        let (demand, capacity) = (Amount::Fixed(1), Amount::Fixed(1));
        let activity = |(&start, &duration)| Activity { start, duration, demand };
        let activities = zip(&disjunctive.starts, &disjunctive.durations).map(activity).collect();
        out.post(when, Cumulative { activities, capacity });
    }
}
