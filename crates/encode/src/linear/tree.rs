//! Balanced tree of integers: each node is the sum of its two halves, an integer in order encoding.
//!
//! A node takes the values that its terms can come to, and for `=` only those that the other terms can complete. "Left
//! at least a and right at least b, then node at least a+b", and for `=` the same for at most; clauses that a
//! neighbouring clause implies are left out. The root is the right-hand side. With p values of a node over halves of a
//! and b values: p-1 variables and at most 2*a*b + p-2 clauses, half of it for `<=` and `>=`.
//! `order-sum` makes the same clauses along a chain of m-1 sums. Here the depth is log2 m, so that a conclusion passes
//! few nodes, while the nodes in the middle have more values on both sides. `ggt` has the same nodes and states them
//! otherwise: for `=` by a literal per value, for `<=` and `>=` from the value literals of the terms. This encoding
//! begins from their order literals. Terms of which at most one is 1 get such literals where that saves clauses.
//! Bounds consistent for one sum, and domain consistent for `<=` and `>=`. For `=` the auxiliaries are determined
//! (bijective); for `<=` and `>=` only one direction is encoded (projected-only).
//! F. Ulrich-Oltean, P. Nightingale, J. A. Walker, "Learning to select SAT encodings for pseudo-Boolean and linear
//! integer constraints", Constraints 28, 2023, in which the encoding is named Tree. There, too, `=` is one tree and
//! not two inequalities, and the terms are integers. Ours leaves out values from which the bound cannot be met.

use crate::{Contract, Described, EncodingAbout, VarMap};
use cnfab_model::Cmp;

use super::balanced::{self, Order};
use super::weights::Weights;
use super::{Statement, Sum, SumClauses};

pub(super) struct Tree;

impl Described for Tree {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "the sum below the node is at least v",
            "bounds add up; what lies in gaps is proved once",
        ]),
        ..EncodingAbout::new("tree", "a balanced tree of sums in order encoding, bounds both ways for =")
    };
}

impl SumClauses for Tree {
    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let (exact, most) = (sum.cmp == Cmp::Eq, sum.most);
        let weights = if sum.cmp == Cmp::Ge { Weights::lower(&sum, vars) } else { Weights::upper(&sum, vars) };
        let tree = in_order(&weights, exact, most);
        let mut root = tree.node(0, weights.groups.len())?;
        tree.refine(&mut root, &[0])?;
        Ok(Box::new(move |vars, out| {
            if root.values.is_empty() {
                return out.clause(&[]);
            }
            in_order(&weights, exact, most).at_least(&root, true, vars, out);
        }))
    }
}

/// A tree in order encoding, for groups that come to exactly or at most the bound.
pub(super) fn in_order(weights: &Weights, exact: bool, most: usize) -> balanced::Tree<'_> {
    balanced::Tree { weights, exact, reduced: exact, order: Order::All, most }
}
