//! Products, quotients, remainders, powers and absolute values.

use std::rc::Rc;

use cnfab_model::{Function, Term as Operation, Var};

use super::{Args, Builtin, Wrong, bounds, keep_within, plain};
use crate::flatzinc::classes::Term;
use crate::flatzinc::program::Kind::{Int, Number};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified};

pub(super) const ALL: &[Builtin] = &[
    plain("int_abs", &[Int, Int], |program, args, _| {
        let within = bounds(program, args.int(0)).map(|(low, high)| {
            let least = if low <= 0 && high >= 0 { 0 } else { low.unsigned_abs().min(high.unsigned_abs()) };
            (least.into(), low.unsigned_abs().max(high.unsigned_abs()).into())
        });
        state(program, &[args.int(0)], args.int(1), |vars| Operation::Abs(vars[0]), within);
        Ok(())
    })
    .needing(&[0]),
    plain("int_div", &[Int, Int, Int], |program, args, _| {
        // A quotient is no further from 0 than the dividend.
        let within = bounds(program, args.int(0)).map(around_zero);
        binary(program, args, Operation::Div, within)
    })
    .needing(&[0]),
    plain("int_mod", &[Int, Int, Int], |program, args, _| {
        // A remainder is between 0 and the dividend.
        let within = bounds(program, args.int(0)).map(|(low, high)| (i128::from(low.min(0)), i128::from(high.max(0))));
        binary(program, args, Operation::Mod, within)
    })
    .needing(&[0]),
    plain("int_pow", &[Int, Int, Int], power).needing(&[0, 1]),
    plain("int_pow_fixed", &[Int, Number, Int], power).needing(&[0, 1]),
    plain("int_times", &[Int, Int, Int], |program, args, _| {
        let within = bounds(program, args.int(0)).zip(bounds(program, args.int(1))).map(|((a, b), (c, d))| {
            let products = [(a, c), (a, d), (b, c), (b, d)].map(|(one, other)| i128::from(one) * i128::from(other));
            spread(&products)
        });
        binary(program, args, Operation::Times, within)
    })
    .needing(&[0, 1]),
];

/// The smallest and the largest of some values.
fn spread(values: &[i128]) -> (i128, i128) {
    values.iter().fold((i128::MAX, i128::MIN), |(low, high), &value| (low.min(value), high.max(value)))
}

/// As far from 0 to both sides as the value that is furthest.
fn around_zero((low, high): (i64, i64)) -> (i128, i128) {
    let furthest = i128::from(low.unsigned_abs().max(high.unsigned_abs()));
    (-furthest, furthest)
}

fn power(program: &mut Program<'_>, args: &Args, _: Reified) -> Result<(), Wrong> {
    let within = bounds(program, args.int(0)).zip(bounds(program, args.int(1))).map(|(base, (_, exponent))| {
        let (_, furthest) = around_zero(base);
        let largest = furthest.max(1).saturating_pow(u32::try_from(exponent.max(1)).unwrap_or(u32::MAX));
        (-largest, largest)
    });
    binary(program, args, Operation::Pow, within)
}

fn binary(
    program: &mut Program<'_>,
    args: &Args,
    operation: fn(Var, Var) -> Operation,
    within: Option<(i128, i128)>,
) -> Result<(), Wrong> {
    state(program, &[args.int(0), args.int(1)], args.int(2), move |vars| operation(vars[0], vars[1]), within);
    Ok(())
}

/// States that the result is the value of an operation, which is within these bounds.
fn state(
    program: &mut Program<'_>,
    of: &[Term],
    result: Term,
    operation: impl Fn(&[Var]) -> Operation + 'static,
    within: Option<(i128, i128)>,
) {
    if let Some((low, high)) = within {
        // What is beyond 64 bits is no value of a variable.
        let small = |value: i128| value.clamp(i128::from(i64::MIN) + 1, i128::from(i64::MAX) - 1) as i64;
        keep_within(program, result, (small(low), small(high)));
    }
    let terms: Vec<Term> = of.iter().copied().chain([result]).collect();
    let last = of.len();
    let make = Rc::new(move |vars: Vec<Var>| Function { term: operation(&vars), result: vars[last] }.into());
    program.state(Form::Class { terms, make, result: Some(last) }, Reified::No);
}
