//! A position in a text, for readers that need lines and columns only where something is wrong.

use std::ops::Range;

use cnfab_base::display::{cut, quoted};
use cnfab_base::parse_error::ParseError;
use cnfab_model::GroupNames;

/// A position in a text. What was read before it stays at hand.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// The byte that begins a comment which ends with its line, where a token could begin.
    comment: Option<u8>,
}

impl<'t> Cursor<'t> {
    /// The beginning of a text. `comment` is the first byte of comments, where a token could begin.
    pub(super) fn new(text: &'t str, comment: Option<u8>) -> Self {
        Cursor { text, at: 0, comment }
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The number of bytes before the position.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Goes to an offset, which is before the end of the text or at it.
    pub(super) fn go_to(&mut self, offset: usize) {
        self.at = offset;
    }

    /// The next byte; `None` at the end.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes to the next token: over blanks, and over comments.
    pub(super) fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte.is_ascii_whitespace() {
                self.at += 1;
            } else if Some(byte) == self.comment {
                self.skip_line();
            } else {
                break;
            }
        }
    }

    /// Goes to the end of the line and returns what stood there.
    pub(super) fn skip_line(&mut self) -> &'t str {
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or_default();
        self.at += line.len();
        line
    }

    /// Goes over this text if it is next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_next = self.rest().as_bytes().starts_with(text.as_bytes());
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// Goes over the bytes for which this holds, which are ASCII or whole characters, and returns them.
    pub(super) fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|&byte| is_part(byte)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Goes over a whole number with a sign or without.
    ///
    /// # Errors
    /// If there is none, or it has more than 64 bits.
    pub(super) fn number(&mut self, expected: &str) -> Result<i64, ParseError> {
        Ok(self.wide_number(64, expected)?.try_into().expect("a number of 64 bits"))
    }

    /// The same for a number of at most `bits`, its sign among them.
    ///
    /// # Errors
    /// If there is none, or it has more bits.
    pub(super) fn wide_number(&mut self, bits: u32, expected: &str) -> Result<i128, ParseError> {
        let start = self.at;
        let is_negative = match self.peek() {
            Some(b'-') => true,
            Some(b'+') => false,
            _ => {
                return self.digits(start, false, bits, expected);
            }
        };
        self.at += 1;
        self.digits(start, is_negative, bits, expected)
    }

    fn digits(&mut self, start: usize, is_negative: bool, bits: u32, expected: &str) -> Result<i128, ParseError> {
        let digits = self.take_while(|byte| byte.is_ascii_digit()).as_bytes();
        if digits.is_empty() {
            return Err(self.wrong_at(start, expected));
        }
        let most = (1 << (bits - 1)) - i128::from(!is_negative);
        let mut number: i128 = 0;
        for digit in digits {
            number = 10 * number + i128::from(digit - b'0');
            if number > most {
                return Err(self.wrong_at(start, &format!("a whole number of at most {bits} bits")));
            }
        }
        Ok(if is_negative { -number } else { number })
    }

    /// The error that something else was expected here.
    pub(super) fn wrong(&self, expected: &str) -> ParseError {
        self.wrong_at(self.at, expected)
    }

    /// The error that something else was expected at this offset.
    pub(super) fn wrong_at(&self, offset: usize, expected: &str) -> ParseError {
        let rest = &self.text[offset..];
        let token = rest.split(char::is_whitespace).next().unwrap_or_default();
        let found = match (rest.is_empty(), token) {
            (true, _) => "the end of the file".to_owned(),
            (false, "") => "a blank".to_owned(),
            (false, token) => quoted(token),
        };
        self.error_at(offset, found, expected)
    }

    /// The error that this was found at an offset.
    pub(super) fn error_at(&self, offset: usize, found: impl Into<String>, expected: &str) -> ParseError {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.as_bytes().iter().filter(|&&byte| byte == b'\n').count() + 1;
        ParseError::new(line, before[line_start..].chars().count() + 1, found, expected)
    }
}

/// The lines of a text, for names of its constraints that are asked for in order.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// An offset, and its line.
    last: (usize, usize),
}

/// The most characters of a constraint's text that are kept.
pub(super) const MOST_OF_TEXT: usize = 90;

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lines { text, last: (0, 1) }
    }

    /// The line of an offset, from 1.
    pub(super) fn line(&mut self, offset: usize) -> usize {
        if offset < self.last.0 {
            self.last = (0, 1);
        }
        let between = self.text.as_bytes().get(self.last.0..offset).unwrap_or_default();
        self.last = (offset, self.last.1 + between.iter().filter(|&&byte| byte == b'\n').count());
        self.last.1
    }

    /// The names of a constraint whose text stands there, and which may have a name of its own.
    pub(super) fn names(&mut self, at: Range<usize>, label: &str, name: Option<String>) -> GroupNames {
        let line = Some(self.line(at.start));
        let words: Vec<&str> = self.text[at].split_whitespace().take(MOST_OF_TEXT).collect();
        GroupNames { name, label: label.to_owned(), line, text: cut(&words.join(" "), MOST_OF_TEXT) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let mut cursor = Cursor::new("* ä\n ä 12 -9223372036854775808 9223372036854775808", Some(b'*'));
        cursor.skip();
        let error = cursor.number("a number").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 2: found 'ä', expected a number");
        assert_eq!(cursor.take_while(|byte| !byte.is_ascii_whitespace()), "ä");
        cursor.skip();
        assert_eq!(cursor.number(""), Ok(12));
        cursor.skip();
        assert_eq!(cursor.number(""), Ok(i64::MIN));
        cursor.skip();
        let error = cursor.number("").unwrap_err();
        assert_eq!((error.line, error.column, &error.found[..]), (2, 28, "'9223372036854775808'"));
        assert_eq!(cursor.wrong("x").found, "the end of the file");
    }
}
