//! Checks the rules of seatings without the model.

use crate::{Cells, Violation};
use cnfab_base::display::excerpt;

use super::Seating;
use super::rules::SeatingRule;

/// Reports the first rule that the cells break.
pub(super) fn check(seating: &Seating, cells: &Cells) -> Result<(), Violation> {
    let seats = seats(seating, cells)?;
    match seating.rules.iter().find_map(|rule| broken(seating, rule, &seats)) {
        Some(why) => Err(Violation(why)),
        None => Ok(()),
    }
}

/// Returns the seat of each guest, after checking that everybody has one.
pub(super) fn seats(seating: &Seating, cells: &Cells) -> Result<Vec<usize>, Violation> {
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

/// Explains how guests on these seats break a rule; `None` if the rule holds.
pub(super) fn broken(seating: &Seating, rule: &SeatingRule, seats: &[usize]) -> Option<String> {
    let name = |guest: &usize| excerpt(&seating.guests[*guest]);
    let names = |guests: &[usize]| guests.iter().map(name).collect::<Vec<_>>().join(" or ");
    let neighbours = |a: usize, b: usize| {
        let distance = seats[a].abs_diff(seats[b]);
        distance == 1 || seating.round && distance == seats.len() - 1
    };
    match rule {
        SeatingRule::Next { guest, is: true, others } => {
            let beside = others.iter().any(|&other| neighbours(*guest, other));
            (!beside).then(|| format!("{} does not sit next to {}", name(guest), names(others)))
        }
        SeatingRule::Next { guest, is: false, others } => {
            let other = others.iter().find(|&&other| neighbours(*guest, other))?;
            Some(format!("{} sits next to {}", name(guest), name(other)))
        }
        SeatingRule::At { guest, is, seats: allowed } => {
            let wrong = allowed.contains(&seats[*guest]) != *is;
            wrong.then(|| format!("{} sits at {}", name(guest), seats[*guest] + 1))
        }
        SeatingRule::Apart(group) => group.iter().enumerate().find_map(|(position, &a)| {
            let b = group[..position].iter().find(|&&b| neighbours(a, b))?;
            Some(format!("{} and {} are neighbours", name(b), name(&a)))
        }),
        SeatingRule::Any(rules) => {
            let broken: Option<Vec<String>> = rules.iter().map(|rule| broken(seating, rule, seats)).collect();
            broken.map(|broken| broken.join(", and "))
        }
    }
}
