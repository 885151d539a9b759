//! Balanced tree of integers: each node is the sum of its two halves, an integer in order encoding.
//!
//! A node takes the values that its terms can come to, and for `=` only those that the other terms can complete. "Left
//! at least a and right at least b, then node at least a+b", and for `=` the same for at most; clauses that a
//! neighbouring clause implies are left out. The root is the right-hand side. With p values of a node over halves of a
//! and b values: p-1 variables and at most 2*a*b + p-2 clauses, half of it for `<=` and `>=`.
//! `order-sum` makes the same clauses along a chain of m-1 sums. Here the depth is log2 m, so that a conclusion passes
//! few nodes, while the nodes in the middle have more values on both sides. `ggt` has the same nodes and states them
//! otherwise: for `=` by a literal per value, for `<=` and `>=` from the value literals of the terms. This encoding
//! begins from their order literals.
//! Bounds consistent for one sum, and domain consistent for `<=` and `>=`. For `=` the auxiliaries are determined
//! (bijective); for `<=` and `>=` only one direction is encoded (projected-only).
//! F. Ulrich-Oltean, P. Nightingale, J. A. Walker, "Learning to select SAT encodings for pseudo-Boolean and linear
//! integer constraints", Constraints 28, 2023, in which the encoding is named Tree. There, too, `=` is one tree and
//! not two inequalities, and the terms are integers. Ours leaves out values from which the bound cannot be met.

use crate::{Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::Cmp;

use super::balanced::{self, Node};
use super::order_sum::{AtLeastLits, OrderStep, order_lits};
use super::partial::Level;
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
        let exact = sum.cmp == Cmp::Eq;
        let weights = if sum.cmp == Cmp::Ge { Weights::lower(&sum, vars) } else { Weights::upper(&sum, vars) };
        let tree = balanced::Tree { weights: &weights, exact, reduced: exact, floored: true, most: sum.most };
        let mut root = tree.node(0, weights.groups.len())?;
        tree.refine(&mut root, &[0])?;
        Ok(Box::new(move |vars, out| {
            if root.values.is_empty() {
                return out.clause(&[]);
            }
            OrderTree { weights: &weights, exact }.sum(&root, vars, out);
        }))
    }
}

/// Sums of groups in order encoding.
pub(super) struct OrderTree<'w> {
    pub(super) weights: &'w Weights,
    /// True if the groups have to come to exactly the bound.
    pub(super) exact: bool,
}

impl OrderTree<'_> {
    /// The values of the node, no more than what can make a difference.
    pub(super) fn level(&self, node: &Node) -> Level {
        if self.exact || node.halves.is_none() {
            return Level::new(node.values.clone(), i64::MIN);
        }
        Level::new(node.values.clone(), self.weights.floor(node.from..node.to))
    }

    /// The order literals of what the groups of the node come to.
    pub(super) fn sum(&self, node: &Node, vars: &mut VarMap, out: &mut dyn ClauseSink) -> AtLeastLits {
        let Some(halves) = &node.halves else {
            let mut lits = self.weights.at_least(node.from, vars, out);
            lits.push(LitOrConst::Const(false));
            return lits;
        };
        let [left, right] = &**halves;
        let lits = [self.sum(left, vars, out), self.sum(right, vars, out)];
        let (from, by, to) = (self.level(left), self.level(right), self.level(node));
        let groups = node.from..node.to;
        let of = || self.weights.summands(groups.clone());
        let own = order_lits(node.to, &to, &of, self.weights.least(groups.clone()), out);
        let step = OrderStep { from: &from.values, by: &by.values, to: &to };
        step.at_least(&lits[0], &lits[1], &own, out);
        if self.exact {
            step.at_most(&lits[0], &lits[1], &own, out);
        }
        own
    }
}
