//! KenKen: a Latin square whose cages come to their targets by an operation.
//!
#![doc = include_str!("help.md")]

mod check;
mod clash;
mod clues;
mod draft;
mod draw;
mod model;
mod operation;
mod products;
mod read;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::grid::rect::Rect;
use crate::picture::{Drawing, Picture, Point};
use cnfab_model::{Assignment, Model, Relation};

use self::operation::Operation;
use self::products::PartialProducts;
use super::{
    Alias, Cells, Clue, ClueChange, Feature, Kind, ParseError, Problem, Puzzle, Spot, Violation, board, cages, latin,
};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "kenken",
    aliases: &[Alias::same("calcudoku"), Alias::same("kendoku"), Alias::same("mathdoku")],
    about: "a Latin square whose cages come to targets by + - * or /",
    page: include_str!("help.md"),
    keys: &[],
    views: &[("cell", "the number in each cell, and the products of large cages")],
    presets: &[],
    blank: None,
    boards: Some(draft::MAKER),
    size: (9, 9),
    of_parts: None,
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// Cells whose numbers come to a target by an operation.
#[derive(Clone, Debug)]
struct OperationCage {
    symbol: String,
    /// The cells in reading order.
    cells: Vec<usize>,
    operation: Operation,
    target: i64,
    /// The constraint of the cage in the model.
    constraint: CageConstraint,
}

/// The constraint of a cage in the model.
#[derive(Clone, Debug)]
enum CageConstraint {
    /// The numbers add up to the target.
    Sum,
    /// The numbers are a row of a table of all combinations.
    Table(Arc<Relation>),
    /// The numbers are multiplied one after the other, with auxiliary variables for the partial products.
    Products(PartialProducts),
}

/// A KenKen with its cages.
#[derive(Clone, Debug)]
struct KenKen {
    grid: Rect,
    cages: Vec<OperationCage>,
}

impl KenKen {
    /// Returns the largest number.
    fn size(&self) -> i32 {
        self.grid.rows as i32
    }

    /// Formats the name of a cage: `cage A at row 1, column 1`.
    fn name(&self, cage: &OperationCage) -> String {
        cages::name(self.grid, &cage.symbol, &cage.cells)
    }
}

impl Problem for KenKen {
    fn name(&self) -> &str {
        KIND.name
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        KIND.views
    }

    fn make_model(&self, _: &str) -> Model {
        model::make(self)
    }

    fn output(&self, _: &str, solution: &Assignment) -> Cells {
        // The variables of the partial products follow those of the cells.
        Cells(solution.values()[..self.grid.len()].to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        check::check(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        latin::plain(cells, self.grid.rows)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        latin::read_plain(line, self.grid.len(), self.grid.rows)
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        draw::drawing(self, cells)
    }
}

impl Puzzle for KenKen {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn contradiction(&self) -> Option<Violation> {
        clash::of(self)
    }

    fn clues(&self) -> Vec<Clue> {
        clues::list(self)
    }

    fn with_clues(&self, keep: &[bool]) -> Result<Box<dyn Puzzle>, Violation> {
        Ok(Box::new(clues::keep(self, keep)))
    }

    fn features(&self) -> Vec<Feature> {
        let feature = |cage: &OperationCage| Feature::of(&cage.cells, [cage.operation as i64, cage.target]);
        self.cages.iter().map(feature).collect()
    }

    fn changes(&self, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
        clues::splits(self, kept, excluded)
    }

    fn text(&self) -> String {
        clues::text(self)
    }

    fn place(&self, position: usize) -> String {
        latin::cell_name(self.grid, position)
    }

    fn spots(&self) -> Vec<Spot> {
        board::spots_below_clues(self.grid)
    }

    fn labels(&self) -> Vec<(Point, String)> {
        board::axes(self.grid)
    }

    fn oddity(&self) -> Option<Violation> {
        let cages = self.cages.iter().map(|cage| (format!("cage {}", cage.symbol), &cage.cells[..]));
        board::in_pieces(self.grid, cages)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        let mut cages = self.cages.iter().filter(|cage| cage.operation.label() == label);
        let cage = cages.nth(number.checked_sub(1)?)?;
        Some(format!("cage {} with {label} {}", cage.symbol, cage.target))
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        draw::picture(self, cells)
    }
}
