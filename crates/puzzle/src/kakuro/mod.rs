//! Kakuro: digits in the white cells of a grid; each run has different digits that add up to its clue.
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
use cnfab_model::Assignment;

use super::{Alias, Cells, Feature, GridParts, Kind, ParseError, Problem, Puzzle, by_files, latin};

/// Registers the kind: its names, header keys, views, presets and reader.
pub(super) const KIND: Kind = Kind {
    name: "kakuro",
    aliases: &[Alias::same("cross-sums")],
    about: "runs of different digits with given sums in a crossword grid",
    page: include_str!("help.md"),
    keys: &[],
    views: &[("cell", "the digit in each white cell")],
    presets: &[],
    blank: None,
    boards: Some(draft::MAKER),
    size: (9, 9),
    of_parts: Some(parts::text),
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// The largest digit.
const MOST_DIGIT: i32 = 9;

/// A cell of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KakuroCell {
    /// A black cell with the sums of the runs below and to the right.
    Black { down: Option<i64>, across: Option<i64> },
    /// A white cell, with its digit if it is given.
    White(Option<i32>),
}

/// A maximal line of white cells.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DigitRun {
    is_across: bool,
    /// The cells in order, as positions in the grid.
    cells: Vec<usize>,
    /// The sum of the digits; `None` if the run has no clue.
    sum: Option<i64>,
}

/// A Kakuro with its clues and givens.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kakuro {
    grid: Rect,
    cells: Vec<KakuroCell>,
    /// The runs across, then those down, in reading order of the first cells.
    runs: Vec<DigitRun>,
}

impl Kakuro {
    /// Returns the given digit of a cell.
    fn given(&self, cell: usize) -> Option<i32> {
        match self.cells[cell] {
            KakuroCell::White(given) => given,
            KakuroCell::Black { .. } => None,
        }
    }

    /// Returns whether a cell is white.
    fn is_white(&self, cell: usize) -> bool {
        matches!(self.cells[cell], KakuroCell::White(_))
    }

    /// Formats the name of a run: `the run across from row 2, column 3`.
    fn name(&self, run: &DigitRun) -> String {
        let direction = if run.is_across { "across" } else { "down" };
        format!("the run {direction} from {}", latin::cell_name(self.grid, run.cells[0]))
    }

    /// Iterates over the runs with their names.
    fn groups(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        self.runs.iter().map(|run| (self.name(run), run.cells.clone()))
    }
}

impl Problem for Kakuro {
    by_files!(Problem);

    fn output(&self, _: &str, solution: &Assignment) -> Cells {
        let mut digits = solution.values().iter();
        let cell = |cell: usize| if self.is_white(cell) { digits.next().copied().unwrap_or(0) } else { 0 };
        Cells((0..self.grid.len()).map(cell).collect())
    }

    /// Formats the rows with `/` between them, and `#` for a black cell.
    fn plain(&self, cells: &Cells) -> String {
        let cell = |&digit: &i32| if digit == 0 { "#".to_owned() } else { digit.to_string() };
        let rows = cells.0.chunks(self.grid.columns).map(|row| row.iter().map(cell).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        read::solution(self, line)
    }
}

impl Puzzle for Kakuro {
    by_files!(Puzzle, clues::text, draw::picture);
    by_files!(clues);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.grid.rows, self.grid.columns))
    }

    fn grid_parts(&self) -> Option<GridParts> {
        Some(parts::of(self))
    }

    fn features(&self) -> Vec<Feature> {
        let given = |cell: usize| Some(Feature::of(&[cell], [self.given(cell)?.into()]));
        let sums = self.runs.iter().map(|run| Feature::of(&run.cells, run.sum));
        sums.chain((0..self.cells.len()).filter_map(given)).collect()
    }

    fn given(&self, position: usize, value: i32) -> Option<String> {
        self.is_white(position).then(|| self.statement(position, &[value], true))
    }

    fn is_cell(&self, position: usize) -> bool {
        self.is_white(position)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        let is_across = match label {
            "across" => true,
            "down" => false,
            _ => return None,
        };
        let with_sum = |run: &'_ DigitRun| Some((self.name(run), run.sum.filter(|_| run.is_across == is_across)?));
        let (name, sum) = self.runs.iter().filter_map(with_sum).nth(number.checked_sub(1)?)?;
        Some(format!("{name} of {sum}"))
    }

    fn entry(&self, _: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        ((0..self.grid.len()).filter(|&cell| self.is_white(cell)).skip(shown).take(1).collect(), value)
    }
}
