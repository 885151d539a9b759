//! Reads the rows of a file one by one; only what reports need is kept.

use std::io::{self, BufRead};

use crate::study::{Row, is_torn_row, read_row};
use cnfab_base::display;

use super::Results;

/// Why a file of rows cannot be read; begins with the position, so that editors can jump there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowsError {
    /// A line is no row.
    #[error("{name}:{line}:{column}: {why}")]
    Line {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: usize,
        /// The error: what was found and what was expected.
        why: String,
    },
    /// The file cannot be read.
    #[error("cnfab: cannot read '{name}': {why}")]
    File {
        /// The file.
        name: String,
        /// The system's reason.
        why: io::Error,
    },
}

/// The last line of a file is the beginning of a row: its writer was stopped. It was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The line, from 1.
    pub line: u64,
    /// Its number of bytes.
    pub bytes: usize,
}

impl Results {
    /// Reads the rows of a file, one JSON object per line. Empty lines are passed over, and so is a torn last line.
    ///
    /// # Errors
    /// At the first line that is no row.
    pub fn read(&mut self, name: &str, from: &mut dyn BufRead) -> Result<Option<Torn>, RowsError> {
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let read = read_row(from, &mut bytes);
            read.map_err(|why| RowsError::File { name: name.to_owned(), why })?;
            if bytes.is_empty() {
                break;
            }
            let text = bytes.trim_ascii();
            if text.is_empty() {
                continue;
            }
            match serde_json::from_slice::<Row>(text) {
                Ok(row) => self.add(row, name, line),
                Err(_) if bytes.last() != Some(&b'\n') && is_torn_row(&bytes, line > 1) => {
                    return Ok(Some(Torn { line, bytes: bytes.len() }));
                }
                Err(error) => {
                    let why = error.to_string();
                    // The position within the line stands in front.
                    let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
                    let why = display::foreign(why);
                    let why = format!("found what is no row of a study: {why}; 'cnfab schema' prints what a row is");
                    return Err(RowsError::Line { name: name.to_owned(), line, column: error.column().max(1), why });
                }
            }
        }
        Ok(None)
    }
}
