//! Finds the next step: the fewest rules from which something new follows.
//!
//! First come facts that one rule places or excludes at once, then those that one rule excludes because nothing would
//! be left for it. Then every open fact is assumed, with propagation by at most 2 rules, at most 3, and so on. A set of
//! rules that was found stays valid until its fact is known, so it is kept. If nothing is found, a SAT solver is asked.

use std::collections::BTreeMap;

use cnfab_solve::Budget;

use crate::words::Words;

use super::super::ConstructError;
use super::exact::{Asker, Exact, FactModel};
use super::network::{Fact, Network};
use super::propagate::Allowed;
use super::state::KnowledgeState;

/// How many rules propagation may use, one limit after the other: for all open facts, and for those that no solution
/// has.
const FEW: &[usize] = &[2, 3];
const MANY: &[usize] = &[4, 5, 7, 10, 15, 25, usize::MAX];

/// Rules and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) rules: Vec<usize>,
    /// The fact that the rules were found for comes first.
    pub(super) facts: Vec<Fact>,
    /// The level of the step.
    pub(super) level: usize,
    /// True if the rule states the facts at once.
    pub(super) is_direct: bool,
}

/// The next step.
pub(super) enum Next {
    Step(Found),
    /// Nothing more follows.
    Nothing,
    /// The clues and rules contradict each other.
    Contradiction,
    /// The work is not worth more.
    Effort,
}

/// Finds steps.
pub(super) struct StepSearch<'m> {
    pub(super) network: Network,
    pub(super) state: KnowledgeState,
    pub(super) words: &'m Words<'m>,
    pub(super) facts: &'m std::cell::OnceCell<FactModel>,
    pub(super) asker: Option<Asker<'m>>,
    pub(super) budget: Budget,
    /// The most work that is done; `None` is no limit.
    pub(super) effort: Option<u64>,
    /// Rules about which something new is known: for direct facts, and for facts that are excluded.
    pub(super) dirty: Vec<[bool; 2]>,
    pub(super) queues: [Vec<usize>; 2],
    /// Facts of single rules by level and rule.
    pub(super) ready: BTreeMap<(usize, usize), (Vec<Fact>, bool)>,
    /// Sets of rules that exclude a fact.
    pub(super) kept: BTreeMap<Fact, Vec<usize>>,
    pub(super) segments: BTreeMap<(usize, usize, usize), usize>,
    pub(super) is_retired: Vec<bool>,
    pub(super) is_broken: bool,
    /// True if a solver was needed.
    pub(super) asked: bool,
}

impl<'m> StepSearch<'m> {
    pub(super) fn new(
        network: Network,
        words: &'m Words<'m>,
        facts: &'m std::cell::OnceCell<FactModel>,
        effort: Option<u64>,
        budget: &Budget,
    ) -> Self {
        let state = KnowledgeState::new(&network);
        let count = network.rules.len();
        let mut search = StepSearch {
            state,
            words,
            facts,
            asker: None,
            budget: budget.clone(),
            effort,
            dirty: vec![[false; 2]; count],
            queues: [Vec::new(), Vec::new()],
            ready: BTreeMap::new(),
            kept: BTreeMap::new(),
            segments: BTreeMap::new(),
            is_retired: vec![false; count],
            is_broken: false,
            asked: false,
            network,
        };
        (0..count).for_each(|rule| search.touch(rule));
        // What the puzzle gives.
        for var in 0..search.network.domains.len() {
            let domain = &search.network.domains[var];
            match domain.fixed() {
                Some(_) if !search.network.is_boolean[var] => {
                    let fact = Fact::new(search.network.first[var], true);
                    search.learn(fact);
                }
                _ => search.is_broken |= domain.is_empty(),
            }
        }
        search.cut_chains();
        search
    }

    fn is_over(&self) -> bool {
        self.effort.is_some_and(|effort| self.state.work > effort)
    }

    /// Finds the next step.
    pub(super) fn next(&mut self) -> Result<Next, ConstructError> {
        if self.budget.is_over() {
            return Err(ConstructError::OutOfBudget);
        }
        self.find_direct();
        if self.is_broken {
            return Ok(Next::Contradiction);
        }
        if let Some(found) = self.take_ready() {
            return Ok(Next::Step(found));
        }
        while let Some(rule) = self.queues[1].pop() {
            if std::mem::take(&mut self.dirty[rule][1]) {
                self.find_excluded(rule);
            }
            if self.budget.is_over() {
                return Err(ConstructError::OutOfBudget);
            }
        }
        if let Some(found) = self.take_ready() {
            return Ok(Next::Step(found));
        }
        let open = self.open();
        if open.is_empty() {
            return Ok(Next::Nothing);
        }
        if self.is_over() {
            return Ok(Next::Effort);
        }
        let mut found = self.find_several(&open, FEW)?;
        let mut open = open;
        if found.is_none() && !self.is_over() {
            // From here on, each fact costs more than to know whether it is part of a solution.
            if !self.settle()? {
                return Ok(Next::Contradiction);
            }
            open.retain(|fact| !self.asker.as_ref().is_some_and(|asker| asker.is_possible(*fact)));
            if open.is_empty() {
                return Ok(Next::Nothing);
            }
            found = self.find_several(&open, MANY)?;
        }
        let (rules, fact) = match found {
            Some(found) => found,
            None if self.is_over() => return Ok(Next::Effort),
            None => match self.ask(&open)? {
                Exact::Excluded(fact, rules) => (rules, fact),
                Exact::Nothing => return Ok(Next::Nothing),
            },
        };
        let level = rules.len() + 2;
        Ok(Next::Step(Found { rules, facts: vec![!fact], level, is_direct: false }))
    }

    /// The facts that may be assumed: values of shown variables; of 0/1 variables also the opposites.
    fn open(&self) -> Vec<Fact> {
        let network = &self.network;
        let open = (0..network.candidates.len()).filter(|&one| self.state.is_open(one) && !network.hides(one));
        let facts = |one: usize| {
            let is_boolean = network.is_boolean[network.candidates[one].0.index()];
            [Some(Fact::new(one, true)), is_boolean.then(|| Fact::new(one, false))].into_iter().flatten()
        };
        open.flat_map(facts).collect()
    }

    /// Fewest rules that exclude an open fact, as far as propagation finds them.
    fn find_several(&mut self, open: &[Fact], limits: &[usize]) -> Result<Option<(Vec<usize>, Fact)>, ConstructError> {
        self.kept.retain(|&fact, _| self.state.truth(fact).is_none());
        let mut best: Option<(Vec<usize>, Fact)> = None;
        for (&fact, rules) in &self.kept {
            if best.as_ref().is_none_or(|(best, _)| rules.len() < best.len()) {
                best = Some((rules.clone(), fact));
            }
        }
        let last = limits.last().copied().unwrap_or_default();
        best = best.filter(|(best, _)| best.len() <= last || last == usize::MAX);
        // What fewer rules exclude would have been found.
        let mut least = limits.first().copied().unwrap_or_default();
        for &limit in limits {
            if best.as_ref().is_some_and(|(best, _)| best.len() <= limit) {
                break;
            }
            for &fact in open {
                let cap = best.as_ref().map_or(limit, |(best, _)| limit.min(best.len() - 1));
                if cap < least {
                    break;
                }
                if self.budget.is_over() {
                    return Err(ConstructError::OutOfBudget);
                }
                if self.is_over() {
                    return Ok(None);
                }
                if let Some(rules) = self.state.refute(&self.network, fact, Allowed::All, cap) {
                    let rules = self.reduced(rules, fact);
                    if best.as_ref().is_none_or(|(best, _)| rules.len() < best.len()) {
                        best = Some((rules.clone(), fact));
                    }
                    self.kept.insert(fact, rules);
                }
            }
            least = limit.saturating_add(1);
        }
        let Some((rules, fact)) = best else { return Ok(None) };
        // More may be known than when the rules were found.
        let rules = self.reduced(rules, fact);
        Ok(Some((self.minimal(rules, fact)?, fact)))
    }

    /// Leaves out rules as long as the others exclude the fact, also where propagation does not see it.
    fn minimal(&mut self, mut rules: Vec<usize>, fact: Fact) -> Result<Vec<usize>, ConstructError> {
        for rule in rules.clone() {
            let others: Vec<usize> = rules.iter().copied().filter(|&other| other != rule).collect();
            let is_excluded = match self.state.excludes(&self.network, fact, &others) {
                Some(is_excluded) => is_excluded,
                None => {
                    self.settle()?;
                    let asker = self.asker.as_mut().expect("facts are settled");
                    asker.excludes(&self.network, &self.state, &others, fact)?
                }
            };
            if is_excluded {
                rules = others;
            }
        }
        Ok(rules)
    }

    /// Leaves out rules as long as propagation excludes the fact.
    fn reduced(&mut self, mut rules: Vec<usize>, fact: Fact) -> Vec<usize> {
        for rule in rules.clone() {
            if !rules.contains(&rule) {
                continue;
            }
            let others: Vec<usize> = rules.iter().copied().filter(|&other| other != rule).collect();
            if let Some(fewer) = self.state.refute(&self.network, fact, Allowed::Only(&others), others.len()) {
                rules = fewer;
            }
        }
        rules
    }

    /// All that follows from rules, by propagation, besides what is known. The facts become known.
    pub(super) fn close(&mut self, found: &mut Found) {
        loop {
            let before = found.facts.len();
            let Some(derived) = self.state.derive(&self.network, &found.rules) else { return };
            for fact in derived {
                if !self.network.hides(fact.candidate()) && self.state.truth(fact).is_none() {
                    found.facts.push(fact);
                    self.learn(fact);
                }
            }
            let excluded = found.facts.len();
            for mut alike in self.alike(&found.rules, 1) {
                alike.retain(|&fact| self.state.truth(fact).is_none());
                let Some(&first) = alike.first() else { continue };
                let rules = &found.rules;
                if self.state.refute(&self.network, first, Allowed::Only(rules), rules.len()).is_some() {
                    for fact in alike {
                        if self.state.truth(fact).is_none() {
                            found.facts.push(!fact);
                            self.learn(!fact);
                        }
                    }
                }
            }
            found.facts[excluded..].sort_unstable();
            if found.facts.len() == before {
                if let [rule] = found.rules[..] {
                    // Nothing was learned since all facts about it were assumed in vain.
                    self.dirty[rule][1] = false;
                }
                return;
            }
        }
    }

    /// Finds out which facts are part of some solution; false if there is no solution.
    fn settle(&mut self) -> Result<bool, ConstructError> {
        if self.asker.is_some() {
            return Ok(true);
        }
        let facts = self.facts;
        let facts = facts.get_or_init(|| FactModel::new(&self.network));
        let mut asker = Asker::new(facts, &self.budget)?;
        let open = self.open();
        let has_solution = asker.settle(&self.network, &self.state, &open)?;
        self.asker = Some(asker);
        Ok(has_solution)
    }

    /// Rules that exclude one of these facts, which no solution has.
    fn ask(&mut self, open: &[Fact]) -> Result<Exact, ConstructError> {
        self.asked = true;
        let asker = self.asker.as_mut().expect("facts are settled before");
        asker.exclude(&self.network, &self.state, open)
    }
}
