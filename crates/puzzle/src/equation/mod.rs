//! Equation puzzles: numbers in a grid whose rows and columns are equations.
//!
#![doc = include_str!("help.md")]

mod check;
mod clash;
mod clues;
mod draft;
mod draw;
mod model;
mod products;
mod read;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::picture::Point;

use super::{Alias, Clue, Feature, Kind, Preset, Problem, Puzzle, Spot, Violation, by_files};

use self::products::LinearForm;

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "equation",
    aliases: &[Alias::same("equation-grid"), Alias::same("equations")],
    about: "a grid whose rows and columns are equations with + - *",
    page: include_str!("help.md"),
    keys: &["numbers"],
    views: &[("cell", "the number of each cell, and the products of the equations")],
    presets: &[Preset {
        name: "closing",
        view: "cell",
        strategy: "backtrack:order=closing,propagate=forward",
        about: "the equation with the fewest open cells first, products before sums; the last open cell follows",
    }],
    blank: None,
    boards: Some(draft::MAKER),
    size: (3, 3),
    of_parts: None,
    parse: read::parse,
};

/// The operator between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
}

impl Operator {
    /// Returns the operator's symbol.
    fn symbol(self) -> char {
        match self {
            Operator::Plus => '+',
            Operator::Minus => '-',
            Operator::Times => '*',
        }
    }
}

/// The equation of a row or a column.
#[derive(Clone, Debug)]
struct EquationLine {
    /// The name in messages: `row 2`, `column 1`.
    name: String,
    /// The cells, as positions in reading order of the grid.
    cells: Vec<usize>,
    /// The operators between the cells: one fewer than cells.
    operators: Vec<Operator>,
    /// The value of the line; `None` if the text states none.
    result: Option<i64>,
}

impl EquationLine {
    /// Returns the terms, which are products: sign and factors.
    fn terms(&self) -> Vec<(i64, Vec<usize>)> {
        let mut terms = vec![(1, vec![self.cells[0]])];
        for (operator, &cell) in self.operators.iter().zip(&self.cells[1..]) {
            match operator {
                Operator::Plus => terms.push((1, vec![cell])),
                Operator::Minus => terms.push((-1, vec![cell])),
                Operator::Times => terms.last_mut().expect("there is a first term").1.push(cell),
            }
        }
        terms
    }
}

/// An equation puzzle with its givens.
#[derive(Clone)]
struct Equation {
    columns: usize,
    numbers: RangeInclusive<i32>,
    givens: Vec<Option<i32>>,
    /// The rows, then the columns.
    lines: Vec<EquationLine>,
    /// The linear form of each line with a result, for the model.
    linear_forms: Vec<LinearForm>,
}

impl Equation {
    /// Returns the number of rows.
    fn rows(&self) -> usize {
        self.givens.len() / self.columns
    }
}

impl Problem for Equation {
    by_files!(Problem, model::declare_symmetries);
    by_files!(numbers, |equation| equation.givens.len(), |_| usize::MAX);
}

impl Puzzle for Equation {
    by_files!(Puzzle, clues::text, draw::picture);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.rows(), self.columns))
    }

    fn clues(&self) -> Vec<Clue> {
        clues::list(self)
    }

    fn with_clues(&self, keep: &[bool]) -> Result<Box<dyn Puzzle>, Violation> {
        Ok(Box::new(clues::keep(self, keep).map_err(Violation)?))
    }

    fn features(&self) -> Vec<Feature> {
        let line = |line: &EquationLine| {
            let signs = line.operators.iter().map(|&operator| operator as i64);
            let result = line.result.map_or([0, 0], |result| [1, result]);
            Feature { is_ordered: true, ..Feature::of(&line.cells, signs.chain(result)) }
        };
        let given = |(cell, given): (usize, &Option<i32>)| Some(Feature::of(&[cell], [(*given)?.into()]));
        self.lines.iter().map(line).chain(self.givens.iter().enumerate().filter_map(given)).collect()
    }

    fn given(&self, position: usize, value: i32) -> Option<String> {
        Some(self.statement(position, &[value], true))
    }

    fn spots(&self) -> Vec<Spot> {
        draw::with_spots(self, None).1
    }

    fn labels(&self) -> Vec<(Point, String)> {
        draw::labels(self)
    }
}
