//! Writes Sudokus on one line with a character for each cell. The kind's own reader reads them without a header.

use crate::Puzzle;

use super::{GridParts, Inexpressible, parts_of};

/// The kinds that [`write`] takes.
pub(super) const KINDS: &[(&str, &str)] = &[("sudoku", "boxes of 3x3, 4x4 or 5x5")];
/// The kinds that [`write_letters`] takes.
pub(super) const KINDS_OF_LETTERS: &[(&str, &str)] = &[("sudoku", "boxes of 4x4 or 5x5")];

/// Writes digits, with letters for the numbers above 9.
pub(super) fn write(puzzle: &dyn Puzzle) -> Result<String, Inexpressible> {
    let parts = square(puzzle, 3..=5)?;
    let mut givens = parts.givens.iter().flatten();
    // A text of letters without a digit is read with A as 1.
    if parts.grid.rows > 9 && !parts.givens.iter().all(Option::is_none) && givens.all(|&given| given > 9) {
        return Err(Inexpressible::new("no given from 1 to 9", "one: letters alone begin with A; see 'letters'"));
    }
    Ok(line(&parts, |given| if given <= 9 { digit(given) } else { letter(given - 9) }))
}

/// Writes letters.
pub(super) fn write_letters(puzzle: &dyn Puzzle) -> Result<String, Inexpressible> {
    Ok(line(&square(puzzle, 4..=5)?, letter))
}

/// Returns the parts of a Sudoku whose boxes are squares of these sizes.
fn square(puzzle: &dyn Puzzle, orders: std::ops::RangeInclusive<usize>) -> Result<GridParts, Inexpressible> {
    let parts = parts_of(puzzle);
    let known: Vec<String> = orders.clone().map(|order| format!("{order}x{order}")).collect();
    let expected = || format!("boxes of {}", known.join(", "));
    match parts.boxes {
        Some(boxes) if boxes.rows == boxes.columns && orders.contains(&boxes.rows) => Ok(parts),
        Some(boxes) => Err(Inexpressible::new(format!("boxes of {}x{}", boxes.rows, boxes.columns), expected())),
        None => Err(Inexpressible::new("irregular regions", expected())),
    }
}

fn line(parts: &GridParts, symbol: impl Fn(i32) -> char) -> String {
    parts.givens.iter().map(|given| given.map_or('.', &symbol)).collect()
}

fn digit(value: i32) -> char {
    char::from(b'0' + value as u8)
}

/// Returns the letter of a number from 1 to 25.
fn letter(number: i32) -> char {
    char::from(b'A' - 1 + number as u8)
}
