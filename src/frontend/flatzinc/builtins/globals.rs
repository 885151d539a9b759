//! Constraints of the library that models take natively, under the names by which MiniZinc overrides them.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::{AllDifferent, Relation as Rows, Table, Var};

use super::{Args, Builtin, Wrong, class, is, plain, reifiable};
use crate::frontend::flatzinc::classes::{Lit, Term};
use crate::frontend::flatzinc::program::Kind::{Bools, Ints, Numbers, Truths};
use crate::frontend::flatzinc::program::Program;
use crate::frontend::flatzinc::statement::{Form, Reified, Relation};

pub(super) const ALL: &[Builtin] = &[
    reifiable("fzn_all_different_int", &[Ints], |program, args, reified| {
        class(program, args.terms(0).to_vec(), Rc::new(|vars| AllDifferent(vars).into()), reified);
        Ok(())
    }),
    plain("fzn_alldifferent_except_0", &[Ints], different_but_for_0),
    reifiable("fzn_table_bool", &[Bools, Truths], table),
    reifiable("fzn_table_int", &[Ints, Numbers], table),
];

/// The most values of an array's variables that are visited one by one.
const MOST_VALUES: u128 = 10_000_000;

/// For each value the literals that the variables take it.
fn takers(program: &mut Program<'_>, terms: &[Term]) -> Result<BTreeMap<i64, Vec<Lit>>, Wrong> {
    let mut takers: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
    let mut total = 0u128;
    for &term in terms {
        let values: Vec<i64> = match term {
            Term::Const(value) => vec![value],
            Term::Var(id) => {
                let values = program.classes.values(id);
                total = total.saturating_add(values.len());
                if total > MOST_VALUES {
                    let found = "variables of very many values".to_owned();
                    return Err(Wrong { found, expected: format!("at most {MOST_VALUES} together") });
                }
                values.values().collect()
            }
        };
        for value in values {
            takers.entry(value).or_default().push(is(term, value));
        }
    }
    Ok(takers)
}

fn different_but_for_0(program: &mut Program<'_>, args: &Args, _: Reified) -> Result<(), Wrong> {
    let terms = args.terms(0).to_vec();
    for (value, lits) in takers(program, &terms)? {
        if value != 0 {
            program.state(Form::Count { lits, relation: Relation::Le, k: 1 }, Reified::No);
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
    // A value beyond 32 bits is none of a variable.
    let row = |row: &[i64]| row.iter().map(|&value| i32::try_from(value).ok()).collect::<Option<Vec<i32>>>();
    let relation = Arc::new(Rows::new(vars.len(), cells.chunks_exact(vars.len()).filter_map(row)));
    let make = Rc::new(move |vars: Vec<Var>| Table { vars, relation: Arc::clone(&relation) }.into());
    class(program, vars, make, reified);
    Ok(())
}
