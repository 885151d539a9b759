//! States the constraints of a model over literals: the one place that knows what each class means in 0/1 terms.

use crate::model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Flat, Model, Relation, Table, Var};
use crate::solve::Refusal;

use super::{Literal, Truth, ZeroOne};

/// Why a model has no 0/1 form, by its classes and hidden variables; tables are taken if they have at most `tables`
/// columns.
pub(in crate::solve) fn check(model: &Model, tables: usize) -> Result<(), Refusal> {
    if model.shown().len() != model.variables().len() {
        return Err(Refusal::new("variables that are not shown"));
    }
    for posted in model.constraints() {
        match posted.flat() {
            Flat::Linear(_) => return Err(Refusal::of(posted, "sums")),
            Flat::Table(_) if tables == 0 => return Err(Refusal::of(posted, "tables")),
            Flat::Table(Table { vars, .. }) if vars.len() > tables => {
                return Err(Refusal::of(posted, "tables of more than two columns"));
            }
            Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Table(_) => {}
        }
    }
    Ok(())
}

/// States all constraints in their order.
///
/// Pre: [`check`] has nothing against the model, with at most two columns.
///
/// # Errors
/// The first constraint that `to` does not take.
pub(in crate::solve) fn state(model: &Model, to: &mut impl ZeroOne) -> Result<(), Refusal> {
    for posted in model.constraints() {
        let stated = match posted.flat() {
            Flat::AllDifferent(AllDifferent(vars)) => all_different(vars, to),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => count(atoms, *cmp, *k as i64, to),
            Flat::Clause(Clause(atoms)) => some(atoms.iter().map(|&atom| to.atom(atom)).collect(), to),
            Flat::Table(Table { vars, relation }) => table(vars, relation, to),
            Flat::Linear(_) => unreachable!("refused before"),
        };
        stated.map_err(|what| Refusal::of(posted, what))?;
    }
    Ok(())
}

/// The literals among some atoms, and how many of the others are always true.
fn literals(atoms: impl Iterator<Item = Truth>) -> (Vec<Literal>, i64) {
    let mut always = 0;
    let mut literals = Vec::with_capacity(atoms.size_hint().0);
    for atom in atoms {
        match atom {
            Truth::Literal(literal) => literals.push(literal),
            Truth::Always => always += 1,
            Truth::Never => {}
        }
    }
    (literals, always)
}

fn some(atoms: Vec<Truth>, to: &mut impl ZeroOne) -> Result<(), &'static str> {
    match literals(atoms.into_iter()) {
        (literals, 0) => to.clause(literals),
        _ => Ok(()),
    }
}

fn count(atoms: &[Atom], cmp: Cmp, k: i64, to: &mut impl ZeroOne) -> Result<(), &'static str> {
    let (literals, always) = literals(atoms.iter().map(|&atom| to.atom(atom)));
    let (k, all) = (k - always, literals.len() as i64);
    let (low, high) = match cmp {
        Cmp::Le => (0, k),
        Cmp::Eq => (k, k),
        Cmp::Ge => (k, all),
    };
    to.count(literals, low, high)
}

/// Each value is taken at most once, and by some variable if there are as many values as variables.
fn all_different(vars: &[Var], to: &mut impl ZeroOne) -> Result<(), &'static str> {
    let mut sorted = vars.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        to.impossible();
        return Ok(());
    }
    let mut places = Vec::new();
    vars.iter().for_each(|&var| to.values(var, &mut places));
    places.sort_by_key(|place| place.0);
    let by_value = || places.chunk_by(|a, b| a.0 == b.0);
    let values = by_value().count();
    if values < vars.len() {
        to.impossible();
    }
    let low = i64::from(values == vars.len());
    for places in by_value() {
        let (literals, always) = literals(places.iter().map(|place| place.1));
        to.of_value(literals, low - always, 1 - always)?;
    }
    Ok(())
}

/// Support clauses: each value of one variable needs a value of the other one that goes with it.
fn table(vars: &[Var], relation: &Relation, to: &mut impl ZeroOne) -> Result<(), &'static str> {
    let mut values = Vec::new();
    match *vars {
        [a, b] if a != b => {
            for (var, other, from) in [(a, b, 0), (b, a, 1)] {
                let mut rows: Vec<(i32, i32)> = relation.rows().map(|row| (row[from], row[1 - from])).collect();
                rows.sort_unstable();
                values.clear();
                to.values(var, &mut values);
                for &(value, holds) in &values {
                    let (first, last) =
                        (rows.partition_point(|row| row.0 < value), rows.partition_point(|row| row.0 <= value));
                    let supports = rows[first..last].iter().map(|row| to.equation(other, row.1));
                    some(supports.chain([holds.opposite()]).collect(), to)?;
                }
            }
        }
        [var, ..] => {
            to.values(var, &mut values);
            for (value, holds) in values {
                if !relation.contains(&vec![value; vars.len()]) {
                    some(vec![holds.opposite()], to)?;
                }
            }
        }
        [] => {
            if relation.is_empty() {
                to.impossible();
            }
        }
    }
    Ok(())
}
