//! Constraints over integers: comparisons, sums, arithmetic, membership.

use std::rc::Rc;

use cnfab_model::Extremum;

use super::{Args, Builtin, Wrong, bounds, compare, keep_within, plain, reifiable, stated, sum};
use crate::flatzinc::classes::Term;
use crate::flatzinc::program::Kind::{Int, Ints, Number, Numbers, Set};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified, Relation};

pub(super) const ALL: &[Builtin] = &[
    reifiable("int_eq", &[Int, Int], |program, args, reified| compare(program, args, Relation::Eq, 0, reified)),
    reifiable("int_le", &[Int, Int], |program, args, reified| compare(program, args, Relation::Le, 0, reified)),
    reifiable("int_lt", &[Int, Int], |program, args, reified| compare(program, args, Relation::Le, -1, reified)),
    reifiable("int_ne", &[Int, Int], |program, args, reified| compare(program, args, Relation::Ne, 0, reified)),
    reifiable("int_lin_eq", &[Numbers, Ints, Number], |program, args, reified| {
        linear(program, args, Relation::Eq, reified)
    }),
    reifiable("int_lin_le", &[Numbers, Ints, Number], |program, args, reified| {
        linear(program, args, Relation::Le, reified)
    }),
    reifiable("int_lin_ne", &[Numbers, Ints, Number], |program, args, reified| {
        linear(program, args, Relation::Ne, reified)
    }),
    plain("int_max", &[Int, Int, Int], |program, args, reified| extremum(program, args, true, reified))
        .needing(&[0, 1]),
    plain("int_min", &[Int, Int, Int], |program, args, reified| extremum(program, args, false, reified))
        .needing(&[0, 1]),
    reifiable("int_plus", &[Int, Int, Int], plus),
    reifiable("set_in", &[Int, Set], |program, args, reified| {
        stated(program, Form::In(args.term(0), args.set(1).clone()), reified)
    }),
];

/// The sum of multiples of the variables compares with a constant.
pub(super) fn linear(
    program: &mut Program<'_>,
    args: &Args,
    relation: Relation,
    reified: Reified,
) -> Result<(), Wrong> {
    args.same_length(0, 1)?;
    let terms = args.numbers(0).into_iter().zip(args.terms(1).iter().copied()).collect();
    sum(program, terms, relation, args.number(2), reified)
}

fn plus(program: &mut Program<'_>, args: &Args, reified: Reified) -> Result<(), Wrong> {
    sum(program, vec![(1, args.term(0)), (1, args.term(1)), (-1, args.term(2))], Relation::Eq, 0, reified)
}

fn extremum(program: &mut Program<'_>, args: &Args, is_largest: bool, reified: Reified) -> Result<(), Wrong> {
    extremum_of(program, &[args.term(0), args.term(1)], args.term(2), is_largest, reified)
}

/// The result is the least or the largest of the terms.
pub(super) fn extremum_of(
    program: &mut Program<'_>,
    of: &[Term],
    result: Term,
    is_largest: bool,
    reified: Reified,
) -> Result<(), Wrong> {
    let all: Option<Vec<(i64, i64)>> = of.iter().map(|&term| bounds(program, term)).collect();
    if let (Some(all), Reified::No) = (all, reified) {
        let pick = |values: &mut dyn Iterator<Item = i64>| if is_largest { values.max() } else { values.min() };
        let low = pick(&mut all.iter().map(|bounds| bounds.0));
        if let (Some(low), Some(high)) = (low, pick(&mut all.iter().map(|bounds| bounds.1))) {
            keep_within(program, result, (low, high));
        }
    }
    let terms: Vec<Term> = of.iter().copied().chain([result]).collect();
    let make = Rc::new(move |mut vars: Vec<cnfab_model::Var>| {
        let result = vars.pop().expect("the result is the last");
        Extremum { is_largest, vars, result }.into()
    });
    stated(program, Form::Class { terms, make, result: Some(of.len()) }, reified)
}
