//! Partial sums as order literals, term by term.
//!
//! After each term but the first and the last, the sum so far is an integer in order encoding over the reachable
//! values. The terms before reach such a value, and the terms after can still meet the right-hand side from it. Both
//! count distinct values when the model states that the variables are different. Clauses: "so far at least a and this
//! term at least b, then at least a+b", and the same for at most; those that a neighbouring clause implies are left
//! out. The last term is compared with the constant. With p_i values of the i-th partial sum and d values per variable:
//! sum of (p_i - 1) variables and at most 2*d*(p_2 + ... + p_m) + sum of (p_i - 2) clauses; for `<=` and `>=` half of
//! it. For `<=` and `>=`, terms of which at most one is 1 are added as one, from order literals where that is smaller.
//! Bounds consistent for one sum; through the channelling of a one-hot cell to its order literals some values in
//! between fall, too. For `=` both directions are encoded, so the auxiliaries are determined and the encoding is
//! bijective; for `<=` and `>=` only one (projected-only).
//! N. Tamura, A. Taga, S. Kitagawa, M. Banbara, "Compiling finite linear CSP into SAT", Constraints 14, 2009.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Name, Summand};
use cnfab_model::{Cmp, Var};

use super::partial::{self, Level, Partials};
use super::weights::Weights;
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

    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        if !sum.at_most_ones.is_empty() {
            return by_groups(&sum, vars);
        }
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
        let next = order_lits(i, &level.values, (&|| sum_of(&terms[..=i]), 0), true, out);
        let step = OrderStep { from: &levels[i - 1].values, by: &addends[i], in_order: [true; 2] };
        step.at_least(&|sum| level.reached(sum), [&so_far, &term], &next, out);
        if *exact {
            step.at_most(&level.values, [&so_far, &term], &next, out);
        }
        so_far = next;
    }
}

/// The same for an inequality, group by group.
fn by_groups(sum: &Sum, vars: &VarMap) -> Result<Statement, String> {
    let weights = if sum.cmp == Cmp::Ge { Weights::lower(sum, vars) } else { Weights::upper(sum, vars) };
    let mut levels = vec![Level::new(weights.groups[0].clone(), i64::MIN)];
    let mut pairs = 0;
    for (i, group) in weights.groups.iter().enumerate().skip(1) {
        let last = &levels[i - 1].values;
        pairs += last.len() * group.len();
        if pairs > sum.most {
            return Err(format!("its partial sums need more than {} clauses", sum.most));
        }
        let values = partial::sums(last, group, 0, weights.bound);
        levels.push(Level::new(values, weights.floor(0..i + 1)));
    }
    Ok(Box::new(move |vars, out| {
        let mut ways = weights.ways(0, true);
        let mut so_far = None;
        for (i, level) in levels.iter().enumerate().skip(1) {
            let reached = |sum: i64| level.reached(sum);
            let values = [&levels[i - 1].values[..], &weights.groups[i]];
            let step = OrderStep::smallest(values, &[ways, weights.ways(i, true)], &reached);
            let before = so_far.unwrap_or_else(|| weights.reached(0, step.in_order[0], vars, out));
            let group = weights.reached(i, step.in_order[1], vars, out);
            let next =
                order_lits(i, &level.values, (&|| weights.summands(0..i + 1), weights.least(0..i + 1)), true, out);
            step.at_least(&reached, [&before, &group], &next, out);
            (so_far, ways) = (Some(next), vec![Way::given(true)]);
        }
    }))
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

/// New literals for a partial sum, "at least this value" for each but the first; in order, each implies the one before.
/// They are about a sum of summands that is less by a constant than these come to.
pub(super) fn order_lits(
    number: usize,
    values: &[i64],
    (of, less): (&dyn Fn() -> Vec<Summand>, i64),
    in_order: bool,
    out: &mut dyn ClauseSink,
) -> AtLeastLits {
    let mut made = vec![LitOrConst::Const(true)];
    for &value in &values[1..] {
        let meaning = || Definition::AtLeast(of(), value + less);
        made.push(out.define(Name::aux("sum>=", number, value), meaning).into());
    }
    made.push(LitOrConst::Const(false));
    let mut clause = ClauseBuf::new();
    for pair in made.windows(2).filter(|_| in_order) {
        clause.all([pair[0], !pair[1]], out);
    }
    made
}

/// A way to state the literals of one side of an addition.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// True if "at least" a value implies "at least" all smaller ones. Of others, only the first is known to hold.
    pub(super) in_order: bool,
    /// The clauses that this costs.
    pub(super) clauses: usize,
}

impl Way {
    /// Literals that are in order or not in any case.
    pub(super) fn given(in_order: bool) -> Self {
        Way { in_order, clauses: 0 }
    }
}

/// The values of one addition.
#[derive(Clone, Copy)]
pub(super) struct OrderStep<'l> {
    pub(super) from: &'l [i64],
    pub(super) by: &'l [i64],
    /// Of each side, as a [`Way`] has it.
    pub(super) in_order: [bool; 2],
}

impl<'l> OrderStep<'l> {
    /// The step with the fewest clauses, where each side is in order or not for some of them.
    pub(super) fn smallest([from, by]: [&'l [i64]; 2], ways: &[Vec<Way>; 2], reached: &dyn Fn(i64) -> usize) -> Self {
        let step = |ways: [&Way; 2]| OrderStep { from, by, in_order: ways.map(|way| way.in_order) };
        if let [[one], [other]] = [&ways[0][..], &ways[1]] {
            return step([one, other]);
        }
        let all = ways[0].iter().flat_map(|one| ways[1].iter().map(move |other| [one, other]));
        let size = |&ways: &[&Way; 2]| ways.iter().map(|way| way.clauses).sum::<usize>() + step(ways).count(reached);
        step(all.min_by_key(size).expect("there is a way for each side"))
    }

    /// From at least a and at least b follows at least a+b, for whose position there is a function.
    pub(super) fn at_least(
        &self,
        reached: &dyn Fn(i64) -> usize,
        [from, by]: [&[LitOrConst]; 2],
        to: &[LitOrConst],
        out: &mut dyn ClauseSink,
    ) {
        let mut clause = ClauseBuf::new();
        self.implications(reached, &mut |i, j, target| clause.all([!from[i], !by[j], to[target]], out));
    }

    /// The number of these clauses.
    fn count(&self, reached: &dyn Fn(i64) -> usize) -> usize {
        let mut count = 0;
        self.implications(reached, &mut |_, _, _| count += 1);
        count
    }

    /// The positions of a, b and a+b where no smaller a or b implies as much.
    fn implications(&self, reached: &dyn Fn(i64) -> usize, on: &mut dyn FnMut(usize, usize, usize)) {
        // What the same addend implied from a smaller value.
        let mut below = vec![0; self.by.len()];
        for (i, &a) in self.from.iter().enumerate() {
            let mut beside = 0;
            for (j, (&b, below)) in self.by.iter().zip(&mut below).enumerate() {
                let target = reached(a + b);
                if target > beside.max(*below) {
                    on(i, j, target);
                }
                if i == 0 || self.in_order[0] {
                    *below = target;
                }
                if j == 0 || self.in_order[1] {
                    beside = target;
                }
            }
        }
    }

    /// From at most a and at most b follows at most a+b.
    pub(super) fn at_most(
        &self,
        values: &[i64],
        [from, by]: [&[LitOrConst]; 2],
        to: &[LitOrConst],
        out: &mut dyn ClauseSink,
    ) {
        let mut clause = ClauseBuf::new();
        let mut implied = vec![values.len(); self.by.len()];
        for (&a, &from) in self.from.iter().zip(&from[1..]).rev() {
            let mut target = values.len();
            for ((&b, &by), implied) in self.by.iter().zip(&by[1..]).zip(&mut implied).rev() {
                let neighbours = target.min(*implied);
                target = values[..target].partition_point(|&value| value <= a + b);
                if target < neighbours {
                    clause.all([from, by, !to[target]], out);
                }
                *implied = target;
            }
        }
    }
}
