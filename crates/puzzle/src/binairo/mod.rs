//! Binairo: as many zeros as ones in every line, no three equal digits in a row, and by default no two equal lines.
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

use crate::grid::rect::Rect;

use super::{Alias, Kind, Problem, Puzzle, by_files};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "binairo",
    aliases: &[Alias::same("binary-puzzle"), Alias::same("takuzu"), Alias::same("binoxxo")],
    about: "as many zeros as ones in every line, no three alike in a row, no two lines alike",
    page: include_str!("help.md"),
    keys: &["repeat"],
    views: &[("cell", "the digit in each cell, and where two lines differ")],
    presets: &[],
    blank: Some(write::blank),
    boards: None,
    size: (10, 10),
    of_parts: None,
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// A Binairo with its givens.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Binairo {
    grid: Rect,
    /// True if two rows, or two columns, may be equal.
    repeat: bool,
    givens: Vec<Option<i32>>,
}

impl Binairo {
    /// Returns the rows and the columns, each as lists of cells.
    fn lines(&self) -> [Vec<Vec<usize>>; 2] {
        let rows = (0..self.grid.rows).map(|row| self.grid.row(row).collect());
        let columns = (0..self.grid.columns).map(|column| self.grid.column(column).collect());
        [rows.collect(), columns.collect()]
    }
}

impl Problem for Binairo {
    by_files!(Problem, model::declare_symmetries);
    by_files!(numbers, |binairo| binairo.grid.len(), |_| 1);
}

impl Puzzle for Binairo {
    by_files!(Puzzle, write::text, draw::picture);
    by_files!(givens);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.grid.rows, self.grid.columns))
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        model::rule_name(self, label, number)
    }
}
