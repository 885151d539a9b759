//! Killer Sudoku: a Sudoku whose cages have different digits with given sums.
//!
#![doc = include_str!("help.md")]

mod check;
mod clash;
mod clues;
mod draft;
mod draw;
mod model;
mod parts;
mod read;
#[cfg(test)]
mod tests;

use crate::grid::rect::Rect;

use super::boxes::Boxes;
use super::{
    Alias, Cells, ClueChange, Feature, GridParts, Kind, Problem, Puzzle, Spot, Violation, board, by_files, cages, latin,
};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "killer-sudoku",
    aliases: &[Alias::same("killer"), Alias::same("sumdoku")],
    about: "a Sudoku whose cages have different digits with given sums",
    page: include_str!("help.md"),
    keys: &["box"],
    views: &[("cell", "the digit in each cell")],
    presets: &[],
    blank: None,
    boards: Some(draft::MAKER),
    size: (9, 9),
    of_parts: Some(parts::text),
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// Cells whose digits differ and add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SumCage {
    symbol: String,
    /// The cells in reading order.
    cells: Vec<usize>,
    sum: i64,
}

/// A Killer Sudoku with its cages.
#[derive(Clone, Debug, PartialEq, Eq)]
struct KillerSudoku {
    boxes: Boxes,
    cages: Vec<SumCage>,
}

impl KillerSudoku {
    /// Returns the grid.
    fn grid(&self) -> Rect {
        self.boxes.grid()
    }

    /// Returns the number of rows.
    fn size(&self) -> usize {
        self.boxes.size()
    }

    /// Iterates over the rows, columns and boxes with their names.
    fn houses(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let boxes = self.boxes;
        let cells = move |number: usize| (format!("box {}", number + 1), boxes.cells(number));
        latin::lines(self.grid()).chain((0..self.size()).map(cells))
    }

    /// Formats the name of a cage: `cage A at row 1, column 1`.
    fn name(&self, cage: &SumCage) -> String {
        cages::name(self.grid(), &cage.symbol, &cage.cells)
    }
}

impl Problem for KillerSudoku {
    by_files!(Problem);
    by_files!(numbers, |killer| killer.grid().len(), |killer| killer.size());
}

impl Puzzle for KillerSudoku {
    by_files!(Puzzle, clues::text, draw::picture);
    by_files!(clues);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.size(), self.size()))
    }

    fn grid_parts(&self) -> Option<GridParts> {
        Some(parts::of(self))
    }

    fn features(&self) -> Vec<Feature> {
        let boxes = (0..self.size()).map(|number| Feature::of(&self.boxes.cells(number), []));
        boxes.chain(self.cages.iter().map(|cage| Feature::of(&cage.cells, [cage.sum]))).collect()
    }

    fn changes(&self, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
        clues::splits(self, kept, excluded)
    }

    fn oddity(&self) -> Option<Violation> {
        let cages = self.cages.iter().map(|cage| (format!("cage {}", cage.symbol), &cage.cells[..]));
        board::in_pieces(self.grid(), cages)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        let cage = self.cages.get(number.checked_sub(1)?)?;
        (label == "cage").then(|| format!("cage {} of {}", cage.symbol, cage.sum))
    }

    fn spots(&self) -> Vec<Spot> {
        board::spots_below_clues(self.grid())
    }
}
