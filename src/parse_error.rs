//! The error of every reader: a place, what was found there and what was expected.

use std::fmt;

use crate::display;

/// What was found where something else was expected. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: found {}, expected {}", self.line, self.column, self.found, self.expected)
    }
}

/// The most characters of what was found: some words and a few excerpts.
const MOST_FOUND: usize = 4 * display::MOST_ECHOED;

impl ParseError {
    /// An error at a place. What was found is shown escaped and never whole if it is long; pieces of the input within it
    /// should be excerpts, see [`display::quoted`].
    pub fn new(line: usize, column: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let (found, expected) = (display::cut(&found.into(), MOST_FOUND), expected.into());
        ParseError { line, column, found, expected: display::escaped(&expected).into_owned() }
    }

    /// The same error, with more said at the end of what is expected.
    pub fn or(mut self, more: &str) -> Self {
        self.expected.push_str(more);
        self
    }
}
