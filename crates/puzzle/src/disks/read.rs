//! Reads flower disks.

use crate::grid::ring::Ring;
use crate::{Document, ParseError, Parsed};

use super::Disks;

/// The most disks.
const MOST_DISKS: usize = 64;

/// The most places of a disk.
const MOST_PLACES: usize = 360;

/// Reads the puzzle of a document.
pub(super) fn parse(document: &Document<'_>) -> Result<Vec<Parsed>, ParseError> {
    let mut solid: Vec<Vec<bool>> = Vec::new();
    for &(line, text) in document.body() {
        if solid.len() == MOST_DISKS {
            return Err(ParseError::new(line, 1, "another disk", format!("at most {MOST_DISKS} disks")));
        }
        let most = solid.first().map_or(MOST_PLACES, Vec::len);
        let mut disk = Vec::new();
        for (column, c) in text.chars().enumerate() {
            let wrong = |expected: String| ParseError::new(line, column + 1, format!("'{c}'"), expected);
            match c {
                '0' | '1' if disk.len() == most => {
                    let as_first = if solid.is_empty() { "at most" } else { "as on the first disk," };
                    return Err(wrong(format!("the end of the line: {as_first} {most} places")));
                }
                '0' | '1' => disk.push(c == '1'),
                ',' | ' ' | '\t' => {}
                _ => return Err(wrong("0 or 1".to_owned())),
            }
        }
        if disk.is_empty() {
            return Err(ParseError::new(line, 1, "a line without places", "0 or 1"));
        }
        if let Some(first) = solid.first()
            && disk.len() < first.len()
        {
            let found = format!("the end of the line after {} places", disk.len());
            let expected = format!("{} places, as on the first disk", first.len());
            return Err(ParseError::new(line, text.chars().count() + 1, found, expected));
        }
        solid.push(disk);
    }
    let Some(first) = solid.first() else { return Err(document.missing("a line of 0 and 1 per disk")) };
    let ring = Ring::new(first.len());
    Ok(vec![Ok(Box::new(Disks { solid, ring }))])
}
