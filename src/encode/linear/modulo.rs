//! n-level modulo totalizer over groups: a balanced tree of sums in digits to a small base, each digit in unary.
//!
//! With base p, L digits up to the bound and m terms of d values: a node has at most (L-1)*(p-1) digit literals, L-1
//! carries and the literals of its highest digit, and each digit at most 4*p*p clauses; the leaves read digits from the
//! variables' order literals, a clause for each run of weights where a digit stays at least j or below: at most d+1 per
//! digit literal, and none for a literal with two runs, which is an order literal. O(m*L*p*p) clauses, for all numbers.
//! Base 3 if none is given. All digits are determined, so the encoding is bijective; `=` sets the digits of the total.
//! Unit propagation is weak: an open carry hides what follows.
//! M. Koshimura, A. Zha, H. Fujita, "n-level Modulo-Based CNF encodings of Pseudo-Boolean constraints for MaxSAT",
//! Constraints 24, 2019; with groups: M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret, "SAT
//! encodings for Pseudo-Boolean constraints together with at-most-one constraints", Artificial Intelligence 302, 2022.

use std::sync::Arc;

use crate::cnf::{ClauseSink, Name};
use crate::encode::{ClauseBuf, Contract, Encoding, LitOrConst, Number, VarMap};
use crate::model::Cmp;
use crate::names::Named;

use super::weights::Weights;
use super::{LinearEncoding, Statement, Sum};

pub(super) struct Modulo {
    pub(super) base: usize,
}

impl Named for Modulo {
    fn name(&self) -> &'static str {
        "modulo"
    }

    fn about(&self) -> &'static str {
        "a balanced tree of sums in digits, each in unary"
    }
}

impl Encoding for Modulo {
    fn number(&self) -> Option<Number> {
        Some(Number { about: "base of the digits", value: self.base, range: 2..=1000 })
    }
}

impl LinearEncoding for Modulo {
    fn with_number(&self, base: usize) -> Option<Arc<dyn LinearEncoding>> {
        Some(Arc::new(Modulo { base }))
    }

    fn contract(&self, _cmp: Cmp) -> Contract {
        Contract::Bijective
    }

    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        let base = self.base;
        Ok(Box::new(move |vars, out| encode(&sum, base, vars, out)))
    }
}

fn encode(sum: &Sum, base: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let weights = if sum.cmp == Cmp::Ge { Weights::lower(sum, vars) } else { Weights::upper(sum, vars) };
    let digit_base = base as i64;
    let mut digits = vec![weights.bound % digit_base];
    let mut rest = weights.bound / digit_base;
    while rest > 0 {
        digits.push(rest % digit_base);
        rest /= digit_base;
    }
    // The highest digit has no base, but needs to go no further than beyond the bound.
    let highest = digits[digits.len() - 1] as usize + 1;
    let tree = Tree { weights: &weights, base, levels: digits.len(), highest };
    let root = tree.node(0, weights.groups.len(), vars, out);
    let mut clause = ClauseBuf::new();
    for (level, &wanted) in digits.iter().enumerate() {
        let wanted = wanted as usize;
        clause.push(!digit(&root[level], wanted + 1));
        if sum.cmp == Cmp::Eq {
            clause.emit(out);
            clause.push(digit(&root[level], wanted));
        } else {
            for (above, &wanted) in digits.iter().enumerate().skip(level + 1) {
                clause.push(!digit(&root[above], wanted as usize));
            }
        }
        clause.emit(out);
    }
}

/// "At least j", from a digit in unary; false beyond its end.
fn digit(of: &[LitOrConst], j: usize) -> LitOrConst {
    if j == 0 { LitOrConst::Const(true) } else { of.get(j - 1).copied().unwrap_or(LitOrConst::Const(false)) }
}

struct Tree<'w> {
    weights: &'w Weights,
    base: usize,
    levels: usize,
    /// The most that the highest digit is counted to.
    highest: usize,
}

impl Tree<'_> {
    /// The digits of what these groups come to, lowest first.
    fn node(&self, from: usize, to: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<Vec<LitOrConst>> {
        if to - from == 1 {
            return self.leaf(from, vars, out);
        }
        let middle = from.midpoint(to);
        let (left, right) = (self.node(from, middle, vars, out), self.node(middle, to, vars, out));
        let mut carry = LitOrConst::Const(false);
        let mut sum = Vec::with_capacity(self.levels);
        for level in 0..self.levels {
            let is_highest = level + 1 == self.levels;
            let (a, b) = (&left[level], &right[level]);
            let most = a.len() + b.len() + usize::from(carry != LitOrConst::Const(false));
            let (cap, carries) = if is_highest { (self.highest, false) } else { (self.base - 1, most >= self.base) };
            let name = |j: usize| Name::aux("digit", to * self.levels + level, j as i64);
            let digits: Vec<LitOrConst> = (1..=most.min(cap)).map(|j| out.fresh(name(j)).into()).collect();
            let next = if carries { out.fresh(name(0)).into() } else { LitOrConst::Const(false) };
            let wrap = if is_highest { None } else { Some((self.base, next)) };
            for (extra, with) in [(0, carry), (1, !carry)] {
                if with != LitOrConst::Const(true) {
                    added([a, b], extra, with, &digits, wrap, out);
                }
            }
            if carries {
                // The digit after a carry is less than some digits could be.
                let mut clause = ClauseBuf::new();
                digits.iter().skip(most - self.base).for_each(|&digit| clause.all([!next, !digit], out));
            }
            sum.push(digits);
            carry = next;
        }
        sum
    }

    /// The digits of one group's weight, from the order literals of its variable.
    fn leaf(&self, group: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<Vec<LitOrConst>> {
        let at_least = self.weights.at_least(group, vars, out);
        let weights = &self.weights.groups[group];
        let mut clause = ClauseBuf::new();
        let mut digits = Vec::with_capacity(self.levels);
        let mut unit = 1;
        for level in 0..self.levels {
            let of = |weight: i64| match level + 1 == self.levels {
                true => ((weight / unit) as usize).min(self.highest),
                false => (weight / unit) as usize % self.base,
            };
            let most = weights.iter().map(|&weight| of(weight)).max().unwrap_or(0);
            let mut lits = Vec::with_capacity(most);
            for j in 1..=most {
                // Runs of weights whose digit is at least j, or less, in turns; in the first run, with weight 0, it is
                // less.
                let mut runs: Vec<LitOrConst> = (weights.windows(2).zip(&at_least[1..]))
                    .filter(|(pair, _)| (of(pair[0]) >= j) != (of(pair[1]) >= j))
                    .map(|(_, &from)| from)
                    .collect();
                if let [only] = runs[..] {
                    lits.push(only);
                    continue;
                }
                let lit = LitOrConst::Lit(out.fresh(Name::aux("weight", group, unit * j as i64)));
                runs.insert(0, LitOrConst::Const(true));
                runs.push(LitOrConst::Const(false));
                for (number, run) in runs.windows(2).enumerate() {
                    clause.all([!run[0], run[1], if number % 2 == 1 { lit } else { !lit }], out);
                }
                lits.push(lit);
            }
            digits.push(lits);
            unit *= self.base as i64;
        }
        digits
    }
}

/// Two digits and `extra` make a digit, unless the literal `except` holds; with a base and a carry, or cut off at its
/// end.
fn added(
    [a, b]: [&[LitOrConst]; 2],
    extra: usize,
    except: LitOrConst,
    sum: &[LitOrConst],
    wrap: Option<(usize, LitOrConst)>,
    out: &mut dyn ClauseSink,
) {
    let mut clause = ClauseBuf::new();
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let total = i + j + extra;
            let both = [!digit(a, i), !digit(b, j), except];
            // No more than the total, and so less than one more.
            let neither = [digit(a, i + 1), digit(b, j + 1), except];
            let Some((base, carry)) = wrap else {
                if (1..=sum.len()).contains(&total) {
                    clause.extend(&both).push(sum[total - 1]).emit(out);
                }
                if total < sum.len() {
                    clause.extend(&neither).push(!sum[total]).emit(out);
                }
                continue;
            };
            if total < base {
                clause.extend(&both).push(carry).push(digit(sum, total)).emit(out);
            } else {
                clause.extend(&both).push(carry).emit(out);
                clause.extend(&both).push(digit(sum, total - base)).emit(out);
            }
            if total + 1 < base {
                clause.extend(&neither).push(!digit(sum, total + 1)).emit(out);
            }
            if total < base {
                clause.extend(&neither).push(!carry).emit(out);
            } else {
                clause.extend(&neither).push(!carry).push(!digit(sum, total + 1 - base)).emit(out);
            }
        }
    }
}
