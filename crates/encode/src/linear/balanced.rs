//! Sums of groups in a balanced tree: which values each node can have, and the clauses of the generalised totalizers.

use crate::{ClauseBuf, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Name};
use cnfab_model::Cmp;

use super::one_hot_sum::{Direction, OneHotStep, one_hot};
use super::partial::Level;
use super::weights::Weights;
use super::{Statement, Sum};

/// Prepares the sum. With `reduced`, values that the terms outside a node cannot tell apart are merged.
pub(super) fn prepare(sum: &Sum, reduced: bool, vars: &VarMap) -> Result<Statement, String> {
    let exact = sum.cmp == Cmp::Eq;
    let all = if exact { vec![Weights::upper(sum, vars)] } else { Weights::inequalities(sum, vars) };
    let most = sum.most;
    let mut roots = Vec::with_capacity(all.len());
    for weights in all {
        let tree = Tree { weights: &weights, exact, reduced, floored: false, most };
        let mut root = tree.node(0, weights.groups.len())?;
        tree.refine(&mut root, &[0])?;
        roots.push((weights, root));
    }
    Ok(Box::new(move |vars, out| {
        for (weights, root) in &roots {
            let tree = Tree { weights, exact, reduced, floored: false, most };
            if exact {
                tree.exact(root, vars, out)
            } else {
                tree.upwards(root, vars, out)
            };
        }
    }))
}

pub(super) struct Tree<'w> {
    pub(super) weights: &'w Weights,
    /// True if the groups have to come to exactly the bound.
    pub(super) exact: bool,
    /// True if values that make no difference are left out.
    pub(super) reduced: bool,
    /// True if the first value of a node stands for all up to its floor, as in [`Level`].
    pub(super) floored: bool,
    /// The most pairs of values that a node may have to look at.
    pub(super) most: usize,
}

/// The groups from `from` on to before `to`, and what they can come to.
pub(super) struct Node {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Increasing, up to the bound. After [`Tree::refine`] those that stand for themselves and the following ones.
    pub(super) values: Vec<i64>,
    pub(super) halves: Option<Box<[Node; 2]>>,
}

impl Tree<'_> {
    pub(super) fn node(&self, from: usize, to: usize) -> Result<Node, String> {
        if to - from == 1 {
            let values = self.weights.groups[from].clone();
            return Ok(Node { from, to, values, halves: None });
        }
        let middle = from.midpoint(to);
        let halves = [self.node(from, middle)?, self.node(middle, to)?];
        let mut values = self.sums(&halves[0].values, &halves[1].values)?;
        if self.floored && !self.exact {
            values = Level::new(values, self.weights.floor(from..to)).values;
        }
        Ok(Node { from, to, values, halves: Some(Box::new(halves)) })
    }

    /// The sums of two values, up to the bound.
    fn sums(&self, a: &[i64], b: &[i64]) -> Result<Vec<i64>, String> {
        if a.len() * b.len() > self.most {
            return Err(format!("a node of its tree has more than {} pairs of values", self.most));
        }
        let all = a.iter().flat_map(|&a| b.iter().map(move |&b| a + b));
        let mut sums: Vec<i64> = all.filter(|&sum| sum <= self.weights.bound).collect();
        sums.sort_unstable();
        sums.dedup();
        Ok(sums)
    }

    /// Drops values from which the bound is not met with any value of `outside`, or that stand for the same as one
    /// before.
    pub(super) fn refine(&self, node: &mut Node, outside: &[i64]) -> Result<(), String> {
        let bound = self.weights.bound;
        if !self.exact && !self.reduced {
            return Ok(());
        }
        if let Some(halves) = &mut node.halves {
            let [left, right] = &mut **halves;
            let of_left = self.sums(outside, &right.values)?;
            let of_right = self.sums(outside, &left.values)?;
            self.refine(left, &of_left)?;
            self.refine(right, &of_right)?;
            if self.exact {
                let most = outside[outside.len() - 1];
                node.values.retain(|&value| match self.reduced {
                    true => outside.binary_search(&(bound - value)).is_ok(),
                    false => value + most >= bound,
                });
            } else {
                // Values are the same if as many outside values go with them.
                let fitting = |value: i64| outside.partition_point(|&other| value + other <= bound);
                node.values.dedup_by_key(|value| fitting(*value));
            }
        }
        Ok(())
    }

    /// Exactly one value of each node, any two of a node and its halves implying the third.
    fn exact(&self, node: &Node, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        let Some(halves) = &node.halves else { return self.weights.taken(node.from, vars, out) };
        let lits = [self.exact(&halves[0], vars, out), self.exact(&halves[1], vars, out)];
        if node.values.is_empty() {
            out.clause(&[]);
            return Vec::new();
        }
        let level = Level::new(node.values.clone(), i64::MIN);
        let groups = node.from..node.to;
        let of = || self.weights.summands(groups.clone());
        let own = one_hot(node.to, &level, &of, self.weights.least(groups.clone()), out);
        let step = OneHotStep { from: &halves[0].values, by: &halves[1].values, to: &level, direction: Direction::All };
        step.encode(&lits[0], &lits[1], &own, out);
        own
    }

    /// "At least this value", implied by the halves; the first always holds.
    fn upwards(&self, node: &Node, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        let Some(halves) = &node.halves else {
            let mut taken = self.weights.taken(node.from, vars, out);
            taken[0] = LitOrConst::Const(true);
            return taken;
        };
        let lits = [self.upwards(&halves[0], vars, out), self.upwards(&halves[1], vars, out)];
        let is_root = node.to - node.from == self.weights.groups.len();
        let own: Vec<LitOrConst> = node
            .values
            .iter()
            .enumerate()
            .map(|(place, &value)| match place == 0 || is_root {
                true => LitOrConst::Const(true),
                false => {
                    let groups = || node.from..node.to;
                    let meaning =
                        || Definition::AtLeast(self.weights.summands(groups()), value + self.weights.least(groups()));
                    out.define(Name::aux("sum", node.to, value), meaning).into()
                }
            })
            .collect();
        let mut clause = ClauseBuf::new();
        for (&a, &left) in halves[0].values.iter().zip(&lits[0]) {
            for (&b, &right) in halves[1].values.iter().zip(&lits[1]) {
                let target = match a + b > self.weights.bound {
                    true => LitOrConst::Const(false),
                    false => own[node.values.partition_point(|&value| value <= a + b) - 1],
                };
                clause.all([!left, !right, target], out);
            }
        }
        own
    }
}
