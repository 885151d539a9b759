//! Constraints over truth values.

use super::{Builtin, Wrong, compare, plain, reifiable, stated, sum};
use crate::flatzinc::classes::Lit;
use crate::flatzinc::program::Kind::{Bool, Bools, Int, Number, Numbers};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified, Relation};

use super::ints::linear;

pub(super) const ALL: &[Builtin] = &[
    plain("array_bool_and", &[Bools, Bool], |program, args, _| {
        and(program, args.bools(0), Reified::Full(args.bool(1)))
    }),
    plain("array_bool_and_imp", &[Bools, Bool], |program, args, _| {
        and(program, args.bools(0), Reified::Half(args.bool(1)))
    }),
    plain("array_bool_or", &[Bools, Bool], |program, args, _| or(program, args.bools(0), Reified::Full(args.bool(1)))),
    plain("array_bool_or_imp", &[Bools, Bool], |program, args, _| {
        or(program, args.bools(0), Reified::Half(args.bool(1)))
    }),
    reifiable("array_bool_xor", &[Bools], |program, args, reified| stated(program, Form::Odd(args.bools(0)), reified)),
    plain("bool2int", &[Bool, Int], |program, args, _| {
        sum(program, vec![(1, args.term(0)), (-1, args.term(1))], Relation::Eq, 0, Reified::No)
    }),
    plain("bool_and", &[Bool, Bool, Bool], |program, args, _| {
        and(program, vec![args.bool(0), args.bool(1)], Reified::Full(args.bool(2)))
    }),
    plain("bool_and_imp", &[Bool, Bool, Bool], |program, args, _| {
        and(program, vec![args.bool(0), args.bool(1)], Reified::Half(args.bool(2)))
    }),
    reifiable("bool_clause", &[Bools, Bools], |program, args, reified| {
        let lits = args.bools(0).into_iter().chain(args.bools(1).into_iter().map(|lit| !lit)).collect();
        or(program, lits, reified)
    }),
    reifiable("bool_eq", &[Bool, Bool], |program, args, reified| compare(program, args, Relation::Eq, 0, reified)),
    reifiable("bool_le", &[Bool, Bool], |program, args, reified| compare(program, args, Relation::Le, 0, reified)),
    reifiable("bool_lin_eq", &[Numbers, Bools, Int], |program, args, reified| {
        args.same_length(0, 1)?;
        let left = args.numbers(0).into_iter().zip(args.terms(1).iter().copied());
        sum(program, left.chain([(-1, args.term(2))]).collect(), Relation::Eq, 0, reified)
    }),
    reifiable("bool_lin_le", &[Numbers, Bools, Number], |program, args, reified| {
        linear(program, args, Relation::Le, reified)
    }),
    reifiable("bool_lt", &[Bool, Bool], |program, args, reified| compare(program, args, Relation::Le, -1, reified)),
    reifiable("bool_ne", &[Bool, Bool], |program, args, reified| compare(program, args, Relation::Ne, 0, reified)),
    reifiable("bool_not", &[Bool, Bool], |program, args, reified| compare(program, args, Relation::Ne, 0, reified)),
    plain("bool_or", &[Bool, Bool, Bool], |program, args, _| {
        or(program, vec![args.bool(0), args.bool(1)], Reified::Full(args.bool(2)))
    }),
    plain("bool_or_imp", &[Bool, Bool, Bool], |program, args, _| {
        or(program, vec![args.bool(0), args.bool(1)], Reified::Half(args.bool(2)))
    }),
    reifiable("bool_xor", &[Bool, Bool], |program, args, reified| compare(program, args, Relation::Ne, 0, reified)),
    plain("bool_xor", &[Bool, Bool, Bool], |program, args, _| {
        compare(program, args, Relation::Ne, 0, Reified::Full(args.bool(2)))
    }),
];

fn or(program: &mut Program<'_>, lits: Vec<Lit>, reified: Reified) -> Result<(), Wrong> {
    stated(program, Form::Or(lits), reified)
}

/// All literals are true, stated as that no literal is false.
fn and(program: &mut Program<'_>, lits: Vec<Lit>, reified: Reified) -> Result<(), Wrong> {
    let none: Vec<Lit> = lits.into_iter().map(|lit| !lit).collect();
    match reified {
        Reified::No => none.into_iter().for_each(|lit| program.clause(vec![!lit])),
        Reified::Full(truth) => program.state(Form::Or(none), Reified::Full(!truth)),
        Reified::Half(truth) => none.into_iter().for_each(|lit| program.clause(vec![!truth, !lit])),
    }
    Ok(())
}
