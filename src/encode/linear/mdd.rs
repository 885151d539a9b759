//! Multi-valued decision diagram: a node for each way the rest of a sum can go on, term by term.
//!
//! For `<=` and `>=` a node stands for an interval of partial sums after which the same is possible, so the diagram is
//! reduced. Node and "this value or a larger one" imply the next node: one variable per node, at most d clauses each
//! for d values per variable, implications one way (projected-only), domain consistent.
//! For `=` a node is a partial sum, and each of its edges has a variable: an edge implies its node, its value and its
//! next node, a node has an edge in and one out, a value has an edge. With e edges and v inner nodes: e+v variables and
//! at most 3e + 2v + m*d clauses. Domain consistent on the sum, unlike two inequalities, and bijective.
//! M. Bofill, J. Coll, J. Suy, M. Villaret, "An MDD-based SAT encoding for pseudo-Boolean constraints with at-most-one
//! relations", Artificial Intelligence Review 53, 2020; I. Abío, G. Gange, V. Mayer-Eichberger, P. J. Stuckey, "On CNF
//! Encodings of Decision Diagrams", CPAIOR 2016.

use std::collections::BTreeMap;

use crate::cnf::{ClauseSink, Name};
use crate::encode::layer::{Edge, layer};
use crate::encode::{ClauseBuf, Contract, Encoding, LitOrConst, VarMap};
use crate::model::Cmp;
use crate::names::Named;

use super::partial::{MOST_COMBINATIONS, Partials};
use super::weights::Weights;
use super::{LinearEncoding, Statement, Sum};

pub(super) struct Mdd;

impl Named for Mdd {
    fn name(&self) -> &'static str {
        "mdd"
    }

    fn about(&self) -> &'static str {
        "decision diagram over the terms; with edges for =, domain consistent"
    }
}

impl Encoding for Mdd {}

impl LinearEncoding for Mdd {
    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        if sum.cmp == Cmp::Eq {
            let partials = Partials::new(&sum, vars)?;
            return Ok(Box::new(move |vars, out| edges(&partials, vars, out)));
        }
        let mut diagrams = Vec::with_capacity(1);
        for weights in Weights::inequalities(&sum, vars) {
            let mut diagram = Diagram::new(&weights);
            let root = diagram.node(0, weights.bound)?;
            debug_assert!(root == Target::Node(0), "the bound is neither met nor exceeded by everything");
            let levels = diagram.levels;
            diagrams.push((weights, levels));
        }
        Ok(Box::new(move |vars, out| {
            diagrams.iter().for_each(|(weights, levels)| encode(weights, levels, vars, out));
        }))
    }
}

/// The paths through the partial sums, edge by edge.
fn edges(partials: &Partials, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut here = vec![LitOrConst::Const(true)];
    let mut from = vec![0];
    for (i, level) in partials.levels.iter().enumerate() {
        if level.values.is_empty() {
            return out.clause(&[]);
        }
        let is_last = i + 1 == partials.levels.len();
        let next: Vec<LitOrConst> = level
            .values
            .iter()
            .map(|&value| match is_last {
                true => LitOrConst::Const(true),
                false => out.fresh(Name::aux("sum=", i, value)).into(),
            })
            .collect();
        let (coefficient, var) = partials.terms[i];
        let taken: Vec<LitOrConst> =
            partials.addends[i].iter().map(|&addend| vars.is(var, (addend / coefficient) as i32, out)).collect();
        let mut edges: Vec<Edge> = Vec::new();
        for (node, &before) in from.iter().enumerate() {
            for (place, &addend) in partials.addends[i].iter().enumerate() {
                edges.extend(level.position(before + addend).map(|after| [node, place, after]));
            }
        }
        layer(i, &here, &taken, &next, &edges, out);
        (here, from) = (next, level.values.clone());
    }
}

/// Which node, or that all that comes is allowed, or forbidden.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Allowed,
    Forbidden,
    Node(usize),
}

struct Diagram<'w> {
    weights: &'w Weights,
    /// What the groups from this one on come to at most.
    rest: Vec<i64>,
    /// For each group and each of its nodes where the weights lead.
    levels: Vec<Vec<Vec<Target>>>,
    /// For each group the least bounds that its nodes are for, with the largest and the node.
    found: Vec<BTreeMap<i64, (i64, usize)>>,
    combinations: usize,
}

impl<'w> Diagram<'w> {
    fn new(weights: &'w Weights) -> Self {
        let mut rest = vec![0];
        rest.extend(weights.groups.iter().rev().scan(0, |sum, group| {
            *sum += group[group.len() - 1];
            Some(*sum)
        }));
        rest.reverse();
        let levels = vec![Vec::new(); weights.groups.len()];
        let found = vec![BTreeMap::new(); weights.groups.len()];
        Diagram { weights, rest, levels, found, combinations: 0 }
    }

    /// The node of a group for what may still come.
    fn node(&mut self, group: usize, bound: i64) -> Result<Target, String> {
        Ok(self.interval(group, bound)?.0)
    }

    /// The node, and the bounds that it is the same for.
    fn interval(&mut self, group: usize, bound: i64) -> Result<(Target, i64, i64), String> {
        if bound < 0 {
            return Ok((Target::Forbidden, i64::MIN / 2, -1));
        }
        if bound >= self.rest[group] {
            return Ok((Target::Allowed, self.rest[group], i64::MAX / 2));
        }
        if let Some((&low, &(high, node))) = self.found[group].range(..=bound).next_back()
            && bound <= high
        {
            return Ok((Target::Node(node), low, high));
        }
        let weights = &self.weights.groups[group];
        self.combinations += weights.len();
        if self.combinations > MOST_COMBINATIONS {
            return Err(format!("its decision diagram needs more than {MOST_COMBINATIONS} clauses"));
        }
        let (mut low, mut high) = (i64::MIN / 2, i64::MAX / 2);
        let mut targets = Vec::with_capacity(weights.len());
        for &weight in weights {
            let (target, from, to) = self.interval(group + 1, bound - weight)?;
            low = low.max(from + weight);
            high = high.min(to + weight);
            targets.push(target);
        }
        let node = self.levels[group].len();
        self.levels[group].push(targets);
        self.found[group].insert(low, (high, node));
        Ok((Target::Node(node), low, high))
    }
}

/// The clauses of a diagram, level by level from its root.
fn encode(weights: &Weights, levels: &[Vec<Vec<Target>>], vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    let mut here = vec![LitOrConst::Const(true)];
    for (group, nodes) in levels.iter().enumerate() {
        let more = weights.at_least(group, vars, out);
        let count = levels.get(group + 1).map_or(0, Vec::len);
        let next: Vec<LitOrConst> =
            (0..count).map(|node| out.fresh(Name::aux("node", group + 1, node as i64)).into()).collect();
        for (&node, targets) in here.iter().zip(nodes) {
            let mut last = Target::Allowed;
            for (&more, &target) in more.iter().zip(targets).filter(|&(_, &target)| target != Target::Allowed) {
                if target == last {
                    continue;
                }
                last = target;
                let target = match target {
                    Target::Node(number) => next[number],
                    _ => LitOrConst::Const(false),
                };
                clause.all([!node, !more, target], out);
            }
        }
        here = next;
    }
}
