//! The test whether the shown variables determine the others, so that no two solutions agree on those shown.
//!
//! What it does: from the shown variables on, it marks those that a rule determines from marked ones, until nothing
//! changes.
//!
//! Whose idea: J.-M. Lagniez, E. Lonca, P. Marquis, "Improving Model Counting by Leveraging Definability", IJCAI 2016.
//!
//! How ours differs: single rules are looked at, no formula is solved. So it may fail to see that a variable is
//! determined, and then the model is refused.
//!
//! When it runs: once, before a plan is made.

use std::collections::BTreeMap;

use cnfab_model::Cmp;

use super::rules::{Rows, Rules};

/// Finds a hidden variable that is not determined, if there is one; `shown` are numbers of variables.
///
/// A hidden variable is determined if it is fixed, or the last one of an exact sum or of a permutation. It is
/// determined, too, if a table or pairs of conflicts derive it from determined variables.
pub(super) fn undetermined(rules: &Rules, shown: impl Iterator<Item = usize>) -> Option<usize> {
    let mut known: Vec<bool> = (0..rules.allowed.len()).map(|var| rules.values(var).count() == 1).collect();
    shown.for_each(|var| known[var] = true);
    loop {
        let before = known.iter().filter(|&&known| known).count();
        for sum in rules.sums.iter().filter(|sum| sum.cmp == Cmp::Eq) {
            let mut open = sum.terms.iter().filter(|term| !known[term.var]);
            if let (Some(last), None) = (open.next(), open.next()) {
                let mut adds: Vec<i64> = rules.values(last.var).map(|value| last.adds[value]).collect();
                adds.sort_unstable();
                known[last.var] = adds.windows(2).all(|pair| pair[0] != pair[1]);
            }
        }
        for group in &rules.different {
            let mut open = group.iter().copied().filter(|&var| !known[var]);
            if let (Some(last), None) = (open.next(), open.next()) {
                let values = group.iter().flat_map(|&var| rules.values(var).map(move |value| rules.value(var, value)));
                let mut values: Vec<i32> = values.collect();
                values.sort_unstable();
                values.dedup();
                known[last] = values.len() == group.len();
            }
        }
        rules.tables.iter().for_each(|table| columns(table, &mut known));
        for var in 0..known.len() {
            known[var] = known[var] || told_by_conflicts(rules, var, &known);
        }
        if known.iter().filter(|&&known| known).count() == before {
            return known.iter().position(|&known| !known);
        }
    }
}

/// Columns of a table that those known tell.
fn columns(table: &Rows, known: &mut [bool]) {
    let given: Vec<usize> = (0..table.vars.len()).filter(|&column| known[table.vars[column]]).collect();
    let open: Vec<usize> = (0..table.vars.len()).filter(|&column| !known[table.vars[column]]).collect();
    if open.is_empty() {
        return;
    }
    let mut told = vec![true; open.len()];
    let mut firsts: BTreeMap<Vec<u32>, &Vec<u32>> = BTreeMap::new();
    for row in &table.rows {
        let first = *firsts.entry(given.iter().map(|&column| row[column]).collect()).or_insert(row);
        for (&column, told) in open.iter().zip(&mut told) {
            *told &= first[column] == row[column];
        }
    }
    for (&column, told) in open.iter().zip(told) {
        known[table.vars[column]] = told;
    }
}

/// True if for any two values of the variable some known one has no value that gets along with both.
fn told_by_conflicts(rules: &Rules, var: usize, known: &[bool]) -> bool {
    // For each known variable, the values that conflict with each value of `var`.
    let mut against: BTreeMap<usize, Vec<Vec<bool>>> = BTreeMap::new();
    for [a, b] in &rules.conflicts {
        for (own, other) in [(a, b), (b, a)] {
            if own.var == var && known[other.var] {
                let width = other.values.len();
                let rows = against.entry(other.var).or_insert_with(|| vec![vec![false; width]; own.values.len()]);
                for (row, _) in rows.iter_mut().zip(&own.values).filter(|&(_, &value)| value) {
                    row.iter_mut().zip(&other.values).for_each(|(conflict, &value)| *conflict |= value);
                }
            }
        }
    }
    if against.is_empty() {
        return false;
    }
    let apart = |a: usize, b: usize| {
        against.iter().any(|(&other, rows)| rules.values(other).all(|value| rows[a][value] || rows[b][value]))
    };
    let values: Vec<usize> = rules.values(var).collect();
    values.iter().enumerate().all(|(index, &a)| values[..index].iter().all(|&b| apart(a, b)))
}
