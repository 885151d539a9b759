//! Patterns: the cells that have givens, as a person draws them.

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_puzzle::Puzzle;

/// A cell without a given.
const NO_GIVEN: char = '.';

/// Signs that some texts have for an empty cell. A pattern with them would be ambiguous.
const AMBIGUOUS: &str = "_?0";

/// The cells that have givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// For each cell whether it has one.
    pub cells: Vec<bool>,
}

impl Pattern {
    /// Reads rows of signs: `.` for no given, any other sign for one. Blanks between them and empty lines are skipped.
    /// The rows are those of the board; a Jodici has rings.
    ///
    /// # Errors
    /// If the size is another one, or a sign may mean an empty cell.
    pub fn read(text: &str, board: &dyn Puzzle) -> Result<Self, ParseError> {
        let rows = rows(board);
        let mut cells = Vec::new();
        let mut number = 0;
        let mut end = (1, 1);
        for (line, text) in (1..).zip(text.lines()) {
            let signs = text.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace());
            let signs: Vec<(usize, char)> = signs.map(|(index, sign)| (index + 1, sign)).collect();
            let Some(&(first, _)) = signs.first() else { continue };
            end = (line, text.trim_end().chars().count() + 1);
            let Some((name, expected)) = rows.get(number).map(|(name, count)| (name, *count)) else {
                let expected = format!("the end of the text after {} rows, as the board has", rows.len());
                return Err(ParseError::new(line, first, format!("row {}", number + 1), expected));
            };
            number += 1;
            for &(column, sign) in &signs {
                if AMBIGUOUS.contains(sign) || sign.is_control() {
                    let expected = "'.' for a cell without a given, or another sign, such as 'x', for one with a given";
                    return Err(ParseError::new(line, column, quoted(&sign.to_string()), expected));
                }
            }
            if signs.len() != expected {
                let column = signs.get(expected).map_or(end.1, |&(column, _)| column);
                let expected = format!("{expected}, as {name} of the board has");
                return Err(ParseError::new(line, column, format!("{} cells", signs.len()), expected));
            }
            cells.extend(signs.iter().map(|&(_, sign)| sign != NO_GIVEN));
        }
        if number < rows.len() {
            let expected = format!("{} of {}", rows[number].0, rows.len());
            return Err(ParseError::new(end.0, end.1, "the end of the text", expected));
        }
        Ok(Pattern { cells })
    }

    /// The first cell that goes with another one of which not both have a given.
    pub fn asymmetry(&self, orbits: &[Vec<usize>]) -> Option<(usize, usize)> {
        orbits.iter().find_map(|orbit| {
            let with = orbit.iter().copied().find(|&cell| self.cells[cell])?;
            Some((with, orbit.iter().copied().find(|&cell| !self.cells[cell])?))
        })
    }
}

/// The name of each row of a board, such as `row 1` or `ring 1`, and how many cells it has.
fn rows(board: &dyn Puzzle) -> Vec<(String, usize)> {
    let mut rows: Vec<(String, usize)> = Vec::new();
    for cell in 0..board.givens().map_or(0, |givens| givens.len()) {
        let place = board.place(cell);
        let row = place.split(',').next().expect("a first part");
        match rows.last_mut().filter(|(last, _)| last == row) {
            Some((_, count)) => *count += 1,
            None => rows.push((row.to_owned(), 1)),
        }
    }
    rows
}
