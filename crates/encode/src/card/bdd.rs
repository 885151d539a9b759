//! Binary decision diagram: "at most j of the literals from number i on", each defined by the two that follow.
//!
//! A reduced diagram of a count is a grid: (k+1)(n-k)-1 nodes besides the root for at most k, k(n-k+1)-1 for at least
//! k, and (k+1)(n-k+1)-3 for exactly k, which shares its nodes. Each has one variable and at most four clauses, as the
//! node with fewer left implies the one with more. Every node is equivalent to its condition, so the encoding is
//! bijective for every comparison, unlike the counters. Domain consistent.
//! N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006; I. Abío, R. Nieuwenhuis,
//! A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger, "A New Look at BDDs for Pseudo-Boolean Constraints", JAIR
//! 45, 2012.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::OpenCount;

pub(super) struct Bdd;

impl Described for Bdd {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at most j of the literals that are left",
            "counts add up, and the last exceeds the bound",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("bdd", "a decision diagram, each node defined in both directions")
    };
}

impl OpenCount for Bdd {
    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        diagram(lits, &[(k, true)], out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        diagram(lits, &[(k - 1, false)], out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        diagram(lits, &[(k - 1, false), (k, true)], out);
    }
}

/// The diagram below these roots: numbers j in increasing order, and whether "at most j of all" is to be true.
fn diagram(lits: &[Lit], roots: &[(usize, bool)], out: &mut dyn ClauseSink) {
    let n = lits.len();
    let (least, most) = (roots[0].0, roots[roots.len() - 1].0);
    // The nodes of this literal and of the next: the numbers they begin with, and their truth.
    let mut here = Row { first: least, nodes: roots.iter().map(|&(_, wanted)| LitOrConst::Const(wanted)).collect() };
    let mut clause = ClauseBuf::new();
    for (i, &lit) in lits.iter().enumerate() {
        let left = n - i - 1;
        let first = least.saturating_sub(i + 1);
        let fresh = |j: usize| match j < left {
            true => LitOrConst::Lit(
                out.define(Name::aux("at-most", i + 1, j as i64), &|| Definition::at_most(&lits[i + 1..], j)),
            ),
            false => LitOrConst::Const(true),
        };
        let next = Row { first, nodes: (first..=most).map(fresh).collect() };
        let lit = LitOrConst::Lit(lit);
        for (j, &node) in (here.first..).zip(&here.nodes).filter(|&(j, _)| j <= left) {
            let without = next.at(j);
            let with = j.checked_sub(1).map_or(LitOrConst::Const(false), |j| next.at(j));
            clause.all([!node, without], out);
            clause.all([!node, !lit, with], out);
            clause.all([node, lit, !without], out);
            clause.all([node, !with], out);
        }
        here = next;
    }
}

/// Nodes with consecutive numbers.
struct Row {
    first: usize,
    nodes: Vec<LitOrConst>,
}

impl Row {
    fn at(&self, j: usize) -> LitOrConst {
        self.nodes[j - self.first]
    }
}
