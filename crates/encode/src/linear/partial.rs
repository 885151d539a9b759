//! The values of partial sums: reachable from the first term and, seen from the last term, still able to meet the
//! right-hand side. Shared by the encodings that add up term by term.

use crate::VarMap;
use cnfab_cnf::{Definition, Summand};
use cnfab_model::{Cmp, Var};

use super::Sum;

/// More combinations of a partial sum and a next value than this are refused: each becomes about one clause.
pub(in super::super) const MOST_COMBINATIONS: usize = 10_000_000;

/// A sum as terms that add up to exactly a total, or to at most a total, and what its partial sums can be.
pub(super) struct Partials {
    /// True if the sum has to equal the total; otherwise it may also be less.
    pub(super) exact: bool,
    /// Coefficient and variable. Those of a lower bound are negated, which makes it an upper bound.
    pub(super) terms: Vec<(i64, Var)>,
    /// For each term the values of coefficient times variable.
    pub(super) addends: Vec<Vec<i64>>,
    /// For each term the values of the sum up to and including it. The first level is all addends of the first term; a
    /// level may be empty, and then the sum cannot hold.
    pub(super) levels: Vec<Level>,
}

/// The values a partial sum can take.
pub(super) struct Level {
    /// Increasing. Where less than the total is allowed, the first value stands for all partial sums up to `floor`: so
    /// small that every continuation is allowed.
    pub(super) values: Vec<i64>,
    /// The largest partial sum that the first value stands for.
    pub(super) floor: i64,
}

impl Partials {
    /// The partial sums, or the reason why they are too many.
    pub(super) fn new(sum: &Sum, vars: &VarMap) -> Result<Self, String> {
        let sign = if sum.cmp == Cmp::Ge { -1 } else { 1 };
        let exact = sum.cmp == Cmp::Eq;
        let total = sign * sum.rhs;
        let terms: Vec<(i64, Var)> = sum.terms.iter().map(|&(coefficient, var)| (sign * coefficient, var)).collect();
        let addends: Vec<Vec<i64>> = terms.iter().map(|&(c, var)| addends(c, var, vars)).collect();
        let mut levels = vec![Level::new(addends[0].clone(), i64::MIN)];
        let mut combinations = 0;
        for count in 2..=terms.len() {
            let last = &levels[count - 2].values;
            combinations += last.len() * addends[count - 1].len();
            if combinations > sum.most {
                return Err(format!("its partial sums need more than {} clauses", sum.most));
            }
            let (before_min, before_max) = range(&terms[..count], sum.distinct, vars);
            let (after_min, after_max) = range(&terms[count..], sum.distinct, vars);
            let high = before_max.min(total - after_min);
            // Only an exact sum can be too small. Otherwise the first value of the last level stands for others, and
            // its successors must not be cut from below.
            let (low, floor) =
                if exact { (before_min.max(total - after_max), i64::MIN) } else { (i64::MIN, total - after_max) };
            let next = sums(last, &addends[count - 1], low, high);
            levels.push(Level::new(next, floor));
        }
        if exact {
            drop_dead_ends(&mut levels, &addends);
        }
        Ok(Partials { exact, terms, addends, levels })
    }
}

impl Level {
    pub(super) fn new(mut values: Vec<i64>, floor: i64) -> Self {
        let harmless = values.partition_point(|&value| value <= floor);
        if harmless > 1 {
            values.drain(1..harmless);
        }
        let floor = values.first().map_or(floor, |&first| floor.max(first));
        Level { values, floor }
    }

    /// The meaning of a value of the level: the sum is less by a constant than the summands come to.
    pub(super) fn meaning(&self, of: Vec<Summand>, value: i64, less: i64) -> Definition {
        match value <= self.floor {
            true => Definition::Between(of, i64::MIN, self.floor + less),
            false => Definition::Between(of, value + less, value + less),
        }
    }

    /// Position of the first value that is at least this partial sum, or stands for it.
    pub(super) fn reached(&self, partial: i64) -> usize {
        if partial <= self.floor { 0 } else { self.values.partition_point(|&value| value < partial) }
    }

    /// Position of the value that stands for this partial sum, if the level has it.
    pub(super) fn position(&self, partial: i64) -> Option<usize> {
        if partial <= self.floor {
            let first = *self.values.first()?;
            return (partial == first || first < self.floor).then_some(0);
        }
        self.values.binary_search(&partial).ok()
    }
}

/// The sums of two increasing lists from `low` to `high`, each once, increasing.
pub(super) fn sums(of: &[i64], by: &[i64], low: i64, high: i64) -> Vec<i64> {
    let ends = of.first().zip(of.last()).zip(by.first().zip(by.last()));
    let Some(((of_first, of_last), (by_first, by_last))) = ends else { return Vec::new() };
    let (first, last) = (low.max(of_first + by_first), high.min(of_last + by_last));
    let within = |values: &mut dyn FnMut(i64)| {
        for &a in of {
            by.iter().map(|&b| a + b).filter(|sum| (first..=last).contains(sum)).for_each(&mut *values);
        }
    };
    // Where sums lie close together, marking them is quicker than sorting.
    let span = usize::try_from(last.saturating_sub(first)).unwrap_or_default();
    if span <= of.len() * by.len() {
        let mut is_sum = vec![false; span + 1];
        within(&mut |sum| is_sum[(sum - first) as usize] = true);
        return (first..=last).zip(is_sum).filter(|(_, is_sum)| *is_sum).map(|(sum, _)| sum).collect();
    }
    let mut sums = Vec::new();
    within(&mut |sum| sums.push(sum));
    sums.sort_unstable();
    sums.dedup();
    sums
}

/// The values of coefficient times variable, increasing.
fn addends(coefficient: i64, var: Var, vars: &VarMap) -> Vec<i64> {
    let products = vars.domain(var).values().map(|value| coefficient * i64::from(value));
    if coefficient > 0 { products.collect() } else { products.rev().collect() }
}

/// Bounds of the sum of these terms. If the variables are distinct, those with the same coefficient are added up as the
/// smallest, or largest, different integers above their minima, or below their maxima.
fn range(terms: &[(i64, Var)], distinct: bool, vars: &VarMap) -> (i64, i64) {
    let mut ends: Vec<(i64, i64, i64)> = terms
        .iter()
        .map(|&(coefficient, var)| {
            let values = vars.domain(var).to_vec();
            (coefficient, i64::from(values[0]), i64::from(values[values.len() - 1]))
        })
        .collect();
    ends.sort_unstable_by_key(|&(coefficient, _, _)| coefficient);
    let (mut low, mut high) = (0, 0);
    for group in ends.chunk_by_mut(|a, b| distinct && a.0 == b.0) {
        let coefficient = group[0].0;
        group.sort_unstable_by_key(|&(_, min, _)| min);
        let mut last = i64::MIN;
        let mut smallest = 0;
        for &mut (_, min, _) in &mut *group {
            last = min.max(last.saturating_add(1));
            smallest += last;
        }
        group.sort_unstable_by_key(|&(_, _, max)| -max);
        let mut last = i64::MAX;
        let mut largest = 0;
        for &mut (_, _, max) in &mut *group {
            last = max.min(last.saturating_sub(1));
            largest += last;
        }
        let ends = [coefficient * smallest, coefficient * largest];
        low += ends[0].min(ends[1]);
        high += ends[0].max(ends[1]);
    }
    (low, high)
}

/// Drops the values from which no value of the next level is reached, except from the first level.
fn drop_dead_ends(levels: &mut [Level], addends: &[Vec<i64>]) {
    for i in (1..levels.len() - 1).rev() {
        let (front, back) = levels.split_at_mut(i + 1);
        let (level, next) = (&mut front[i], &back[0]);
        level.values.retain(|&value| addends[i + 1].iter().any(|&b| next.values.binary_search(&(value + b)).is_ok()));
        level.floor = level.values.first().copied().unwrap_or(i64::MIN);
    }
}
