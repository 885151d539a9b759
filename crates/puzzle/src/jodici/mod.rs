//! Jodici: numbers in a disc of rings and sectors; every ring and every sector has its sum, every number occurs equally
//! often.
//!
#![doc = include_str!("help.md")]

mod canonical;
mod check;
mod clash;
mod draw;
mod model;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::ops::RangeInclusive;

use crate::picture::Point;

use super::{Kind, Preset, Problem, Puzzle, Spot, by_files};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "jodici",
    aliases: &[],
    about: "rings and sectors with equal sums, each number equally often",
    page: include_str!("help.md"),
    keys: &["numbers", "ring-sum", "sector-sum"],
    views: &[("cell", "the number of each field")],
    presets: &[Preset {
        name: "sectors",
        view: "cell",
        strategy: "backtrack:order=closing,propagate=bounds",
        about: "sector after sector, small numbers first; sums and counts that cannot be met are cut",
    }],
    blank: Some(write::blank),
    boards: None,
    size: (3, 6),
    of_parts: None,
    parse: read::parse,
};

/// A Jodici with its givens.
#[derive(Clone)]
struct Jodici {
    rings: usize,
    sectors: usize,
    numbers: RangeInclusive<i32>,
    /// The number of occurrences of each number.
    times: usize,
    ring_sum: i64,
    sector_sum: i64,
    /// The givens, ring by ring.
    givens: Vec<Option<i32>>,
}

impl Jodici {
    /// Formats the name of a field: `ring 1, sector 3`.
    fn field_name(&self, field: usize) -> String {
        format!("ring {}, sector {}", field / self.sectors + 1, field % self.sectors + 1)
    }

    /// Returns the fields of a sector.
    fn sector<T: Copy>(&self, fields: &[T], sector: usize) -> Vec<T> {
        fields.iter().copied().skip(sector).step_by(self.sectors).collect()
    }
}

impl Problem for Jodici {
    by_files!(Problem, model::declare_symmetries);
    by_files!(numbers, |jodici| jodici.givens.len(), |_| usize::MAX);
}

impl Puzzle for Jodici {
    by_files!(Puzzle, write::text, draw::picture);
    by_files!(givens);

    fn canonical(&self) -> Option<Vec<i32>> {
        Some(canonical::form(self))
    }

    fn place(&self, position: usize) -> String {
        self.field_name(position)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        match label {
            "sector" => Some(format!("sector {number}")),
            "times" => {
                let value = i64::from(*self.numbers.start()) + number as i64 - 1;
                Some(format!("there are {} fields with {value}", self.times))
            }
            _ => None,
        }
    }

    fn spots(&self) -> Vec<Spot> {
        draw::with_spots(self, None).1
    }

    fn labels(&self) -> Vec<(Point, String)> {
        draw::labels(self)
    }
}
