//! Global polynomial watchdog over groups: one watchdog for the whole sum.
//!
//! With b bits in the largest weight and m groups: at most b*m bit literals, b unary counts of up to m of them by
//! balanced trees, and b-1 merges that carry half of a count on: O(b*m*log m) variables and O(b*m*m) clauses, for all
//! numbers. No count goes further than to where it exceeds the bound by itself. `=` is two inequalities. One unit per
//! inequality. The published implications are one way; here they go both ways and the digits of each count are in
//! order, so that all auxiliaries are determined (bijective). On Aristotle's hexagon that is 2.4 times the clauses and
//! half the conflicts; `ggpw(1)` is the published form (projected-only). Unit propagation finds a violated sum, but not
//! which values it excludes. O. Bailleux, Y. Boufkhad, O. Roussel, "New Encodings of Pseudo-Boolean Constraints into
//! CNF", SAT 2009; with groups: M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret, "SAT
//! encodings for Pseudo-Boolean constraints together with at-most-one constraints", Artificial Intelligence 302, 2022.

use std::sync::Arc;

use crate::{ClauseBuf, Contract, Described, EncodingAbout, NumberRange, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::Cmp;

use super::watchdog::Bits;
use super::weights::Weights;
use super::{LinearEncoding, Statement, Sum, SumClauses};

pub(super) struct Ggpw {
    /// 1 if implications lead one way, else 0.
    pub(super) one_way: usize,
}

impl Described for Ggpw {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "the weight has the bit; at least j of what a totalizer's node gets",
            "every second one is half of a count, and all weights together exceed the bound",
        ]),
        contract: Contract::ProjectedOnly,
        number: Some(NumberRange { about: "1 for implications one way, as published, else 0;", range: 0..=1 }),
        variants: &[1],
        ..EncodingAbout::new("ggpw", "global polynomial watchdog over groups: binary weights counted in unary")
    };

    fn value(&self) -> usize {
        self.one_way
    }
}

impl SumClauses for Ggpw {
    fn with_number(&self, one_way: usize) -> Option<Arc<dyn LinearEncoding>> {
        Some(Arc::new(Ggpw { one_way }))
    }

    fn contract(&self, _: Cmp) -> Contract {
        Contract::bijective_if(self.one_way == 0)
    }

    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        let exact = self.one_way == 0;
        Ok(Box::new(move |vars, out| encode(&sum, exact, vars, out)))
    }
}

fn encode(sum: &Sum, exact: bool, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    for weights in Weights::inequalities(sum, vars) {
        let bits = Bits::new(&weights, exact, vars, out);
        let counts = bits.counts(None, weights.bound, out);
        let over = bits.exceeds(&counts, weights.bound, out);
        ClauseBuf::new().all([!over], out);
    }
}
