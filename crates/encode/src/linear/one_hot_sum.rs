//! Partial sums with one literal per value, term by term.
//!
//! After each term but the first and the last, the sum so far is one of the reachable values. The terms before reach
//! such a value, and the terms after can still meet the right-hand side from it. Exactly one of these values holds, by
//! the pairwise encoding. Any two of sum before, term and sum after imply the third, or exclude each other if there is
//! none: supports in all three directions. With p_i values of the i-th partial sum (p_1 = d, the last is 1) and d
//! values per variable: p_i variables and at most d*p_(i-1) + d*p_i + p_(i-1)*p_i + C(p_i,2) + 1 clauses for each term
//! after the first. For `<=` and `>=` one value stands for all partial sums with which nothing can go wrong any more.
//! Prunes single values in the middle of a sum, unlike `order-sum`, but sees bounds later: three times the conflicts on
//! Aristotle's hexagon. Bijective.
//! Dynamic programming over the terms; compare the decision diagrams of M. Bofill, J. Coll, J. Suy, M. Villaret, "An
//! MDD-based SAT encoding for pseudo-Boolean constraints with at-most-one relations", Artificial Intelligence Review
//! 53, 2020.

use crate::amo::{AmoEncoding, Pairwise};
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Lit, Name, Summand};
use cnfab_model::Var;

use super::partial::{Level, Partials};
use super::{Statement, Sum, SumClauses, sum_of};

pub(super) struct OneHotSum;

impl Described for OneHotSum {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["the partial sum is v", "two known sums leave the third one value"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("one-hot-sum", "partial sums with one literal per value, supports in all three directions")
    };
}

impl SumClauses for OneHotSum {
    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let partials = Partials::new(&sum, vars)?;
        Ok(Box::new(move |vars, out| encode(&partials, Direction::All, vars, out)))
    }
}

/// The direction in which a sum, a summand and their result imply each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Both summands imply what they come to.
    Forward,
    /// Any two of the three imply the third.
    All,
}

/// The clauses of the partial sums, term by term.
pub(super) fn encode(partials: &Partials, direction: Direction, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let Partials { terms, addends, levels, .. } = partials;
    let mut so_far = of_term(terms[0], &addends[0], vars, out);
    for (i, level) in levels.iter().enumerate().skip(1) {
        if level.values.is_empty() {
            out.clause(&[]);
            return;
        }
        let term = of_term(terms[i], &addends[i], vars, out);
        let next = one_hot(i, level, &|| sum_of(&terms[..=i]), 0, out);
        let step = OneHotStep { from: &levels[i - 1].values, by: &addends[i], to: level, direction };
        step.encode(&so_far, &term, &next, out);
        so_far = next;
    }
}

/// The value literals of a term in the order of its addends.
fn of_term(
    (coefficient, var): (i64, Var),
    addends: &[i64],
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
) -> Vec<LitOrConst> {
    addends.iter().map(|&addend| vars.is(var, (addend / coefficient) as i32, out)).collect()
}

/// New literals for a partial sum, exactly one of them true.
/// They are about a sum of summands that is less by a constant than these come to.
pub(super) fn one_hot(
    number: usize,
    level: &Level,
    of: &dyn Fn() -> Vec<Summand>,
    less: i64,
    out: &mut dyn ClauseSink,
) -> Vec<LitOrConst> {
    if let [_] = level.values[..] {
        return vec![LitOrConst::Const(true)];
    }
    let lits: Vec<Lit> = level
        .values
        .iter()
        .map(|&value| out.define(Name::aux("sum=", number, value), &|| level.meaning(of(), value, less)))
        .collect();
    Pairwise.exactly_one(&lits, out);
    lits.into_iter().map(LitOrConst::Lit).collect()
}

/// The values of one addition.
pub(super) struct OneHotStep<'l> {
    pub(super) from: &'l [i64],
    pub(super) by: &'l [i64],
    pub(super) to: &'l Level,
    pub(super) direction: Direction,
}

impl OneHotStep<'_> {
    pub(super) fn encode(&self, from: &[LitOrConst], by: &[LitOrConst], to: &[LitOrConst], out: &mut dyn ClauseSink) {
        let mut clause = ClauseBuf::new();
        let mut targets: Vec<Option<usize>> = Vec::new();
        for (&a, &before) in self.from.iter().zip(from) {
            targets.clear();
            targets.extend(self.by.iter().map(|&b| self.to.position(a + b)));
            for (&target, &term) in targets.iter().zip(by) {
                clause.all([!before, !term, target.map_or(LitOrConst::Const(false), |target| to[target])], out);
            }
            if self.direction == Direction::All {
                supports(before, &targets, by, to, &mut clause, out);
            }
        }
        if self.direction == Direction::Forward {
            return;
        }
        for (&b, &term) in self.by.iter().zip(by) {
            targets.clear();
            targets.extend(self.from.iter().map(|&a| self.to.position(a + b)));
            supports(term, &targets, from, to, &mut clause, out);
        }
    }
}

/// This summand with a sum leaves one of the other summands that make that sum; `targets` has the sum that each of the
/// others makes, increasing.
fn supports(
    this: LitOrConst,
    targets: &[Option<usize>],
    others: &[LitOrConst],
    to: &[LitOrConst],
    clause: &mut ClauseBuf,
    out: &mut dyn ClauseSink,
) {
    let mut made = targets.iter().zip(others).filter_map(|(&target, &other)| Some((target?, other))).peekable();
    for (number, &sum) in to.iter().enumerate() {
        clause.push(!this).push(!sum);
        while let Some((_, other)) = made.next_if(|&(target, _)| target == number) {
            clause.push(other);
        }
        clause.emit(out);
    }
}
