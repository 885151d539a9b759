//! Files of PUZ-PRE: `pzprv3`, the kind, the size, then the rows of the puzzle.
//!
//! Each stands on a line of its own, or `/` separates them. A Sudoku has one number for its size, the others have the
//! numbers of rows and of columns. What follows the rows of the puzzle is a player's answer.

use crate::grid::rect::Rect;
use crate::text::{self, count};
use crate::{ParseError, Token};
use cnfab_base::display;

use super::super::{GridParts, RunSums};
use super::{MOST_SIDE, boxes_for};

/// The beginning of a file; a version may follow.
const MARK: &str = "pzprv3";
/// The symbols of a cell or a clue that states nothing.
const NOTHING: [&str; 2] = [".", "-"];
/// The largest sum that is read.
const MOST_SUM: i64 = 1000;

/// Returns whether a text is such a file.
pub(in crate::exchange) fn is_file(text: &str) -> bool {
    text.trim_start().starts_with(MARK)
}

/// The parts of a file between line ends and `/`.
struct FileLines<'t> {
    lines: std::vec::IntoIter<Token<'t>>,
    end: (usize, usize),
}

impl<'t> FileLines<'t> {
    fn next(&mut self, expected: impl Into<String>) -> Result<Token<'t>, ParseError> {
        let (line, column) = self.end;
        self.lines.next().ok_or_else(|| ParseError::new(line, column, "the end of the text", expected))
    }

    /// Reads a row of some values with blanks between.
    fn row(&mut self, entries: usize) -> Result<Vec<Token<'t>>, ParseError> {
        let line = self.next(format!("a row of {}", count(entries, "value")))?;
        let shifted = |token: Token<'t>| Token { column: line.column + token.column - 1, ..token };
        let row: Vec<Token<'t>> =
            text::pieces(line.line, line.text, char::is_whitespace).into_iter().map(shifted).collect();
        if row.len() == entries {
            return Ok(row);
        }
        let found = format!("a row of {}", count(row.len(), "value"));
        Err(ParseError::new(line.line, line.column, found, count(entries, "value")))
    }

    fn side(&mut self, what: &str) -> Result<usize, ParseError> {
        let side = self.next(format!("the number of {what}"))?;
        Ok(Token { text: side.text.trim(), ..side }.integer(1..=MOST_SIDE, "")? as usize)
    }
}

/// Reads a file that begins at a line.
pub(in crate::exchange) fn read_file(text: &str, first_line: usize) -> Result<(&'static str, GridParts), ParseError> {
    let lines: Vec<Token<'_>> = (first_line..)
        .zip(text.lines())
        .flat_map(|(line, text)| text::pieces(line, text, |c| c == '/'))
        .filter(|token| !token.text.trim().is_empty())
        .collect();
    let last = lines.last().map_or((first_line, 1), |token| (token.line, token.column + token.text.chars().count()));
    let mut lines = FileLines { lines: lines.into_iter(), end: last };
    lines.next("a file of PUZ-PRE")?;
    let kind = lines.next("a kind")?;
    match kind.text.trim() {
        "sudoku" => Ok(("sudoku", sudoku(&mut lines)?)),
        "starbattle" => Ok(("star-battle", star_battle(&mut lines)?)),
        "kakuro" => Ok(("kakuro", kakuro(&mut lines)?)),
        "skyscrapers" | "building" | "skyscraper" => Ok(("skyscrapers", skyscrapers(&mut lines)?)),
        _ => {
            let known = super::VARIETIES.iter().map(|variety| variety.names[0]);
            Err(kind.error(format!("one of: {}", display::list(known))))
        }
    }
}

/// Reads a number, or `None` where nothing is stated.
fn number(token: Token<'_>, most: usize) -> Result<Option<i32>, ParseError> {
    if NOTHING.contains(&token.text) {
        return Ok(None);
    }
    Ok(Some(token.integer(1..=most as i64, " or '.'")? as i32))
}

fn sudoku(lines: &mut FileLines<'_>) -> Result<GridParts, ParseError> {
    let place = lines.lines.as_slice().first().copied();
    let size = lines.side("rows")?;
    let boxes = boxes_for(size).map_err(|(found, expected)| {
        let (line, column) = place.map_or(lines.end, |token| (token.line, token.column));
        ParseError::new(line, column, found, expected)
    })?;
    let mut parts = GridParts::new(Rect::new(size, size));
    parts.boxes = Some(boxes);
    for row in 0..size {
        for (column, token) in lines.row(size)?.into_iter().enumerate() {
            parts.givens[row * size + column] = number(token, size)?;
        }
    }
    Ok(parts)
}

fn star_battle(lines: &mut FileLines<'_>) -> Result<GridParts, ParseError> {
    let (rows, columns) = (lines.side("rows")?, lines.side("columns")?);
    let mut parts = GridParts::new(Rect::new(rows, columns));
    parts.stars = lines.side("stars")?;
    lines.side("regions")?;
    let mut known: Vec<&str> = Vec::new();
    for _ in 0..rows {
        for token in lines.row(columns)? {
            token.integer(0..=MOST_SIDE * MOST_SIDE, "")?;
            let region = known.iter().position(|name| *name == token.text).unwrap_or_else(|| {
                known.push(token.text);
                known.len() - 1
            });
            parts.regions.push(Some(region));
        }
    }
    Ok(parts)
}

fn kakuro(lines: &mut FileLines<'_>) -> Result<GridParts, ParseError> {
    let (rows, columns) = (lines.side("rows")? + 1, lines.side("columns")? + 1);
    let mut parts = GridParts::new(Rect::new(rows, columns));
    for row in 0..rows {
        for (column, token) in lines.row(columns)?.into_iter().enumerate() {
            let sum = |text: &str| -> Result<Option<i64>, ParseError> {
                let sum = Token { text, ..token }.integer(-1..=MOST_SUM, "")?;
                Ok((sum > 0).then_some(sum))
            };
            let black = match (row, column, token.text.split_once(',')) {
                (0, 0, _) => Some(RunSums::default()),
                (0, ..) => Some(RunSums { down: sum(token.text)?, across: None }),
                (_, 0, _) => Some(RunSums { down: None, across: sum(token.text)? }),
                (.., Some((across, down))) => Some(RunSums { down: sum(down)?, across: sum(across)? }),
                _ if token.text == "." => None,
                _ => return Err(token.error("'.' for a white cell, or two sums 'ACROSS,DOWN'")),
            };
            parts.black.push(black);
        }
    }
    Ok(parts)
}

fn skyscrapers(lines: &mut FileLines<'_>) -> Result<GridParts, ParseError> {
    let (rows, columns) = (lines.side("rows")?, lines.side("columns")?);
    let mut parts = GridParts::new(Rect::new(rows, columns));
    let most = rows.max(columns);
    for row in 0..rows + 2 {
        let entries = lines.row(columns + 2)?;
        let (first, last) = (entries[0], entries[columns + 1]);
        let inside = &entries[1..=columns];
        if row == 0 || row == rows + 1 {
            let clues = inside.iter().map(|&token| number(token, most)).collect::<Result<Vec<_>, _>>()?;
            parts.sides[usize::from(row > 0)] = clues;
            continue;
        }
        parts.sides[2].push(number(first, most)?);
        parts.sides[3].push(number(last, most)?);
        for (column, &token) in inside.iter().enumerate() {
            // Without the mark, a height is part of a player's answer.
            if let Some(given) = token.text.strip_prefix('q') {
                let given = Token { text: given, column: token.column + 1, ..token };
                parts.givens[(row - 1) * columns + column] = number(given, most)?;
            }
        }
    }
    Ok(parts)
}
