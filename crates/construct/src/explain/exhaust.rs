//! The test whether a few rules exclude a fact, also where propagation does not see it.
//!
//! Facts of which an open rule needs one are assumed one after the other, with propagation by these rules only. Rules
//! that do not exclude the fact have a solution, which is found soon, since it has to meet these few rules only.

use cnfab_model::{Cmp, Var};

use super::network::{Fact, Network, Propagator};
use super::propagate::Allowed;
use super::state::KnowledgeState;

/// The most nodes of a search for a solution of some rules.
const MOST_NODES: usize = 2_000;

impl KnowledgeState {
    /// True if some rules exclude a fact; `None` if that takes too long to find out.
    pub(super) fn excludes(&mut self, network: &Network, fact: Fact, rules: &[usize]) -> Option<bool> {
        let mut nodes = MOST_NODES;
        let mut assumed = vec![fact];
        self.has_none(network, &mut assumed, rules, &mut nodes)
    }

    /// Tells whether rules have no solution with some facts. Assumes facts that an open rule needs, one after the
    /// other.
    fn has_none(
        &mut self,
        network: &Network,
        assumed: &mut Vec<Fact>,
        rules: &[usize],
        nodes: &mut usize,
    ) -> Option<bool> {
        *nodes = nodes.checked_sub(1)?;
        self.begin(network, Allowed::Only(rules), rules.len());
        for &fact in assumed.iter() {
            self.assign(network, fact, 0);
        }
        for &propagator in rules.iter().flat_map(|&rule| &network.rules[rule].propagators) {
            self.notice(network, propagator, 0, true);
        }
        // A contradiction among the assumed facts needs no rules.
        let is_refuted =
            self.propagate(network).is_some() || assumed.iter().any(|&fact| self.truth(fact) == Some(false));
        let choices = if is_refuted { None } else { self.choices(network, rules) };
        self.undo(network);
        let Some(choices) = choices else { return Some(is_refuted) };
        for choice in choices {
            assumed.push(choice);
            let is_none = self.has_none(network, assumed, rules, nodes);
            assumed.pop();
            if !is_none? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Facts of which one holds by a rule that is still open; `None` if no rule is.
    fn choices(&self, network: &Network, rules: &[usize]) -> Option<Vec<Fact>> {
        let mut least: Option<Vec<Fact>> = None;
        for &propagator in rules.iter().flat_map(|&rule| &network.rules[rule].propagators) {
            let is_open = |fact: &Fact| self.value[fact.candidate()].is_none();
            let found: Vec<Vec<Fact>> = match &network.propagators[propagator] {
                Propagator::Count { cmp, k, .. } => {
                    let facts: Vec<Fact> = self.counted[propagator].iter().copied().filter(is_open).collect();
                    let is_met = *cmp == Cmp::Ge && self.held[propagator] as usize >= *k;
                    match facts[..] {
                        [first, ..] if !is_met && (*cmp, *k) != (Cmp::Ge, 1) => vec![vec![first, !first]],
                        [_, ..] if !is_met => vec![facts],
                        _ => Vec::new(),
                    }
                }
                other => {
                    let open = |var: &Var| -> Vec<Fact> {
                        let values = &self.values[var.index()];
                        match values.iter().any(|&(_, fact)| self.truth(fact) == Some(true)) {
                            true => Vec::new(),
                            false => values.iter().map(|&(_, fact)| fact).filter(is_open).collect(),
                        }
                    };
                    other.vars().iter().map(open).filter(|facts| !facts.is_empty()).collect()
                }
            };
            for facts in found {
                if least.as_ref().is_none_or(|least| facts.len() < least.len()) {
                    least = Some(facts);
                }
            }
        }
        least
    }
}
