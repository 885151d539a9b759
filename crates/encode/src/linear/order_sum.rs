//! Partial sums as order literals, term by term.
//!
//! After each term but the first and the last, the sum so far is an integer in order encoding over the reachable
//! values. The terms before reach such a value, and the terms after can still meet the right-hand side from it. Both
//! count distinct values when the model states that the variables are different. Clauses: "so far at least a and this
//! term at least b, then at least a+b", and the same for at most; those that a neighbouring clause implies are left
//! out. The last term is compared with the constant. With p_i values of the i-th partial sum and d values per variable:
//! sum of (p_i - 1) variables and at most 2*d*(p_2 + ... + p_m) + sum of (p_i - 2) clauses; for `<=` and `>=` half of
//! it.
//! Bounds consistent for one sum; through the channelling of a one-hot cell to its order literals some values in
//! between fall, too. For `=` both directions are encoded, so the auxiliaries are determined and the encoding is
//! bijective; for `<=` and `>=` only one (projected-only).
//! N. Tamura, A. Taga, S. Kitagawa, M. Banbara, "Compiling finite linear CSP into SAT", Constraints 14, 2009.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Name, Summand};
use cnfab_model::{Cmp, Var};

use super::partial::{Level, Partials};
use super::{Statement, Sum, SumClauses, sum_of};

pub(super) struct OrderSum;

impl Described for OrderSum {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["the partial sum is at least v", "bounds add up; what lies in gaps is proved once"]),
        ..EncodingAbout::new("order-sum", "partial sums in order encoding, bounds both ways")
    };
}

impl SumClauses for OrderSum {
    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let partials = Partials::new(&sum, vars)?;
        Ok(Box::new(move |vars, out| encode(&partials, vars, out)))
    }
}

/// The clauses for these partial sums.
pub(super) fn encode(partials: &Partials, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let Partials { exact, terms, addends, levels } = partials;
    let mut so_far = of_term(terms[0], vars, out);
    for (i, level) in levels.iter().enumerate().skip(1) {
        if level.values.is_empty() {
            return out.clause(&[]);
        }
        let term = of_term(terms[i], vars, out);
        let next = order_lits(i, level, &|| sum_of(&terms[..=i]), 0, out);
        let step = OrderStep { from: &levels[i - 1].values, by: &addends[i], to: level };
        step.at_least(&so_far, &term, &next, out);
        if *exact {
            step.at_most(&so_far, &term, &next, out);
        }
        so_far = next;
    }
}

/// For each value "at least this value", in increasing order, and "more than the last" at the end. The first is always
/// true and the last always false.
pub(super) type AtLeastLits = Vec<LitOrConst>;

/// The same for a term, over the values that it takes.
pub(crate) fn of_term((coefficient, var): (i64, Var), vars: &mut VarMap, out: &mut dyn ClauseSink) -> AtLeastLits {
    let values: Vec<i32> = vars.domain(var).to_vec();
    let at_most = values.iter().map(|&value| vars.at_most(var, value, out));
    if coefficient > 0 {
        std::iter::once(LitOrConst::Const(true)).chain(at_most.map(|truth| !truth)).collect()
    } else {
        let mut from_last: AtLeastLits = at_most.collect();
        from_last.reverse();
        from_last.push(LitOrConst::Const(false));
        from_last
    }
}

/// New order literals for a partial sum, chained.
/// They are about a sum of summands that is less by a constant than these come to.
pub(super) fn order_lits(
    number: usize,
    level: &Level,
    of: &dyn Fn() -> Vec<Summand>,
    less: i64,
    out: &mut dyn ClauseSink,
) -> AtLeastLits {
    let mut made = vec![LitOrConst::Const(true)];
    for &value in &level.values[1..] {
        let meaning = || Definition::AtLeast(of(), value + less);
        made.push(out.define(Name::aux("sum>=", number, value), &meaning).into());
    }
    made.push(LitOrConst::Const(false));
    let mut clause = ClauseBuf::new();
    for pair in made.windows(2) {
        clause.all([pair[0], !pair[1]], out);
    }
    made
}

/// The values of one addition.
pub(super) struct OrderStep<'l> {
    pub(super) from: &'l [i64],
    pub(super) by: &'l [i64],
    pub(super) to: &'l Level,
}

impl OrderStep<'_> {
    /// From at least a and at least b follows at least a+b.
    pub(super) fn at_least(&self, from: &[LitOrConst], by: &[LitOrConst], to: &[LitOrConst], out: &mut dyn ClauseSink) {
        let mut clause = ClauseBuf::new();
        // What the same addend implied from the value before.
        let mut implied = vec![0; self.by.len()];
        for (&a, &from) in self.from.iter().zip(from) {
            let mut target = 0;
            for ((&b, &by), implied) in self.by.iter().zip(by).zip(&mut implied) {
                let neighbours = target.max(*implied);
                if a + b > self.to.floor {
                    target += self.to.values[target..].partition_point(|&value| value < a + b);
                }
                if target > neighbours {
                    clause.all([!from, !by, to[target]], out);
                }
                *implied = target;
            }
        }
    }

    /// From at most a and at most b follows at most a+b.
    pub(super) fn at_most(&self, from: &[LitOrConst], by: &[LitOrConst], to: &[LitOrConst], out: &mut dyn ClauseSink) {
        let mut clause = ClauseBuf::new();
        let mut implied = vec![self.to.values.len(); self.by.len()];
        for (&a, &from) in self.from.iter().zip(&from[1..]).rev() {
            let mut target = self.to.values.len();
            for ((&b, &by), implied) in self.by.iter().zip(&by[1..]).zip(&mut implied).rev() {
                let neighbours = target.min(*implied);
                target = self.to.values[..target].partition_point(|&value| value <= a + b);
                if target < neighbours {
                    clause.all([from, by, !to[target]], out);
                }
                *implied = target;
            }
        }
    }
}
