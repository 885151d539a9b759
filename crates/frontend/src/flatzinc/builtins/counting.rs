//! Constraints on how often values are taken, and by how many variables.

use std::rc::Rc;

use cnfab_model::{Cmp, GlobalCardinality, Var};

use super::globals::takers;
use super::{Args, Builtin, Wrong, class, is, keep_within, plain, reifiable, stated};
use crate::flatzinc::classes::{Lit, Term};
use crate::flatzinc::program::Kind::{Int, Ints, Number, Numbers, Set};
use crate::flatzinc::program::{Declared, Program};
use crate::flatzinc::statement::{Form, Reified, Relation};
use crate::ranges::Ranges;

pub(super) const ALL: &[Builtin] = &[
    reifiable("fzn_among", &[Int, Ints, Set], |program, args, reified| {
        let member = |term: &Term| defined(program, Form::In(*term, args.set(2).clone()));
        let lits = args.terms(1).iter().map(member).collect();
        among(program, lits, Cmp::Eq, args.term(0), true, reified)
    }),
    reifiable("fzn_at_least_int", &[Number, Ints, Number], |program, args, reified| {
        among(program, takes(args, 1, args.number(2)), Cmp::Ge, args.term(0), true, reified)
    }),
    reifiable("fzn_at_most_int", &[Number, Ints, Number], |program, args, reified| {
        among(program, takes(args, 1, args.number(2)), Cmp::Le, args.term(0), true, reified)
    }),
    reifiable("fzn_exactly_int", &[Number, Ints, Number], |program, args, reified| {
        among(program, takes(args, 1, args.number(2)), Cmp::Eq, args.term(0), true, reified)
    }),
    // The last argument compares with the count.
    reifiable("fzn_count_eq", &[Ints, Int, Int], |program, args, reified| count(program, args, Cmp::Eq, true, reified)),
    reifiable("fzn_count_geq", &[Ints, Int, Int], |program, args, reified| {
        count(program, args, Cmp::Le, true, reified)
    }),
    reifiable("fzn_count_gt", &[Ints, Int, Int], |program, args, reified| {
        count(program, args, Cmp::Ge, false, reified)
    }),
    reifiable("fzn_count_leq", &[Ints, Int, Int], |program, args, reified| {
        count(program, args, Cmp::Ge, true, reified)
    }),
    reifiable("fzn_count_lt", &[Ints, Int, Int], |program, args, reified| {
        count(program, args, Cmp::Le, false, reified)
    }),
    reifiable("fzn_count_neq", &[Ints, Int, Int], |program, args, reified| {
        count(program, args, Cmp::Eq, false, reified)
    }),
    reifiable("fzn_global_cardinality", &[Ints, Numbers, Ints], |program, args, reified| {
        counts(program, args, false, reified)
    }),
    reifiable("fzn_global_cardinality_closed", &[Ints, Numbers, Ints], |program, args, reified| {
        counts(program, args, true, reified)
    }),
    plain("fzn_global_cardinality_low_up", &[Ints, Numbers, Numbers, Numbers], |program, args, _| {
        bounded_counts(program, args)
    }),
    plain("fzn_global_cardinality_low_up_closed", &[Ints, Numbers, Numbers, Numbers], |program, args, _| {
        let cover = Ranges::listed(args.numbers(1));
        args.terms(0).iter().for_each(|&term| program.state(Form::In(term, cover.clone()), Reified::No));
        bounded_counts(program, args)
    }),
    reifiable("fzn_nvalue", &[Int, Ints], |program, args, reified| {
        let taken = match takers(program, args.terms(1))? {
            Some(takers) => takers.into_values().map(|lits| defined(program, Form::Or(lits))).collect(),
            None => new_values(program, args.terms(1)),
        };
        among(program, taken, Cmp::Eq, args.term(0), true, reified)
    })
    .needing(&[1]),
];

/// The literal that something holds.
pub(super) fn defined(program: &mut Program<'_>, form: Form) -> Lit {
    let declared = Declared { name: "holds", at: program.at, is_bool: true, is_introduced: true };
    let truth = Term::Var(program.add(declared, Ranges::bits())).is_true();
    program.state(form, Reified::Full(truth));
    truth
}

/// The literals that the variables of an array take a value.
fn takes(args: &Args, place: usize, value: i64) -> Vec<Lit> {
    args.terms(place).iter().map(|&term| is(term, value)).collect()
}

/// States how the number of true literals compares with a number, or how it does not.
fn among(
    program: &mut Program<'_>,
    lits: Vec<Lit>,
    cmp: Cmp,
    number: Term,
    is_positive: bool,
    reified: Reified,
) -> Result<(), Wrong> {
    if (cmp, is_positive, reified) == (Cmp::Eq, true, Reified::No) {
        keep_within(program, number, (0, lits.len() as i64));
    }
    stated(program, Form::Among { lits, cmp, number, is_positive }, reified)
}

fn count(program: &mut Program<'_>, args: &Args, cmp: Cmp, is_positive: bool, reified: Reified) -> Result<(), Wrong> {
    let lits = match args.term(1) {
        Term::Const(value) => takes(args, 0, value),
        value => args.terms(0).iter().map(|&term| equal(program, term, value)).collect(),
    };
    among(program, lits, cmp, args.term(2), is_positive, reified)
}

/// For each term the literal that no term before it has its value.
fn new_values(program: &mut Program<'_>, terms: &[Term]) -> Vec<Lit> {
    let mut lits = Vec::with_capacity(terms.len());
    for (place, &term) in terms.iter().enumerate() {
        let equal = terms[..place].iter().map(|&other| equal(program, term, other)).collect();
        lits.push(!defined(program, Form::Or(equal)));
    }
    lits
}

/// The literal that two terms are equal.
pub(super) fn equal(program: &mut Program<'_>, one: Term, other: Term) -> Lit {
    match (one, other) {
        (term, Term::Const(value)) | (Term::Const(value), term) => is(term, value),
        _ => defined(program, Form::Sum { terms: vec![(1, one), (-1, other)], relation: Relation::Eq, rhs: 0 }),
    }
}

/// Each value is taken as often as its count says.
fn counts(program: &mut Program<'_>, args: &Args, is_closed: bool, reified: Reified) -> Result<(), Wrong> {
    args.same_length(1, 2)?;
    let (vars, counts) = (args.terms(0), args.terms(2));
    let values: Option<Vec<i32>> = args.numbers(1).iter().map(|&value| i32::try_from(value).ok()).collect();
    let values = values.ok_or_else(|| Wrong {
        found: "a value beyond 32 bits".to_owned(),
        expected: "values of at most 32 bits".to_owned(),
    })?;
    if reified == Reified::No {
        for &count in counts.iter() {
            keep_within(program, count, (0, vars.len() as i64));
            program.state(Form::Follows(count, vars.to_vec()), Reified::No);
        }
    }
    let terms = vars.iter().chain(counts.iter()).copied().collect();
    let make = Rc::new(move |mut vars: Vec<Var>| {
        let counts = vars.split_off(vars.len() - values.len());
        GlobalCardinality { vars, values: values.clone(), counts, is_closed }.into()
    });
    class(program, terms, make, reified)
}

/// Each value is taken as often as its bounds allow.
fn bounded_counts(program: &mut Program<'_>, args: &Args) -> Result<(), Wrong> {
    args.same_length(1, 2)?;
    args.same_length(1, 3)?;
    let bounds = args.numbers(2).into_iter().zip(args.numbers(3));
    for (value, (low, high)) in args.numbers(1).into_iter().zip(bounds) {
        for (cmp, bound) in [(Cmp::Ge, low), (Cmp::Le, high)] {
            among(program, takes(args, 0, value), cmp, Term::Const(bound), true, Reified::No)?;
        }
    }
    Ok(())
}
