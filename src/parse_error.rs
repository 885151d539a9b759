//! The error of every reader: a place, what was found there and what was expected.

use std::fmt;

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

impl ParseError {
    /// An error at a place.
    pub fn new(line: usize, column: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        ParseError { line, column, found: found.into(), expected: expected.into() }
    }
}
