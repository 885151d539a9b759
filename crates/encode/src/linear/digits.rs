//! Sums in digits, each in unary, by a balanced tree with carries. The digits of a term come from the order literals of
//! its variable.

use crate::{ClauseBuf, LitOrConst, VarMap};
use cnfab_cnf::{ClauseRule, ClauseSink, Definition, Lit, Name};
use cnfab_model::Cmp;

use super::Sum;
use super::weights::Weights;

/// States the sum in digits to the bases that are chosen for its weights, lowest first.
pub(super) fn encode<B: Iterator<Item = i64>>(
    sum: &Sum,
    bases: impl FnOnce(&Weights) -> B,
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
) {
    let weights = if sum.cmp == Cmp::Ge { Weights::lower(sum, vars) } else { Weights::upper(sum, vars) };
    let (mut digits, mut rest, mut used) = (Vec::new(), weights.bound, Vec::new());
    for base in bases(&weights) {
        if rest < base {
            break;
        }
        digits.push(rest % base);
        rest /= base;
        used.push(base as usize);
    }
    digits.push(rest);
    // The highest digit has no base, but needs to go no further than beyond the bound.
    let highest = digits[digits.len() - 1] as usize + 1;
    let tree = Tree { weights: &weights, bases: used, highest };
    out.why(ClauseRule::Count);
    let root = tree.node(0, weights.groups.len(), vars, out);
    let units = used_units(&tree.bases);
    let weights = || {
        let weighted = root.iter().zip(&units).flat_map(|(digit, &unit)| digit.iter().map(move |lit| (unit, lit)));
        weighted.filter_map(|(unit, lit)| Some((unit, lit.lit()?))).collect()
    };
    out.note(|notes| notes.total(&weights));
    let mut clause = ClauseBuf::new();
    for (level, &wanted) in digits.iter().enumerate().rev() {
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

/// The unit of each digit.
fn used_units(bases: &[usize]) -> Vec<i64> {
    let next = |unit: &mut i64, &base: &usize| {
        *unit *= base as i64;
        Some(*unit)
    };
    [1].into_iter().chain(bases.iter().scan(1, next)).collect()
}

/// "At least j", from a digit in unary; false beyond its end.
fn digit(of: &[LitOrConst], j: usize) -> LitOrConst {
    if j == 0 { LitOrConst::Const(true) } else { of.get(j - 1).copied().unwrap_or(LitOrConst::Const(false)) }
}

struct Tree<'w> {
    weights: &'w Weights,
    /// Of each digit but the highest.
    bases: Vec<usize>,
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
        let levels = self.bases.len() + 1;
        let mut sum = Vec::with_capacity(levels);
        for level in 0..levels {
            let base = self.bases.get(level).copied();
            let (a, b) = (&left[level], &right[level]);
            let most = a.len() + b.len() + usize::from(carry != LitOrConst::Const(false));
            let (cap, carries) = base.map_or((self.highest, false), |base| (base - 1, most >= base));
            let name = |j: usize| Name::aux("digit", to * levels + level, j as i64);
            let all: Vec<(i64, Lit)> =
                a.iter().chain(b).chain([&carry]).filter_map(|part| Some((1, part.lit()?))).collect();
            // The carry is there first, since the digit is what it leaves.
            let taken = base
                .filter(|_| carries)
                .map(|base| (base as i64, out.define(name(0), || Definition::Gate(all.clone(), base as i64))));
            let left = || all.iter().copied().chain(taken.map(|(base, carry)| (-base, carry))).collect();
            let mut at = |j: usize| out.define(name(j), || Definition::Gate(left(), j as i64)).into();
            let digits: Vec<LitOrConst> = (1..=most.min(cap)).map(&mut at).collect();
            let next = taken.map_or(LitOrConst::Const(false), |(_, carry)| carry.into());
            let wrap = base.map(|base| (base, next));
            for (extra, with) in [(0, carry), (1, !carry)] {
                if with != LitOrConst::Const(true) {
                    added([a, b], extra, with, &digits, wrap, out);
                }
            }
            if let Some(base) = base.filter(|_| carries) {
                // The digit after a carry is less than some digits could be.
                let mut clause = ClauseBuf::new();
                digits.iter().skip(most - base).for_each(|&digit| clause.all([!next, !digit], out));
            }
            sum.push(digits);
            carry = next;
        }
        sum
    }

    /// The digit of a weight in units: the rest modulo the base, or of the highest digit all that is counted.
    fn digit(&self, units: i64, base: Option<usize>) -> usize {
        base.map_or((units as usize).min(self.highest), |base| units as usize % base)
    }

    /// The digits of one group's weight, from the order literals of its variable.
    fn leaf(&self, group: usize, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<Vec<LitOrConst>> {
        let mut digits = Vec::with_capacity(self.bases.len() + 1);
        let mut unit = 1;
        if self.weights.is_of_literals(group) {
            for level in 0..=self.bases.len() {
                let base = self.bases.get(level).copied();
                let of = |weight: i64| self.digit(weight / unit, base);
                digits.push(self.weights.digit(group, ("weight", unit, &of), true, vars, out));
                unit *= base.unwrap_or(1) as i64;
            }
            return digits;
        }
        let at_least = self.weights.at_least(group, vars, out);
        let (var, values) = self.weights.values(group, vars);
        let weights = &self.weights.groups[group];
        let mut clause = ClauseBuf::new();
        for level in 0..=self.bases.len() {
            let base = self.bases.get(level).copied();
            let of = |weight: i64| self.digit(weight / unit, base);
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
                let those = || weights.iter().zip(&values).filter(|(weight, _)| of(**weight) >= j);
                let meaning = || Definition::Values(var.index(), those().map(|(_, &value)| value).collect());
                let lit = LitOrConst::Lit(out.define(Name::aux("weight", group, unit * j as i64), meaning));
                runs.insert(0, LitOrConst::Const(true));
                runs.push(LitOrConst::Const(false));
                for (number, run) in runs.windows(2).enumerate() {
                    clause.all([!run[0], run[1], if number % 2 == 1 { lit } else { !lit }], out);
                }
                lits.push(lit);
            }
            digits.push(lits);
            unit *= base.unwrap_or(1) as i64;
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
