//! Finds Sudokus whose givens leave no digit for a cell, or no cell for a digit.

use crate::puzzle::Violation;
use crate::puzzle::clash;

use super::Sudoku;

/// The givens of each unit and the candidates of each cell, as bit masks of digits.
struct Candidates {
    /// All digits.
    all: u64,
    /// The givens of each row, then of each column and each box.
    given: Vec<u64>,
    /// The candidates of each open cell; none for a given cell.
    left: Vec<u64>,
    /// Whether a row, a column or a box has a digit twice.
    has_twice: bool,
}

impl Candidates {
    /// Computes the candidates that the givens leave.
    fn of(puzzle: &Sudoku) -> Self {
        let size = puzzle.shape.size();
        let mut digits =
            Candidates { all: u64::MAX >> (64 - size), given: vec![0; 3 * size], left: Vec::new(), has_twice: false };
        for (cell, &digit) in puzzle.givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let bit = 1 << (digit - 1);
            for group in groups(puzzle, cell) {
                digits.has_twice |= digits.given[group] & bit != 0;
                digits.given[group] |= bit;
            }
        }
        let left = |(cell, &digit): (usize, &u8)| match digit {
            0 => digits.all & !groups(puzzle, cell).iter().fold(0, |seen, &group| seen | digits.given[group]),
            _ => 0,
        };
        digits.left = puzzle.givens.iter().enumerate().map(left).collect();
        digits
    }
}

/// Returns the row, the column and the box of a cell, in the order of [`Sudoku::groups`].
fn groups(puzzle: &Sudoku, cell: usize) -> [usize; 3] {
    let (size, (row, column)) = (puzzle.shape.size(), puzzle.shape.grid().place(cell));
    [row, size + column, 2 * size + puzzle.region_of(cell)]
}

/// Reports a digit twice in a unit, a cell without candidates, or a unit without a cell for a digit.
///
/// Names of cells and units are formatted only for a report, because most puzzles of a batch have none.
pub(super) fn of(puzzle: &Sudoku) -> Option<Violation> {
    let cell_name = |cell: usize| {
        let (row, column) = puzzle.shape.grid().place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    };
    let text = |digit: i32| puzzle.notation.text(digit);
    let digits = Candidates::of(puzzle);
    if digits.has_twice {
        return clash::twice(puzzle.groups(), |cell| puzzle.given(cell), cell_name, text);
    }
    if let Some(cell) = (0..digits.left.len()).find(|&cell| puzzle.givens[cell] == 0 && digits.left[cell] == 0) {
        let cell_name = cell_name(cell);
        return Some(Violation(format!(
            "{cell_name} has no digit left: its row, column and {} have all of them",
            puzzle.region_label()
        )));
    }
    let mut possible = digits.given.clone();
    for (cell, &left) in digits.left.iter().enumerate() {
        for group in groups(puzzle, cell) {
            possible[group] |= left;
        }
    }
    let (at, possible) = possible.iter().enumerate().find(|(_, possible)| **possible != digits.all)?;
    let (name, _) = puzzle.groups().nth(at)?;
    let digit = (digits.all & !possible).trailing_zeros() as i32 + 1;
    Some(Violation(format!("{name} has no cell left for {}", text(digit))))
}
