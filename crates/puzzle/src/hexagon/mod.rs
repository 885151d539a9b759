//! Magic hexagons: each number of a range once, and every row and diagonal adds up to the same sum.
//!
#![doc = include_str!("help.md")]

mod check;
mod clash;
mod draw;
mod model;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::ops::RangeInclusive;

use crate::grid::hex::Hex;
use crate::picture::Point;

use super::{Alias, Kind, Preset, Problem, Puzzle, Spot, by_files};

pub(super) const KIND: Kind = Kind {
    name: "hexagon",
    aliases: &[Alias::same("magic-hexagon")],
    about: "magic hexagon: every row and diagonal of different numbers has the same sum",
    page: include_str!("help.md"),
    keys: &["numbers", "order", "sum"],
    views: &[("cell", "the number in each cell")],
    presets: &[
        Preset {
            name: "annealing",
            view: "cell",
            strategy: "anneal",
            about: "swaps two numbers, more seldom for the worse as time goes by; finds or gives up",
        },
        Preset {
            name: "rows",
            view: "cell",
            strategy: "backtrack:order=input,propagate=check",
            about: "row after row, every number; a line is checked when it is full",
        },
        Preset {
            name: "spiral",
            view: "cell",
            strategy: "backtrack:order=spiral,propagate=check",
            about: "as 'rows', but from the rim to the middle",
        },
    ],
    blank: Some(write::blank),
    boards: None,
    size: (5, 5),
    of_parts: None,
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// A magic hexagon with its givens.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hexagon {
    hex: Hex,
    numbers: RangeInclusive<i32>,
    sum: i64,
    givens: Vec<Option<i32>>,
}

impl Hexagon {
    /// Iterates over all lines with their names in messages: `row 1`, `left diagonal 1`, `right diagonal 1`.
    fn lines(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let (hex, count) = (self.hex, self.hex.rows());
        let rows = (0..count).map(move |i| (format!("row {}", i + 1), hex.row(i)));
        let left = (0..count).map(move |i| (format!("left diagonal {}", i + 1), hex.left_diagonal(i)));
        let right = (0..count).map(move |i| (format!("right diagonal {}", i + 1), hex.right_diagonal(i)));
        rows.chain(left).chain(right)
    }

    /// Formats the name of a cell: `row 2, cell 3`.
    fn cell_name(&self, cell: usize) -> String {
        let (row, at) = (0..self.hex.rows())
            .find_map(|row| self.hex.row(row).iter().position(|&other| other == cell).map(|at| (row, at)))
            .expect("every cell is in a row");
        format!("row {}, cell {}", row + 1, at + 1)
    }
}

impl Problem for Hexagon {
    by_files!(Problem, model::declare_symmetries);
    by_files!(numbers, |hexagon| hexagon.hex.len(), |_| usize::MAX);
}

impl Puzzle for Hexagon {
    by_files!(Puzzle, write::text, draw::picture);
    by_files!(givens);

    fn place(&self, position: usize) -> String {
        self.cell_name(position)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        self.lines().nth(number.checked_sub(1)?).filter(|_| label == "line").map(|(name, _)| name)
    }

    fn spots(&self) -> Vec<Spot> {
        draw::with_spots(self, None).1
    }

    fn labels(&self) -> Vec<(Point, String)> {
        draw::labels(self)
    }
}
