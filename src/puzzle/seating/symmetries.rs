//! The symmetries of a seating: turning and mirroring the table or the row, and exchanging guests about whom the rules
//! say the same.

use std::collections::BTreeSet;

use crate::grid::ring::Ring;
use crate::model::Model;

use super::super::symmetry::{all_of_values, all_of_variables, exchange};
use super::Seating;
use super::rules::SeatingRule;

/// Turns and mirror images of the seats; besides, exchanges of guests.
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

/// Pairs of guests whose exchange leaves the rules as they are; they generate all such exchanges.
fn alike(puzzle: &Seating) -> Vec<(usize, usize)> {
    let rules = canonical_rules(&puzzle.rules, &|guest| guest);
    // To be alike carries over: it is enough to compare with one guest of each sort.
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

/// What one rule says, in one of many ways to write it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CanonicalRule {
    Apart([usize; 2]),
    Together([usize; 2]),
    NextToOne(usize, BTreeSet<usize>),
    At(usize, bool, BTreeSet<usize>),
    /// All of the facts of one of these sets.
    Any(BTreeSet<BTreeSet<CanonicalRule>>),
}

/// What the rules say if guests have other names.
fn canonical_rules(rules: &[SeatingRule], name: &dyn Fn(usize) -> usize) -> BTreeSet<CanonicalRule> {
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
