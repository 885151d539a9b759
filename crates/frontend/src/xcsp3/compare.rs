//! Comparisons of sums with 0, stated or as truth values.
//!
//! An equation of two variables with few values is stated value by value, a sum of 0/1 variables as a cardinality
//! constraint or a clause where it is one.

use crate::pairs::{MOST_PAIRS, partners};
use crate::pseudo_boolean;
use cnfab_model::{AllDifferent, Atom, Cmp, Domain, Linear, Var};

use super::Unread;
use super::affine::Affine;
use super::build::Build;
use super::condition::Comparison;
use super::truth::Truth;

impl Build<'_> {
    /// States how a sum compares with 0, where all atoms of `when` are true.
    pub(super) fn compare(&mut self, when: &[Atom], sum: &Affine, comparison: Comparison) -> Result<(), Unread> {
        if let Some(truth) = self.simple(sum, comparison) {
            return self.clause(when, &[truth]);
        }
        let (cmp, rhs) = self.linear(sum, comparison)?;
        if comparison == Comparison::Ne {
            return self.differ(when, sum);
        }
        let is_bit = |var: Var| *self.model.domain(var) == Domain::from(0..=1);
        if sum.terms.iter().all(|&(_, var)| is_bit(var)) {
            let bits = pseudo_boolean::Sum::of(&sum.terms);
            let simpler =
                bits.compares(cmp, rhs.into()).map_err(|_| self.refused("a sum beyond 64 bits", "smaller numbers"))?;
            return simpler.map_or(Ok(()), |constraint| self.add(when, constraint));
        }
        self.add(when, Linear { terms: sum.terms.clone(), cmp, rhs })
    }

    /// A comparison and a right-hand side for the terms of a sum, which say whether it is at most 0, or 0.
    fn linear(&self, sum: &Affine, comparison: Comparison) -> Result<(Cmp, i64), Unread> {
        let rhs = sum.constant.checked_neg().ok_or_else(|| self.refused("a sum beyond 64 bits", "smaller numbers"))?;
        Ok((if comparison == Comparison::Le { Cmp::Le } else { Cmp::Eq }, rhs))
    }

    /// States that a sum of several terms is not 0.
    fn differ(&mut self, when: &[Atom], sum: &Affine) -> Result<(), Unread> {
        let (_, rhs) = self.linear(sum, Comparison::Ne)?;
        match sum.terms[..] {
            [(1, x), (-1, y)] | [(-1, x), (1, y)] if rhs == 0 && when.is_empty() => {
                return self.add(when, AllDifferent(vec![x, y]));
            }
            [one, other] => {
                if let Some(pairs) = self.pairs(one, other, rhs) {
                    for (x, y) in pairs.into_iter().filter_map(|(x, y)| Some((x, y?))) {
                        self.clause(when, &[Truth::Lit(!x), Truth::Lit(!y)])?;
                    }
                    return Ok(());
                }
            }
            _ => {}
        }
        self.add_not(when, Linear { terms: sum.terms.clone(), cmp: Cmp::Eq, rhs })
    }

    /// The values of one of two variables, each with the value of the other one that solves an equation, if they are
    /// few.
    fn pairs(&self, one: (i64, Var), other: (i64, Var), rhs: i64) -> Option<Vec<(Atom, Option<Atom>)>> {
        let length = |var: Var| self.model.domain(var).len();
        let ((a, x), (b, y)) = if length(one.1) <= length(other.1) { (one, other) } else { (other, one) };
        if length(x) > MOST_PAIRS {
            return None;
        }
        let (values, others) = (self.model.domain(x), self.model.domain(y));
        let has = |value: i64| i32::try_from(value).is_ok_and(|value| others.contains(value));
        let pairs = partners(values.values().map(i64::from), (a, b), rhs, has);
        Some(pairs.map(|(value, partner)| (x.is(value as i32), partner.map(|partner| y.is(partner as i32)))).collect())
    }

    /// The truth of a comparison of a sum with 0, as an atom that there is, or a constant.
    fn simple(&self, sum: &Affine, comparison: Comparison) -> Option<Truth> {
        let (low, high) = self.bounds(sum);
        let always = match comparison {
            Comparison::Le => (high <= 0).then_some(true).or((low > 0).then_some(false)),
            Comparison::Eq | Comparison::Ne => {
                let equal = (low > 0 || high < 0).then_some(false).or((low == 0 && high == 0).then_some(true));
                equal.map(|equal| equal == (comparison == Comparison::Eq))
            }
        };
        if let Some(truth) = always {
            return Some(Truth::Const(truth));
        }
        let [(factor, var)] = sum.terms[..] else { return None };
        // factor * var compares with rhs
        let (factor, rhs) = (i128::from(factor), -i128::from(sum.constant));
        let value = |value: i128| i32::try_from(value).expect("between the bounds of a variable");
        Some(match comparison {
            Comparison::Le if factor > 0 => Truth::Lit(var.at_most(value(rhs.div_euclid(factor)))),
            Comparison::Le => {
                Truth::Lit(var.at_least(value((-rhs).div_euclid(-factor) + i128::from((-rhs).rem_euclid(-factor) > 0))))
            }
            Comparison::Eq | Comparison::Ne => {
                let is_equality = comparison == Comparison::Eq;
                let has = rhs % factor == 0 && self.model.domain(var).contains(value(rhs / factor));
                match (has, is_equality) {
                    (true, true) => Truth::Lit(var.is(value(rhs / factor))),
                    (true, false) => Truth::Lit(var.is_not(value(rhs / factor))),
                    (false, _) => Truth::Const(!is_equality),
                }
            }
        })
    }

    /// The truth of a comparison of a sum with 0.
    pub(super) fn compares(&mut self, sum: &Affine, comparison: Comparison) -> Result<Truth, Unread> {
        if let Some(truth) = self.simple(sum, comparison) {
            return Ok(truth);
        }
        if comparison == Comparison::Ne {
            return Ok(!self.compares(sum, Comparison::Eq)?);
        }
        let key = (sum.clone(), comparison);
        if let Some(&known) = self.comparisons.get(&key) {
            return Ok(Truth::Lit(known));
        }
        let (cmp, rhs) = self.linear(sum, comparison)?;
        let atom = self.auxiliary("holds", 0..=1).is(1);
        let pairs = match sum.terms[..] {
            [one, other] if comparison == Comparison::Eq => self.pairs(one, other, rhs),
            _ => None,
        };
        match pairs {
            Some(pairs) => self.defining(|build| {
                pairs.into_iter().try_for_each(|(x, y)| {
                    let there = y.map_or(Truth::Const(false), Truth::Lit);
                    build.clause(&[], &[Truth::Lit(!atom), Truth::Lit(!x), there])?;
                    build.clause(&[], &[Truth::Lit(atom), Truth::Lit(!x), !there])
                })
            })?,
            None => {
                let posted = self.model.reify(&self.label, atom, Linear { terms: sum.terms.clone(), cmp, rhs });
                self.checked(posted)?;
            }
        }
        self.comparisons.insert(key, atom);
        Ok(Truth::Lit(atom))
    }
}
