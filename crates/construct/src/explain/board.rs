//! The picture of a step: the values left at each position of an output, and the positions that its rules are about.

use std::collections::{BTreeMap, BTreeSet};

use crate::words::Words;
use cnfab_model::{AtomRelation, Var};

use super::network::{Fact, Propagator, RulePart};
use super::search::StepSearch;

/// The knowledge about a position of an output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionState {
    /// The values that it may still have.
    pub possible: BTreeSet<i32>,
    /// Its value, if that is known.
    pub known: Option<i32>,
}

/// The knowledge about the positions of an output.
pub type BoardState = BTreeMap<usize, PositionState>;

/// The picture of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepBoard {
    /// The effect of the step on the state of positions: the new state of each that changes.
    pub changes: BoardState,
    /// The earlier steps, by their numbers from 0, whose facts the step needs.
    pub needs: BTreeSet<usize>,
    /// The scope of each of its rules.
    pub rules: Vec<RuleScope>,
    /// Positions with known values from which the rules exclude others.
    pub reasons: BTreeSet<usize>,
}

/// The scope of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleScope {
    /// The positions.
    pub positions: BTreeSet<usize>,
    /// The values at positions among which the rule chooses, if it counts facts.
    pub open: BTreeSet<(usize, i32)>,
}

/// Follows what is known from step to step.
pub(super) struct Follower {
    state: BoardState,
    /// For each candidate the step after which it was known; `None` for what the puzzle gives.
    known_after: Vec<Option<Option<usize>>>,
    steps: usize,
}

impl Follower {
    /// Begins with what the puzzle gives.
    pub(super) fn new(search: &StepSearch<'_>, words: &Words<'_>) -> Self {
        let known_after = vec![None; search.network.candidates.len()];
        let mut follower = Follower { state: state(search, words), known_after, steps: 0 };
        follower.note(search);
        follower
    }

    /// The knowledge so far.
    pub(super) fn state(&self) -> &BoardState {
        &self.state
    }

    /// The scope of some rules before their facts are known.
    pub(super) fn look(&mut self, search: &StepSearch<'_>, words: &Words<'_>, rules: &[usize]) -> StepBoard {
        self.note(search);
        let propagators = rules.iter().flat_map(|&rule| &search.network.rules[rule].propagators);
        let candidates = propagators.flat_map(|&propagator| search.network.candidates_of(propagator));
        StepBoard {
            changes: BoardState::new(),
            needs: candidates.filter_map(|candidate| self.known_after[candidate].flatten()).collect(),
            rules: rules.iter().map(|&rule| scope(search, words, rule)).collect(),
            reasons: BTreeSet::new(),
        }
    }

    /// The changes by a step.
    pub(super) fn change(&mut self, search: &StepSearch<'_>, words: &Words<'_>) -> BoardState {
        self.steps += 1;
        self.note(search);
        let after = state(search, words);
        let mut changes = after.clone();
        changes.retain(|position, now| self.state.get(position) != Some(now));
        let gone = self.state.keys().filter(|position| !after.contains_key(position));
        changes.extend(gone.map(|&position| (position, PositionState::default())));
        self.state = after;
        changes
    }

    /// Notes after which step each candidate was known.
    fn note(&mut self, search: &StepSearch<'_>) {
        let after = self.steps.checked_sub(1);
        for (candidate, known) in self.known_after.iter_mut().enumerate() {
            if known.is_none() && !search.state.is_open(candidate) {
                *known = Some(after);
            }
        }
    }
}

/// The knowledge about each position.
fn state(search: &StepSearch<'_>, words: &Words<'_>) -> BoardState {
    let mut board = BoardState::new();
    for var in (0..search.network.domains.len()).map(Var::from_index) {
        for (value, fact) in search.network.facts(var) {
            let truth = search.state.truth(fact);
            if truth == Some(false) {
                continue;
            }
            let Some((positions, value)) = words.entry(var, value) else { continue };
            for position in positions {
                let state = board.entry(position).or_default();
                state.possible.insert(value);
                if truth == Some(true) {
                    state.known = Some(value);
                }
            }
        }
    }
    for state in board.values_mut() {
        if let Some(value) = state.known {
            state.possible = BTreeSet::from([value]);
        }
    }
    board
}

/// The scope of a rule.
fn scope(search: &StepSearch<'_>, words: &Words<'_>, rule: usize) -> RuleScope {
    let about = &search.network.rules[rule];
    let entry = |fact: Fact| {
        let atom = search.network.atom(fact);
        words.entry(atom.var, atom.value).filter(|_| atom.relation == AtomRelation::Eq)
    };
    let is_open = |fact: &Fact| search.state.truth(*fact).is_none();
    let mut entries: Vec<(Vec<usize>, i32)> = Vec::new();
    for &propagator in &about.propagators {
        if let Propagator::Count { facts, .. } = &search.network.propagators[propagator] {
            entries.extend(facts.iter().filter(|fact| is_open(fact)).filter_map(|&fact| entry(fact)));
        }
    }
    let single = |(positions, value): &(Vec<usize>, i32)| match positions[..] {
        [position] => Some((position, *value)),
        _ => None,
    };
    let open: BTreeSet<(usize, i32)> = entries.iter().filter_map(single).collect();
    // What all ways have in common, where a fact is about several positions.
    let mut common = entries.iter().map(|(positions, _)| positions.iter().copied().collect::<BTreeSet<usize>>());
    let first = common.next().filter(|_| open.len() < entries.len()).unwrap_or_default();
    let mut positions = common.fold(first, |all, one| &all & &one);
    positions.extend(open.iter().map(|&(position, _)| position));
    for part in &about.parts {
        let vars: Vec<Var> = match *part {
            RulePart::SomeValue(var) => vec![var],
            RulePart::SomePlace(..) if !words.are_places() => Vec::new(),
            RulePart::SomePlace(constraint, _) | RulePart::Constraint(constraint) => {
                words.model.constraints()[constraint].constraint.vars().collect()
            }
        };
        for var in vars.into_iter().filter(|var| !search.network.is_hidden[var.index()]) {
            let facts = search.network.facts(var).filter(|&(_, fact)| search.state.truth(fact) != Some(false));
            let entries = facts.filter_map(|(value, _)| words.entry(var, value));
            positions.extend(entries.filter_map(|entry| single(&entry)).map(|(position, _)| position));
        }
    }
    RuleScope { positions, open }
}
