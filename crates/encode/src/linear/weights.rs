//! A sum as groups of non-negative weights, one of each group taken, that come to at most or exactly a bound. What most
//! encodings from the literature on pseudo-Boolean constraints start from.

use std::ops::Range;

use crate::{LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Summand};
use cnfab_model::{Cmp, Var};

use super::{Sum, sum_of};

/// Groups of weights with a bound.
pub(super) struct Weights {
    terms: Vec<(i64, Var)>,
    /// For each term the weights of its values, increasing from 0.
    pub(super) groups: Vec<Vec<i64>>,
    /// For each term the least value, which has weight 0.
    least: Vec<i64>,
    /// The largest sum that the weights may have. At least 0, and less than all the largest together.
    pub(super) bound: i64,
}

impl Weights {
    /// "The sum is at most the right-hand side", for any comparison of the sum.
    pub(super) fn upper(sum: &Sum, vars: &VarMap) -> Self {
        Self::signed(sum, 1, vars)
    }

    /// "The sum is at least the right-hand side", with all signs changed.
    pub(super) fn lower(sum: &Sum, vars: &VarMap) -> Self {
        Self::signed(sum, -1, vars)
    }

    /// The inequalities that the sum is made of: one, or two for `=`. None that always holds.
    pub(super) fn inequalities(sum: &Sum, vars: &VarMap) -> Vec<Self> {
        let mut all = Vec::with_capacity(2);
        if sum.cmp != Cmp::Ge {
            all.push(Self::upper(sum, vars));
        }
        if sum.cmp != Cmp::Le {
            all.push(Self::lower(sum, vars));
        }
        all.retain(|one| one.bound < one.most());
        all
    }

    fn signed(sum: &Sum, sign: i64, vars: &VarMap) -> Self {
        let terms: Vec<(i64, Var)> = sum.terms.iter().map(|&(coefficient, var)| (sign * coefficient, var)).collect();
        let mut bound = sign * sum.rhs;
        let mut groups = Vec::with_capacity(terms.len());
        let mut all_least = Vec::with_capacity(terms.len());
        for &(coefficient, var) in &terms {
            let mut group: Vec<i64> = vars.domain(var).values().map(|value| coefficient * i64::from(value)).collect();
            group.sort_unstable();
            let least = group[0];
            group.iter_mut().for_each(|weight| *weight -= least);
            bound -= least;
            all_least.push(least);
            groups.push(group);
        }
        Weights { terms, groups, least: all_least, bound }
    }

    /// The terms of these groups.
    pub(super) fn summands(&self, groups: Range<usize>) -> Vec<Summand> {
        sum_of(&self.terms[groups])
    }

    /// The least terms of these groups together, which the weights leave out.
    pub(super) fn least(&self, groups: Range<usize>) -> i64 {
        self.least[groups].iter().sum()
    }

    /// The largest weights together.
    pub(super) fn most(&self) -> i64 {
        self.groups.iter().map(|group| group[group.len() - 1]).sum()
    }

    /// The variable of a group, and its value for each weight.
    pub(super) fn values(&self, group: usize, vars: &VarMap) -> (Var, Vec<i32>) {
        let (coefficient, var) = self.terms[group];
        let mut values = vars.domain(var).to_vec();
        if coefficient < 0 {
            values.reverse();
        }
        (var, values)
    }

    /// For each weight of a group the literal of "it is taken".
    pub(super) fn taken(&self, group: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        let (var, values) = self.values(group, vars);
        values.into_iter().map(|value| vars.is(var, value, out)).collect()
    }

    /// For each weight of a group the literal of "this or a larger one is taken"; the first is true.
    pub(super) fn at_least(&self, group: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        let (coefficient, _) = self.terms[group];
        let (var, values) = self.values(group, vars);
        let order_lit = |value: i32| match coefficient > 0 {
            true => !vars.at_most(var, value - 1, out),
            false => vars.at_most(var, value, out),
        };
        values.into_iter().map(order_lit).collect()
    }
}
