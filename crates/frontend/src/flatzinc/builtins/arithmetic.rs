//! Products, quotients, remainders, powers and absolute values.

use std::rc::Rc;

use cnfab_model::{Function, Term as Operation, Var};

use super::{Args, Builtin, Wrong, bounds, keep_within, plain, stated};
use crate::flatzinc::classes::Term;
use crate::flatzinc::program::Kind::{Int, Number};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified};
use crate::functions::{self, Bounds};
use crate::ranges::{HIGHEST, LOWEST};

pub(super) const ALL: &[Builtin] = &[
    plain("int_abs", &[Int, Int], |program, args, _| state(program, args, |x| Operation::Abs(x[0]))).needing(&[0]),
    plain("int_div", &[Int, Int, Int], |program, args, _| state(program, args, |x| Operation::Div(x[0], x[1])))
        .needing(&[0]),
    plain("int_mod", &[Int, Int, Int], |program, args, _| state(program, args, |x| Operation::Mod(x[0], x[1])))
        .needing(&[0]),
    plain("int_pow", &[Int, Int, Int], power).needing(&[0, 1]),
    plain("int_pow_fixed", &[Int, Number, Int], power).needing(&[0, 1]),
    plain("int_times", &[Int, Int, Int], |program, args, _| state(program, args, |x| Operation::Times(x[0], x[1])))
        .needing(&[0, 1]),
];

fn power(program: &mut Program<'_>, args: &Args, _: Reified) -> Result<(), Wrong> {
    state(program, args, |x| Operation::Pow(x[0], x[1]))
}

/// States that the last argument is the value of an operation on the others.
fn state(program: &mut Program<'_>, args: &Args, operation: fn(&[Var]) -> Operation) -> Result<(), Wrong> {
    let last = args.0.len() - 1;
    let terms: Vec<Term> = (0..=last).map(|place| args.term(place)).collect();
    let wide = |(low, high): (i64, i64)| -> Bounds { (low.into(), high.into()) };
    let [x, y] = [0, last - 1].map(|place| bounds(program, terms[place]).map(wide));
    // The bounds need no variables.
    let of_any = operation(&[Var::from_index(0); 2]);
    let is_division = matches!(of_any, Operation::Div(..) | Operation::Mod(..));
    if let (Some(x), Some(y)) = (x, y.or(is_division.then_some(wide((LOWEST, HIGHEST))))) {
        // What is beyond 64 bits is no value of a variable.
        let small = |value: i128| value.clamp(i128::from(LOWEST) + 1, i128::from(HIGHEST) - 1) as i64;
        let (low, high) = functions::bounds(of_any, x, y);
        keep_within(program, terms[last], (small(low), small(high)));
    }
    let make = Rc::new(move |vars: Vec<Var>| Function { term: operation(&vars), result: vars[last] }.into());
    stated(program, Form::Class { terms, make, result: Some(last) }, Reified::No)
}
