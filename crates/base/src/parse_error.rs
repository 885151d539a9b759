//! The error of every reader: a position, the text found there and the text expected.

use std::fmt;

use crate::display;

/// A text that was found where something else was expected. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The text that stands there.
    pub found: String,
    /// The text that should stand there.
    pub expected: String,
    /// Advice that may help besides, such as a header line that is not there.
    pub advice: Option<Box<Advice>>,
}

/// Advice, which begins with its separator from the expected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice(String);

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError { line, column, found, expected, advice } = self;
        write!(f, "line {line}, column {column}: found {found}, expected {expected}")?;
        advice.iter().try_for_each(|advice| advice.fmt(f))
    }
}

/// The most characters of what was found: some words and a few excerpts.
const MOST_FOUND: usize = 4 * display::MOST_ECHOED;

impl ParseError {
    /// An error at a position. What was found is shown escaped and never whole if it is long; pieces of the input
    /// within it should be excerpts, see `display::quoted`.
    pub fn new(line: usize, column: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let (found, expected) = (display::cut(&found.into(), MOST_FOUND), expected.into());
        ParseError { line, column, found, expected: display::escaped(&expected).into_owned(), advice: None }
    }

    /// The same error with advice, which begins with its separator from the expected text.
    pub fn advising(mut self, advice: &str) -> Self {
        self.advice = (!advice.is_empty()).then(|| Box::new(Advice(advice.to_owned())));
        self
    }
}
