//! Skyscrapers: a Latin square of heights, with the numbers of buildings that are visible from the sides.
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

use std::ops::RangeInclusive;

use crate::grid::rect::Rect;
use crate::picture::{CELL, Point};

use super::{Alias, Feature, GridParts, Kind, Problem, Puzzle, Spot, by_files};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "skyscrapers",
    aliases: &[Alias::same("skyscraper"), Alias::same("towers")],
    about: "a Latin square of heights; clues at the edges count the buildings that are seen",
    page: include_str!("help.md"),
    keys: &["heights"],
    views: &[("cell", "the height on each cell, and the highest so far along long lines")],
    presets: &[],
    blank: None,
    boards: Some(draft::MAKER),
    size: (6, 6),
    of_parts: Some(parts::text),
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// The side of the board with a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardSide {
    Above,
    Below,
    Left,
    Right,
}

/// All sides, in the order of [`Skyscrapers::clues`].
const EDGES: [BoardSide; 4] = [BoardSide::Above, BoardSide::Below, BoardSide::Left, BoardSide::Right];

/// A Skyscrapers puzzle with its clues and givens.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Skyscrapers {
    grid: Rect,
    /// The largest height; with fewer heights than cells in a row, the other cells are parks.
    most: i32,
    givens: Vec<Option<i32>>,
    /// The clues of each side, from the top or from the left.
    clues: [Vec<Option<i32>>; 4],
}

impl Skyscrapers {
    /// Returns the number of rows.
    fn size(&self) -> usize {
        self.grid.rows
    }

    /// Returns the number of parks in each row and column.
    fn parks(&self) -> usize {
        self.size() - self.most as usize
    }

    /// Returns the values of a cell: heights, and 0 for a park if there are parks.
    fn numbers(&self) -> RangeInclusive<i32> {
        i32::from(self.parks() == 0)..=self.most
    }

    /// Returns the cells in the line of sight of a clue, the nearest first.
    fn sight(&self, edge: BoardSide, number: usize) -> Vec<usize> {
        match edge {
            BoardSide::Above => self.grid.column(number).collect(),
            BoardSide::Below => self.grid.column(number).rev().collect(),
            BoardSide::Left => self.grid.row(number).collect(),
            BoardSide::Right => self.grid.row(number).rev().collect(),
        }
    }

    /// Iterates over the given clues: side, row or column counted from 0, number of buildings.
    fn given_clues(&self) -> impl Iterator<Item = (BoardSide, usize, i32)> {
        EDGES.iter().zip(&self.clues).flat_map(|(&edge, clues)| {
            let clues = clues.iter().enumerate();
            clues.filter_map(move |(number, clue)| clue.map(|clue| (edge, number, clue)))
        })
    }

    /// Formats the name of a clue: `column 2 from above`.
    fn name(&self, edge: BoardSide, number: usize) -> String {
        let (line, from) = match edge {
            BoardSide::Above => ("column", "from above"),
            BoardSide::Below => ("column", "from below"),
            BoardSide::Left => ("row", "from the left"),
            BoardSide::Right => ("row", "from the right"),
        };
        format!("{line} {} {from}", number + 1)
    }
}

/// Returns the number of visible buildings along a line of heights; parks are 0 high.
fn seen(heights: impl IntoIterator<Item = i32>) -> i32 {
    let mut highest = 0;
    let mut seen = 0;
    for height in heights {
        if height > highest {
            (highest, seen) = (height, seen + 1);
        }
    }
    seen
}

impl Problem for Skyscrapers {
    by_files!(Problem, model::declare_symmetries);
    by_files!(numbers, |board| board.grid.len(), |board| board.size());
}

impl Puzzle for Skyscrapers {
    by_files!(Puzzle, clues::text, draw::picture);
    by_files!(clues);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.grid.rows, self.grid.columns))
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        (label == "clue").then(|| model::clue_name(self, number)).flatten()
    }

    fn grid_parts(&self) -> Option<GridParts> {
        Some(parts::of(self))
    }

    fn features(&self) -> Vec<Feature> {
        let seen = self.given_clues().map(|(edge, number, clue)| Feature {
            is_ordered: true,
            ..Feature::of(&self.sight(edge, number), [clue.into()])
        });
        let given = |(cell, given): (usize, &Option<i32>)| Some(Feature::of(&[cell], [(*given)?.into()]));
        seen.chain(self.givens.iter().enumerate().filter_map(given)).collect()
    }

    fn given(&self, position: usize, value: i32) -> Option<String> {
        Some(self.statement(position, &[value], true))
    }

    fn spots(&self) -> Vec<Spot> {
        (0..self.grid.len()).map(|cell| Spot::square(draw::middle(self, cell), CELL)).collect()
    }

    fn labels(&self) -> Vec<(Point, String)> {
        draw::labels(self)
    }
}
