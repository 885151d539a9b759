//! Hidoku: the numbers from 1 to the number of cells, each once, so that consecutive numbers are neighbours.
//!
#![doc = include_str!("help.md")]

mod check;
mod clash;
mod draw;
mod model;
mod path;
mod read;
#[cfg(test)]
mod tests;
mod write;

use fastrand::Rng;

use crate::grid::rect::{Neighbours, Rect};
use crate::picture::{CELL, Point};
use cnfab_model::Assignment;

use super::{Alias, Cells, Kind, Preset, Problem, Puzzle, Spot, board, by_files};

pub(super) const KIND: Kind = Kind {
    name: "hidoku",
    aliases: &[Alias::same("hidato"), Alias { name: "numbrix", implies: &[("neighbours", "4")] }],
    about: "a path of consecutive numbers through all cells, by steps to any neighbour or (Numbrix) to the sides",
    page: include_str!("help.md"),
    keys: &["neighbours"],
    views: &[("number", "the cell of each number"), ("cell", "the number in each cell")],
    presets: &[
        Preset {
            name: "fewest-cells",
            view: "number",
            strategy: "backtrack:order=fewest-candidates,propagate=full",
            about: "the number with the fewest cells left, bounded by distances to the placed numbers, which are \
                    propagated step by step",
        },
        Preset {
            name: "rarest-choice",
            view: "number",
            strategy: "backtrack:order=rarest-value,propagate=full",
            about: "as 'fewest-cells', or the cell with the fewest numbers left if these are fewer",
        },
    ],
    blank: Some(write::blank),
    boards: None,
    size: (9, 9),
    of_parts: None,
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// A Hidoku or Numbrix with its givens.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hidoku {
    grid: Rect,
    /// The positions in the grid of the cells, in reading order. A cell is an index into this list.
    positions: Vec<usize>,
    givens: Vec<Option<i32>>,
    neighbours: Neighbours,
}

impl Hidoku {
    /// Returns the number of cells.
    fn len(&self) -> usize {
        self.positions.len()
    }

    /// Formats the name of a cell: `row 1, column 2`.
    fn cell_name(&self, cell: usize) -> String {
        let (row, column) = self.grid.place(self.positions[cell]);
        format!("row {}, column {}", row + 1, column + 1)
    }
}

impl Problem for Hidoku {
    by_files!(Problem, model::declare_symmetries);
    by_files!(line of numbers, |hidoku| hidoku.len(), |_| usize::MAX);

    fn output(&self, view: &str, solution: &Assignment) -> Cells {
        if view == "cell" {
            return Cells(solution.values().to_vec());
        }
        let mut cells = vec![0; self.len()];
        for (index, &cell) in solution.values().iter().enumerate() {
            cells[cell as usize - 1] = index as i32 + 1;
        }
        Cells(cells)
    }
}

impl Puzzle for Hidoku {
    by_files!(Puzzle, write::text, draw::picture);
    by_files!(givens);

    fn random_solution(&self, rng: &mut Rng) -> Option<Cells> {
        path::random(self, rng)
    }

    fn place(&self, position: usize) -> String {
        self.cell_name(position)
    }

    fn spots(&self) -> Vec<Spot> {
        self.positions.iter().map(|&position| Spot::square(board::middle(self.grid, position), CELL)).collect()
    }

    fn labels(&self) -> Vec<(Point, String)> {
        board::axes(self.grid)
    }

    fn entry(&self, view: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        if view == "cell" { (vec![shown], value) } else { (vec![value as usize - 1], shown as i32 + 1) }
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        match label {
            "different" => Some("each number once".to_owned()),
            "adjacent" => Some(format!("{number} and {} are neighbours", number + 1)),
            _ => None,
        }
    }

    fn is_chain(&self, label: &str) -> bool {
        label == "adjacent"
    }
}
