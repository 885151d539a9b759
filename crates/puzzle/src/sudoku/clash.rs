//! Finds Sudokus whose givens leave no digit for a cell, or no cell for a digit.

use crate::clash;
use crate::{Puzzle, Violation};

use super::Sudoku;
use super::read::MOST_DIGITS;

/// The givens of each unit and the candidates of each cell, as bit masks of digits.
struct Candidates {
    /// All digits.
    all: u64,
    /// The givens of each row, of each column and of each box.
    given: [[u64; MOST_DIGITS]; 3],
    /// True if a row, a column or a box has a digit twice.
    has_twice: bool,
}

impl Candidates {
    /// Computes what the givens rule out.
    fn of(puzzle: &Sudoku) -> Self {
        let all = u64::MAX >> (64 - puzzle.shape.size());
        let mut digits = Candidates { all, given: [[0; MOST_DIGITS]; 3], has_twice: false };
        for (&digit, units) in puzzle.givens.iter().zip(&puzzle.units[..]).filter(|(digit, _)| **digit > 0) {
            let bit = 1 << (digit - 1);
            for (given, &number) in digits.given.iter_mut().zip(units) {
                let given = &mut given[usize::from(number)];
                digits.has_twice |= *given & bit != 0;
                *given |= bit;
            }
        }
        digits
    }

    /// The candidates of an open cell in these units.
    fn left(&self, units: &[u8; 3]) -> u64 {
        let [row, column, region] = *units;
        let [rows, columns, regions] = &self.given;
        self.all & !(rows[usize::from(row)] | columns[usize::from(column)] | regions[usize::from(region)])
    }
}

/// Reports a digit twice in a unit, a cell without candidates, or a unit without a cell for a digit.
///
/// Names of cells and units are formatted only for a report, because most puzzles of a batch have none.
pub(super) fn of(puzzle: &Sudoku) -> Option<Violation> {
    let cell_name = |cell: usize| puzzle.place(cell);
    let text = |digit: i32| puzzle.notation.text(digit);
    let digits = Candidates::of(puzzle);
    if digits.has_twice {
        return clash::twice(puzzle.groups(), |cell| puzzle.given(cell), cell_name, text);
    }
    let mut possible = digits.given;
    for (cell, (_, units)) in
        puzzle.givens.iter().zip(&puzzle.units[..]).enumerate().filter(|(_, (given, _))| **given == 0)
    {
        let left = digits.left(units);
        if left == 0 {
            let (cell_name, region) = (cell_name(cell), puzzle.region_label());
            let why = format!("{cell_name} has no digit left: its row, column and {region} have all of them");
            return Some(Violation(why));
        }
        for (possible, &number) in possible.iter_mut().zip(units) {
            possible[usize::from(number)] |= left;
        }
    }
    let size = puzzle.shape.size();
    let mut units = possible.iter().flat_map(|possible| &possible[..size]).enumerate();
    let (at, possible) = units.find(|(_, possible)| **possible != digits.all)?;
    let (name, _) = puzzle.groups().nth(at)?;
    let digit = (digits.all & !possible).trailing_zeros() as i32 + 1;
    Some(Violation(format!("{name} has no cell left for {}", text(digit))))
}
