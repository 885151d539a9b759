//! Finds magic hexagons whose lines cannot reach their sum.

use crate::Violation;
use crate::clash::{SumLine, Sums};

use super::Hexagon;

/// Reports the first contradiction: in a line, in the total of all rows, or between two lines.
pub(super) fn of(puzzle: &Hexagon) -> Option<Violation> {
    let lines = puzzle.lines().map(|(name, cells)| SumLine { name, cells, sum: puzzle.sum });
    let sums = Sums::new(lines.collect(), &puzzle.givens, puzzle.numbers.clone());
    let cell_name = |cell| puzzle.cell_name(cell);
    sums.wrong_line()
        .or_else(|| sums.total("rows", puzzle.hex.rows(), puzzle.sum))
        .or_else(|| sums.wrong_pair(cell_name))
        .or_else(|| sums.equal_cells(cell_name))
}
