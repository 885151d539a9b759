//! Sums of groups in a balanced tree: which values each node can have, and their clauses.

use crate::{LitOrConst, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::Cmp;

use super::one_hot_sum::{Direction, OneHotStep, one_hot};
use super::order_sum::{AtLeastLits, OrderStep, Way, order_lits};
use super::partial::Level;
use super::weights::Weights;
use super::{Statement, Sum};

/// Prepares the sum by a literal per value. With `reduced`, values that the terms outside a node cannot tell apart are
/// merged.
pub(super) fn prepare(sum: &Sum, reduced: bool, vars: &VarMap) -> Result<Statement, String> {
    let exact = sum.cmp == Cmp::Eq;
    let all = if exact { vec![Weights::upper(sum, vars)] } else { Weights::inequalities(sum, vars) };
    let order = if reduced { Order::Saving } else { Order::None };
    let most = sum.most;
    let mut roots = Vec::with_capacity(all.len());
    for weights in all {
        let tree = Tree { weights: &weights, exact, reduced, order, most };
        let mut root = tree.node(0, weights.groups.len())?;
        tree.refine(&mut root, &[0])?;
        roots.push((weights, root));
    }
    Ok(Box::new(move |vars, out| {
        for (weights, root) in &roots {
            let tree = Tree { weights, exact, reduced, order, most };
            if exact {
                tree.exact(root, vars, out)
            } else {
                tree.at_least(root, false, vars, out)
            };
        }
    }))
}

/// The nodes whose literals are in order: each implied by the next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// None. A variable has the literals of its values.
    None,
    /// Those where this saves clauses. A variable has the literals of its values.
    Saving,
    /// All, but literals of which at most one is true where that saves clauses.
    All,
}

pub(super) struct Tree<'w> {
    pub(super) weights: &'w Weights,
    /// True if the groups have to come to exactly the bound.
    pub(super) exact: bool,
    /// True if values that make no difference are left out.
    pub(super) reduced: bool,
    pub(super) order: Order,
    /// The most pairs of values that a node may have to look at.
    pub(super) most: usize,
}

/// The groups from `from` on to before `to`, and what they can come to.
pub(super) struct Node {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Increasing, up to the bound. After [`Tree::refine`] those that stand for themselves and the following ones.
    pub(super) values: Vec<i64>,
    halves: Option<Box<[Node; 2]>>,
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
        // The first value stands for all up to the floor, as in [`Level`].
        let is_root = to - from == self.weights.groups.len();
        if !self.exact && (self.order == Order::All || is_root) {
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

    /// For each value "at least this value", implied by the halves, and "more than the last". Of an exact sum, the
    /// halves imply "at most" as well.
    pub(super) fn at_least(
        &self,
        node: &Node,
        in_order: bool,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> AtLeastLits {
        let Some(halves) = &node.halves else { return self.weights.reached(node.from, in_order, vars, out) };
        let [left, right] = &**halves;
        let bound = self.weights.bound;
        let reached = |sum: i64| match self.exact {
            true => node.values.partition_point(|&value| value < sum),
            false if sum > bound => node.values.len(),
            false => node.values.partition_point(|&value| value <= sum) - 1,
        };
        let ways = [left, right].map(|half| self.ways(half));
        let step = OrderStep::smallest([&left.values, &right.values], &ways, &reached);
        let [of_left, of_right] = step.in_order;
        let lits = [self.at_least(left, of_left, vars, out), self.at_least(right, of_right, vars, out)];
        let groups = node.from..node.to;
        let of = || self.weights.summands(groups.clone());
        let least = self.weights.least(groups.clone());
        let own = order_lits(node.to, &node.values, (&of, least), in_order, out);
        step.at_least(&reached, [&lits[0], &lits[1]], &own, out);
        if self.exact {
            step.at_most(&node.values, [&lits[0], &lits[1]], &own, out);
        }
        own
    }

    /// The ways to state the literals of a node.
    fn ways(&self, node: &Node) -> Vec<Way> {
        match (&node.halves, self.order) {
            (None, Order::Saving | Order::All) => self.weights.ways(node.from, self.order == Order::All),
            (Some(_), Order::Saving) => {
                vec![Way::given(false), Way { in_order: true, clauses: node.values.len().saturating_sub(2) }]
            }
            (_, order) => vec![Way::given(order == Order::All)],
        }
    }
}
