//! Local polynomial watchdogs over groups: for each value one watchdog that tells whether the other terms leave it
//! room.
//!
//! With m groups of d values and b bits in the largest weight: m sets of b unary counts of m-1 bit literals, and for
//! each of the m*d values b-1 merges that carry half of a count on: O(d*b*m*m) variables and O(d*b*m*m*m) clauses. `=`
//! is two inequalities. Implications one way (projected-only). As the global watchdog, and unit propagation also
//! excludes the values that the values of all other terms exclude.
//! For `<=` and `>=` its clauses begin from values that are taken, never from values that are not. A variable with
//! several values left counts as its smallest weight of all, even if that weight is removed. The published encoding
//! does the same: its groups have no literal for that weight. So inconsistencies are missed where small values are
//! removed; `order-sum` and `mdd` use order literals and miss none. O. Bailleux, Y. Boufkhad, O. Roussel, "New
//! Encodings of Pseudo-Boolean Constraints into CNF", SAT 2009; with groups: M. Bofill, J. Coll, P. Nightingale, J.
//! Suy, F. Ulrich-Oltean, M. Villaret, "SAT encodings for Pseudo-Boolean constraints together with at-most-one
//! constraints", Artificial Intelligence 302, 2022.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::ClauseSink;

use super::watchdog::Bits;
use super::weights::Weights;
use super::{Statement, Sum, SumClauses};

pub(super) struct Glpw;

impl Described for Glpw {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "the weight has the bit; at least j of what a totalizer's node gets",
            "every second one is half of a count, and all weights together exceed the bound",
        ]),
        contract: Contract::ProjectedOnly,
        ..EncodingAbout::new("glpw", "local polynomial watchdogs over groups: one for each value")
    };
}

impl SumClauses for Glpw {
    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        Ok(Box::new(move |vars, out| encode(&sum, vars, out)))
    }
}

fn encode(sum: &Sum, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    for weights in Weights::inequalities(sum, vars) {
        let bits = Bits::new(&weights, false, vars, out);
        for (number, group) in weights.groups.iter().enumerate() {
            let counts = bits.counts(Some(number), weights.bound, out);
            let taken = weights.taken(number, vars, out);
            let others = weights.most() - group[group.len() - 1];
            for (&weight, &taken) in group.iter().zip(&taken) {
                let room = weights.bound - weight;
                if room < others {
                    let over = if room < 0 { LitOrConst::Const(true) } else { bits.exceeds(&counts, room, out) };
                    clause.all([!taken, !over], out);
                }
            }
        }
    }
}
