//! The consequences of single rules: what they state at once, and what would leave nothing for them.

use std::collections::BTreeMap;

use cnfab_model::Cmp;

use super::network::{Fact, Propagator, Shape};
use super::propagate::Allowed;
use super::search::{Found, StepSearch};

/// The rank of a step by one rule that leaves facts without a place.
pub(super) const ONE_RULE: usize = 3;

impl StepSearch<'_> {
    /// Finds the facts that single rules state at once.
    pub(super) fn find_direct(&mut self) {
        while let Some(rule) = self.queues[0].pop() {
            self.dirty[rule][0] = false;
            let is_idle = |&propagator: &usize| self.state.is_idle(&self.network, propagator);
            if self.is_retired[rule] || self.network.rules[rule].propagators.iter().all(is_idle) {
                continue;
            }
            let Some(derived) = self.state.derive(&self.network, &[rule]) else {
                self.is_broken = true;
                return;
            };
            let (hidden, facts): (Vec<Fact>, Vec<Fact>) =
                derived.into_iter().partition(|fact| self.network.hides(fact.candidate()));
            hidden.into_iter().for_each(|fact| self.learn(fact));
            if !facts.is_empty() {
                let level = self.level(rule);
                self.ready.insert((level, rule), (facts, true));
            }
        }
    }

    /// The level of what a rule states at once: how hard it is to see.
    pub(super) fn level(&self, rule: usize) -> usize {
        let rule = &self.network.rules[rule];
        let is_count = |&propagator: &usize| matches!(self.network.propagators[propagator], Propagator::Count { .. });
        match rule.shape {
            Shape::Place(Some(_)) if !matches!(&rule.label[..], "row" | "column") => 0,
            Shape::Place(_) => 1,
            Shape::Value => 2,
            Shape::Other if rule.propagators.len() == 1 && rule.propagators.iter().all(is_count) => 0,
            Shape::Other => ONE_RULE,
        }
    }

    /// The easiest facts of a single rule.
    pub(super) fn take_ready(&mut self) -> Option<Found> {
        while let Some(((level, rule), (mut facts, is_direct))) = self.ready.pop_first() {
            facts.retain(|&fact| self.state.truth(fact) != Some(true));
            if facts.is_empty() {
                continue;
            }
            // Values that are placed say more than those that are excluded.
            facts.sort_by_key(|fact| !self.is_placement(*fact));
            return Some(Found { rules: vec![rule], facts, level, is_direct });
        }
        None
    }

    /// True if a fact gives a variable its value.
    pub(super) fn is_placement(&self, fact: Fact) -> bool {
        fact.holds()
    }

    /// Facts that would leave nothing for a rule.
    pub(super) fn find_excluded(&mut self, rule: usize) {
        if self.is_retired[rule] {
            return;
        }
        let facts = match self.open_facts(rule) {
            Some(open) => {
                let Some((&first, others)) = open.split_first() else { return };
                let groups = self.network.groups_of[first.index()].iter();
                let mut facts: Vec<Fact> = groups
                    .flat_map(|&group| &self.network.groups[group as usize])
                    .copied()
                    .filter(|fact| self.state.truth(*fact).is_none() && !open.contains(fact))
                    .filter(|&fact| others.iter().all(|&other| self.network.exclude_each_other(fact, other)))
                    .map(|fact| !fact)
                    .collect();
                facts.sort_unstable();
                facts.dedup();
                facts
            }
            None => {
                let rules = [rule];
                let mut facts: Vec<Fact> = Vec::new();
                // A single fact that could not be excluded would be known.
                for alike in self.alike(&rules, 2) {
                    if self.state.refute(&self.network, alike[0], Allowed::Only(&rules), 1).is_some() {
                        facts.extend(alike.into_iter().map(|fact| !fact));
                    }
                }
                facts.sort_unstable();
                facts
            }
        };
        let facts: Vec<Fact> = facts.into_iter().filter(|fact| !self.network.hides(fact.candidate())).collect();
        if !facts.is_empty() {
            self.ready.insert((ONE_RULE, rule), (facts, false));
        }
    }

    /// The open facts of a rule that one of them holds; none if one does. `None` for other rules.
    pub(super) fn open_facts(&self, rule: usize) -> Option<Vec<Fact>> {
        let [propagator] = self.network.rules[rule].propagators[..] else { return None };
        let Propagator::Count { facts, cmp: Cmp::Ge, k: 1 } = &self.network.propagators[propagator] else {
            return None;
        };
        if facts.iter().any(|&fact| self.state.truth(fact) == Some(true)) {
            return Some(Vec::new());
        }
        Some(facts.iter().copied().filter(|&fact| self.state.truth(fact).is_none()).collect())
    }

    /// The facts that may be assumed, and that rules are about or that exclude at least `least` of these. Facts that
    /// exclude the same of them are together: the rules refute all or none.
    pub(super) fn alike(&self, rules: &[usize], least: usize) -> Vec<Vec<Fact>> {
        let network = &self.network;
        let mut scope: Vec<Fact> = Vec::new();
        for &propagator in rules.iter().flat_map(|&rule| &network.rules[rule].propagators) {
            scope.extend(network.scope(propagator).into_iter().flat_map(|fact| [fact, !fact]));
        }
        scope.sort_unstable();
        scope.dedup();
        scope.retain(|fact| self.state.is_open(fact.candidate()));
        let may_be_assumed = |fact: Fact| {
            let is_boolean = network.is_boolean[network.candidates[fact.candidate()].0.index()];
            !network.hides(fact.candidate()) && (fact.holds() || is_boolean)
        };
        let mut found: Vec<Vec<Fact>> =
            scope.iter().filter(|&&fact| may_be_assumed(fact)).map(|&fact| vec![fact]).collect();
        let mut excluded: BTreeMap<Fact, Vec<Fact>> = BTreeMap::new();
        for &fact in &scope {
            for &group in &network.groups_of[fact.index()] {
                for &other in &network.groups[group as usize] {
                    if self.state.is_open(other.candidate())
                        && may_be_assumed(other)
                        && scope.binary_search(&other).is_err()
                    {
                        excluded.entry(other).or_default().push(fact);
                    }
                }
            }
        }
        let mut alike: BTreeMap<Vec<Fact>, Vec<Fact>> = BTreeMap::new();
        for (other, mut facts) in excluded {
            facts.dedup();
            if facts.len() >= least {
                alike.entry(facts).or_default().push(other);
            }
        }
        found.extend(alike.into_values());
        found
    }
}
