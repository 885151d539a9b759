//! Reads links character by character, with positions for errors.

use crate::text::count;
use crate::{ParseError, Token};
use cnfab_base::display::quoted;

/// The most bytes of a link; larger than any puzzle needs.
const MOST_LENGTH: usize = 1_000_000;

/// Returns whether a text begins like a link.
pub fn is_link(text: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme)) && text.len() > scheme.len()
    })
}

/// Refuses a link that is longer than any puzzle needs.
pub(super) fn within_limit(link: Token<'_>) -> Result<(), ParseError> {
    if link.text.len() <= MOST_LENGTH {
        return Ok(());
    }
    let found = format!("a link of {} bytes", link.text.len());
    Err(ParseError::new(link.line, link.column, found, format!("at most {MOST_LENGTH} bytes")))
}

/// The rest of a link that is read.
#[derive(Clone, Copy)]
pub(super) struct LinkCursor<'t> {
    rest: Token<'t>,
}

impl<'t> LinkCursor<'t> {
    /// Begins with the first character.
    pub(super) fn new(link: Token<'t>) -> Self {
        LinkCursor { rest: link }
    }

    /// Returns what has not been read.
    pub(super) fn rest(&self) -> &'t str {
        self.rest.text
    }

    /// Reads a character.
    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.rest.text.chars().next()?;
        self.skip(c.len_utf8());
        Some(c)
    }

    /// Reads some bytes, which end between characters.
    pub(super) fn skip(&mut self, bytes: usize) {
        let (read, rest) = self.rest.text.split_at(bytes);
        self.rest = Token { text: rest, column: self.rest.column + read.chars().count(), ..self.rest };
    }

    /// Reads the characters before a separator, and the separator; all of the rest if there is none.
    pub(super) fn field(&mut self, separator: char) -> Token<'t> {
        let (field, end) = match self.rest.text.find(separator) {
            Some(at) => (&self.rest.text[..at], at + separator.len_utf8()),
            None => (self.rest.text, self.rest.text.len()),
        };
        let field = Token { text: field, ..self.rest };
        self.skip(end);
        field
    }

    /// Reads a number of some digits of a radix.
    pub(super) fn digits(&mut self, number: usize, radix: u32) -> Result<i32, ParseError> {
        let start = *self;
        let wrong = || start.error(format!("{} of base {radix}", count(number, "digit")));
        let mut value = 0;
        for _ in 0..number {
            let digit = self.next().and_then(|c| c.to_digit(radix)).ok_or_else(wrong)?;
            value = value * radix as i32 + digit as i32;
        }
        Ok(value)
    }

    /// Refuses further characters.
    pub(super) fn end(&self) -> Result<(), ParseError> {
        if self.rest.text.is_empty() { Ok(()) } else { Err(self.error("the end of the link")) }
    }

    /// Creates an error about the rest of the link.
    pub(super) fn error(&self, expected: impl Into<String>) -> ParseError {
        let found = if self.rest.text.is_empty() { "the end of the link".to_owned() } else { quoted(self.rest.text) };
        self.error_of(found, expected)
    }

    /// Creates an error at the begin of the rest.
    pub(super) fn error_of(&self, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.rest.line, self.rest.column, found, expected)
    }
}
