//! Magic boards: different numbers of a range in a square whose rows, columns and diagonals all have the same sum.
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

use crate::grid::rect::Rect;

use super::{Alias, Kind, Preset, Problem, Puzzle, by_files};

pub(super) const KIND: Kind = Kind {
    name: "magic-board",
    aliases: &[Alias::same("magic-square")],
    about: "magic square: rows, columns and diagonals of different numbers have the same sum",
    page: include_str!("help.md"),
    keys: &["numbers", "size", "sum"],
    views: &[("cell", "the number in each cell")],
    presets: &[
        Preset {
            name: "best-first",
            view: "cell",
            strategy: "backtrack:order=fullest-group,propagate=pairs,search=best-first",
            about: "as 'depth-first', but from the board with the fewest empty cells",
        },
        Preset {
            name: "depth-first",
            view: "cell",
            strategy: "backtrack:order=fullest-group,propagate=pairs",
            about: "a cell of the line with the fewest empty ones; lines with up to two of them must reach their sum",
        },
    ],
    blank: Some(write::blank),
    boards: None,
    size: (5, 5),
    of_parts: None,
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// A magic board with its givens.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MagicBoard {
    grid: Rect,
    numbers: RangeInclusive<i32>,
    sum: i64,
    givens: Vec<Option<i32>>,
}

impl MagicBoard {
    /// Returns all lines with their labels and numbers, such as `row` 1.
    fn lines(&self) -> Vec<(&'static str, usize, Vec<usize>)> {
        let size = self.grid.rows;
        let rows = (0..size).map(|row| ("row", row + 1, self.grid.row(row).collect()));
        let columns = (0..size).map(|column| ("column", column + 1, self.grid.column(column).collect()));
        let falling = ("diagonal", 1, self.grid.falling_diagonal().collect());
        let rising = ("diagonal", 2, self.grid.rising_diagonal().collect());
        rows.chain(columns).chain([falling, rising]).collect()
    }
}

impl Problem for MagicBoard {
    by_files!(Problem, model::declare_symmetries);
    by_files!(numbers, |board| board.grid.len(), |_| usize::MAX);
}

impl Puzzle for MagicBoard {
    by_files!(Puzzle, write::text, draw::picture);
    by_files!(givens);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.grid.rows, self.grid.columns))
    }
}
