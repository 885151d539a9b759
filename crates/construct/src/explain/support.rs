//! The supported values of the variables of a table or a sum.
//!
//! A value of a table needs a row (`pairs`, `rows`). A sum of few different values follows which sets of them are used;
//! other sums follow which partial sums are reached (M. Trick, "A dynamic programming approach for consistency and
//! propagation for knapsack constraints", Annals of Operations Research 118, 2003). If the sums are too many, bounds
//! are compared.

use cnfab_model::{Cmp, Var};

use super::network::{Fact, Network, Propagator, TableRows};
use super::pairs::Pairs;
use super::rows::Rows;

/// The most partial sums that are followed.
const MOST_SUMS: i64 = 4096;

/// Values that have been found possible, by the facts that say so.
#[derive(Debug, Default)]
pub(super) struct Support {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Support {
    pub(super) fn new(network: &Network) -> Self {
        Support { stamps: vec![0; 2 * network.candidates.len()], stamp: 0 }
    }

    /// True if the value was found possible.
    #[inline]
    pub(super) fn has(&self, fact: Fact) -> bool {
        self.stamps[fact.index()] == self.stamp
    }

    #[inline]
    fn add(&mut self, fact: Fact) {
        self.stamps[fact.index()] = self.stamp;
    }

    /// Finds the possible values of a table's or a sum's variables; false if there are none. `values` has those of each
    /// variable that are not known to be excluded, `open` a bit for each candidate that is not false.
    pub(super) fn find(
        &mut self,
        network: &Network,
        propagator: usize,
        values: &[Vec<(i32, Fact)>],
        open: &[u64],
        is_false: impl Fn(Fact) -> bool,
    ) -> bool {
        self.stamp += 1;
        match &network.propagators[propagator] {
            Propagator::Count { .. } => true,
            Propagator::Table { vars, rows: TableRows::Pairs(pairs), .. } => self.pairs(vars, pairs, values, open),
            Propagator::Table { vars, rows: TableRows::Rows(rows), .. } => self.rows(vars, rows, values, is_false),
            Propagator::Sum { terms, cmp, rhs, distinct, .. } => {
                let values: Vec<Vec<(i64, Fact)>> = terms
                    .iter()
                    .map(|&(coefficient, var)| {
                        let open = values[var.index()].iter().filter(|&&(_, fact)| !is_false(fact));
                        open.map(|&(value, fact)| (coefficient * i64::from(value), fact)).collect()
                    })
                    .collect();
                if values.iter().any(Vec::is_empty) {
                    return false;
                }
                if *distinct {
                    return self.different(&values, *cmp, *rhs);
                }
                self.sums(&values, *cmp, *rhs)
            }
        }
    }

    fn pairs(&mut self, vars: &[Var], pairs: &Pairs, values: &[Vec<(i32, Fact)>], open: &[u64]) -> bool {
        for (column, var) in vars.iter().enumerate() {
            let mut found = false;
            for &(_, fact) in &values[var.index()] {
                let candidate = fact.candidate();
                if open[candidate / 64] >> (candidate % 64) & 1 == 1 && pairs.is_possible(column, fact, open) {
                    self.add(fact);
                    found = true;
                }
            }
            if !found {
                return false;
            }
        }
        true
    }

    fn rows(
        &mut self,
        vars: &[Var],
        rows: &Rows,
        values: &[Vec<(i32, Fact)>],
        is_false: impl Fn(Fact) -> bool,
    ) -> bool {
        for (column, var) in vars.iter().enumerate() {
            let mut found = false;
            for &(_, fact) in &values[var.index()] {
                if !self.has(fact)
                    && !is_false(fact)
                    && let Some(row) = rows.possible(column, fact, &is_false)
                {
                    row.iter().for_each(|&fact| self.add(fact));
                }
                found |= self.has(fact);
            }
            if !found {
                return false;
            }
        }
        true
    }

    /// Follows which values are used: the sum of different values is known from them.
    fn different(&mut self, values: &[Vec<(i64, Fact)>], cmp: Cmp, rhs: i64) -> bool {
        let mut all: Vec<i64> = values.iter().flatten().map(|&(value, _)| value).collect();
        all.sort_unstable();
        all.dedup();
        let bit = |value: i64| 1usize << all.binary_search(&value).expect("one of all values");
        let sets = 1usize << all.len();
        // Before each variable, the sets of values that those before it can use.
        let mut reached = vec![vec![false; sets]; values.len() + 1];
        reached[0][0] = true;
        for (at, values) in values.iter().enumerate() {
            for used in (0..sets).filter(|&used| used.count_ones() as usize == at) {
                if reached[at][used] {
                    for &(value, _) in values.iter().filter(|&&(value, _)| used & bit(value) == 0) {
                        reached[at + 1][used | bit(value)] = true;
                    }
                }
            }
        }
        let sum = |used: usize| -> i64 { (0..all.len()).filter(|at| used >> at & 1 == 1).map(|at| all[at]).sum() };
        let mut good: Vec<bool> =
            (0..sets).map(|used| reached[values.len()][used] && cmp.holds(sum(used), rhs)).collect();
        if !good.contains(&true) {
            return false;
        }
        for (at, values) in values.iter().enumerate().rev() {
            let mut before = vec![false; sets];
            for used in (0..sets).filter(|&used| reached[at][used]) {
                for &(value, fact) in values {
                    if used & bit(value) == 0 && good[used | bit(value)] {
                        before[used] = true;
                        self.add(fact);
                    }
                }
            }
            good = before;
        }
        true
    }

    /// Follows which partial sums are reached, or compares bounds.
    fn sums(&mut self, values: &[Vec<(i64, Fact)>], cmp: Cmp, rhs: i64) -> bool {
        let ends = |values: &Vec<(i64, Fact)>| {
            let all = values.iter().map(|&(value, _)| value);
            (all.clone().min().expect("some value"), all.max().expect("some value"))
        };
        let bounds: Vec<(i64, i64)> = values.iter().map(ends).collect();
        let low: i64 = bounds.iter().map(|&(low, _)| low).sum();
        let high: i64 = bounds.iter().map(|&(_, high)| high).sum();
        if high - low > MOST_SUMS {
            return self.bounds(values, &bounds, (low, high), cmp, rhs);
        }
        // Sums are counted from the least one of the variables so far.
        let mut reached: Vec<Vec<bool>> = vec![vec![true]];
        for (values, &(least, most)) in values.iter().zip(&bounds) {
            let before = reached.last().expect("the first is there");
            let mut after = vec![false; before.len() + (most - least) as usize];
            for sum in (0..before.len()).filter(|&sum| before[sum]) {
                values.iter().for_each(|&(value, _)| after[sum + (value - least) as usize] = true);
            }
            reached.push(after);
        }
        let last = reached.last().expect("the first is there");
        let mut good: Vec<bool> =
            last.iter().enumerate().map(|(sum, &is)| is && cmp.holds(low + sum as i64, rhs)).collect();
        if !good.contains(&true) {
            return false;
        }
        for (at, values) in values.iter().enumerate().rev() {
            let least = bounds[at].0;
            let mut before = vec![false; reached[at].len()];
            for sum in (0..before.len()).filter(|&sum| reached[at][sum]) {
                for &(value, fact) in values {
                    if good[sum + (value - least) as usize] {
                        before[sum] = true;
                        self.add(fact);
                    }
                }
            }
            good = before;
        }
        true
    }

    fn bounds(
        &mut self,
        values: &[Vec<(i64, Fact)>],
        bounds: &[(i64, i64)],
        (low, high): (i64, i64),
        cmp: Cmp,
        rhs: i64,
    ) -> bool {
        let mut all = true;
        for (values, &(least, most)) in values.iter().zip(bounds) {
            let mut some = false;
            for &(value, fact) in values {
                let too_large = cmp != Cmp::Ge && low - least + value > rhs;
                let too_small = cmp != Cmp::Le && high - most + value < rhs;
                if !too_large && !too_small {
                    some = true;
                    self.add(fact);
                }
            }
            all &= some;
        }
        all
    }
}
