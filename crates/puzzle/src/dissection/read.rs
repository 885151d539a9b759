//! Reads the board and the stones.

use crate::grid::polyomino::{Board, Polyomino, Square};

use super::super::{Document, ParseError, Parsed};
use super::Dissection;

/// The most rows or columns of a picture.
const MOST_LINES: usize = 100;
/// The most squares of a picture.
const MOST_SQUARES: usize = 1024;
/// The most stones.
const MOST_STONES: usize = 256;
/// The most placements of all stones together.
const MOST_PLACEMENTS: usize = 200_000;

/// The colour of every square if colours are ignored.
const ANY: char = 'x';

/// Reads the puzzle of a document.
pub(super) fn parse(document: &Document<'_>) -> Result<Vec<Parsed>, ParseError> {
    let colours = document.flag("colours")?.unwrap_or(true);
    let rotate = document.flag("rotate")?.unwrap_or(true);
    let flip = document.flag("flip")?.unwrap_or(true);
    let mut sections = sections(document)?.into_iter();
    let board = match checkerboard(document)? {
        Some(squares) => squares.into_iter().map(|square| (square, (0, 0))).collect(),
        None => picture(&sections.next().expect("there is a section"), None)?,
    };
    let mut known: Vec<char> = board.iter().map(|(square, _)| square.colour).collect();
    known.sort_unstable();
    known.dedup();
    let paint = |squares: Vec<Placed>| {
        squares
            .into_iter()
            .map(move |(square, _)| Square { colour: if colours { square.colour } else { ANY }, ..square })
    };
    let board = Board::new(paint(board));
    let mut stones = Vec::new();
    let mut placements = Vec::new();
    let mut total = 0;
    for section in sections {
        let Some(&(line, _)) = section.rows.first() else { return Err(section.nothing()) };
        if stones.len() == MOST_STONES {
            return Err(ParseError::new(line, 1, "another stone", format!("at most {MOST_STONES} stones")));
        }
        let squares = picture(&section, colours.then_some(&known))?;
        let stone = Polyomino::new(paint(squares));
        if !stone.is_connected() {
            return Err(ParseError::new(line, 1, "a stone in several pieces", "squares that hang together"));
        }
        let orientations = stone.orientations(rotate, flip);
        let of_stone = board.placements(&orientations);
        total += of_stone.len();
        if total > MOST_PLACEMENTS {
            let found = format!("stones that can be placed in more than {MOST_PLACEMENTS} ways");
            return Err(ParseError::new(line, 1, found, "a smaller board or fewer stones"));
        }
        stones.push(stone);
        placements.push(of_stone);
    }
    if stones.is_empty() {
        return Err(document.missing("=== and a stone"));
    }
    Ok(vec![Ok(Box::new(Dissection::new(board, stones, placements, rotate, flip, colours)))])
}

/// Reads the header key `board`: a checkerboard with B at the top left.
fn checkerboard(document: &Document<'_>) -> Result<Option<Vec<Square>>, ParseError> {
    let Some(header) = document.get("board") else { return Ok(None) };
    let size = header.value.split_once('x').and_then(|(rows, columns)| {
        let (rows, columns) = (rows.trim().parse::<usize>().ok()?, columns.trim().parse::<usize>().ok()?);
        let fits = (1..=MOST_LINES).contains(&rows) && (1..=MOST_LINES).contains(&columns);
        (fits && rows * columns <= MOST_SQUARES).then_some((rows as i32, columns as i32))
    });
    let (rows, columns) = size.ok_or_else(|| {
        header.error(format!("ROWSxCOLUMNS such as 8x8, at most {MOST_LINES} of each and {MOST_SQUARES} squares"))
    })?;
    let positions = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let colour = |(row, column)| if (row + column) % 2 == 0 { 'B' } else { 'W' };
    Ok(Some(positions.map(|(row, column)| Square { row, column, colour: colour((row, column)) }).collect()))
}

/// A square and its line and column in the text.
type Placed = (Square, (usize, usize));

/// The lines between two separators.
struct Section<'t> {
    rows: Vec<(usize, &'t str)>,
    /// The number of the line after the section.
    end: usize,
    /// Describes the line after the section, for errors.
    until: &'static str,
}

impl Section<'_> {
    /// Creates the error about an empty section.
    fn nothing(&self) -> ParseError {
        ParseError::new(self.end, 1, self.until, "the picture of a stone or of the board")
    }
}

/// Splits the body at separators; refuses empty sections.
fn sections<'t>(document: &Document<'t>) -> Result<Vec<Section<'t>>, ParseError> {
    let (last, _) = document.end();
    let mut all = vec![Section { rows: Vec::new(), end: last, until: "the end of the text" }];
    for &(line, text) in document.body() {
        let current = all.last_mut().expect("there is a section");
        let trimmed = text.trim_end();
        if trimmed.len() >= 3 && trimmed.chars().all(|c| c == '=') {
            current.end = line;
            current.until = "'==='";
            all.push(Section { rows: Vec::new(), end: last, until: "the end of the text" });
        } else if trimmed.is_empty() {
            return Err(ParseError::new(line, 1, "a blank line", "a row of a picture or ==="));
        } else {
            current.rows.push((line, trimmed));
        }
    }
    match all.iter().find(|section| section.rows.is_empty()) {
        Some(empty) => Err(empty.nothing()),
        None => Ok(all),
    }
}

/// Reads the squares of a picture; `known` are the allowed colours, if they are restricted.
fn picture(section: &Section<'_>, known: Option<&Vec<char>>) -> Result<Vec<Placed>, ParseError> {
    let mut squares: Vec<Placed> = Vec::new();
    for (row, &(line, text)) in section.rows.iter().enumerate() {
        if row == MOST_LINES {
            return Err(ParseError::new(line, 1, "another row", format!("at most {MOST_LINES} rows")));
        }
        for (column, colour) in text.chars().enumerate() {
            let wrong = |found: String, expected: String| Err(ParseError::new(line, column + 1, found, expected));
            if column == MOST_LINES {
                return wrong(format!("'{colour}'"), format!("at most {MOST_LINES} columns"));
            }
            match colour {
                '_' | ' ' => continue,
                '=' => return wrong("'='".to_owned(), "a line === alone, or another colour".to_owned()),
                _ if colour.is_whitespace() || colour.is_control() => {
                    return wrong(format!("{colour:?}"), "a colour, _ or a blank".to_owned());
                }
                _ => {}
            }
            if let Some(known) = known.filter(|known| !known.contains(&colour)) {
                let list: Vec<String> = known.iter().map(char::to_string).collect();
                let list = cnfab_base::display::list(&list);
                let expected = format!("a colour of the board ({list}) or _, or 'colours: no' in the header");
                return wrong(format!("'{colour}'"), expected);
            }
            if squares.len() == MOST_SQUARES {
                return wrong("another square".to_owned(), format!("at most {MOST_SQUARES} squares"));
            }
            squares.push((Square { row: row as i32, column: column as i32, colour }, (line, column + 1)));
        }
    }
    if squares.is_empty() { Err(section.nothing()) } else { Ok(squares) }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing;
    use super::super::KIND;

    fn error(rest: &str) -> String {
        testing::error(&KIND, &format!("kind: dissection\n{rest}"))
    }

    #[test]
    fn texts_that_can_be_read() {
        assert_eq!(error("board: 2x2\n\nBW\n===\nWB\n"), "no error");
        assert_eq!(error("board: 2 x 2\nrotate: no\nflip: yes\ncolours: no\n\no\n======\n  o\n o\n"), "no error");
        assert_eq!(error("\nxx\nx\n===\n_x\nxx\n"), "no error");
    }

    #[test]
    fn header_errors() {
        let board =
            "line 2, column 8: found 'SIZE', expected ROWSxCOLUMNS such as 8x8, at most 100 of each and 1024 squares";
        for size in ["8", "0x8", "8x101", "64x64", "-1x3", "x", "8x"] {
            assert_eq!(error(&format!("board: {size}\n\nB\n")), board.replace("SIZE", size));
        }
        assert_eq!(error("rotate: maybe\n\nB\n===\nB\n"), "line 2, column 9: found 'maybe', expected yes or no");
        assert_eq!(
            error("turn: no\n\nB\n"),
            "line 2, column 1: found key 'turn', expected one of: kind, board, colours, rotate, flip, title, author, rules"
        );
    }

    #[test]
    fn body_errors() {
        let picture = "expected the picture of a stone or of the board";
        assert_eq!(error(""), format!("line 1, column 1: found the end of the text, {picture}"));
        assert_eq!(error("\nBW\n"), "line 3, column 3: found the end of the text, expected === and a stone");
        assert_eq!(error("\nBW\n===\n===\nBW\n"), format!("line 5, column 1: found '===', {picture}"));
        assert_eq!(error("\n===\nBW\n"), format!("line 3, column 1: found '===', {picture}"));
        assert_eq!(error("\nBW\n===\n"), format!("line 4, column 1: found the end of the text, {picture}"));
        assert_eq!(error("\nBW\n===\n__\n"), format!("line 5, column 1: found the end of the text, {picture}"));
        assert_eq!(
            error("\nBW\n\n===\nBW\n"),
            "line 4, column 1: found a blank line, expected a row of a picture or ==="
        );
        let expected = "expected a colour of the board (B, W) or _, or 'colours: no' in the header";
        assert_eq!(error("\nBW\n===\nBX\n"), format!("line 5, column 2: found 'X', {expected}"));
        assert_eq!(error("\nBW\n===\nB\tW\n"), "line 5, column 2: found '\\t', expected a colour, _ or a blank");
        assert_eq!(
            error("\nBW\n===\nB=\n"),
            "line 5, column 2: found '=', expected a line === alone, or another colour"
        );
        assert_eq!(
            error("\nBWB\n===\nB_B\n"),
            "line 5, column 1: found a stone in several pieces, expected squares that hang together"
        );
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert_eq!(
            error(&format!("\n{}\n", "B".repeat(101))),
            "line 3, column 101: found 'B', expected at most 100 columns"
        );
        assert_eq!(
            error(&format!("\n{}", "B\n".repeat(101))),
            "line 103, column 1: found another row, expected at most 100 rows"
        );
        assert_eq!(
            error(&format!("\n{}", ("B".repeat(64) + "\n").repeat(17))),
            "line 19, column 1: found another square, expected at most 1024 squares"
        );
        assert_eq!(
            error(&format!("board: 1x1\n\n{}", "B\n===\n".repeat(256) + "B\n")),
            "line 516, column 1: found another stone, expected at most 256 stones"
        );
        assert_eq!(
            error(&format!("board: 32x32\ncolours: no\n\n{}", "xx\n===\n".repeat(120) + "x\n")),
            "line 205, column 1: found stones that can be placed in more than 200000 ways, expected a smaller board or \
             fewer stones"
        );
    }
}
