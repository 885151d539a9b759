//! Propagation that counts the rules that it needs.
//!
//! Each fact that is derived carries the set of rules that it came from. What needs the fewest rules is done first, as
//! in Dijkstra's search for shortest paths; so the first contradiction needs few. The set of a fact is the union of the
//! sets of its reasons, and not a smallest one: whoever wants a minimal set leaves out rules one by one.

use cnfab_model::Cmp;

use super::network::{Fact, Network, Propagator, TableRows};
use super::state::{Action, KnowledgeState, SetId};

/// The rules that may be used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowed<'r> {
    /// All.
    All,
    /// These.
    Only(&'r [usize]),
}

impl KnowledgeState {
    /// The rules of a contradiction that an assumption leads to, no more than `cap`; `None` if none is found.
    pub(super) fn refute(
        &mut self,
        network: &Network,
        assumption: Fact,
        allowed: Allowed<'_>,
        cap: usize,
    ) -> Option<Vec<usize>> {
        self.begin(network, allowed, cap);
        self.assign(network, assumption, 0);
        let found = self.propagate(network);
        let rules = found.map(|set| self.rules(set));
        self.undo(network);
        rules
    }

    /// The facts that follow from a rule alone, or from a few together; `None` if they contradict what is known.
    pub(super) fn derive(&mut self, network: &Network, rules: &[usize]) -> Option<Vec<Fact>> {
        self.begin(network, Allowed::Only(rules), rules.len());
        for &propagator in rules.iter().flat_map(|&rule| &network.rules[rule].propagators) {
            self.notice(network, propagator, 0, true);
        }
        let found = self.propagate(network);
        let derived = std::mem::take(&mut self.stated);
        self.undo(network);
        if found.is_some() { None } else { Some(derived) }
    }

    pub(super) fn begin(&mut self, network: &Network, allowed: Allowed<'_>, cap: usize) {
        self.marks.resize(network.rules.len(), 0);
        self.is_allowed.resize(network.rules.len(), 0);
        self.allowance += 1;
        self.all_allowed = matches!(allowed, Allowed::All);
        if let Allowed::Only(rules) = allowed {
            rules.iter().for_each(|&rule| self.is_allowed[rule] = self.allowance);
        }
        self.cap = cap;
        self.stated.clear();
        self.members.clear();
        self.sets.clear();
        self.sets.push((0, 0));
    }

    pub(super) fn undo(&mut self, network: &Network) {
        while let Some(candidate) = self.trail.pop() {
            self.unset(network, candidate);
        }
        for (actions, done) in &mut self.agenda {
            for action in &actions[*done..] {
                if let Action::Look(propagator) = action {
                    self.waits[*propagator as usize] = false;
                    self.due[*propagator as usize] = false;
                }
            }
            actions.clear();
            *done = 0;
        }
    }

    pub(super) fn rules(&self, set: SetId) -> Vec<usize> {
        let (from, to) = self.sets[set as usize];
        let mut rules: Vec<usize> =
            self.members[from as usize..to as usize].iter().map(|&rule| rule as usize).collect();
        rules.sort_unstable();
        rules
    }

    pub(super) fn len(&self, set: SetId) -> usize {
        let (from, to) = self.sets[set as usize];
        (to - from) as usize
    }

    /// Begins a union of sets.
    pub(super) fn begin_union(&mut self) {
        self.mark += 1;
        self.union.clear();
    }

    pub(super) fn add_set(&mut self, set: SetId) {
        if set == 0 {
            return;
        }
        let (from, to) = self.sets[set as usize];
        for at in from..to {
            self.add_rule(self.members[at as usize]);
        }
    }

    pub(super) fn add_rule(&mut self, rule: u32) {
        if self.marks[rule as usize] != self.mark {
            self.marks[rule as usize] = self.mark;
            self.union.push(rule);
        }
    }

    /// Ends a union; `None` if it has more rules than are wanted.
    pub(super) fn end_union(&mut self) -> Option<SetId> {
        if self.union.is_empty() {
            return Some(0);
        }
        if self.union.len() > self.cap {
            return None;
        }
        let from = self.members.len() as u32;
        self.members.extend_from_slice(&self.union);
        self.sets.push((from, self.members.len() as u32));
        Some(self.sets.len() as u32 - 1)
    }

    pub(super) fn plan(&mut self, cost: usize, action: Action) {
        if self.agenda.len() <= cost {
            self.agenda.resize_with(cost + 1, Default::default);
        }
        self.agenda[cost].0.push(action);
    }

    /// Assigns a fact and what follows without rules. A contradiction with what was assigned is planned.
    pub(super) fn assign(&mut self, network: &Network, fact: Fact, set: SetId) {
        let mut left = std::mem::take(&mut self.left);
        left.push(fact);
        while let Some(fact) = left.pop() {
            match self.truth(fact) {
                Some(true) => continue,
                Some(false) => {
                    let other = self.reason[fact.candidate()];
                    self.begin_union();
                    self.add_set(set);
                    self.add_set(other);
                    if let Some(both) = self.end_union() {
                        self.plan(self.len(both), Action::Contradiction(both));
                    }
                    continue;
                }
                None => {}
            }
            self.set(network, fact, set);
            self.trail.push(fact.candidate());
            for &group in &network.groups_of[fact.index()] {
                for &other in self.groups[group as usize].iter().filter(|&&other| other != fact) {
                    if self.value[other.candidate()] != Some(!other.holds()) {
                        left.push(!other);
                    }
                }
            }
            for &(propagator, is) in &network.watchers[fact.candidate()] {
                self.notice_change(network, propagator, fact, is == fact.holds(), set);
            }
        }
        self.left = left;
    }

    pub(super) fn notice_change(&mut self, network: &Network, propagator: u32, fact: Fact, is_held: bool, set: SetId) {
        let at = propagator as usize;
        if let Propagator::Count { cmp, k, .. } = &network.propagators[at] {
            let (held, open, k) = (self.held[at] as usize, self.open[at] as usize, *k);
            // The numbers change one by one, so each threshold is met once.
            let concerns = if is_held { *cmp != Cmp::Ge && held >= k } else { *cmp != Cmp::Le && open <= k };
            if !concerns || *cmp == Cmp::Ge && held >= k {
                return;
            }
        }
        let is_due = match &network.propagators[at] {
            // Where a value is known, the others are excluded one by one.
            Propagator::Table { rows: TableRows::Pairs(pairs), .. } => {
                !self.due[at] && !is_held && pairs.concerns(fact, &self.possible)
            }
            _ => true,
        };
        self.notice(network, at, self.len(set), is_due);
    }

    /// Plans what a propagator does. A table or a sum is looked at only if something follows from it (`is_due`), now or
    /// until it is its turn.
    pub(super) fn notice(&mut self, network: &Network, propagator: usize, cost: usize, is_due: bool) {
        let rule = network.rule_of[propagator];
        if !self.all_allowed && self.is_allowed[rule as usize] != self.allowance {
            return;
        }
        match &network.propagators[propagator] {
            Propagator::Count { cmp, k, .. } => {
                let facts = std::mem::take(&mut self.counted[propagator]);
                self.count(&facts, *cmp, *k, propagator, rule);
                self.counted[propagator] = facts;
            }
            _ => {
                self.due[propagator] |= is_due;
                if !self.waits[propagator] {
                    self.waits[propagator] = true;
                    self.plan(cost.max(1), Action::Look(propagator as u32));
                }
            }
        }
    }

    pub(super) fn count(&mut self, facts: &[Fact], cmp: Cmp, k: usize, propagator: usize, rule: u32) {
        let (held, open) = (self.held[propagator] as usize, self.open[propagator] as usize);
        for (applies, of) in [(cmp != Cmp::Ge && held >= k, true), (cmp != Cmp::Le && open <= k, false)] {
            let is_broken = if of { held > k } else { open < k };
            if !applies || !is_broken && held == open {
                continue;
            }
            // At most k hold: those that hold are the reason that no other does. At least k: the other way round.
            self.begin_union();
            self.add_rule(rule);
            for &fact in facts {
                if self.truth(fact) == Some(of) {
                    self.add_set(self.reason[fact.candidate()]);
                    if self.union.len() > self.cap {
                        break;
                    }
                }
            }
            let Some(set) = self.end_union() else { continue };
            if is_broken {
                self.plan(self.len(set), Action::Contradiction(set));
            } else {
                for &fact in facts {
                    if self.value[fact.candidate()].is_none() {
                        self.agenda_assign(if of { !fact } else { fact }, set);
                    }
                }
            }
        }
    }

    pub(super) fn agenda_assign(&mut self, fact: Fact, set: SetId) {
        self.plan(self.len(set), Action::Assign(fact, set));
    }

    /// Does what is planned, the cheapest first. Returns the rules of the first contradiction.
    pub(super) fn propagate(&mut self, network: &Network) -> Option<SetId> {
        let mut cost = 0;
        while cost < self.agenda.len() {
            let (actions, done) = &mut self.agenda[cost];
            let Some(&action) = actions.get(*done) else {
                cost += 1;
                continue;
            };
            *done += 1;
            let found = match action {
                Action::Assign(fact, set) => {
                    if self.truth(fact).is_none() {
                        self.stated.push(fact);
                    }
                    self.assign(network, fact, set);
                    None
                }
                Action::Contradiction(set) => Some(set),
                Action::Look(propagator) => self.look(network, propagator as usize, cost),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    pub(super) fn look(&mut self, network: &Network, propagator: usize, cost: usize) -> Option<SetId> {
        if !self.due[propagator] {
            self.waits[propagator] = false;
            return None;
        }
        let vars = network.propagators[propagator].vars();
        self.begin_union();
        self.add_rule(network.rule_of[propagator]);
        let mut last = 0;
        for &var in vars {
            for at in 0..self.values[var.index()].len() {
                // Facts that are open have no reason. Many others have the one that was just added.
                let reason = self.reason[self.values[var.index()][at].1.candidate()];
                if reason != last {
                    last = reason;
                    self.add_set(reason);
                    if self.union.len() > self.cap {
                        (self.waits[propagator], self.due[propagator]) = (false, false);
                        return None;
                    }
                }
            }
        }
        if self.union.len() > cost {
            self.plan(self.union.len(), Action::Look(propagator as u32));
            return None;
        }
        (self.waits[propagator], self.due[propagator]) = (false, false);
        let set = self.end_union()?;
        let mut support = std::mem::take(&mut self.support);
        let is_possible =
            support.find(network, propagator, &self.values, &self.possible, |fact| self.truth(fact) == Some(false));
        self.work += 4;
        let mut found = if is_possible { None } else { Some(set) };
        if is_possible {
            for &var in vars {
                let values = std::mem::take(&mut self.values[var.index()]);
                let mut possible = values.iter().filter(|&&(_, fact)| support.has(fact)).map(|&(_, fact)| fact);
                let (first, second) = (possible.next(), possible.next());
                if let (Some(only), None) = (first, second)
                    && self.truth(only).is_none()
                {
                    self.agenda_assign(only, set);
                }
                for &(_, fact) in &values {
                    if !support.has(fact) && self.truth(fact) != Some(false) {
                        match self.truth(fact) {
                            None => self.agenda_assign(!fact, set),
                            _ => found = Some(set),
                        }
                    }
                }
                self.values[var.index()] = values;
            }
        }
        self.support = support;
        found
    }
}
