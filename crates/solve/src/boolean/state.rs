//! States the constraints of a model over literals: the one place that knows what each class means in 0/1 terms.

use std::collections::HashMap;

use crate::Refusal;
use cnfab_model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Flat, Model, Relation, Table, Var};

use super::{Literal, Truth, ZeroOne};

/// Why a model has no 0/1 form by its classes, with or without tables.
pub(crate) fn check(model: &Model, has_tables: bool) -> Result<(), Refusal> {
    for posted in model.constraints() {
        match posted.flat() {
            Flat::Linear(_) => return Err(Refusal::of(posted, "sums")),
            Flat::Table(_) if !has_tables => return Err(Refusal::of(posted, "tables")),
            Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Table(_) => {}
        }
    }
    Ok(())
}

/// States all constraints in their order.
///
/// Pre: [`check`] has nothing against the model.
///
/// # Errors
/// The first constraint that `to` does not take.
pub(crate) fn state(model: &Model, to: &mut impl ZeroOne) -> Result<(), Refusal> {
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

/// Support clauses: each value of one variable needs a value of the other one that goes with it. With more columns,
/// each value needs a row that holds it; which row it is, is a choice.
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
            Ok(())
        }
        _ => rows(vars, relation, to),
    }
}

/// Chooses one of the rows that the domains leave.
///
/// F. Bacchus, "GAC via Unit Propagation", CP 2007.
fn rows(vars: &[Var], relation: &Relation, to: &mut impl ZeroOne) -> Result<(), &'static str> {
    // A variable may stand in several columns.
    let mut columns: Vec<(Var, usize)> = vars.iter().copied().zip(0..).collect();
    columns.sort_unstable();
    let is_possible = |row: &&[i32]| {
        columns.windows(2).all(|pair| pair[0].0 != pair[1].0 || row[pair[0].1] == row[pair[1].1])
            && vars.iter().zip(*row).all(|(&var, &value)| to.equation(var, value) != Truth::Never)
    };
    let possible: Vec<&[i32]> = relation.rows().filter(is_possible).collect();
    columns.dedup_by_key(|column| column.0);
    let chosen = to.choice(possible.len())?;
    let mut values = Vec::new();
    for (var, column) in columns {
        values.clear();
        to.values(var, &mut values);
        let mut supports: HashMap<i32, Vec<Truth>> = HashMap::new();
        for (row, &choice) in possible.iter().zip(&chosen) {
            some(vec![choice.opposite(), to.equation(var, row[column])], to)?;
            supports.entry(row[column]).or_default().push(choice);
        }
        for &(value, holds) in &values {
            let mut supports = supports.remove(&value).unwrap_or_default();
            supports.push(holds.opposite());
            some(supports, to)?;
        }
    }
    Ok(())
}
