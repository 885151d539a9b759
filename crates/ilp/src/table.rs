//! Tables by row selectors, the tight extended form: one column per row of the relation that is still possible, and for
//! each variable and value `sum of the selectors of the rows with that value = the value's binary`.
//!
//! Size: one column per row, one row per variable and value. When every value of some variable is in one row only, that
//! variable's binaries are the selectors and nothing is added for it. Strength: the linear relaxation is the convex
//! hull of the relation. The selectors need not be integral: once the values are, so are they.

use std::collections::BTreeMap;

use cnfab_model::{Cmp, Label, Relation, Var};

use super::Builder;
use super::program::{Expr, TooLarge};
use super::values::Binary;

/// States that the variables' values are a row of the relation.
pub(super) fn link(
    label: &Label,
    number: usize,
    vars: &[Var],
    relation: &Relation,
    out: &mut Builder,
) -> Result<(), TooLarge> {
    let rows: Vec<&[i32]> = relation.rows().filter(|row| is_possible(row, vars, out)).collect();
    if rows.is_empty() {
        out.program.contradiction(label);
        return Ok(());
    }
    let key = (0..vars.len()).find(|&position| is_key(position, &rows));
    let selectors: Vec<Binary> = match key {
        Some(position) => rows.iter().map(|row| out.values.is(vars[position], row[position])).collect(),
        None if vars.is_empty() => return Ok(()),
        None => (0..rows.len())
            .map(|row| Binary::Is(out.program.choice(format!("{label}[{number}].row[{row}]"), false, rows.len())))
            .collect(),
    };
    for (position, &var) in vars.iter().enumerate() {
        let mut sums: BTreeMap<i32, Expr> = out.values.domain(var).values().map(|value| (value, Expr::new())).collect();
        for (row, &selector) in rows.iter().zip(&selectors) {
            sums.get_mut(&row[position]).expect("possible rows have values of the domain").add_binary(1, selector);
        }
        // For the variable whose binaries are the selectors these rows say `x = x` and are dropped as always true.
        for (value, mut sum) in sums {
            sum.add_binary(-1, out.values.is(var, value));
            out.program.row(label, sum, Cmp::Eq, 0)?;
        }
    }
    Ok(())
}

/// True if every value is in the domain of its variable, and equal where a variable comes twice.
fn is_possible(row: &[i32], vars: &[Var], out: &Builder) -> bool {
    vars.iter().zip(row).enumerate().all(|(position, (&var, &value))| {
        out.values.domain(var).contains(value)
            && vars[..position].iter().zip(row).all(|(&other, &before)| other != var || before == value)
    })
}

/// True if no two rows have the same value at this position.
fn is_key(position: usize, rows: &[&[i32]]) -> bool {
    let mut values: Vec<i32> = rows.iter().map(|row| row[position]).collect();
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}
