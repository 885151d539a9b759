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
use crate::picture::{Drawing, Picture, Point};
use cnfab_model::{Assignment, Model};

use super::{Alias, Cells, Kind, ParseError, Preset, Problem, Puzzle, Spot, Violation, board, latin, line};

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

    /// Formats the name of a cell: `row 1, column 2`.
    fn cell_name(&self, cell: usize) -> String {
        let (row, column) = self.grid.place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    }
}

impl Problem for MagicBoard {
    fn name(&self) -> &str {
        KIND.name
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        KIND.views
    }

    fn make_model(&self, _: &str) -> Model {
        model::make(self)
    }

    fn declare_symmetries(&self, _view: &str, model: &mut Model) {
        model::declare_symmetries(self, model);
    }

    fn output(&self, _view: &str, solution: &Assignment) -> Cells {
        Cells(solution.values().to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        check::check(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.grid.len())
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        draw::drawing(self, cells)
    }
}

impl Puzzle for MagicBoard {
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
        Some(Box::new(MagicBoard { givens: givens.to_vec(), ..self.clone() }))
    }

    fn text(&self) -> String {
        write::text(self)
    }

    fn place(&self, position: usize) -> String {
        latin::cell_name(self.grid, position)
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
