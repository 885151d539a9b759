//! Flower disks: stacked disks with solid places and holes; turn them so that each place is solid in exactly one disk.
//!
#![doc = include_str!("help.md")]

mod canonical;
mod check;
mod clash;
mod draft;
mod draw;
mod model;
mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::grid::ring::Ring;

use super::{Alias, Cells, Kind, Preset, Problem, Puzzle, Violation, by_files};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "disks",
    aliases: &[Alias::same("flower-disks")],
    about: "rotate stacked disks so that each place is solid in exactly one",
    page: include_str!("help.md"),
    keys: &[],
    views: &[("rotation", "the rotation of each disk")],
    presets: &[
        Preset {
            name: "best-first",
            view: "rotation",
            strategy: "backtrack:order=input,propagate=bounds,search=best-first",
            about: "the state with the most disks turned first, cut as 'breadth-first-cut'",
        },
        Preset {
            name: "breadth-first",
            view: "rotation",
            strategy: "backtrack:order=input,propagate=check,search=breadth-first",
            about: "all turns of the second disk, then of the third, ...; nothing is cut",
        },
        Preset {
            name: "breadth-first-cut",
            view: "rotation",
            strategy: "backtrack:order=input,propagate=bounds,search=breadth-first",
            about: "as 'breadth-first', without states that cover a place twice or leave it open",
        },
    ],
    blank: None,
    boards: Some(draft::MAKER),
    size: (4, 12),
    of_parts: None,
    parse: read::parse,
};

/// A stack of disks.
#[derive(Clone)]
struct Disks {
    /// For each disk, whether each place is solid.
    solid: Vec<Vec<bool>>,
    ring: Ring,
}

impl Disks {
    /// Returns whether a disk is solid at a place under a rotation.
    fn is_solid(&self, disk: usize, place: usize, rotation: usize) -> bool {
        self.solid[disk][self.ring.ahead(place, rotation)]
    }

    /// Returns the rotations, after checking that each disk has one and that it lies on the ring.
    fn rotations(&self, cells: &Cells) -> Result<Vec<usize>, Violation> {
        if cells.0.len() != self.solid.len() {
            return Err(Violation(format!("{} rotations for {} disks", cells.0.len(), self.solid.len())));
        }
        let size = self.ring.size();
        let rotation = |(disk, &value): (usize, &i32)| {
            let known = usize::try_from(value).ok().filter(|&rotation| rotation < size);
            known.ok_or_else(|| Violation(format!("disk {} has rotation {value}, not 0 to {}", disk + 1, size - 1)))
        };
        cells.0.iter().enumerate().map(rotation).collect()
    }
}

impl Problem for Disks {
    by_files!(Problem, model::declare_symmetries);
    by_files!(numbers, |disks| disks.solid.len(), |_| usize::MAX);
}

impl Puzzle for Disks {
    by_files!(Puzzle, write::text, draw::picture);

    fn with_clues(&self, _: &[bool]) -> Result<Box<dyn Puzzle>, Violation> {
        Ok(Box::new(self.clone()))
    }

    fn canonical(&self) -> Option<Vec<i32>> {
        Some(canonical::form(self))
    }

    fn place(&self, position: usize) -> String {
        format!("disk {}", position + 1)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        (label == "place").then(|| format!("the solid place in direction {number}"))
    }
}
