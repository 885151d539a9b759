//! The rules of seatings, checked without the model, and givens that contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::display::excerpt;
use crate::puzzle::{Cells, Violation};

use super::Seating;
use super::model;
use super::rules::Rule;

/// The first rule that the cells break.
pub(super) fn check(seating: &Seating, cells: &Cells) -> Result<(), Violation> {
    let seats = seats(seating, cells)?;
    match seating.rules.iter().find_map(|rule| broken(seating, rule, &seats)) {
        Some(why) => Err(Violation(why)),
        None => Ok(()),
    }
}

/// The seat of each guest if everybody has one.
fn seats(seating: &Seating, cells: &Cells) -> Result<Vec<usize>, Violation> {
    let count = seating.guests.len();
    if cells.0.len() != count {
        return Err(Violation(format!("{} seats, not {count}", cells.0.len())));
    }
    let mut seats = vec![None; count];
    for (seat, &guest) in cells.0.iter().enumerate() {
        let known = usize::try_from(guest).ok().filter(|guest| (1..=count).contains(guest));
        let guest = known.ok_or_else(|| Violation(format!("seat {} holds {guest}, who is no guest", seat + 1)))? - 1;
        if let Some(before) = seats[guest].replace(seat) {
            let (name, before) = (excerpt(&seating.guests[guest]), before + 1);
            return Err(Violation(format!("{name} has two seats, {before} and {}", seat + 1)));
        }
    }
    Ok(seats.into_iter().map(|seat| seat.expect("as many seats as guests, and nobody has two")).collect())
}

/// How guests on these seats break a rule, if they do.
fn broken(seating: &Seating, rule: &Rule, seats: &[usize]) -> Option<String> {
    let name = |guest: &usize| excerpt(&seating.guests[*guest]);
    let names = |guests: &[usize]| guests.iter().map(name).collect::<Vec<_>>().join(" or ");
    let neighbours = |a: usize, b: usize| {
        let distance = seats[a].abs_diff(seats[b]);
        distance == 1 || seating.round && distance == seats.len() - 1
    };
    match rule {
        Rule::Next { guest, is: true, others } => {
            let beside = others.iter().any(|&other| neighbours(*guest, other));
            (!beside).then(|| format!("{} does not sit next to {}", name(guest), names(others)))
        }
        Rule::Next { guest, is: false, others } => {
            let other = others.iter().find(|&&other| neighbours(*guest, other))?;
            Some(format!("{} sits next to {}", name(guest), name(other)))
        }
        Rule::At { guest, is, seats: allowed } => {
            let wrong = allowed.contains(&seats[*guest]) != *is;
            wrong.then(|| format!("{} sits at {}", name(guest), seats[*guest] + 1))
        }
        Rule::Apart(group) => group.iter().enumerate().find_map(|(position, &a)| {
            let b = group[..position].iter().find(|&&b| neighbours(a, b))?;
            Some(format!("{} and {} are neighbours", name(b), name(&a)))
        }),
        Rule::Any(rules) => {
            let broken: Option<Vec<String>> = rules.iter().map(|rule| broken(seating, rule, seats)).collect();
            broken.map(|broken| broken.join(", and "))
        }
    }
}

/// Guests without a seat, two guests with the same only seat, neighbours who must not be, and too many neighbours.
pub(super) fn contradiction(puzzle: &Seating) -> Option<Violation> {
    let name = |guest: usize| puzzle.guests[guest].as_str();
    let mut only: BTreeMap<usize, usize> = BTreeMap::new();
    for (guest, seats) in model::allowed_seats(puzzle).into_iter().enumerate() {
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
