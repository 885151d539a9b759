//! Finds rules of a seating that contradict each other or the number of seats, without search.

use std::collections::{BTreeMap, BTreeSet};

use crate::Violation;
use crate::text::count;
use cnfab_base::display::excerpt;

use super::rules::SeatingRule;
use super::{Seating, model};

/// The pairs of guests that the rules force together or apart; rules with alternatives are ignored.
struct NeighbourPairs {
    /// The pairs that must not be neighbours, the smaller number first.
    apart: BTreeSet<[usize; 2]>,
    /// The guests that each guest has to sit next to.
    beside: BTreeMap<usize, BTreeSet<usize>>,
}

/// Returns a pair in ascending order.
fn pair(a: usize, b: usize) -> [usize; 2] {
    if a < b { [a, b] } else { [b, a] }
}

impl NeighbourPairs {
    /// Collects the pairs that single rules force together or apart.
    fn of(puzzle: &Seating) -> Self {
        let mut pairs = NeighbourPairs { apart: BTreeSet::new(), beside: BTreeMap::new() };
        for rule in &puzzle.rules {
            match rule {
                SeatingRule::Next { guest, is: false, others } => {
                    pairs.apart.extend(others.iter().map(|&other| pair(*guest, other)));
                }
                SeatingRule::Next { guest, is: true, others } => {
                    if let [other] = others[..] {
                        pairs.beside.entry(*guest).or_default().insert(other);
                        pairs.beside.entry(other).or_default().insert(*guest);
                    }
                }
                SeatingRule::Apart(group) => {
                    let each = group.iter().enumerate().flat_map(|(at, &a)| group[..at].iter().map(move |&b| (a, b)));
                    pairs.apart.extend(each.map(|(a, b)| pair(a, b)));
                }
                SeatingRule::At { .. } | SeatingRule::Any(_) => {}
            }
        }
        pairs
    }
}

/// Reports guests without seats, seats without guests, impossible neighbours, or too many or too few neighbours.
pub(super) fn of(puzzle: &Seating) -> Option<Violation> {
    let seats = model::allowed_seats(puzzle);
    let pairs = NeighbourPairs::of(puzzle);
    wrong_seats(puzzle, &seats)
        .or_else(|| wrong_neighbours(puzzle, &seats, &pairs))
        .or_else(|| many_neighbours(puzzle, &pairs))
        .or_else(|| few_neighbours(puzzle, &pairs))
}

/// Returns a guest's name, shortened for messages.
fn name(puzzle: &Seating, guest: usize) -> String {
    excerpt(&puzzle.guests[guest])
}

/// Joins the names of guests.
fn names<'g>(puzzle: &Seating, guests: impl IntoIterator<Item = &'g usize>, between: &str) -> String {
    guests.into_iter().map(|&guest| name(puzzle, guest)).collect::<Vec<_>>().join(between)
}

/// Reports a guest without a seat, two guests with the same only seat, or a seat without a guest.
fn wrong_seats(puzzle: &Seating, seats: &[Vec<usize>]) -> Option<Violation> {
    let mut only: BTreeMap<usize, usize> = BTreeMap::new();
    for (guest, seats) in seats.iter().enumerate() {
        match seats[..] {
            [] => return Some(Violation(format!("the rules leave {} no seat", name(puzzle, guest)))),
            [seat] => {
                if let Some(other) = only.insert(seat, guest) {
                    let both = names(puzzle, &[other, guest], " and ");
                    return Some(Violation(format!("{both} both have to sit at {}", seat + 1)));
                }
            }
            _ => {}
        }
    }
    let taken: BTreeSet<usize> = seats.iter().flatten().copied().collect();
    let empty = (0..seats.len()).find(|seat| !taken.contains(seat))?;
    Some(Violation(format!("the rules leave nobody for seat {}", empty + 1)))
}

/// Reports guests who have to be neighbours but must not or cannot, and guests who must not but always are.
fn wrong_neighbours(puzzle: &Seating, seats: &[Vec<usize>], pairs: &NeighbourPairs) -> Option<Violation> {
    let beside: Vec<Vec<usize>> = (0..seats.len()).map(|seat| puzzle.beside(seat)).collect();
    let can_be = |a: usize, b: usize, neighbours: bool| {
        let both =
            |&one: &usize| seats[b].iter().any(|&other| one != other && beside[one].contains(&other) == neighbours);
        seats[a].iter().any(both)
    };
    for rule in &puzzle.rules {
        let SeatingRule::Next { guest, is: true, others } = rule else { continue };
        let must_not = |other: &usize| pairs.apart.contains(&pair(*guest, *other));
        let who = format!("{} has to sit next to {}", name(puzzle, *guest), names(puzzle, others, " or "));
        if others.iter().all(must_not) {
            return Some(Violation(format!("{who} and must not")));
        }
        if others.iter().all(|other| must_not(other) || !can_be(*guest, *other, true)) {
            return Some(Violation(format!("{who}, but their seats are no neighbours")));
        }
    }
    let [a, b] = pairs.apart.iter().find(|[a, b]| !can_be(*a, *b, false))?;
    let both = names(puzzle, [a, b], " and ");
    Some(Violation(format!("{both} must not be neighbours, but have no other seats")))
}

/// Reports a guest with three required neighbours, and a closed ring of required neighbours.
fn many_neighbours(puzzle: &Seating, pairs: &NeighbourPairs) -> Option<Violation> {
    if let Some((guest, others)) = pairs.beside.iter().find(|(_, others)| others.len() > 2) {
        let (name, others) = (name(puzzle, *guest), names(puzzle, others, " and "));
        return Some(Violation(format!("{name} has to sit next to {others}, but nobody has three neighbours")));
    }
    let mut seen = BTreeSet::new();
    pairs.beside.keys().find_map(|&start| {
        // Everybody has at most two required neighbours here, so a connected group is a row or a closed ring.
        let mut group: Vec<usize> = Vec::new();
        let mut open = vec![start];
        while let Some(guest) = open.pop() {
            if seen.insert(guest) {
                group.push(guest);
                open.extend(&pairs.beside[&guest]);
            }
        }
        let is_ring = !group.is_empty() && group.iter().all(|guest| pairs.beside[guest].len() == 2);
        let may_be = puzzle.round && group.len() == puzzle.guests.len();
        let why = || format!("{} would sit in a closed ring of their own", names(puzzle, &group, " and "));
        (is_ring && !may_be).then(|| Violation(why()))
    })
}

/// Reports a group without neighbours that is too large for the seats, and a guest with too few possible neighbours.
fn few_neighbours(puzzle: &Seating, pairs: &NeighbourPairs) -> Option<Violation> {
    let all = puzzle.guests.len();
    // Of three guests at a round table, each sits next to both others.
    let most = if puzzle.round { (all / 2).max(1) } else { all.div_ceil(2) };
    for rule in &puzzle.rules {
        if let SeatingRule::Apart(group) = rule
            && group.len() > most
        {
            let group = group.len();
            let why =
                format!("no two of {group} guests may be neighbours, but {all} seats have room for {most} of them");
            return Some(Violation(why));
        }
    }
    let needed = if puzzle.round { all.saturating_sub(1).min(2) } else { all.saturating_sub(1).min(1) };
    (0..all).find_map(|guest| {
        let left = (0..all).filter(|&other| other != guest && !pairs.apart.contains(&pair(guest, other))).count();
        let (name, left_guests) = (name(puzzle, guest), count(left, "guest"));
        let why = format!("{name} may sit next to {left_guests}, but has at least {}", count(needed, "neighbour"));
        (left < needed).then_some(Violation(why))
    })
}
