//! Sudoku with boxes of any size, or with regions of any shape: each digit once in every row, column and box.
//!
#![doc = include_str!("help.md")]

mod canonical;
mod check;
mod clash;
mod draw;
mod model;
mod notation;
mod parts;
mod read;
mod regions;
mod symmetries;
#[cfg(test)]
mod tests;
mod write;

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::picture::Point;
use cnfab_base::names::UnknownName;
use cnfab_model::{Assignment, Model};

use super::boxes::Boxes;
use super::{
    Alias, Cells, GridParts, Kind, ParseError, Preset, Problem, Puzzle, Spot, Violation, board, by_files, latin,
};
use notation::Notation;
use regions::Regions;

pub(super) const KIND: Kind = Kind {
    name: "sudoku",
    aliases: &[Alias::same("jigsaw-sudoku"), Alias::same("sudokus")],
    about: "each digit once in every row, column and box; boxes of any size, or regions of any shape",
    page: include_str!("help.md"),
    keys: &["box", "symbols"],
    views: &[("cell", "the digit in each cell"), ("row-digit", "the column of each digit in each row")],
    presets: &[
        Preset {
            name: "fewest-candidates",
            view: "cell",
            strategy: "backtrack:order=fewest-candidates,propagate=forward",
            about: "the cell with the fewest candidates first; a digit goes from the cells that see it",
        },
        Preset {
            name: "sorted",
            view: "cell",
            strategy: "backtrack:order=input,values=ascending,propagate=forward",
            about: "cell after cell, small digits first: solutions come in sorted order",
        },
    ],
    blank: Some(write::blank),
    boards: None,
    size: (9, 9),
    of_parts: Some(parts::text),
    parse: |document| {
        let puzzles = read::read(document)?;
        Ok(puzzles.into_iter().map(|puzzle| puzzle.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)).collect())
    },
};

/// A Sudoku with its givens.
#[derive(Clone, Debug)]
struct Sudoku {
    /// The board that the puzzles of a text share.
    board: Arc<Board>,
    /// The given digit of each cell; 0 for none.
    givens: Vec<u8>,
}

/// The board that the puzzles of a text share.
#[derive(Debug)]
struct Board {
    /// The boxes. With irregular regions, only the size of the grid matters.
    shape: Boxes,
    /// Irregular regions instead of boxes.
    regions: Option<Regions>,
    /// The row, the column and the box or region of each cell, from 0.
    units: Vec<[u8; 3]>,
    notation: Notation,
    /// The model of the view `cell` without givens, from which the puzzles differ in domains only.
    empty: OnceLock<Model>,
}

impl Deref for Sudoku {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Sudoku {
    /// Returns the given digit of a cell.
    fn given(&self, cell: usize) -> Option<i32> {
        match self.givens[cell] {
            0 => None,
            digit => Some(i32::from(digit)),
        }
    }

    /// Returns the box or the region of a cell, from 0.
    fn region_of(&self, cell: usize) -> usize {
        self.units[cell][2].into()
    }

    /// Returns the word for a region in messages.
    fn region_label(&self) -> &'static str {
        if self.regions.is_some() { "region" } else { "box" }
    }

    /// Returns the cells of each box or region.
    fn regions(&self) -> Vec<Vec<usize>> {
        let mut cells = vec![Vec::with_capacity(self.shape.size()); self.shape.size()];
        (0..self.shape.grid().len()).for_each(|cell| cells[self.region_of(cell)].push(cell));
        cells
    }

    /// Iterates over the rows, columns and boxes with their names.
    fn groups(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let label = self.region_label();
        let regions = (1..).zip(self.regions()).map(move |(number, cells)| (format!("{label} {number}"), cells));
        latin::lines(self.shape.grid()).chain(regions)
    }
}

impl Problem for Sudoku {
    by_files!(Problem, symmetries::declare);

    fn model_after(&self, view: &str, before: Option<Model>) -> Result<Model, UnknownName> {
        match before.and_then(|before| model::after(self, view, before)) {
            Some(model) => Ok(model),
            None => self.model(view),
        }
    }

    fn output(&self, view: &str, solution: &Assignment) -> Cells {
        if view == "cell" {
            return Cells(solution.values().to_vec());
        }
        let size = self.shape.size();
        let mut digits = vec![0; size * size];
        for (index, &column) in solution.values().iter().enumerate() {
            let (row, digit) = (index / size, index % size);
            digits[row * size + column as usize - 1] = digit as i32 + 1;
        }
        Cells(digits)
    }

    fn plain(&self, cells: &Cells) -> String {
        self.notation.plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        read::solution(&self.notation, line)
    }
}

impl Puzzle for Sudoku {
    by_files!(Puzzle, write::text, draw::picture);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.shape.size(), self.shape.size()))
    }

    fn givens(&self) -> Option<Vec<Option<i32>>> {
        Some((0..self.givens.len()).map(|cell| self.given(cell)).collect())
    }

    fn with_givens(&self, givens: &[Option<i32>]) -> Option<Box<dyn Puzzle>> {
        let givens = givens.iter().map(|given| given.map_or(0, |digit| digit as u8)).collect();
        Some(Box::new(Sudoku { givens, ..self.clone() }))
    }

    fn grid_parts(&self) -> Option<GridParts> {
        Some(parts::of(self))
    }

    fn canonical(&self) -> Option<Vec<i32>> {
        self.regions.is_none().then(|| canonical::form(self))
    }

    fn oddity(&self) -> Option<Violation> {
        self.board.regions.as_ref()?;
        let regions = self.regions();
        let named = (1..).zip(&regions).map(|(number, cells)| (format!("region {number}"), &cells[..]));
        board::in_pieces(self.shape.grid(), named)
    }

    fn value(&self, value: i32) -> String {
        self.notation.text(value)
    }

    fn spots(&self) -> Vec<Spot> {
        draw::spots(self)
    }

    fn labels(&self) -> Vec<(Point, String)> {
        draw::labels(self)
    }

    fn entry(&self, view: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        if view == "cell" {
            return (vec![shown], value);
        }
        let size = self.shape.size();
        (vec![shown / size * size + value as usize - 1], (shown % size) as i32 + 1)
    }
}
