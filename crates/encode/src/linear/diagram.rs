//! Reduced decision diagrams of "at most": a node for each interval of what may still come, group by group. Node and
//! "this weight or more" imply the next node.

use std::collections::BTreeMap;

use crate::{ClauseBuf, LitOrConst};
use cnfab_cnf::{ClauseSink, Definition, Name, Summand};

use super::partial::MOST_COMBINATIONS;

/// The node, or that all that comes is allowed, or forbidden.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Allowed,
    Forbidden,
    Node(usize),
}

/// The nodes of a diagram for "the groups come to at most the bound".
pub(super) struct Diagram {
    /// For each group and each of its nodes where the weights lead. None if every choice is allowed.
    levels: Vec<Vec<Vec<Target>>>,
    /// For each group and node the largest bound on the rest that it is for.
    highs: Vec<Vec<i64>>,
    bound: i64,
}

impl Diagram {
    /// The diagram for these groups of increasing weights from 0 on, or the reason why it is too large.
    pub(super) fn new(groups: &[Vec<i64>], bound: i64) -> Result<Self, String> {
        let mut search = DiagramSearch::new(groups);
        search.interval(0, bound)?;
        let mut highs: Vec<Vec<i64>> = search.levels.iter().map(|nodes| vec![0; nodes.len()]).collect();
        for (highs, found) in highs.iter_mut().zip(&search.found) {
            found.values().for_each(|&(high, node)| highs[node] = high);
        }
        Ok(Diagram { levels: search.levels, highs, bound })
    }

    /// The clauses, level by level from the root. `at_least` gives a group's literals of "this weight or more", or of
    /// "this weight" and that a larger one does not imply it. `of` gives what the groups before one are, and by which
    /// constant their weights are less.
    pub(super) fn encode(
        &self,
        of: &dyn Fn(usize) -> (Vec<Summand>, i64),
        mut at_least: impl FnMut(usize, &mut dyn ClauseSink) -> (Vec<LitOrConst>, bool),
        out: &mut dyn ClauseSink,
    ) {
        let mut clause = ClauseBuf::new();
        let mut here = vec![LitOrConst::Const(true)];
        for (group, nodes) in self.levels.iter().enumerate() {
            let (more, is_implied) = at_least(group, out);
            let count = self.levels.get(group + 1).map_or(0, Vec::len);
            let next: Vec<LitOrConst> = (0..count)
                .map(|node| {
                    let meaning = || {
                        let (before, less) = of(group + 1);
                        Definition::AtLeast(before, self.bound - self.highs[group + 1][node] + less)
                    };
                    out.define(Name::aux("node", group + 1, node as i64), meaning).into()
                })
                .collect();
            for (&node, targets) in here.iter().zip(nodes) {
                let mut last = Target::Allowed;
                for (&more, &target) in more.iter().zip(targets).filter(|&(_, &target)| target != Target::Allowed) {
                    if target == last {
                        continue;
                    }
                    // The clause of no weight goes for all.
                    if is_implied || target == targets[0] {
                        last = target;
                    }
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
}

/// A diagram while it is made.
struct DiagramSearch<'g> {
    groups: &'g [Vec<i64>],
    /// The largest sum of the groups from this one on.
    rest: Vec<i64>,
    levels: Vec<Vec<Vec<Target>>>,
    /// For each group the least bounds that its nodes are for, with the largest and the node.
    found: Vec<BTreeMap<i64, (i64, usize)>>,
    combinations: usize,
}

impl<'g> DiagramSearch<'g> {
    fn new(groups: &'g [Vec<i64>]) -> Self {
        let mut rest = vec![0];
        rest.extend(groups.iter().rev().scan(0, |sum, group| {
            *sum += group[group.len() - 1];
            Some(*sum)
        }));
        rest.reverse();
        let (levels, found) = (vec![Vec::new(); groups.len()], vec![BTreeMap::new(); groups.len()]);
        DiagramSearch { groups, rest, levels, found, combinations: 0 }
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
        let weights = &self.groups[group];
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
