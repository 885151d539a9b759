//! The symmetries of a seating: turning and mirroring the table or the row, and exchanging guests about whom the rules say the
//! same.

use std::collections::BTreeSet;

use crate::grid::ring::Ring;
use crate::model::Model;

use super::super::symmetry::{all_of_values, all_of_variables, exchange};
use super::Seating;
use super::rules::Rule;

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
    let rules = facts_of(&puzzle.rules, &|guest| guest);
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
            facts_of(&puzzle.rules, &exchanged) == rules
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
enum Fact {
    Apart([usize; 2]),
    Together([usize; 2]),
    NextToOne(usize, BTreeSet<usize>),
    At(usize, bool, BTreeSet<usize>),
    /// All of the facts of one of these sets.
    Any(BTreeSet<BTreeSet<Fact>>),
}

/// What the rules say if guests have other names.
fn facts_of(rules: &[Rule], name: &dyn Fn(usize) -> usize) -> BTreeSet<Fact> {
    let pair = |a: usize, b: usize| [name(a).min(name(b)), name(a).max(name(b))];
    let mut facts = BTreeSet::new();
    for rule in rules {
        match rule {
            Rule::Next { guest, is: true, others } => match others[..] {
                [other] => facts.extend([Fact::Together(pair(*guest, other))]),
                _ => facts.extend([Fact::NextToOne(name(*guest), others.iter().map(|&other| name(other)).collect())]),
            },
            Rule::Next { guest, is: false, others } => {
                facts.extend(others.iter().map(|&other| Fact::Apart(pair(*guest, other))));
            }
            Rule::At { guest, is, seats } => {
                facts.extend([Fact::At(name(*guest), *is, seats.iter().copied().collect())]);
            }
            Rule::Any(rules) => {
                let each = rules.iter().map(|rule| facts_of(std::slice::from_ref(rule), name));
                facts.extend([Fact::Any(each.collect())]);
            }
            Rule::Apart(group) => {
                for (position, &a) in group.iter().enumerate() {
                    facts.extend(group[..position].iter().map(|&b| Fact::Apart(pair(a, b))));
                }
            }
        }
    }
    facts
}
