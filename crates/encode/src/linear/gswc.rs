//! Grouped sequential weight counter: term by term, "the sum so far is at least j" for every number j up to the bound.
//!
//! For `<=` and `>=`, m terms of d values and a bound K on the weights, which begin at 0 in each group: (m-1)*K
//! variables and about m*d*K clauses, so the size grows with the numbers and not with how many sums there are. `=` is
//! two inequalities. Implications one way (projected-only). Refused beyond ten million clauses.
//! For `<=` and `>=` its clauses begin from values that are taken, never from values that are not. A variable with
//! several values left counts as its smallest weight of all, even if that weight is removed. The published encoding
//! does the same: its groups have no literal for that weight. So inconsistencies are missed where small values are
//! removed; `order-sum` and `mdd` use order literals and miss none. S. Hölldobler, N. Manthey, P. Steinke, "A Compact
//! Encoding of Pseudo-Boolean Constraints into SAT", KI 2012; with groups: M. Bofill, J. Coll, P. Nightingale, J. Suy,
//! F. Ulrich-Oltean, M. Villaret, "SAT encodings for Pseudo-Boolean constraints together with at-most-one constraints",
//! Artificial Intelligence 302, 2022.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Name};

use super::partial::MOST_COMBINATIONS;
use super::weights::Weights;
use super::{Statement, Sum, SumClauses};

pub(super) struct Gswc;

impl Described for Gswc {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["the partial sum is at least v", "bounds add up; what lies in gaps is proved once"]),
        contract: Contract::ProjectedOnly,
        ..EncodingAbout::new("gswc", "sequential weight counter over groups, one literal per number up to the bound")
    };
}

impl SumClauses for Gswc {
    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let inequalities = Weights::inequalities(&sum, vars);
        let size = |weights: &Weights| {
            weights.groups.iter().map(|group| group.len() as i64).sum::<i64>().saturating_mul(weights.bound.max(1))
        };
        if inequalities.iter().map(size).sum::<i64>() > MOST_COMBINATIONS as i64 {
            return Err(format!("its counters need more than {MOST_COMBINATIONS} clauses"));
        }
        Ok(Box::new(move |vars, out| inequalities.iter().for_each(|weights| encode(weights, vars, out))))
    }
}

fn encode(weights: &Weights, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let bound = weights.bound as usize;
    let mut clause = ClauseBuf::new();
    // "At least j", from j = 1 on.
    let mut before: Vec<LitOrConst> = vec![LitOrConst::Const(false); bound];
    for (number, group) in weights.groups.iter().enumerate() {
        let taken = weights.taken(number, vars, out);
        let is_last = number + 1 == weights.groups.len();
        let now: Vec<LitOrConst> = match is_last {
            true => Vec::new(),
            false => {
                let of = || weights.summands(0..number + 1);
                let least = weights.least(0..number + 1);
                let meaning = |j: usize| Definition::AtLeast(of(), j as i64 + least);
                (1..=bound).map(|j| out.define(Name::aux("sum>=", number, j as i64), || meaning(j)).into()).collect()
            }
        };
        for (&same, &now) in before.iter().zip(&now) {
            clause.all([!same, now], out);
        }
        for (&weight, &taken) in group.iter().zip(&taken).filter(|&(&weight, _)| weight > 0) {
            let weight = weight as usize;
            for &now in now.iter().take(weight) {
                clause.all([!taken, now], out);
            }
            for (j, &before) in (1..).zip(&before) {
                if let Some(&now) = now.get(j + weight - 1) {
                    clause.all([!before, !taken, now], out);
                }
            }
            match bound.checked_sub(weight) {
                None => clause.all([!taken], out),
                Some(room) => {
                    if let Some(&over) = before.get(room) {
                        clause.all([!over, !taken], out);
                    }
                }
            }
        }
        before = now;
    }
}
