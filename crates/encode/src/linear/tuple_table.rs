//! One selector per combination of values with the right sum.
//!
//! With t combinations over m variables of d values: t variables and t*m + d*m + 1 clauses (for two variables no
//! selectors and one clause per value). Domain consistent on the sum; where the model states that the variables are
//! different, only combinations of different values count, and it is domain consistent on both together. Bijective.
//! Refused beyond 200,000 combinations: 207, 4,506 and 50,745 for 3, 4 and 5 of 1..19 with sum 38 and repetition.
//! F. Bacchus, "GAC via Unit Propagation", CP 2007.

use crate::table::supports;
use crate::{Contract, Described, EncodingAbout, VarMap};
use cnfab_cnf::{ClauseRule, Definition};
use cnfab_model::{Cmp, Relation, Var};

use super::{Statement, Sum, SumClauses};

/// More rows than this are refused.
const MOST_ROWS: usize = 200_000;
/// More steps of the search for them than this are refused.
const MOST_STEPS: usize = 20_000_000;

/// With more totals times values than this the combinations are not counted before they are searched for.
const MOST_COUNTED: usize = 1_000_000;

pub(super) struct TupleTable;

impl Described for TupleTable {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["the values of the combination", "a tree of cases, one variable after the other"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("tuple-table", "one selector per combination of values with the right sum")
    };
}

impl SumClauses for TupleTable {
    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let of: Vec<Var> = sum.terms.iter().map(|&(_, var)| var).collect();
        let relation = Relation::new(of.len(), rows(&sum, vars)?.chunks_exact(of.len()));
        Ok(Box::new(move |vars, out| {
            out.why(ClauseRule::Cases);
            supports::encode(&of, &relation, &|_, values| Definition::All(values), vars, out);
        }))
    }
}

fn too_many() -> String {
    format!("more than {MOST_ROWS} combinations of values may have its sum")
}

/// True if the combinations are seen to be too many before they are searched for. They are counted by their totals, if
/// they may repeat values and these totals are not too many.
fn are_too_many(sum: &Sum, vars: &VarMap) -> bool {
    let &Sum { cmp, rhs, distinct, ref terms, .. } = sum;
    // What each value adds to the least total, by term.
    let mut least = 0;
    let mut added: Vec<Vec<usize>> = Vec::with_capacity(terms.len());
    for &(coefficient, var) in terms {
        let of: Vec<i64> = vars.domain(var).values().map(|value| coefficient * i64::from(value)).collect();
        let low = of.iter().copied().min().unwrap_or_default();
        least += low;
        added.push(of.iter().map(|value| (value - low) as usize).collect());
    }
    let most = |of: &Vec<usize>| of.iter().copied().max().unwrap_or_default();
    let totals = 1 + added.iter().map(most).sum::<usize>();
    let values: usize = added.iter().map(Vec::len).sum();
    if distinct || totals.saturating_mul(values) > MOST_COUNTED {
        return false;
    }
    let mut counts = vec![1u64];
    for of in &added {
        let mut next = vec![0u64; counts.len() + most(of)];
        for (total, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            of.iter().for_each(|value| next[total + value] = next[total + value].saturating_add(count));
        }
        counts = next;
    }
    let rows = (least..).zip(&counts).filter(|&(total, _)| cmp.holds(total, rhs));
    rows.fold(0u64, |rows, (_, &count)| rows.saturating_add(count)) > MOST_ROWS as u64
}

/// The combinations of values that meet the sum, one after the other.
fn rows(sum: &Sum, vars: &VarMap) -> Result<Vec<i32>, String> {
    if are_too_many(sum, vars) {
        return Err(too_many());
    }
    let mut rest = vec![(0, 0); sum.terms.len() + 1];
    for (i, &(coefficient, var)) in sum.terms.iter().enumerate().rev() {
        let values = vars.domain(var).to_vec();
        let ends = [values[0], values[values.len() - 1]].map(|value| coefficient * i64::from(value));
        rest[i] = (rest[i + 1].0 + ends[0].min(ends[1]), rest[i + 1].1 + ends[0].max(ends[1]));
    }
    let mut search = TupleSearch { sum, vars, rest, chosen: Vec::new(), rows: Vec::new(), steps: 0 };
    search.extend(0)?;
    Ok(search.rows)
}

struct TupleSearch<'s> {
    sum: &'s Sum,
    vars: &'s VarMap,
    /// The least and the largest sum of the terms from this one on.
    rest: Vec<(i64, i64)>,
    chosen: Vec<i32>,
    rows: Vec<i32>,
    steps: usize,
}

impl TupleSearch<'_> {
    fn extend(&mut self, so_far: i64) -> Result<(), String> {
        let (&Sum { cmp, rhs, distinct, ref terms, .. }, place) = (self.sum, self.chosen.len());
        let (low, high) = (so_far + self.rest[place].0, so_far + self.rest[place].1);
        if cmp != Cmp::Ge && low > rhs || cmp != Cmp::Le && high < rhs {
            return Ok(());
        }
        let Some(&(coefficient, var)) = terms.get(place) else {
            self.rows.extend_from_slice(&self.chosen);
            return Ok(());
        };
        for value in self.vars.domain(var).values() {
            if distinct && self.chosen.contains(&value) {
                continue;
            }
            self.steps += 1;
            if self.steps > MOST_STEPS || self.rows.len() > MOST_ROWS * terms.len() {
                return Err(too_many());
            }
            self.chosen.push(value);
            self.extend(so_far + coefficient * i64::from(value))?;
            self.chosen.pop();
        }
        Ok(())
    }
}
