//! Seatings: guests round a table or in a row, with rules about who sits next to whom.
//!
#![doc = include_str!("help.md")]

mod canonical;
mod check;
mod clash;
mod clues;
mod draft;
mod draw;
mod model;
mod picture;
mod read;
mod rules;
mod symmetries;
#[cfg(test)]
mod tests;

use crate::grid::ring::Ring;
use cnfab_base::display::list;
use cnfab_model::Assignment;

use super::text::tokens;
use super::{Alias, Cells, Kind, ParseError, Preset, Problem, Puzzle, Spot, by_files};

use self::rules::SeatingRule;

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "seating",
    aliases: &[Alias::same("seatings")],
    about: "guests round a table or in a row, who may and who must be neighbours",
    page: include_str!("help.md"),
    keys: &["guests", "table"],
    views: &[("guest", "the seat of each guest"), ("seat", "the guest on each seat")],
    presets: &[Preset {
        name: "fewest-candidates",
        view: "guest",
        strategy: "backtrack:order=fewest-candidates,propagate=forward",
        about: "the guest with the fewest seats left first; a rule with one open guest narrows it",
    }],
    blank: None,
    boards: Some(draft::MAKER),
    size: (8, 8),
    of_parts: None,
    parse: read::parse,
};

/// A seating with its guests and rules.
#[derive(Clone)]
struct Seating {
    round: bool,
    guests: Vec<String>,
    rules: Vec<SeatingRule>,
}

impl Seating {
    /// Returns the seats next to a seat, all counted from 0.
    fn beside(&self, seat: usize) -> Vec<usize> {
        let mut seats = Ring::new(self.guests.len()).neighbours(seat);
        if !self.round {
            seats.retain(|other| other.abs_diff(seat) == 1);
        }
        seats
    }

    /// Returns the name of a guest numbered from 1.
    fn guest(&self, number: i32) -> Option<&String> {
        self.guests.get(usize::try_from(number.wrapping_sub(1)).ok()?)
    }
}

impl Problem for Seating {
    by_files!(Problem, symmetries::declare);

    fn output(&self, view: &str, solution: &Assignment) -> Cells {
        // The variables after these name the rule of each disjunction that holds.
        let values = &solution.values()[..self.guests.len()];
        if view == "seat" {
            return Cells(values.to_vec());
        }
        let mut guests = vec![0; self.guests.len()];
        for (guest, &seat) in values.iter().enumerate() {
            guests[seat as usize - 1] = guest as i32 + 1;
        }
        Cells(guests)
    }

    fn plain(&self, cells: &Cells) -> String {
        let name = |&guest: &i32| self.guest(guest).map_or("?", String::as_str);
        cells.0.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        let names = tokens(1, line);
        let mut cells = Vec::with_capacity(names.len());
        for token in &names {
            if cells.len() == self.guests.len() {
                return Err(token.error(format!("the end of the line after {} guests", cells.len())));
            }
            let guest = self.guests.iter().position(|guest| guest == token.text);
            let guest = guest.ok_or_else(|| token.error(format!("a guest: {}", list(&self.guests))))?;
            cells.push(guest as i32 + 1);
        }
        if cells.len() < self.guests.len() {
            let found = format!("the end of the line after {} guests", cells.len());
            let expected = format!("{} guests, seat by seat", self.guests.len());
            return Err(ParseError::new(1, line.chars().count() + 1, found, expected));
        }
        Ok(Cells(cells))
    }
}

impl Puzzle for Seating {
    by_files!(Puzzle, clues::text, picture::picture);
    by_files!(clues);

    fn canonical(&self) -> Option<Vec<i32>> {
        Some(canonical::form(self))
    }

    fn given(&self, position: usize, value: i32) -> Option<String> {
        Some(format!("{} at {}", self.guest(value)?, position + 1))
    }

    fn place(&self, position: usize) -> String {
        format!("seat {}", position + 1)
    }

    fn value(&self, value: i32) -> String {
        self.guest(value).cloned().unwrap_or_else(|| value.to_string())
    }

    fn entry(&self, view: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        if view == "seat" { (vec![shown], value) } else { (vec![value as usize - 1], shown as i32 + 1) }
    }

    fn spots(&self) -> Vec<Spot> {
        picture::with_spots(self, None).1
    }
}
