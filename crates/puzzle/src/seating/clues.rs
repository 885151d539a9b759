//! The clues of seatings: the rules.

use crate::clue::{Clue, Kept, file};

use super::rules::SeatingRule;
use super::{KIND, Seating};

/// Lists the clues.
pub(super) fn list(seating: &Seating) -> Vec<Clue> {
    // An output has the guest of each seat, so no place of it belongs to a rule.
    seating.rules.iter().map(|rule| Clue { text: rule_text(seating, rule), cells: Vec::new() }).collect()
}

/// Leaves clues out.
pub(super) fn keep(seating: &Seating, keep: &[bool]) -> Seating {
    let mut seating = seating.clone();
    Kept::new(keep).of(&mut seating.rules);
    seating
}

/// Writes the text.
pub(super) fn text(seating: &Seating) -> String {
    let table = if seating.round { "round" } else { "row" };
    let headers = [("table", table.to_owned()), ("guests", seating.guests.join(" "))];
    let body: String = seating.rules.iter().map(|rule| rule_text(seating, rule) + "\n").collect();
    file(&KIND, &headers, &body)
}

/// Writes a rule.
fn rule_text(seating: &Seating, rule: &SeatingRule) -> String {
    let name = |&guest: &usize| seating.guests[guest].clone();
    let not = |is: bool| if is { "" } else { "not " };
    match rule {
        SeatingRule::Next { guest, is, others } => {
            let others: Vec<String> = others.iter().map(name).collect();
            format!("{} {}next to {}", name(guest), not(*is), others.join(" or "))
        }
        SeatingRule::At { guest, is, seats } => {
            let seats: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
            format!("{} {}at {}", name(guest), not(*is), seats.join(" or "))
        }
        SeatingRule::Apart(group) => {
            let group: Vec<String> = group.iter().map(name).collect();
            format!("no two of {} are neighbours", group.join(" "))
        }
        SeatingRule::Any(rules) => {
            let rules: Vec<String> = rules.iter().map(|rule| rule_text(seating, rule)).collect();
            rules.join(" or ")
        }
    }
}
