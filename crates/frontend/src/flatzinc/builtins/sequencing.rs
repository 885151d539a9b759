//! Tasks in time, and lexicographic order.

use std::rc::Rc;

use cnfab_model::{Activity, Amount, Cumulative, Disjunctive, Lex, Var};

use super::{Args, Builtin, Wrong, class, keep_within, plain, reifiable};
use crate::flatzinc::program::Kind::{Bools, Int, Ints};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::Reified;
use crate::ranges::HIGHEST;

pub(super) const ALL: &[Builtin] = &[
    plain("fzn_cumulative", &[Ints, Ints, Ints, Int], cumulative),
    plain("fzn_disjunctive", &[Ints, Ints], |program, args, _| disjunctive(program, args, false)),
    plain("fzn_disjunctive_strict", &[Ints, Ints], |program, args, _| disjunctive(program, args, true)),
    reifiable("fzn_lex_less_bool", &[Bools, Bools], |program, args, reified| lex(program, args, true, reified)),
    reifiable("fzn_lex_less_int", &[Ints, Ints], |program, args, reified| lex(program, args, true, reified)),
    reifiable("fzn_lex_lesseq_bool", &[Bools, Bools], |program, args, reified| lex(program, args, false, reified)),
    reifiable("fzn_lex_lesseq_int", &[Ints, Ints], |program, args, reified| lex(program, args, false, reified)),
];

/// No entry of the array is negative.
fn keep_natural(program: &mut Program<'_>, args: &Args, place: usize) {
    args.terms(place).iter().for_each(|&term| keep_within(program, term, (0, HIGHEST)));
}

/// Starts, durations and demands of tasks, and the capacity that those share which run at a time.
fn cumulative(program: &mut Program<'_>, args: &Args, _: Reified) -> Result<(), Wrong> {
    args.same_length(0, 1)?;
    args.same_length(0, 2)?;
    if args.terms(0).is_empty() {
        return Ok(());
    }
    keep_natural(program, args, 1);
    keep_natural(program, args, 2);
    // Something is below the capacity even when nothing runs.
    keep_within(program, args.term(3), (0, HIGHEST));
    let terms = [0, 1, 2].into_iter().flat_map(|place| args.terms(place).to_vec()).chain([args.term(3)]).collect();
    let make = Rc::new(|vars: Vec<Var>| {
        let n = vars.len() / 3;
        let activity = |task: usize| {
            let [duration, demand] = [vars[n + task], vars[2 * n + task]].map(Amount::Of);
            Activity { start: vars[task], duration, demand }
        };
        Cumulative { activities: (0..n).map(activity).collect(), capacity: Amount::Of(vars[3 * n]) }.into()
    });
    class(program, terms, make, Reified::No)
}

fn disjunctive(program: &mut Program<'_>, args: &Args, is_strict: bool) -> Result<(), Wrong> {
    args.same_length(0, 1)?;
    keep_natural(program, args, 1);
    let terms = args.terms(0).iter().chain(args.terms(1).iter()).copied().collect();
    let make = Rc::new(move |mut starts: Vec<Var>| {
        let durations = starts.split_off(starts.len() / 2).into_iter().map(Amount::Of).collect();
        Disjunctive { starts, durations, is_strict }.into()
    });
    class(program, terms, make, Reified::No)
}

fn lex(program: &mut Program<'_>, args: &Args, is_strict: bool, reified: Reified) -> Result<(), Wrong> {
    let (left, right) = (args.terms(0), args.terms(1));
    let first = left.len();
    let make = Rc::new(move |mut left: Vec<Var>| {
        let right = left.split_off(first);
        Lex { left, right, is_strict }.into()
    });
    class(program, left.iter().chain(right.iter()).copied().collect(), make, reified)
}
