//! The known facts, and the consequences of an assumption as long as it is made.
//!
//! Numbers of open and true facts are kept for each propagator that counts. What is known to be false leaves all lists,
//! so that later steps have less to look at.

use cnfab_model::{Cmp, Var};

use super::network::{Fact, Network, Propagator};
use super::support::Support;

/// The number of a set of rules; 0 is the empty one, which known facts have.
pub(super) type SetId = u32;

/// Work to be done at some cost.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// The fact follows from the rules of a set.
    Assign(Fact, SetId),
    /// The rules of a set contradict the assumption.
    Contradiction(SetId),
    /// A table or a sum is to be looked at.
    Look(u32),
}

/// The known facts, and those that follow from an assumption.
pub(super) struct KnowledgeState {
    /// For each candidate whether it holds.
    pub(super) value: Vec<Option<bool>>,
    /// For each candidate that is no known fact, the rules that it came from.
    pub(super) reason: Vec<SetId>,
    /// A bit for each candidate that is not false.
    pub(super) possible: Vec<u64>,
    /// For each variable its values that are not known to be excluded; the same of groups and of what is counted.
    pub(super) values: Vec<Vec<(i32, Fact)>>,
    pub(super) groups: Vec<Vec<Fact>>,
    pub(super) counted: Vec<Vec<Fact>>,
    /// For each propagator that counts: facts that are not false, and true facts.
    pub(super) open: Vec<u32>,
    pub(super) held: Vec<u32>,
    /// Candidates that were assigned after the known facts.
    pub(super) trail: Vec<usize>,
    /// Facts to be assigned, kept for its memory.
    pub(super) left: Vec<Fact>,
    /// Facts that rules stated, without those that these exclude for free.
    pub(super) stated: Vec<Fact>,
    /// Rules of all sets, and where each set lies.
    pub(super) members: Vec<u32>,
    pub(super) sets: Vec<(u32, u32)>,
    /// The work to be done, by the number of rules that it needs, with the part of it that was done.
    pub(super) agenda: Vec<(Vec<Action>, usize)>,
    /// True if a propagator waits to be looked at.
    pub(super) waits: Vec<bool>,
    /// True if something follows from one that waits.
    pub(super) due: Vec<bool>,
    pub(super) marks: Vec<u32>,
    pub(super) mark: u32,
    pub(super) is_allowed: Vec<u32>,
    pub(super) allowance: u32,
    pub(super) all_allowed: bool,
    pub(super) cap: usize,
    pub(super) union: Vec<u32>,
    pub(super) support: Support,
    /// The number of facts that were derived: what the work is measured in.
    pub(super) work: u64,
}

impl KnowledgeState {
    pub(super) fn new(network: &Network) -> Self {
        let count = |propagator: &Propagator| match propagator {
            Propagator::Count { facts, .. } => facts.len() as u32,
            _ => 0,
        };
        let vars = (0..network.domains.len()).map(Var::from_index);
        let counted = |propagator: &Propagator| match propagator {
            Propagator::Count { facts, .. } => facts.clone(),
            _ => Vec::new(),
        };
        KnowledgeState {
            values: vars.map(|var| network.facts(var).collect()).collect(),
            groups: network.groups.clone(),
            counted: network.propagators.iter().map(counted).collect(),
            value: vec![None; network.candidates.len()],
            reason: vec![0; network.candidates.len()],
            possible: vec![u64::MAX; network.candidates.len().div_ceil(64)],
            open: network.propagators.iter().map(count).collect(),
            held: vec![0; network.propagators.len()],
            trail: Vec::new(),
            left: Vec::new(),
            stated: Vec::new(),
            members: Vec::new(),
            sets: Vec::new(),
            agenda: Vec::new(),
            waits: vec![false; network.propagators.len()],
            due: vec![false; network.propagators.len()],
            marks: Vec::new(),
            mark: 0,
            is_allowed: Vec::new(),
            allowance: 0,
            all_allowed: true,
            cap: 0,
            union: Vec::new(),
            support: Support::new(network),
            work: 0,
        }
    }

    /// The truth of a fact, if it is known or follows.
    #[inline]
    pub(super) fn truth(&self, fact: Fact) -> Option<bool> {
        self.value[fact.candidate()].map(|value| value == fact.holds())
    }

    /// True if a candidate is open.
    pub(super) fn is_open(&self, candidate: usize) -> bool {
        self.value[candidate].is_none()
    }

    /// True if a propagator that counts has nothing to say about what is known.
    pub(super) fn is_idle(&self, network: &Network, propagator: usize) -> bool {
        let Propagator::Count { cmp, k, .. } = &network.propagators[propagator] else { return false };
        let (held, open) = (self.held[propagator] as usize, self.open[propagator] as usize);
        let (at_most, at_least) = (*cmp != Cmp::Ge && held >= *k, *cmp != Cmp::Le && open <= *k);
        !at_most && !at_least || held == open && !(at_most && held > *k) && !(at_least && open < *k)
    }

    /// Makes a fact known, and what follows from it without rules. Returns the candidates that are known now; `None` if
    /// that contradicts what is known.
    pub(super) fn learn(&mut self, network: &Network, fact: Fact) -> Option<Vec<usize>> {
        debug_assert!(self.trail.is_empty(), "nothing is assumed");
        let mut learned = Vec::new();
        let mut left = vec![fact];
        while let Some(fact) = left.pop() {
            match self.truth(fact) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            self.set(network, fact, 0);
            learned.push(fact.candidate());
            let groups = network.groups_of[fact.index()].iter().flat_map(|&group| &self.groups[group as usize]);
            left.extend(groups.filter(|&&other| other != fact).map(|&other| !other));
            self.drop_false(network, !fact);
        }
        Some(learned)
    }

    /// Takes a fact that is known to be false out of all lists.
    pub(super) fn drop_false(&mut self, network: &Network, fact: Fact) {
        let (var, _) = network.candidates[fact.candidate()];
        self.values[var.index()].retain(|&(_, other)| other != fact);
        for &group in &network.groups_of[fact.index()] {
            self.groups[group as usize].retain(|&other| other != fact);
        }
        for &(propagator, is) in &network.watchers[fact.candidate()] {
            if is == fact.holds() {
                self.counted[propagator as usize].retain(|&other| other != fact);
            }
        }
    }

    pub(super) fn set(&mut self, network: &Network, fact: Fact, set: SetId) {
        self.work += 1;
        self.value[fact.candidate()] = Some(fact.holds());
        self.reason[fact.candidate()] = set;
        self.possible[fact.candidate() / 64] &= !(u64::from(!fact.holds()) << (fact.candidate() % 64));
        for &(propagator, is) in &network.watchers[fact.candidate()] {
            let count = if is == fact.holds() { &mut self.held } else { &mut self.open };
            match is == fact.holds() {
                true => count[propagator as usize] = count[propagator as usize].wrapping_add(1),
                false => count[propagator as usize] = count[propagator as usize].wrapping_sub(1),
            }
        }
    }

    pub(super) fn unset(&mut self, network: &Network, candidate: usize) {
        let Some(value) = self.value[candidate].take() else { return };
        self.reason[candidate] = 0;
        self.possible[candidate / 64] |= 1 << (candidate % 64);
        for &(propagator, is) in &network.watchers[candidate] {
            match is == value {
                true => self.held[propagator as usize] = self.held[propagator as usize].wrapping_sub(1),
                false => self.open[propagator as usize] = self.open[propagator as usize].wrapping_add(1),
            }
        }
    }
}
