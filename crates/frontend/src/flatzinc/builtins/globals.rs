//! Constraints of the library that models take natively, under the names by which MiniZinc overrides them.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use cnfab_model::{AllDifferent, Relation as Rows, Table, Var};

use super::counting::equal;
use super::{Args, Builtin, Wrong, bound, class, is, keep_within, plain, reifiable};
use crate::flatzinc::classes::{Lit, Term};
use crate::flatzinc::program::Kind::{Bools, Ints, Number, Numbers, Truths};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified, Relation};
use crate::ranges::Ranges;

pub(super) const ALL: &[Builtin] = &[
    plain("cnfab_inverse", &[Ints, Number, Ints, Number], inverse),
    reifiable("fzn_all_different_int", &[Ints], |program, args, reified| {
        class(program, args.terms(0).to_vec(), Rc::new(|vars| AllDifferent(vars).into()), reified)
    }),
    plain("fzn_alldifferent_except_0", &[Ints], different_but_for_0).needing(&[0]),
    reifiable("fzn_table_bool", &[Bools, Truths], table),
    reifiable("fzn_table_int", &[Ints, Numbers], table),
];

/// The most values of variables that are visited one by one.
pub(super) const MOST_VALUES: u128 = 10_000_000;

/// The most values of an array's variables that are named one by one if there are fewer pairs of variables.
const FEW_VALUES: u128 = 100_000;

/// For each value the literals that the variables take it. `None` if there are fewer pairs of variables than values,
/// which are many.
pub(super) fn takers(program: &mut Program<'_>, terms: &[Term]) -> Result<Option<BTreeMap<i64, Vec<Lit>>>, Wrong> {
    let values = |term: Term, program: &mut Program<'_>| match term {
        Term::Const(value) => Ranges::from_to(value, value),
        Term::Var(id) => program.classes.values(id).clone(),
    };
    let total = terms.iter().fold(0u128, |total, &term| total.saturating_add(values(term, program).len()));
    let pairs = (terms.len() as u128).saturating_mul(terms.len() as u128);
    if total.min(pairs) > MOST_VALUES {
        let found = "very many variables of very many values".to_owned();
        return Err(Wrong { found, expected: format!("at most {MOST_VALUES} values or pairs of variables") });
    }
    if total > FEW_VALUES.max(pairs) {
        return Ok(None);
    }
    let mut takers: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
    for &term in terms {
        for value in values(term, program).values() {
            takers.entry(value).or_default().push(is(term, value));
        }
    }
    Ok(Some(takers))
}

fn different_but_for_0(program: &mut Program<'_>, args: &Args, _: Reified) -> Result<(), Wrong> {
    let terms = args.terms(0).to_vec();
    if let Some(takers) = takers(program, &terms)? {
        for (_, lits) in takers.into_iter().filter(|&(value, _)| value != 0) {
            program.state(Form::Count { lits, relation: Relation::Le, k: 1 }, Reified::No);
        }
        return Ok(());
    }
    for (place, &one) in terms.iter().enumerate() {
        for &other in &terms[..place] {
            let equal = equal(program, one, other);
            program.clause(vec![is(one, 0), !equal]);
        }
    }
    Ok(())
}

/// The values are a row of the table, whose rows follow each other.
fn table(program: &mut Program<'_>, args: &Args, reified: Reified) -> Result<(), Wrong> {
    let (vars, cells) = (args.terms(0).to_vec(), args.numbers(1));
    if vars.is_empty() || cells.len() % vars.len() != 0 {
        let found = format!("a table of {} entries for {} variables", cells.len(), vars.len());
        return Err(Wrong { found, expected: "whole rows".to_owned() });
    }
    if reified == Reified::No {
        for (place, &var) in vars.iter().enumerate() {
            let column = || cells.chunks_exact(vars.len()).map(|row| row[place]).collect();
            bound(program, var, || Ranges::listed(column()));
        }
    }
    // A value beyond 32 bits is none of a variable.
    let row = |row: &[i64]| row.iter().map(|&value| i32::try_from(value).ok()).collect::<Option<Vec<i32>>>();
    let relation = Arc::new(Rows::new(vars.len(), cells.chunks_exact(vars.len()).filter_map(row)));
    let make = Rc::new(move |vars: Vec<Var>| Table { vars, relation: Arc::clone(&relation) }.into());
    class(program, vars, make, reified)
}

/// Each of two arrays says at which index of the other one its index stands. Their first indices follow them.
fn inverse(program: &mut Program<'_>, args: &Args, _: Reified) -> Result<(), Wrong> {
    let (one, other) = (args.terms(0).to_vec(), args.terms(2).to_vec());
    let (first, other_first) = (args.number(1), args.number(3));
    let last = |first: i64, terms: &[Term]| first.saturating_add(terms.len() as i64).saturating_sub(1);
    one.iter().for_each(|&term| keep_within(program, term, (other_first, last(other_first, &other))));
    other.iter().for_each(|&term| keep_within(program, term, (first, last(first, &one))));
    for (index, &term) in (first..).zip(&one) {
        for (other_index, &other_term) in (other_first..).zip(&other) {
            let [is_there, is_back] = [is(term, other_index), is(other_term, index)];
            program.clause(vec![!is_there, is_back]);
            program.clause(vec![is_there, !is_back]);
        }
    }
    for (terms, partners) in [(&one, &other), (&other, &one)] {
        for &term in terms {
            program.state(Form::Follows(term, partners.clone()), Reified::No);
        }
    }
    // Values do not repeat, which the pairs say only one by one.
    for terms in [one, other] {
        class(program, terms, Rc::new(|vars| AllDifferent(vars).into()), Reified::No)?;
    }
    Ok(())
}
