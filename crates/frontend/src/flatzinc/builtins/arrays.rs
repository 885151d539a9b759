//! Constraints over arrays: entries by an index, the smallest and the largest.

use std::rc::Rc;
use std::sync::Arc;

use cnfab_model::{AtomRelation, Element, Relation as Rows, Table, Var};

use super::ints::extremum_of;
use super::{Args, Builtin, Wrong, bounds, is, keep_among, keep_within, plain, stated};
use crate::flatzinc::classes::Term;
use crate::flatzinc::program::Kind::{Bool, Bools, Int, Ints, Numbers, Truths};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified};
use crate::ranges::Ranges;

pub(super) const ALL: &[Builtin] = &[
    plain("array_bool_element", &[Int, Truths, Bool], |program, args, _| {
        let entries = args.numbers(1);
        index(program, args, entries.len());
        let chosen = (1..).zip(&entries).filter(|(_, entry)| **entry == 1).map(|(index, _)| index).collect();
        stated(program, Form::In(args.term(0), Ranges::listed(chosen)), Reified::Full(args.bool(2)))
    }),
    plain("array_int_element", &[Int, Numbers, Int], |program, args, _| {
        constants(program, args.term(0), &args.numbers(1), args.term(2));
        Ok(())
    }),
    plain("array_int_maximum", &[Int, Ints], |program, args, reified| {
        extremum_of(program, args.terms(1), args.term(0), true, reified)
    })
    .needing(&[1]),
    plain("array_int_minimum", &[Int, Ints], |program, args, reified| {
        extremum_of(program, args.terms(1), args.term(0), false, reified)
    })
    .needing(&[1]),
    plain("array_var_bool_element", &[Int, Bools, Bool], |program, args, _| {
        let (entries, result) = (args.bools(1), args.bool(2));
        index(program, args, entries.len());
        for (number, entry) in (1..).zip(entries) {
            let elsewhere = args.term(0).is(AtomRelation::Ne, number);
            program.clause(vec![elsewhere, !entry, result]);
            program.clause(vec![elsewhere, entry, !result]);
        }
        let from = args.terms(1).iter().copied().chain([args.term(0)]).collect();
        stated(program, Form::Follows(args.term(2), from), Reified::No)
    }),
    plain("array_var_int_element", &[Int, Ints, Int], element).needing(&[1]),
];

/// The index is one of the array.
fn index(program: &mut Program<'_>, args: &Args, length: usize) {
    keep_within(program, args.term(0), (1, length as i64));
}

/// An entry of an array of constants.
fn constants(program: &mut Program<'_>, index: Term, entries: &[i64], result: Term) {
    keep_within(program, index, (1, entries.len() as i64));
    keep_among(program, result, &Ranges::listed(entries.to_vec()));
    match (index, result) {
        // What is kept says all.
        (Term::Const(index), _) => {
            let entry = usize::try_from(index - 1).ok().and_then(|place| entries.get(place));
            entry.into_iter().for_each(|&entry| program.clause(vec![is(result, entry)]));
        }
        (_, Term::Const(value)) => {
            let at = (1..).zip(entries).filter(|(_, entry)| **entry == value).map(|(index, _)| index).collect();
            program.state(Form::In(index, Ranges::listed(at)), Reified::No);
        }
        (Term::Var(_), Term::Var(_)) => {
            // A value beyond 32 bits is none of a variable.
            let rows = (1..).zip(entries).filter_map(|(index, &entry)| Some([index, i32::try_from(entry).ok()?]));
            let relation = Arc::new(Rows::new(2, rows));
            let make = Rc::new(move |vars: Vec<Var>| Table { vars, relation: Arc::clone(&relation) }.into());
            program.state(Form::Class { terms: vec![index, result], make, result: Some(1) }, Reified::No);
        }
    }
}

fn element(program: &mut Program<'_>, args: &Args, reified: Reified) -> Result<(), Wrong> {
    let (chosen, entries, result) = (args.term(0), args.terms(1), args.term(2));
    let values: Option<Vec<i64>> = entries
        .iter()
        .map(|term| match term {
            Term::Const(value) => Some(*value),
            Term::Var(_) => None,
        })
        .collect();
    if let Some(values) = values {
        constants(program, chosen, &values, result);
        return Ok(());
    }
    index(program, args, entries.len());
    let all: Option<Vec<(i64, i64)>> = entries.iter().map(|&entry| bounds(program, entry)).collect();
    if let Some(all) = all {
        let low = all.iter().map(|bounds| bounds.0).min().unwrap_or(0);
        let high = all.iter().map(|bounds| bounds.1).max().unwrap_or(0);
        keep_within(program, result, (low, high));
    }
    let make = Rc::new(|mut vars: Vec<Var>| {
        let result = vars.pop().expect("the result is the last");
        let index = vars.pop().expect("the index comes before it");
        Element { array: vars, first: 1, index, result }.into()
    });
    let terms: Vec<Term> = entries.iter().copied().chain([chosen, result]).collect();
    let last = terms.len() - 1;
    stated(program, Form::Class { terms, make, result: Some(last) }, reified)
}
