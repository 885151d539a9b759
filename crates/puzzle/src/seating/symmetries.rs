//! Declares the symmetries of a seating: rotations and reflections of the seats, and exchanges of guests with equal
//! rules.

use std::collections::BTreeSet;

use crate::grid::ring::Ring;
use cnfab_model::Model;

use super::super::symmetry::{all_of_values, all_of_variables, exchange};
use super::Seating;
use super::rules::SeatingRule;

/// Declares rotations and reflections of the seats, and exchanges of guests.
pub(super) fn declare(puzzle: &Seating, view: &str, model: &mut Model) {
    let seats = puzzle.guests.len();
    let geometric =
        if puzzle.round { Ring::new(seats).symmetries() } else { vec![(0..seats).rev().collect::<Vec<usize>>()] };
    let guests = alike(puzzle).into_iter().map(|(a, b)| exchange(seats, a, b)).collect::<Vec<_>>();
    let (geometric, guests) = if view == "guest" {
        (all_of_values(model, seats, &geometric), all_of_variables(model, &guests))
    } else {
        (all_of_variables(model, &geometric), all_of_values(model, seats, &guests))
    };
    model.declare_symmetry("geometric", geometric);
    model.declare_wider_symmetry("guests", guests);
}

/// Returns pairs of guests whose exchange keeps the rules; they generate all such exchanges.
pub(super) fn alike(puzzle: &Seating) -> Vec<(usize, usize)> {
    let rules = canonical_rules(&puzzle.rules, &|guest| guest);
    // Interchangeability is an equivalence relation: a comparison with one guest of each class is enough.
    let mut last_of_sort: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for guest in 0..puzzle.guests.len() {
        let same = |other: usize| {
            let exchanged = |one: usize| match one {
                one if one == guest => other,
                one if one == other => guest,
                one => one,
            };
            canonical_rules(&puzzle.rules, &exchanged) == rules
        };
        match last_of_sort.iter_mut().find(|other| same(**other)) {
            Some(other) => found.push((std::mem::replace(other, guest), guest)),
            None => last_of_sort.push(guest),
        }
    }
    found
}

/// A rule in canonical form: equivalent spellings of simple rules are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CanonicalRule {
    Apart([usize; 2]),
    Together([usize; 2]),
    NextToOne(usize, BTreeSet<usize>),
    At(usize, bool, BTreeSet<usize>),
    /// All rules of one of these sets hold.
    Any(BTreeSet<BTreeSet<CanonicalRule>>),
}

/// Returns the rules in canonical form, with guests renamed.
pub(super) fn canonical_rules(rules: &[SeatingRule], name: &dyn Fn(usize) -> usize) -> BTreeSet<CanonicalRule> {
    let pair = |a: usize, b: usize| [name(a).min(name(b)), name(a).max(name(b))];
    let mut canonical = BTreeSet::new();
    for rule in rules {
        match rule {
            SeatingRule::Next { guest, is: true, others } => match others[..] {
                [other] => canonical.extend([CanonicalRule::Together(pair(*guest, other))]),
                _ => canonical.extend([CanonicalRule::NextToOne(
                    name(*guest),
                    others.iter().map(|&other| name(other)).collect(),
                )]),
            },
            SeatingRule::Next { guest, is: false, others } => {
                canonical.extend(others.iter().map(|&other| CanonicalRule::Apart(pair(*guest, other))));
            }
            SeatingRule::At { guest, is, seats } => {
                canonical.extend([CanonicalRule::At(name(*guest), *is, seats.iter().copied().collect())]);
            }
            SeatingRule::Any(rules) => {
                let each = rules.iter().map(|rule| canonical_rules(std::slice::from_ref(rule), name));
                canonical.extend([CanonicalRule::Any(each.collect())]);
            }
            SeatingRule::Apart(group) => {
                for (position, &a) in group.iter().enumerate() {
                    canonical.extend(group[..position].iter().map(|&b| CanonicalRule::Apart(pair(a, b))));
                }
            }
        }
    }
    canonical
}
