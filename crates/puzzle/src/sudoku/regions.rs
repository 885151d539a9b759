//! Reads irregular regions: a map of symbols below the rows of a Sudoku.

use std::sync::Arc;

use crate::grid::rect::Rect;
use crate::{Document, ParseError, Token, text};

use super::read::MOST_DIGITS;

/// The line above the map.
const TITLE: &str = "regions:";

/// The region of each cell, shared by the puzzles of a text.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// The region of each cell, numbered from 0 in order of the first cells.
    pub(super) of: Arc<[usize]>,
    /// The number of regions, which equals the numbers of rows, columns and digits.
    pub(super) size: usize,
}

/// The lines of a body with their numbers.
type Lines<'l, 't> = &'l [(usize, &'t str)];

impl Regions {
    /// Splits the lines of a body into the lines above the map, and the regions if there is a map.
    pub(super) fn split<'l, 't>(
        document: &Document<'t>,
        lines: Lines<'l, 't>,
    ) -> Result<(Lines<'l, 't>, Option<Self>), ParseError> {
        let Some(title) = lines.iter().position(|(_, text)| text.trim() == TITLE) else { return Ok((lines, None)) };
        if let Some(header) = document.get("box") {
            return Err(ParseError::new(header.line, 1, "key 'box'", "none on a grid with regions"));
        }
        let regions = Self::read(document, &lines[title + 1..])?;
        Ok((&lines[..title], Some(regions)))
    }

    /// Reads the rows of a map.
    fn read(document: &Document<'_>, rows: Lines<'_, '_>) -> Result<Self, ParseError> {
        let Some(&(first_line, first)) = rows.first() else { return Err(document.missing("the map of the regions")) };
        let first = text::symbols(first_line, first);
        let size = first.len();
        if let Some(surplus) = first.get(MOST_DIGITS) {
            return Err(surplus.error(format!("at most {MOST_DIGITS} cells in a row")));
        }
        let mut regions: Vec<(Token<'_>, usize)> = Vec::new();
        let mut of = Vec::with_capacity(Rect::new(size, size).len());
        for (row, &(line, text)) in rows.iter().enumerate() {
            if row == size {
                let expected = format!("the end of the text after {} of the map", text::count(size, "row"));
                return Err(ParseError::new(line, 1, format!("row {}", row + 1), expected));
            }
            let symbols = text::symbols(line, text);
            text::exactly(&symbols, size, (line, text), ", as many as in row 1 of the map")?;
            for symbol in symbols {
                let number = regions.iter().position(|(known, _)| known.text == symbol.text);
                let number = number.unwrap_or_else(|| {
                    regions.push((symbol, 0));
                    regions.len() - 1
                });
                regions[number].1 += 1;
                of.push(number);
            }
        }
        if rows.len() < size {
            return Err(document.missing(format!("row {} of {size} of the map", rows.len() + 1)));
        }
        if let Some(&(symbol, cells)) = regions.iter().find(|(_, cells)| *cells != size) {
            let found = format!("region '{}' of {}", symbol.text, text::count(cells, "cell"));
            let expected = format!("{}, one for each digit", text::count(size, "cell"));
            return Err(ParseError::new(symbol.line, symbol.column, found, expected));
        }
        Ok(Regions { of: of.into(), size })
    }
}

#[cfg(test)]
mod tests {
    use crate::sudoku::KIND;
    use crate::testing::{self, puzzle, puzzles, refused, solutions};

    const SMALL: &str = "kind: sudoku\n\n..43\n...1\n.2..\n....\n\nregions:\nAAAB\nABBB\nCCDD\nCCDD\n";

    #[test]
    fn a_published_grid_has_its_published_solution_only() {
        let puzzle = puzzle(SMALL);
        for view in ["cell", "row-digit"] {
            let found: Vec<String> = solutions(puzzle.as_ref(), view).iter().map(|cells| puzzle.plain(cells)).collect();
            assert_eq!(found, ["2143342112344312"], "{view}");
        }
    }

    #[test]
    fn both_views_have_the_same_grids() {
        let puzzle = puzzle(&SMALL.replace("..43", "....").replace("...1", "....").replace(".2..", "...."));
        let cell = solutions(puzzle.as_ref(), "cell");
        assert!(!cell.is_empty() && cell == solutions(puzzle.as_ref(), "row-digit"));
    }

    #[test]
    fn regions_are_checked_and_drawn() {
        let puzzle = puzzle(SMALL);
        // A Latin square with the givens of the first two rows: the first region has a digit twice.
        let cells = puzzle.read_plain("1243432132142134").expect("16 digits");
        assert_eq!(refused(puzzle.as_ref(), &cells), "region 1 has 4 twice: in row 1, column 3 and in row 2, column 1");
        assert!(puzzle.draw(None).starts_with("┌───────────┬───┐\n│ .   .   4 │ 3 │\n"));
        let twice = testing::puzzle(&SMALL.replace("...1", "4..1"));
        let why = twice.contradiction().expect("4 is twice in the first region");
        assert_eq!(why.to_string(), "region 1 has 4 twice, in row 1, column 3 and row 2, column 1");
        assert_eq!(
            testing::puzzle(&format!(
                "{}\nregions:\nAAAB\nABBB\nCCDD\nCCDD\n",
                SMALL.split("\nregions").next().expect("rows")
            ))
            .draw(None),
            puzzle.draw(None)
        );
    }

    #[test]
    fn a_batch_shares_its_regions() {
        let map = SMALL.split_once("regions:").expect("a map").1;
        let batch = format!("kind: sudoku\n\n..43...1.2......\n................\n\nregions:{map}");
        assert_eq!(puzzles(&batch).len(), 2);
    }

    #[test]
    fn maps_that_are_wrong() {
        let error = |from: &str, to: &str| testing::error(&KIND, &SMALL.replace(from, to));
        assert_eq!(
            error("kind: sudoku\n", "kind: sudoku\nbox: 2x2\n"),
            "line 2, column 1: found key 'box', expected none on a grid with regions"
        );
        assert_eq!(
            error("ABBB", "AABB"),
            "line 9, column 1: found region 'A' of 5 cells, expected 4 cells, one for each digit"
        );
        assert_eq!(
            error("ABBB", "ABB"),
            "line 10, column 4: found 3 cells, expected 4 cells, as many as in row 1 of the map"
        );
        assert_eq!(
            error("CCDD\nCCDD\n", "CCDD\n"),
            "line 11, column 5: found the end of the text, expected row 4 of 4 of the map"
        );
        assert_eq!(
            error("CCDD\nCCDD\n", "CCDD\nCCDD\nE\n"),
            "line 13, column 1: found row 5, expected the end of the text after 4 rows of the map"
        );
        assert_eq!(
            error("AAAB\nABBB\nCCDD\nCCDD\n", ""),
            "line 8, column 9: found the end of the text, expected the map of the regions"
        );
        assert_eq!(error("....\n\n", "\n\n"), "line 12, column 5: found the end of the text, expected row 4 of 4");
    }
}
