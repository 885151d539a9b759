//! The ways to fill a row, and which of two neighbouring rows get along.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::super::rules::{Rows, Rules, Side, Sum};
use crate::tuning::frontier_rows::{MOST_PATTERNS, MOST_STEPS};
use cnfab_model::Cmp;

/// The rules over two neighbouring rows that are about both, or about one row if there is no other.
pub(super) struct Pair<'r> {
    rules: &'r Rules,
    above: &'r [usize],
    below: &'r [usize],
    /// The value number of each variable.
    values: Vec<usize>,
    sums: Vec<&'r Sum>,
    different: Vec<&'r [usize]>,
    conflicts: Vec<&'r [Side; 2]>,
    tables: Vec<&'r Rows>,
}

impl<'r> Pair<'r> {
    pub(super) fn new(rules: &'r Rules, above: &'r [usize], below: &'r [usize]) -> Self {
        let mut place = vec![0u8; rules.allowed.len()];
        above.iter().for_each(|&var| place[var] = 1);
        below.iter().for_each(|&var| place[var] = 2);
        // Within both, and with a part in each.
        let wanted = if below.is_empty() { 1 } else { 3 };
        let concerns = |scope: &mut dyn Iterator<Item = usize>| {
            let mut seen = 0;
            for var in scope {
                if place[var] == 0 {
                    return false;
                }
                seen |= place[var];
            }
            seen == wanted
        };
        Pair {
            rules,
            above,
            below,
            values: vec![0; rules.allowed.len()],
            sums: rules.sums.iter().filter(|sum| concerns(&mut sum.terms.iter().map(|term| term.var))).collect(),
            different: rules
                .different
                .iter()
                .map(Vec::as_slice)
                .filter(|group| concerns(&mut group.iter().copied()))
                .collect(),
            conflicts: rules
                .conflicts
                .iter()
                .filter(|sides| concerns(&mut sides.iter().map(|side| side.var)))
                .collect(),
            tables: rules.tables.iter().filter(|table| concerns(&mut table.vars.iter().copied())).collect(),
        }
    }

    /// Sets the second row.
    pub(super) fn put_below(&mut self, below: &[u32]) {
        self.below.iter().zip(below).for_each(|(&var, &value)| self.values[var] = value as usize);
    }

    /// True if the rules hold with this in the first row.
    pub(super) fn holds(&mut self, above: &[u32]) -> bool {
        self.above.iter().zip(above).for_each(|(&var, &value)| self.values[var] = value as usize);
        let values = &self.values;
        let value = |var: usize| self.rules.value(var, values[var]);
        self.sums.iter().all(|sum| {
            let total: i64 = sum.terms.iter().map(|term| term.adds[values[term.var]]).sum();
            sum.cmp.holds(total, sum.rhs)
        }) && self.conflicts.iter().all(|sides| !sides.iter().all(|side| side.values[values[side.var]]))
            && self.different.iter().all(|group| {
                group.iter().enumerate().all(|(index, &a)| group[..index].iter().all(|&b| value(a) != value(b)))
            })
            && self.tables.iter().all(|table| {
                let row: Vec<u32> = table.vars.iter().map(|&var| values[var] as u32).collect();
                table.rows.binary_search(&row).is_ok()
            })
    }
}

/// The ways to fill a row that its own rules allow; `None` if there are too many.
pub(super) fn patterns(rules: &Rules, vars: &[usize]) -> Option<Vec<Vec<u32>>> {
    let columns = vars.iter().enumerate().map(|(column, &var)| (var, column)).collect();
    let mut fill = Fill {
        rules,
        vars,
        pair: Pair::new(rules, vars, &[]),
        adds: vec![Vec::new(); vars.len()],
        apart: apart(rules, &columns),
        against: against(rules, &columns),
        sums: Vec::new(),
        chosen: Vec::new(),
        found: Vec::new(),
        steps: 0,
    };
    for sum in &rules.sums {
        let mut is_touched = false;
        for term in &sum.terms {
            if let Some(column) = vars.iter().position(|&var| var == term.var) {
                fill.adds[column].push((fill.sums.len(), &term.adds, term.most));
                is_touched = true;
            }
        }
        if is_touched {
            fill.sums.push(Partial { sum, total: 0, left: sum.terms.iter().map(|term| term.most).sum() });
        }
    }
    fill.go().then_some(fill.found)
}

/// For each column of a row, those before it that have another value.
fn apart(rules: &Rules, columns: &BTreeMap<usize, usize>) -> Vec<Vec<usize>> {
    let mut apart = vec![Vec::new(); columns.len()];
    for group in &rules.different {
        let mut inside: Vec<usize> = group.iter().filter_map(|var| columns.get(var).copied()).collect();
        inside.sort_unstable();
        for (number, &column) in inside.iter().enumerate() {
            apart[column].extend(&inside[..number]);
        }
    }
    for others in &mut apart {
        others.sort_unstable();
        others.dedup();
    }
    apart
}

/// For each column of a row, the conflicts with those before it: which, with its own side and the other's.
fn against<'r>(rules: &'r Rules, columns: &BTreeMap<usize, usize>) -> Vec<Vec<(usize, &'r Side, &'r Side)>> {
    let mut against = vec![Vec::new(); columns.len()];
    for [a, b] in &rules.conflicts {
        if let (Some(&first), Some(&second)) = (columns.get(&a.var), columns.get(&b.var)) {
            match first.cmp(&second) {
                Ordering::Less => against[second].push((first, b, a)),
                Ordering::Equal => {}
                Ordering::Greater => against[first].push((second, a, b)),
            }
        }
    }
    against
}

/// A sum that the row has a part in.
struct Partial<'r> {
    sum: &'r Sum,
    total: i64,
    /// The additions that are still possible, by other rows as well.
    left: i64,
}

/// A search for patterns.
struct Fill<'r> {
    rules: &'r Rules,
    vars: &'r [usize],
    pair: Pair<'r>,
    /// For each column the sums it is in, by number, with what each value adds and the most of them.
    adds: Vec<Vec<(usize, &'r [i64], i64)>>,
    apart: Vec<Vec<usize>>,
    against: Vec<Vec<(usize, &'r Side, &'r Side)>>,
    sums: Vec<Partial<'r>>,
    chosen: Vec<u32>,
    found: Vec<Vec<u32>>,
    steps: usize,
}

impl Fill<'_> {
    /// True if the value goes with each of the columns before.
    fn gets_along(&self, column: usize, value: usize) -> bool {
        let number = self.rules.value(self.vars[column], value);
        let chosen = |other: usize| self.chosen[other] as usize;
        self.apart[column].iter().all(|&other| self.rules.value(self.vars[other], chosen(other)) != number)
            && self.against[column].iter().all(|&(other, own, its)| !(own.values[value] && its.values[chosen(other)]))
    }

    /// Fills the columns from here on; `false` if there are too many ways.
    fn go(&mut self) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let column = self.chosen.len();
        if column == self.vars.len() {
            if self.pair.holds(&self.chosen) {
                self.found.push(self.chosen.clone());
            }
            return self.found.len() <= MOST_PATTERNS;
        }
        for value in 0..self.rules.allowed[self.vars[column]].len() {
            if !self.rules.allowed[self.vars[column]][value] || !self.gets_along(column, value) {
                continue;
            }
            let mut possible = true;
            for &(number, adds, most) in &self.adds[column] {
                let Partial { sum, total, left } = &mut self.sums[number];
                *total += adds[value];
                *left -= most;
                possible &= sum.cmp == Cmp::Ge || *total <= sum.rhs;
                possible &= sum.cmp == Cmp::Le || *total + *left >= sum.rhs;
            }
            self.chosen.push(value as u32);
            let go_on = !possible || self.go();
            self.chosen.pop();
            for &(number, adds, most) in &self.adds[column] {
                self.sums[number].total -= adds[value];
                self.sums[number].left += most;
            }
            if !go_on {
                return false;
            }
        }
        true
    }
}
