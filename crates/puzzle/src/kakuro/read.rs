//! Reads grids of Kakuro and their solutions.

use crate::grid::rect::Rect;
use crate::{Cells, Document, ParseError, Token, text};

use super::{DigitRun, Kakuro, KakuroCell, MOST_DIGIT};

/// The most rows or columns.
const MOST_SIDE: usize = 100;
/// Describes the tokens of a cell, for errors.
const CELL: &str = "a digit from 1 to 9, one of '.', '_', '?' for a white cell, \
    or '#', 'DOWN\\', '\\ACROSS' or 'DOWN\\ACROSS' for a black one";

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<Kakuro, ParseError> {
    let mut rows: Vec<Vec<Token<'_>>> = Vec::new();
    for &(line, text) in document.body().iter().filter(|(_, text)| !text.trim().is_empty()) {
        if rows.len() == MOST_SIDE {
            return Err(ParseError::new(line, 1, "another row", format!("at most {MOST_SIDE} rows")));
        }
        let row = text::pieces(line, text, char::is_whitespace);
        if let Some(surplus) = row.get(MOST_SIDE) {
            return Err(surplus.error(format!("at most {MOST_SIDE} cells in a row")));
        }
        text::exactly(&row, rows.first().map_or(row.len(), Vec::len), (line, text), ", as many as in row 1")?;
        rows.push(row);
    }
    let Some(first) = rows.first() else { return Err(document.missing("the rows of the grid")) };
    let grid = Rect::new(rows.len(), first.len());
    let tokens: Vec<Token<'_>> = rows.concat();
    let cells = tokens.iter().map(|&token| read_cell(token)).collect::<Result<Vec<_>, _>>()?;
    if !cells.iter().any(|cell| matches!(cell, KakuroCell::White(_))) {
        return Err(tokens[0].error("a grid with a white cell"));
    }
    let runs = runs(grid, &cells, &tokens)?;
    Ok(Kakuro { grid, cells, runs })
}

/// Reads a cell of the grid.
fn read_cell(token: Token<'_>) -> Result<KakuroCell, ParseError> {
    let wrong = || token.error(CELL);
    if token.text == "#" {
        return Ok(KakuroCell::Black { down: None, across: None });
    }
    if text::is_blank(token.text) {
        return Ok(KakuroCell::White(None));
    }
    let Some((down, across)) = token.text.split_once('\\') else {
        let digit = token.text.parse::<i32>().ok().filter(|digit| (1..=MOST_DIGIT).contains(digit));
        return digit.map(|digit| KakuroCell::White(Some(digit))).ok_or_else(wrong);
    };
    let sum = |text: &str| match text {
        "" => Ok(None),
        _ => text.parse::<u32>().map(|sum| Some(i64::from(sum))).map_err(|_| wrong()),
    };
    Ok(KakuroCell::Black { down: sum(down)?, across: sum(across)? })
}

/// Finds the runs of a grid; refuses a clue without a run.
fn runs(grid: Rect, cells: &[KakuroCell], tokens: &[Token<'_>]) -> Result<Vec<DigitRun>, ParseError> {
    let across = (0..grid.rows).map(|row| (true, grid.row(row).collect::<Vec<usize>>()));
    let down = (0..grid.columns).map(|column| (false, grid.column(column).collect()));
    let mut runs = Vec::new();
    for (is_across, line) in across.chain(down) {
        let mut open: Option<DigitRun> = None;
        let mut clue: Option<(i64, usize)> = None;
        for cell in line {
            match cells[cell] {
                KakuroCell::White(_) => {
                    let sum = clue.take().map(|(sum, _)| sum);
                    open.get_or_insert(DigitRun { is_across, cells: Vec::new(), sum }).cells.push(cell);
                }
                KakuroCell::Black { down, across } => {
                    runs.extend(open.take());
                    unused(clue, tokens, is_across)?;
                    clue = if is_across { across } else { down }.map(|sum| (sum, cell));
                }
            }
        }
        runs.extend(open);
        unused(clue, tokens, is_across)?;
    }
    Ok(runs)
}

/// Refuses a clue that no white cell follows.
fn unused(clue: Option<(i64, usize)>, tokens: &[Token<'_>], is_across: bool) -> Result<(), ParseError> {
    let after = if is_across { "to the right of" } else { "below" };
    clue.map_or(Ok(()), |(_, cell)| Err(tokens[cell].error(format!("a white cell {after} its clue"))))
}

/// Reads a solution line: the rows with `/` between them.
pub(super) fn solution(kakuro: &Kakuro, line: &str) -> Result<Cells, ParseError> {
    let (rows, columns) = (kakuro.grid.rows, kakuro.grid.columns);
    let mut cells = Vec::with_capacity(kakuro.grid.len());
    let text = line.trim_end();
    for (index, c) in text.chars().enumerate() {
        let error = |expected: &str| Err(ParseError::new(1, index + 1, format!("'{c}'"), expected));
        if index == rows * (columns + 1) - 1 {
            return error(&format!("the end of the line after {rows} rows of {columns}"));
        }
        match (index % (columns + 1) == columns, c) {
            (true, '/') => {}
            (true, _) => return error("'/' between the rows"),
            (false, '#') => cells.push(0),
            (false, '1'..='9') => cells.push(c as i32 - '0' as i32),
            (false, _) => return error("a digit from 1 to 9, or #"),
        }
    }
    if cells.len() < kakuro.grid.len() {
        let expected = format!("{rows} rows of {columns} digits or #, with / between them");
        return Err(ParseError::new(1, text.chars().count() + 1, "the end of the line", expected));
    }
    Ok(Cells(cells))
}
