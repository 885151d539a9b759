//! Totalizer: a balanced tree whose nodes count, in unary, the true literals below them.
//!
//! Each node has the outputs "at least j are true" for j up to the number of literals below it, but no further than the
//! bound asks for. A node with a and b outputs below it and o of its own has o new variables. It has one clause for
//! each i <= a and j <= b with 1 <= i+j <= o. Untruncated that is n*log2 n variables for n a power of two and the sum
//! of (a+1)(b+1)-1 clauses; 24 and 52 for n = 8, 64 and 184 for n = 16. Then units for the bound.
//! At most k counts upwards and is cut off at k+1; at least k counts downwards and is cut off at k; whichever of the
//! two, on the literals or on their negations, is cut off earlier is used. Implications one way only (projected-only).
//! Exactly k has both directions in one tree and is bijective. Domain consistent.
//! O. Bailleux, Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003; truncation as in
//! R. Martins, S. Joshi, V. Manquinho, I. Lynce, "Incremental Cardinality Constraints for MaxSAT", CP 2014.

use crate::{ClauseBuf, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::unary::{Unary, Way};

pub(super) struct Totalizer;

impl Described for Totalizer {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["at least j of the literals below the node", "the counts of two children add up"]),
        ..EncodingAbout::new("totalizer", "a balanced tree of unary counts, no higher than the bound asks for")
    };
}

impl Unary for Totalizer {
    /// The outputs of the tree over these literals, of which there is at least one.
    fn count(&self, lits: &[Lit], way: Way, out: &mut dyn ClauseSink) -> Vec<Lit> {
        let mut tree = Tree { way, outputs: Vec::new(), clause: ClauseBuf::new() };
        tree.count(lits, out);
        tree.outputs
    }
}

/// The tree while it is made: the outputs of finished nodes lie one after the other, those of the last node at the end.
struct Tree {
    way: Way,
    outputs: Vec<Lit>,
    clause: ClauseBuf,
}

impl Tree {
    /// Appends the outputs of the node over these literals.
    fn count(&mut self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if let [lit] = *lits {
            return self.outputs.push(lit);
        }
        let start = self.outputs.len();
        self.count(&lits[..lits.len() / 2], out);
        let middle = self.outputs.len();
        self.count(&lits[lits.len() / 2..], out);
        let end = self.outputs.len();
        let size = lits.len().min(self.way.cap);
        self.outputs.extend(
            (1..=size).map(|j| out.define(Name::aux("count", lits.len(), j as i64), &|| Definition::count(lits, j))),
        );
        let (left, right, outputs) = (&self.outputs[start..middle], &self.outputs[middle..end], &self.outputs[end..]);
        for i in 0..=left.len() {
            for j in 0..=right.len().min(size.saturating_sub(i)) {
                if self.way.up && i + j > 0 {
                    let both = [!at_least_of(left, i), !at_least_of(right, j)];
                    self.clause.all([both[0], both[1], outputs[i + j - 1].into()], out);
                }
                if self.way.down && i + j < size {
                    let more = [at_least_of(left, i + 1), at_least_of(right, j + 1)];
                    self.clause.all([more[0], more[1], (!outputs[i + j]).into()], out);
                }
            }
        }
        self.outputs.drain(start..end);
    }
}

/// "At least j", from a node's outputs. Asked for one more than there are only where the node has no more literals.
fn at_least_of(outputs: &[Lit], j: usize) -> LitOrConst {
    match j {
        0 => LitOrConst::Const(true),
        _ => outputs.get(j - 1).map_or(LitOrConst::Const(false), |&lit| lit.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_cnf::Meter;

    #[test]
    fn full_trees_have_the_published_sizes() {
        for (n, variables, clauses) in [(8, 24, 52), (16, 64, 184)] {
            let mut out = Meter::default();
            let lits: Vec<Lit> = (0..n).map(|i| out.fresh(Name::aux("input", i, 0))).collect();
            Totalizer.count(&lits, Way { up: true, down: false, cap: n }, &mut out);
            assert_eq!((out.size().variables - n as u64, out.size().clauses), (variables, clauses));
        }
    }
}
