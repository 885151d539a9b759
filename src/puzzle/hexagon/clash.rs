//! Magic hexagons whose lines cannot have their sum.

use crate::puzzle::Violation;
use crate::puzzle::clash::{Line, Sums};

use super::Hexagon;

/// The first contradiction: in a line, in all rows together, or between two lines.
pub(super) fn of(puzzle: &Hexagon) -> Option<Violation> {
    let lines = puzzle.lines().map(|(name, cells)| Line { name, cells, sum: puzzle.sum });
    let sums = Sums::new(lines.collect(), &puzzle.givens, puzzle.numbers.clone());
    let place = |cell| puzzle.place(cell);
    sums.wrong_line()
        .or_else(|| sums.total("rows", puzzle.hex.rows(), puzzle.sum))
        .or_else(|| sums.wrong_pair(place))
        .or_else(|| sums.equal_cells(place))
}
