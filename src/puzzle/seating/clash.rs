//! Rules of a seating that contradict each other two by two.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Violation;
use super::rules::Rule;
use super::{Seating, views};

/// Guests without a seat, two guests with the same only seat, neighbours who must not be, and too many neighbours.
pub(super) fn of(puzzle: &Seating) -> Option<Violation> {
    let name = |guest: usize| puzzle.guests[guest].as_str();
    let mut only: BTreeMap<usize, usize> = BTreeMap::new();
    for (guest, seats) in views::allowed_seats(puzzle).into_iter().enumerate() {
        match seats[..] {
            [] => return Some(Violation(format!("the rules leave {} no seat", name(guest)))),
            [seat] => {
                if let Some(other) = only.insert(seat, guest) {
                    let (first, second) = (name(other), name(guest));
                    return Some(Violation(format!("{first} and {second} both have to sit at {}", seat + 1)));
                }
            }
            _ => {}
        }
    }
    let mut apart: BTreeSet<[usize; 2]> = BTreeSet::new();
    let pair = |a: usize, b: usize| if a < b { [a, b] } else { [b, a] };
    for rule in &puzzle.rules {
        match rule {
            Rule::Next { guest, is: false, others } => apart.extend(others.iter().map(|&other| pair(*guest, other))),
            Rule::Apart(group) => {
                let pairs = group.iter().enumerate().flat_map(|(at, &a)| group[..at].iter().map(move |&b| (a, b)));
                apart.extend(pairs.map(|(a, b)| pair(a, b)));
            }
            _ => {}
        }
    }
    let mut beside: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for rule in &puzzle.rules {
        let Rule::Next { guest, is: true, others } = rule else { continue };
        if others.iter().all(|&other| apart.contains(&pair(*guest, other))) {
            let names: Vec<&str> = others.iter().map(|&other| name(other)).collect();
            let names = names.join(" or ");
            return Some(Violation(format!("{} has to sit next to {names} and must not", name(*guest))));
        }
        if let [other] = others[..] {
            beside.entry(*guest).or_default().insert(other);
            beside.entry(other).or_default().insert(*guest);
        }
    }
    let (guest, others) = beside.iter().find(|(_, others)| others.len() > 2)?;
    let names: Vec<&str> = others.iter().map(|&other| name(other)).collect();
    Some(Violation(format!(
        "{} has to sit next to {}, but nobody has three neighbours",
        name(*guest),
        names.join(" and ")
    )))
}
