//! Reads Sudokus.
//!
//! - One puzzle a line, all its cells in reading order: `53..7....6..195...`. A text of such lines needs no header.
//!   Columns may follow, separated by blanks, tabs, commas or semicolons: numbers, names, a solution, as in
//!   collections. They are dropped; but a column that looks like cells must be a solution, so that no second puzzle or
//!   row is lost. From ` #` on, a line is a comment. With more than 9 digits, the cells are numbers with blanks
//!   between, and only a comment may follow.
//! - One row a line: `53..7....`, or `5 3 . . 7 . . . .`, or `53.|.7.|...`; lines such as `---+---+---` are ignored.
//!   With more than 9 digits, the cells are numbers with blanks or bars between. After the last row, a blank line and
//!   the rows of another puzzle may follow.
//! - A picture in which an empty cell is a blank: `53 | 7 |   `. A box has one character per column between two bars;
//!   blanks at the end of a line may be missing. This format and the previous one exclude each other on a line with
//!   blanks in its boxes: a picture's only blanks are cells.
//!
//! Below the rows, or the lines of a batch, a line `regions:` and a map define irregular regions instead of boxes.
//!
//! An empty cell is `.`, `0`, `_` or `?`. Lines that start with `#` are comments. With more than 9 digits, cells may be
//! symbols of an alphabet instead of numbers; [`Notation`] finds the alphabet.

#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use crate::boxes::Boxes;
use crate::text::{self, count};
use crate::{Cells, Document, ParseError, Problem, Token, line};

use super::notation::Notation;
use super::regions::Regions;
use super::{Board, Sudoku};

/// The most digits.
pub(super) const MOST_DIGITS: usize = 64;

/// Reads the puzzles of a text: each line of a batch, or one grid after the other with blank lines between.
pub(super) fn read(document: &Document<'_>) -> Result<Vec<Result<Sudoku, ParseError>>, ParseError> {
    let is_line = |text: &str| text::is_rule(text) || is_frame(text);
    let is_row = |text: &str| !text.trim_start().is_empty() && !text.starts_with('#') && !is_line(text);
    let lines: Vec<(usize, &str)> = document.body().iter().copied().filter(|(_, text)| is_row(text)).collect();
    let (lines, regions) = Regions::split(document, &lines)?;
    let shape = match &regions {
        Some(regions) => Boxes { rows: regions.size, columns: 1 },
        None => shape(document, lines)?,
    };
    let Some(&(_, first)) = lines.first() else {
        return Err(document.missing(format!("a Sudoku of {0} x {0} cells", shape.size())));
    };
    let notation = &Notation::of(document, shape, lines, regions.is_some())?;
    let blank = blank(notation, regions);
    if is_whole_puzzle(notation, first) {
        return Ok(lines.iter().map(|&(line, text)| whole_puzzle(&blank, line, text)).collect());
    }
    let blank_lines = document.body().iter().filter(|(_, text)| text.trim().is_empty()).map(|&(line, _)| line);
    let blank_lines: Vec<usize> = blank_lines.collect();
    let before = |line: usize| blank_lines.partition_point(|&blank| blank < line);
    let mut puzzles = Vec::new();
    let mut givens = Vec::with_capacity(shape.grid().len());
    let mut last = 0;
    for &(line, text) in lines {
        if givens.len() == shape.grid().len() {
            if before(last) == before(line) {
                let expected =
                    format!("the end of the text after {} rows, or a blank line and another puzzle", shape.size());
                return Err(ParseError::new(line, 1, format!("row {}", shape.size() + 1), expected));
            }
            puzzles.push(Ok(Sudoku { givens: std::mem::take(&mut givens), ..blank.clone() }));
        }
        row(notation, line, text, &mut givens)?;
        last = line;
    }
    if givens.len() < shape.grid().len() {
        return Err(document.missing(format!("row {} of {}", givens.len() / shape.size() + 1, shape.size())));
    }
    puzzles.push(Ok(Sudoku { givens, ..blank }));
    Ok(puzzles)
}

/// Returns whether a line is the top or the bottom of a frame as Simple Sudoku draws it: `*-----------*`.
fn is_frame(text: &str) -> bool {
    let inside = text.trim().strip_prefix('*').and_then(|text| text.strip_suffix('*'));
    inside.is_some_and(|inside| inside.contains('-') && inside.chars().all(|c| matches!(c, '-' | '+' | '*')))
}

/// Creates a Sudoku without cells: what all puzzles of a text have in common.
fn blank(notation: &Notation, regions: Option<Regions>) -> Sudoku {
    let shape = notation.shape;
    let units = |cell: usize| {
        let (row, column) = shape.grid().place(cell);
        let region = regions.as_ref().map_or_else(|| shape.box_of(cell), |regions| regions.of[cell]);
        [row, column, region].map(|number| number as u8)
    };
    let units = (0..shape.grid().len()).map(units).collect();
    let board = Board { shape, units, regions, notation: notation.clone(), empty: OnceLock::new() };
    Sudoku { board: Arc::new(board), givens: Vec::new() }
}

/// Returns the size of a box: the header's, else 4x4 or 5x5 for puzzles of 256 or 625 characters, else 3x3.
fn shape(document: &Document<'_>, lines: &[(usize, &str)]) -> Result<Boxes, ParseError> {
    if let Some((shape, _)) = Boxes::read(document, MOST_DIGITS)? {
        return Ok(shape);
    }
    let first = lines.first().and_then(|(_, text)| text.split(is_gap).find(|word| !word.is_empty()));
    let order = match first.map_or(0, |word| word.chars().count()) {
        256 => 4,
        625 => 5,
        _ => 3,
    };
    Ok(Boxes { rows: order, columns: order })
}

/// Returns whether a line holds a whole puzzle rather than a row, which has far fewer cells.
fn is_whole_puzzle(notation: &Notation, text: &str) -> bool {
    let first = text.split(is_gap).find(|word| !word.is_empty()).unwrap_or_default();
    if first.contains(text::is_bar) || !notation.is_compact() && text.contains(|c| text::is_bar(c) || c == ',') {
        return false;
    }
    let shape = notation.shape;
    let cells = match notation.is_compact() {
        true => first.chars().count(),
        false => text.split_whitespace().take_while(|word| !word.starts_with('#')).count(),
    };
    cells > 2 * shape.size() || cells > 1 && cells == shape.grid().len()
}

/// Returns whether a character separates the columns of a line.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

/// Reads a puzzle on one line.
fn whole_puzzle(blank: &Sudoku, line: usize, text: &str) -> Result<Sudoku, ParseError> {
    if blank.notation.is_compact() { compact_puzzle(blank, line, text) } else { numbered_puzzle(blank, line, text) }
}

/// Reads a puzzle whose cells are characters, and checks the columns after it.
fn compact_puzzle(blank: &Sudoku, line: usize, text: &str) -> Result<Sudoku, ParseError> {
    let (notation, cells) = (&blank.notation, blank.units.len());
    let mut givens = Vec::with_capacity(cells);
    let begun = text.trim_start();
    let (mut at, mut column) = (text.len() - begun.len(), text.chars().take_while(|c| c.is_whitespace()).count());
    for c in begun.chars().take(cells).take_while(|&c| !is_gap(c)) {
        givens.push(notation.digit(c).ok_or_else(|| unknown(notation, line, column + 1, c))?);
        (at, column) = (at + c.len_utf8(), column + 1);
    }
    let rest = &text[at..];
    too_few(givens.len(), notation, line, column + 1)?;
    if !rest.is_empty() && !rest.starts_with(is_gap) {
        return Err(too_much(rest, cells, line, column + 1, "the end of the line, or a blank and further columns"));
    }
    let puzzle = Sudoku { givens, ..blank.clone() };
    for token in text::pieces(line, rest, is_gap).into_iter().take_while(|token| !token.text.starts_with('#')) {
        further_column(&puzzle, Token { column: column + token.column, ..token })?;
    }
    Ok(puzzle)
}

/// Refuses a column after the puzzle that looks like cells and is no solution.
fn further_column(puzzle: &Sudoku, token: Token<'_>) -> Result<(), ParseError> {
    let (cells, length) = (puzzle.shape.grid().len(), token.text.chars().count());
    let is_number = length <= cells / 2 && token.text.parse::<f64>().is_ok();
    let are_cells = token.text.chars().all(|c| puzzle.notation.digit(c).is_some());
    // A column of letters may be a name, so with symbols only long columns count as cells.
    let least = if puzzle.notation.has_symbols() { cells / 2 } else { puzzle.shape.size() };
    if length < least || is_number || !are_cells {
        return Ok(());
    }
    let expected = || format!("a solution of {}, or another line for another puzzle", count(cells, "digit"));
    let digits = solution(&puzzle.notation, token.text).map_err(|_| token.error(expected()))?;
    puzzle.check(&digits).map_err(|why| {
        let found = format!("cells that do not solve the puzzle before them ({why})");
        ParseError::new(token.line, token.column, found, expected())
    })
}

/// Reads a puzzle whose cells are numbers.
fn numbered_puzzle(blank: &Sudoku, line: usize, text: &str) -> Result<Sudoku, ParseError> {
    let (notation, cells) = (&blank.notation, blank.units.len());
    let tokens = text::pieces(line, text, char::is_whitespace);
    let before = tokens.iter().take(cells).take_while(|token| !token.text.starts_with('#'));
    let givens: Vec<u8> = before.map(|&token| given(notation, token)).collect::<Result<_, _>>()?;
    let next = tokens.get(givens.len());
    let column = next.map_or(text.chars().count() + 1, |token| token.column);
    too_few(givens.len(), notation, line, column)?;
    match next.filter(|token| !token.text.starts_with('#')) {
        Some(_) => {
            let rest: String = text.chars().skip(column - 1).collect();
            Err(too_much(&rest, cells, line, column, "the end of the line, or a comment '# ...'"))
        }
        None => Ok(Sudoku { givens, ..blank.clone() }),
    }
}

/// Refuses a line that ends before the last cell.
fn too_few(found: usize, notation: &Notation, line: usize, column: usize) -> Result<(), ParseError> {
    let cells = notation.shape.grid().len();
    let hint = if found.isqrt().pow(2) == found { notation.hint(found.isqrt()) } else { String::new() };
    let error = || ParseError::new(line, column, count(found, "cell"), count(cells, "cell")).advising(&hint);
    if found < cells { Err(error()) } else { Ok(()) }
}

/// Creates the error about text after the cells.
fn too_much(rest: &str, cells: usize, line: usize, column: usize, expected: &str) -> ParseError {
    let found = format!("'{}' after {}", rest.chars().take(20).collect::<String>(), count(cells, "cell"));
    ParseError::new(line, column, found, expected)
}

/// Reads the cells of a row and adds them to `givens`.
fn row(notation: &Notation, line: usize, text: &str, givens: &mut Vec<u8>) -> Result<(), ParseError> {
    let shape = notation.shape;
    if let Some(cells) = picture(notation, text) {
        for (c, column) in cells {
            givens.push(if c.is_whitespace() {
                0
            } else {
                notation.digit(c).ok_or_else(|| unknown(notation, line, column, c))?
            });
        }
        return Ok(());
    }
    let separates = |c: char| c.is_whitespace() || text::is_bar(c);
    let cells = if text.contains(',') {
        text::tokens(line, text)
    } else if notation.is_compact() {
        let cells = text.char_indices().enumerate().filter(|&(_, (_, c))| !separates(c));
        cells.map(|(index, (at, c))| Token { text: &text[at..at + c.len_utf8()], line, column: index + 1 }).collect()
    } else {
        text::pieces(line, text, separates)
    };
    // The cells may be the numbers of a larger grid.
    let words = text::pieces(line, text, separates).len();
    let larger = notation.hint(if words > shape.size() { words } else { cells.len() });
    // A wrong symbol is reported before a wrong length, which it may have caused.
    for &cell in cells.iter().take(shape.size()) {
        givens.push(given(notation, cell).map_err(|error| error.advising(&larger))?);
    }
    let hint = match text.contains(text::is_bar) && notation.is_compact() {
        true => format!(", or {} between every two bars", count(shape.columns, "character")),
        false => String::new(),
    };
    let exactly = text::exactly(&cells, shape.size(), (line, text), &format!(" in a row{hint}"));
    exactly.map_err(|error| error.advising(&larger))
}

/// Reads a row with bars between boxes and blanks as empty cells: the characters and their columns.
fn picture(notation: &Notation, text: &str) -> Option<Vec<(char, usize)>> {
    if !notation.is_compact() || !text.contains(text::is_bar) {
        return None;
    }
    let shape = notation.shape;
    let mut boxes: Vec<Vec<(char, usize)>> = vec![Vec::new()];
    for (index, c) in text.chars().enumerate() {
        if text::is_bar(c) {
            boxes.push(Vec::new());
        } else {
            boxes.last_mut().expect("there is a first box").push((c, index + 1));
        }
    }
    let stacks = shape.size() / shape.columns;
    if boxes.first().is_some_and(Vec::is_empty) {
        boxes.remove(0);
    }
    if boxes.len() == stacks + 1 && boxes.last().is_some_and(|last| last.iter().all(|&(c, _)| c.is_whitespace())) {
        boxes.pop();
    }
    let last = boxes.last_mut()?;
    while last.len() > shape.columns && last.last().is_some_and(|&(c, _)| c.is_whitespace()) {
        last.pop();
    }
    let (last, others) = boxes.split_last()?;
    let fits =
        boxes.len() == stacks && last.len() <= shape.columns && others.iter().all(|cells| cells.len() == shape.columns);
    if !fits {
        return None;
    }
    let missing = shape.columns - last.len();
    Some(boxes.into_iter().flatten().chain(std::iter::repeat_n((' ', 0), missing)).collect())
}

/// Creates the error about a character that is no cell.
fn unknown(notation: &Notation, line: usize, column: usize, c: char) -> ParseError {
    ParseError::new(
        line,
        column,
        format!("'{c}'"),
        format!("{}, or one of '.', '0', '_', '?' for an empty cell", notation.expected()),
    )
}

/// Reads the digit of a cell, 0 for an empty one.
fn given(notation: &Notation, token: Token<'_>) -> Result<u8, ParseError> {
    if text::is_blank(token.text) {
        return Ok(0);
    }
    if notation.has_symbols() {
        let mut chars = token.text.chars();
        let digit = chars.next().filter(|_| chars.next().is_none()).and_then(|c| notation.digit(c));
        return digit.ok_or_else(|| {
            token.error(format!("{}, or one of '.', '0', '_', '?' for an empty cell", notation.expected()))
        });
    }
    let digit = token.text.parse::<u8>().ok().filter(|&digit| usize::from(digit) <= notation.shape.size());
    digit.ok_or_else(|| {
        token.error(format!(
            "a number from 1 to {}, or one of '.', '0', '_', '?' for an empty cell",
            notation.shape.size()
        ))
    })
}

/// Reads a solution in compact notation.
pub(super) fn solution(notation: &Notation, text: &str) -> Result<Cells, ParseError> {
    let shape = notation.shape;
    if !notation.is_compact() {
        return line::read_plain(text, shape.grid().len());
    }
    let text = text.trim_end();
    let start = text.chars().take_while(|c| c.is_whitespace()).count();
    let mut digits = Vec::with_capacity(shape.grid().len());
    for (index, c) in text.chars().enumerate().skip(start) {
        match notation.digit(c) {
            Some(digit) if digit > 0 => digits.push(i32::from(digit)),
            _ => {
                return Err(ParseError::new(1, index + 1, format!("'{c}'"), notation.expected()));
            }
        }
    }
    if digits.len() != shape.grid().len() {
        let column = start + digits.len().min(shape.grid().len()) + 1;
        return Err(ParseError::new(1, column, count(digits.len(), "digit"), count(shape.grid().len(), "digit")));
    }
    Ok(Cells(digits))
}
