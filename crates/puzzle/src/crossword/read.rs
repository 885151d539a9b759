//! Reads crosswords.

use crate::{Document, ParseError, Parsed};
use cnfab_base::display::quoted;

use super::Crossword;
use super::grid::CrosswordGrid;
use super::words::WordList;

/// Reads the puzzle of a document and its word list.
pub(super) fn parse(document: &Document<'_>) -> Result<Vec<Parsed>, ParseError> {
    let repeat = document.flag("repeat")?.unwrap_or(false);
    let grid = CrosswordGrid::read(document)?;
    let Some(file) = document.get("words") else {
        return Ok(vec![Ok(Box::new(Crossword { grid, words: WordList::common(), file: None, repeat }))]);
    };
    if file.value.is_empty() {
        return Err(file.error("the name of a file with words"));
    }
    let words = WordList::read(&document.read_file(file)?).map_err(|why| {
        let found = format!("{}, {why}", quoted(file.value));
        ParseError::new(file.line, file.column, found, "words of the letters A to Z, one a line")
    })?;
    Ok(vec![Ok(Box::new(Crossword { grid, words, file: Some(file.value.to_owned()), repeat }))])
}
