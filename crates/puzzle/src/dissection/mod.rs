//! Dissections: stones made of coloured squares cover a board exactly.
//!
#![doc = include_str!("help.md")]

mod canonical;
mod check;
mod clash;
mod draft;
mod draw;
mod model;
mod picture;
mod read;
mod symmetries;
#[cfg(test)]
mod tests;
mod write;

use crate::grid::polyomino::{Board, Polyomino, Square};
use crate::picture::Point;
use cnfab_model::Assignment;

use super::{Alias, Cells, Kind, Preset, Problem, Puzzle, Spot, Violation, by_files};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "dissection",
    aliases: &[
        Alias::same("dissections"),
        Alias { name: "pentominoes", implies: &[("colours", "no")] },
        Alias { name: "polyominoes", implies: &[("colours", "no")] },
    ],
    about: "stones cover a board exactly, colours matching",
    page: include_str!("help.md"),
    keys: &["board", "colours", "rotate", "flip"],
    views: &[
        ("placement", "the placement of each stone; each square is covered once"),
        ("square", "the placement over each square, besides that of each stone"),
    ],
    presets: &[Preset {
        name: "fewest-placements",
        view: "placement",
        strategy: "backtrack:order=fewest-candidates,propagate=full",
        about: "the stone with the fewest placements first; every stone must fit and every square be coverable",
    }],
    blank: None,
    boards: Some(draft::MAKER),
    size: (8, 8),
    of_parts: None,
    parse: read::parse,
};

/// A dissection: a board, its stones and their placements.
#[derive(Clone)]
struct Dissection {
    rows: usize,
    columns: usize,
    board: Board,
    stones: Vec<Polyomino>,
    /// For each stone its placements, as sorted lists of the covered squares.
    placements: Vec<Vec<Vec<usize>>>,
    rotate: bool,
    flip: bool,
    colours: bool,
}

impl Dissection {
    /// Creates a dissection and computes the bounding rectangle of its board.
    fn new(
        board: Board,
        stones: Vec<Polyomino>,
        placements: Vec<Vec<Vec<usize>>>,
        rotate: bool,
        flip: bool,
        colours: bool,
    ) -> Self {
        let size = |coordinate: fn(&Square) -> i32| {
            board.squares().iter().map(coordinate).max().map_or(0, |last| last as usize + 1)
        };
        let (rows, columns) = (size(|square| square.row), size(|square| square.column));
        Dissection { rows, columns, board, stones, placements, rotate, flip, colours }
    }

    /// Returns the cell of a square of the board: its position in the bounding rectangle, in reading order.
    fn cell_of(&self, square: usize) -> usize {
        let square = self.board.squares()[square];
        square.row as usize * self.columns + square.column as usize
    }

    /// Converts pairs of a square and its stone, both counted from 0, to cells.
    fn fill(&self, stones: impl IntoIterator<Item = (usize, usize)>) -> Cells {
        let mut cells = vec![0; self.rows * self.columns];
        for (square, stone) in stones {
            cells[self.cell_of(square)] = stone as i32 + 1;
        }
        Cells(cells)
    }

    /// Returns the number of squares of all stones.
    fn stones_area(&self) -> usize {
        self.stones.iter().map(Polyomino::area).sum()
    }
}

impl Problem for Dissection {
    by_files!(Problem, symmetries::declare);
    by_files!(line of numbers, |dissection| dissection.rows * dissection.columns, |_| usize::MAX);

    fn output(&self, view: &str, solution: &Assignment) -> Cells {
        match view {
            "placement" => self.fill(solution.values().iter().enumerate().flat_map(|(stone, &placement)| {
                self.placements[stone][placement as usize - 1].iter().map(move |&square| (square, stone))
            })),
            "square" => {
                let squares = &solution.values()[..self.board.squares().len()];
                self.fill(squares.iter().map(|&placement| model::stone_of(self, placement)).enumerate())
            }
            _ => panic!("dissection has no view '{view}'"),
        }
    }
}

impl Puzzle for Dissection {
    by_files!(Puzzle, write::text, picture::picture);

    fn with_clues(&self, _: &[bool]) -> Result<Box<dyn Puzzle>, Violation> {
        Ok(Box::new(self.clone()))
    }

    fn canonical(&self) -> Option<Vec<i32>> {
        Some(canonical::form(self))
    }

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.rows, self.columns))
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        let square = number.checked_sub(1).filter(|&square| square < self.board.squares().len())?;
        (label == "square").then(|| self.place(self.cell_of(square)))
    }

    fn entry(&self, view: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        if view == "square" {
            return (vec![self.cell_of(shown)], model::stone_of(self, value) as i32 + 1);
        }
        let covered = &self.placements[shown][value as usize - 1];
        (covered.iter().map(|&square| self.cell_of(square)).collect(), shown as i32 + 1)
    }

    fn spots(&self) -> Vec<Spot> {
        picture::spots(self)
    }

    fn labels(&self) -> Vec<(Point, String)> {
        picture::labels(self)
    }
}
