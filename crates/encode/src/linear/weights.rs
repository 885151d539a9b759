//! A sum as groups of non-negative weights, one of each group taken, that come to at most or exactly a bound. What most
//! encodings from the literature on pseudo-Boolean constraints start from.
//!
//! A group is a variable, whose values have weights, or literals of which at most one is true: a weight for each of
//! them, and 0 for none. Literals of the same weight are one choice, which has a literal that they imply.

use std::ops::Range;

use crate::binary::bits;
use crate::{LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name, Summand};
use cnfab_model::{Cmp, Var};

use super::order_sum::Way;
use super::{Sum, sum_of};

/// Groups of weights with a bound.
pub(super) struct Weights {
    /// The terms of each group: one, or several over variables from 0 to 1.
    terms: Vec<Vec<(i64, Var)>>,
    /// For each group its weights, increasing from 0.
    pub(super) groups: Vec<Vec<i64>>,
    /// For each group the least sum, which has weight 0.
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
        let mut together: Vec<Vec<usize>> = sum.at_most_ones.clone();
        let mut is_alone = vec![true; sum.terms.len()];
        together.iter().flatten().for_each(|&position| is_alone[position] = false);
        together.extend((0..sum.terms.len()).filter(|&position| is_alone[position]).map(|position| vec![position]));
        together.sort_unstable_by_key(|positions| positions[0]);
        let mut all = Weights { terms: Vec::new(), groups: Vec::new(), least: Vec::new(), bound: sign * sum.rhs };
        for positions in together {
            let term = |position: usize| (sign * sum.terms[position].0, sum.terms[position].1);
            let terms: Vec<(i64, Var)> = positions.into_iter().map(term).collect();
            let sums = |&(coefficient, var): &(i64, Var)| {
                vars.domain(var).values().map(|value| coefficient * i64::from(value)).collect::<Vec<_>>()
            };
            let of_terms: Vec<Vec<i64>> = terms.iter().map(sums).collect();
            let least_of = |sums: &Vec<i64>| sums.iter().copied().min().unwrap_or(0);
            let above = |sums: &Vec<i64>| {
                let least = least_of(sums);
                sums.iter().map(|sum| sum - least).collect::<Vec<_>>()
            };
            let least: i64 = of_terms.iter().map(least_of).sum();
            let mut group: Vec<i64> = of_terms.iter().flat_map(above).collect();
            group.sort_unstable();
            group.dedup();
            all.bound -= least;
            all.least.push(least);
            all.groups.push(group);
            all.terms.push(terms);
        }
        all
    }

    /// The terms of these groups.
    pub(super) fn summands(&self, groups: Range<usize>) -> Vec<Summand> {
        sum_of(&self.terms[groups].concat())
    }

    /// The least terms of these groups together, which the weights leave out.
    pub(super) fn least(&self, groups: Range<usize>) -> i64 {
        self.least[groups].iter().sum()
    }

    /// The largest weights together.
    pub(super) fn most(&self) -> i64 {
        most(&self.groups)
    }

    /// The most that these groups may come to so that the bound holds whatever the others come to.
    pub(super) fn floor(&self, groups: Range<usize>) -> i64 {
        self.bound - (self.most() - most(&self.groups[groups]))
    }

    /// The steps from each weight of a group to the next, of all groups.
    pub(super) fn steps(&self) -> impl Iterator<Item = i64> {
        self.groups.iter().flat_map(|group| group.windows(2).map(|pair| pair[1] - pair[0]))
    }

    /// True if a group is literals of which at most one is true, and no variable.
    pub(super) fn is_of_literals(&self, group: usize) -> bool {
        self.terms[group].len() > 1
    }

    /// The variable of a group that is one, and its value for each weight.
    pub(super) fn values(&self, group: usize, vars: &VarMap) -> (Var, Vec<i32>) {
        let (coefficient, var) = self.term(group).expect("the group is a variable");
        let mut values = vars.domain(var).to_vec();
        if coefficient < 0 {
            values.reverse();
        }
        (var, values)
    }

    /// The coefficient and the variable of a group that is one term.
    pub(super) fn term(&self, group: usize) -> Option<(i64, Var)> {
        if let &[term] = &self.terms[group][..] { Some(term) } else { None }
    }

    /// The literals of a group of literals, with their weights.
    fn literals(&self, group: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<(i64, LitOrConst)> {
        let mut literal =
            |&(coefficient, var): &(i64, Var)| (coefficient.abs(), vars.is(var, i32::from(coefficient > 0), out));
        self.terms[group].iter().map(&mut literal).collect()
    }

    /// A digit of the weight of a group of literals in unary: whether it is at least 1, at least 2, and so on. The
    /// digit has a name, a unit, and what it is of a weight. Its literals are determined if exact.
    pub(super) fn digit(
        &self,
        group: usize,
        (name, unit, digit): (&'static str, i64, &dyn Fn(i64) -> usize),
        exact: bool,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Vec<LitOrConst> {
        let literals = self.literals(group, vars, out);
        let most = literals.iter().map(|&(weight, _)| digit(weight)).max().unwrap_or(0);
        let mut at_least = |j: usize| {
            let with = literals.iter().filter(|&&(weight, _)| digit(weight) >= j).map(|&(_, lit)| lit);
            some_of(Name::aux(name, group, unit * j as i64), &with.collect::<Vec<_>>(), exact, out)
        };
        (1..=most).map(&mut at_least).collect()
    }

    /// The bits of the weight of a group, lowest first; determined if exact.
    pub(super) fn bits(
        &self,
        group: usize,
        exact: bool,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Vec<LitOrConst> {
        let weights = &self.groups[group];
        if !self.is_of_literals(group) {
            let (var, values) = self.values(group, vars);
            return bits(weights, (var, &values), exact, vars, out);
        }
        let width = i64::BITS - weights[weights.len() - 1].leading_zeros();
        let mut bit = |place: u32| {
            let has_bit = |weight: i64| (weight >> place & 1) as usize;
            let bit = self.digit(group, ("bit", 1 << place, &has_bit), exact, vars, out);
            bit.first().copied().unwrap_or(LitOrConst::Const(false))
        };
        (0..width).map(&mut bit).collect()
    }

    /// For each weight of a group "at least this one", if that is known, and "more than the last". In order, a weight
    /// implies the smaller ones; else it is about itself alone, and only the first is known to hold.
    pub(super) fn reached(
        &self,
        group: usize,
        in_order: bool,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Vec<LitOrConst> {
        let mut lits = if in_order { self.at_least(group, vars, out) } else { self.taken(group, vars, out) };
        lits[0] = LitOrConst::Const(true);
        lits.push(LitOrConst::Const(false));
        lits
    }

    /// The ways to state the literals of a group. A variable has one.
    pub(super) fn ways(&self, group: usize, of_variable: bool) -> Vec<Way> {
        match self.is_of_literals(group) {
            true => [false, true].map(|in_order| Way { in_order, clauses: self.clauses(group, in_order) }).to_vec(),
            false => vec![Way::given(of_variable)],
        }
    }

    /// The clauses that define [`Weights::reached`], of a group of literals.
    fn clauses(&self, group: usize, in_order: bool) -> usize {
        let mut weights: Vec<i64> = self.terms[group].iter().map(|term| term.0.abs()).collect();
        weights.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
        let largest = weights[0];
        let same = weights.chunk_by(|a, b| a == b);
        let of = same.map(|same| same.len() + usize::from(in_order && same[0] < largest));
        of.filter(|&some| some > 1).sum()
    }

    /// For each weight of a group the literal of "it is taken". Of literals, "none" has no literal and counts as false.
    pub(super) fn taken(&self, group: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        if self.is_of_literals(group) {
            let literals = self.literals(group, vars, out);
            let taken = |&weight: &i64| {
                let with: Vec<LitOrConst> =
                    literals.iter().filter(|&&(other, _)| other == weight).map(|&(_, lit)| lit).collect();
                some_of(Name::aux("taken", group, weight), &with, false, out)
            };
            return self.groups[group].iter().map(taken).collect();
        }
        let (var, values) = self.values(group, vars);
        values.into_iter().map(|value| vars.is(var, value, out)).collect()
    }

    /// For each weight of a group the literal of "this or a larger one is taken"; the first is true.
    pub(super) fn at_least(&self, group: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        if self.is_of_literals(group) {
            let literals = self.literals(group, vars, out);
            let mut larger = LitOrConst::Const(false);
            let mut at_least = Vec::with_capacity(self.groups[group].len());
            for &weight in self.groups[group].iter().rev().take_while(|&&weight| weight > 0) {
                let with = literals.iter().filter(|&&(other, _)| other == weight).map(|&(_, lit)| lit);
                let with: Vec<LitOrConst> = with.chain([larger]).collect();
                larger = some_of(Name::aux("weight>=", group, weight), &with, false, out);
                at_least.push(larger);
            }
            at_least.push(LitOrConst::Const(true));
            at_least.reverse();
            return at_least;
        }
        let (coefficient, _) = self.term(group).expect("the group is a variable");
        let (var, values) = self.values(group, vars);
        let order_lit = |value: i32| match coefficient > 0 {
            true => !vars.at_most(var, value - 1, out),
            false => vars.at_most(var, value, out),
        };
        values.into_iter().map(order_lit).collect()
    }
}

/// A literal that each of these implies; if exact, no other makes it true.
fn some_of(name: Name, of: &[LitOrConst], exact: bool, out: &mut dyn ClauseSink) -> LitOrConst {
    let open: Vec<Lit> = of.iter().filter_map(|of| of.lit()).collect();
    match (&open[..], of.contains(&LitOrConst::Const(true))) {
        (_, true) => LitOrConst::Const(true),
        ([], _) => LitOrConst::Const(false),
        (&[only], _) => only.into(),
        _ => {
            let some = out.define(name, || Definition::gate(&open, 1));
            open.iter().for_each(|&lit| out.clause(&[!lit, some]));
            if exact {
                out.clause(&[&[!some], &open[..]].concat());
            }
            some.into()
        }
    }
}

fn most(groups: &[Vec<i64>]) -> i64 {
    groups.iter().map(|group| group[group.len() - 1]).sum()
}
