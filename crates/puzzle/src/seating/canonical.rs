//! A form that seatings have in common if they are equal up to turns, mirror images and the names of guests.
//!
//! Guests are told apart by their rules, then by the rules of those they share rules with, and so on. Where guests are
//! alike after that, each of them is tried as the first. B. D. McKay, "Practical graph isomorphism", 1981.

use crate::grid::ring::Ring;

use super::Seating;
use super::rules::SeatingRule;
use super::symmetries::{CanonicalRule, alike, canonical_rules};

/// Returns the form.
pub(super) fn form(seating: &Seating) -> Vec<i32> {
    let count = seating.guests.len();
    let mut images = if seating.round { Ring::new(count).symmetries() } else { vec![(0..count).rev().collect()] };
    images.push((0..count).collect());
    // Of guests that can be exchanged, one will do.
    let mut first_of_sort: Vec<usize> = (0..count).collect();
    for (one, other) in alike(seating) {
        first_of_sort[other] = first_of_sort[one];
    }
    let least = images.iter().map(|image| {
        let rules: Vec<SeatingRule> = seating.rules.iter().map(|rule| moved(rule, image)).collect();
        let guests = RuledGuests { rules: &rules, first_of_sort: &first_of_sort };
        guests.least(vec![0; count])
    });
    let mut form = least.min().expect("the seats as they are");
    form.push(i32::from(seating.round));
    form
}

/// Returns a rule with its seats moved.
fn moved(rule: &SeatingRule, image: &[usize]) -> SeatingRule {
    match rule {
        SeatingRule::At { guest, is, seats } => {
            SeatingRule::At { guest: *guest, is: *is, seats: seats.iter().map(|&seat| image[seat]).collect() }
        }
        SeatingRule::Any(rules) => SeatingRule::Any(rules.iter().map(|rule| moved(rule, image)).collect()),
        other => other.clone(),
    }
}

/// Returns whether a rule names a guest.
fn names(rule: &SeatingRule, one: usize) -> bool {
    match rule {
        SeatingRule::Next { guest, others, .. } => *guest == one || others.contains(&one),
        SeatingRule::At { guest, .. } => *guest == one,
        SeatingRule::Apart(group) => group.contains(&one),
        SeatingRule::Any(rules) => rules.iter().any(|rule| names(rule, one)),
    }
}

/// Rules whose guests get numbers.
struct RuledGuests<'r> {
    rules: &'r [SeatingRule],
    /// For each guest the first with whom it can be exchanged.
    first_of_sort: &'r [usize],
}

impl RuledGuests<'_> {
    /// Returns the least form of the rules, for guests of some ranks.
    fn least(&self, ranks: Vec<usize>) -> Vec<i32> {
        let ranks = self.refined(ranks);
        let size = |rank: usize| ranks.iter().filter(|&&other| other == rank).count();
        let Some(rank) = (0..ranks.len()).find(|&rank| size(rank) > 1) else {
            let mut form = Vec::new();
            canonical_rules(self.rules, &|guest| ranks[guest]).iter().for_each(|rule| write(rule, &mut form));
            return form;
        };
        let mut sorts: Vec<usize> = Vec::new();
        let mut least: Option<Vec<i32>> = None;
        for guest in (0..ranks.len()).filter(|&guest| ranks[guest] == rank) {
            if sorts.contains(&self.first_of_sort[guest]) {
                continue;
            }
            sorts.push(self.first_of_sort[guest]);
            // The others of the rank come after this one.
            let next = ranks.iter().enumerate().map(|(other, &old)| old + usize::from(old == rank && other != guest));
            let form = self.least(next.collect());
            least = Some(least.map_or(form.clone(), |least| least.min(form)));
        }
        least.expect("guests have the rank")
    }

    /// Splits ranks by the rules that guests have with guests of all ranks, as long as that tells some apart. A rank is
    /// the number of guests of lower ranks.
    fn refined(&self, mut ranks: Vec<usize>) -> Vec<usize> {
        loop {
            let of_guest = |guest: usize| {
                let own = self.rules.iter().filter(|rule| names(rule, guest));
                let mut forms: Vec<Vec<i32>> = own
                    .map(|rule| {
                        let mut form = Vec::new();
                        let name = |other: usize| 2 * ranks[other] + usize::from(other == guest);
                        canonical_rules(std::slice::from_ref(rule), &name)
                            .iter()
                            .for_each(|rule| write(rule, &mut form));
                        form
                    })
                    .collect();
                forms.sort_unstable();
                (ranks[guest], forms)
            };
            let keys: Vec<(usize, Vec<Vec<i32>>)> = (0..ranks.len()).map(of_guest).collect();
            let next: Vec<usize> = keys.iter().map(|key| keys.iter().filter(|other| *other < key).count()).collect();
            if next == ranks {
                return ranks;
            }
            ranks = next;
        }
    }
}

/// Writes a rule as numbers that tell it from others.
fn write(rule: &CanonicalRule, form: &mut Vec<i32>) {
    let list = |sort: i32, numbers: &mut dyn Iterator<Item = usize>, form: &mut Vec<i32>| {
        let numbers: Vec<i32> = numbers.map(|number| number as i32).collect();
        form.extend([sort, numbers.len() as i32]);
        form.extend(numbers);
    };
    match rule {
        CanonicalRule::Apart(pair) => list(0, &mut pair.iter().copied(), form),
        CanonicalRule::Together(pair) => list(1, &mut pair.iter().copied(), form),
        CanonicalRule::NextToOne(guest, others) => {
            list(2, &mut std::iter::once(*guest).chain(others.iter().copied()), form);
        }
        CanonicalRule::At(guest, is, seats) => {
            list(3 + i32::from(*is), &mut std::iter::once(*guest).chain(seats.iter().copied()), form);
        }
        CanonicalRule::Any(parts) => {
            form.extend([5, parts.len() as i32]);
            for rules in parts {
                form.push(rules.len() as i32);
                rules.iter().for_each(|rule| write(rule, form));
            }
        }
    }
}
