//! A step in words: the rules that it uses, what they say, and what becomes known.

use std::collections::{BTreeMap, BTreeSet};

use crate::words::Words;
use cnfab_model::{Atom, AtomRelation, Model};

use super::board::{Follower, StepBoard};
use super::network::{Fact, Propagator, RulePart, Shape};
use super::search::{Found, StepSearch};
use super::{Detail, ExplanationStep, StatedFact, UsedRule, names};

/// Makes a step of what was found, and takes its facts as known. With a `follower`, the step has a board.
pub(super) fn take(
    search: &mut StepSearch<'_>,
    words: &Words<'_>,
    mut found: Found,
    detail: Detail,
    follower: Option<&mut Follower>,
) -> ExplanationStep {
    let technique = names::technique(search, words, &found);
    if detail == Detail::Level {
        learn(search, &mut found);
        return ExplanationStep { technique, level: found.level, ..ExplanationStep::default() };
    }
    let rules: Vec<UsedRule> = found.rules.iter().map(|&rule| used_rule(search, words, &found, rule)).collect();
    let used: Vec<Atom> = used(search, words.model, &found.rules);
    let board = match follower {
        Some(follower) => {
            let board = follower.look(search, words, &found.rules);
            learn(search, &mut found);
            let known = used.iter().filter(|atom| atom.relation == AtomRelation::Eq);
            let known = known.filter_map(|atom| words.entry(atom.var, atom.value));
            let reasons = known.flat_map(|(positions, _)| positions).collect();
            StepBoard { changes: follower.change(search, words), reasons, ..board }
        }
        None => {
            learn(search, &mut found);
            StepBoard::default()
        }
    };
    let mut atoms: Vec<Atom> = found.facts.iter().map(|&fact| search.network.atom(fact)).collect();
    // Facts about one variable stand together, in the order of the first fact of each.
    let mut first = BTreeMap::new();
    atoms.iter().enumerate().for_each(|(at, atom)| _ = first.entry(atom.var).or_insert(at));
    atoms.sort_by_key(|atom| first[&atom.var]);
    ExplanationStep {
        technique,
        level: found.level,
        rules,
        used_text: used.iter().map(|&atom| words.fact(atom)).collect(),
        used,
        text: words.facts(&atoms, |var| {
            let facts = search.network.facts(var).filter(|&(_, fact)| search.state.truth(fact) != Some(false));
            facts.map(|(value, _)| var.is(value)).collect()
        }),
        facts: atoms.into_iter().map(|atom| statement(words, atom)).collect(),
        board,
    }
}

/// Takes the facts of a step as known, and what else follows from its rules.
fn learn(search: &mut StepSearch<'_>, found: &mut Found) {
    search.take(found);
    if !found.is_direct {
        search.close(found);
        search.cut();
    }
}

fn statement(words: &Words<'_>, atom: Atom) -> StatedFact {
    let (positions, value) = words.entry(atom.var, atom.value).unwrap_or_default();
    StatedFact { atom, text: words.fact(atom), positions, value }
}

/// The statement of a rule before the facts of a step are known.
fn used_rule(search: &StepSearch<'_>, words: &Words<'_>, found: &Found, rule: usize) -> UsedRule {
    let about = &search.network.rules[rule];
    let open: Vec<Atom> =
        search.open_facts(rule).unwrap_or_default().iter().map(|&fact| search.network.atom(fact)).collect();
    let or = |names: Vec<String>| names.join(" or ");
    let reason = match (&about.shape, &open[..]) {
        (Shape::Value, &[only]) if found.is_direct => format!("{} can be nothing else", words.place_of(only)),
        (Shape::Place(_), &[only]) if found.is_direct => {
            let within = about.name.split_once(" in ").map_or("the board", |(_, unit)| unit);
            format!("{within} has no other place for {}", words.value_of(only))
        }
        (Shape::Value, &[first, ..]) => {
            format!("{} is {}", words.place_of(first), or(open.iter().map(|&atom| words.value_of(atom)).collect()))
        }
        (Shape::Place(_), &[first, ..]) => {
            let within = about.name.split_once(" in ").map_or(String::new(), |(_, unit)| format!(" of {unit}"));
            let places = or(open.iter().map(|&atom| words.place_of(atom)).collect());
            format!("the {}{within} is in {places}", words.value_of(first))
        }
        _ => counted(search, words, rule).unwrap_or_else(|| about.name.clone()),
    };
    UsedRule { name: about.name.clone(), reason, parts: about.parts.clone() }
}

/// The statement of a rule that counts things which have a name: `the star of region b must be in row 1 or row 2`.
fn counted(search: &StepSearch<'_>, words: &Words<'_>, rule: usize) -> Option<String> {
    let about = &search.network.rules[rule];
    let noun = words.puzzle.noun(&about.label)?;
    let [propagator] = about.propagators[..] else { return None };
    let Propagator::Count { facts, k, .. } = &search.network.propagators[propagator] else { return None };
    let held = facts.iter().filter(|&&fact| search.state.truth(fact) == Some(true)).count();
    let open = facts.iter().filter(|&&fact| search.state.truth(fact).is_none());
    let places: Vec<String> = open.map(|&fact| words.place_of(search.network.atom(fact))).collect();
    let left = k.saturating_sub(held);
    let (name, s) = (&about.name, if left == 1 { "" } else { "s" });
    Some(match left {
        0 => format!("{name} has all its {noun}s"),
        _ if left == places.len() => format!("{name} has no other place for {left} {noun}{s}"),
        _ => format!("{name} has {left} {noun}{s} in {}", places.join(" or ")),
    })
}

/// The known facts that rules are about. A fact that follows from a value that is known without a rule is named by it.
fn used(search: &StepSearch<'_>, model: &Model, rules: &[usize]) -> Vec<Atom> {
    let (network, state) = (&search.network, &search.state);
    let is_true = |fact: &Fact| state.truth(*fact) == Some(true);
    let mut seen: BTreeSet<Atom> = BTreeSet::new();
    let mut used = Vec::new();
    // What is given has one value, so no propagator is about it.
    for part in rules.iter().flat_map(|&rule| &network.rules[rule].parts) {
        let (RulePart::SomePlace(constraint, _) | RulePart::Constraint(constraint)) = *part else { continue };
        for var in model.constraints()[constraint].constraint.vars().filter(|var| !network.is_hidden[var.index()]) {
            if let Some(value) = model.domain(var).fixed()
                && seen.insert(var.is(value))
            {
                used.push(var.is(value));
            }
        }
    }
    for &propagator in rules.iter().flat_map(|&rule| &network.rules[rule].propagators) {
        for fact in network.scope(propagator) {
            let known = if is_true(&fact) { fact } else { !fact };
            if !is_true(&known) || network.hides(fact.candidate()) {
                continue;
            }
            // A sum is not about what a value excludes, but about that value.
            let is_sum = !matches!(network.propagators[propagator], Propagator::Count { .. });
            let mut groups =
                network.groups_of[(!known).index()].iter().flat_map(|&group| &network.groups[group as usize]);
            let by = groups.find(|other| is_true(other)).copied();
            let atom = match by {
                Some(by)
                    if is_sum && network.candidates[by.candidate()].0 != network.candidates[known.candidate()].0 =>
                {
                    network.atom(known)
                }
                by => network.atom(by.unwrap_or(known)),
            };
            if seen.insert(atom) {
                used.push(atom);
            }
        }
    }
    used
}
