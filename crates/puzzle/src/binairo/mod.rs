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
use crate::picture::{Drawing, Picture, Point};
use cnfab_model::{Assignment, Model};

use super::{Alias, Cells, Kind, ParseError, Problem, Puzzle, Spot, Violation, board, latin};

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
    fn name(&self) -> &str {
        KIND.name
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        KIND.views
    }

    fn make_model(&self, _: &str) -> Model {
        model::make(self)
    }

    fn declare_symmetries(&self, _: &str, model: &mut Model) {
        model::declare_symmetries(self, model);
    }

    fn output(&self, _: &str, solution: &Assignment) -> Cells {
        // The cells come first; the variables for differing lines follow and are functions of them.
        Cells(solution.values()[..self.grid.len()].to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        check::check(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        latin::plain(cells, 1)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        latin::read_plain(line, self.grid.len(), 1)
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        draw::drawing(self, cells)
    }
}

impl Puzzle for Binairo {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn contradiction(&self) -> Option<Violation> {
        clash::of(self)
    }

    fn givens(&self) -> Option<Vec<Option<i32>>> {
        Some(self.givens.clone())
    }

    fn with_givens(&self, givens: &[Option<i32>]) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Binairo { givens: givens.to_vec(), ..self.clone() }))
    }

    fn text(&self) -> String {
        write::text(self)
    }

    fn place(&self, position: usize) -> String {
        latin::cell_name(self.grid, position)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        model::rule_name(self, label, number)
    }

    fn spots(&self) -> Vec<Spot> {
        board::spots(self.grid)
    }

    fn labels(&self) -> Vec<(Point, String)> {
        board::axes(self.grid)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        draw::picture(self, cells)
    }
}
