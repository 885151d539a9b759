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
use cnfab_model::Relation;

use self::operation::Operation;
use self::products::PartialProducts;
use super::{Alias, Cells, ClueChange, Feature, Kind, Problem, Puzzle, Spot, Violation, board, by_files, cages};

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
    by_files!(Problem);
    by_files!(numbers, |kenken| kenken.grid.len(), |kenken| kenken.grid.rows);
}

impl Puzzle for KenKen {
    by_files!(Puzzle, clues::text, draw::picture);
    by_files!(clues);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.grid.rows, self.grid.columns))
    }

    fn features(&self) -> Vec<Feature> {
        let feature = |cage: &OperationCage| Feature::of(&cage.cells, [cage.operation as i64, cage.target]);
        self.cages.iter().map(feature).collect()
    }

    fn changes(&self, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
        clues::splits(self, kept, excluded)
    }

    fn spots(&self) -> Vec<Spot> {
        board::spots_below_clues(self.grid)
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
}
