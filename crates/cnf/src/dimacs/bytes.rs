//! A stream of bytes with lines and columns, for readers of large texts.

use std::io::{self, Read};

use cnfab_base::parse_error::ParseError;

use super::memory::Memory;

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;
/// The longest word of a comment that is inspected.
const LONGEST_WORD: usize = 64;

/// A source, byte by byte, with the position in it.
pub(super) struct Bytes<'r> {
    from: &'r mut dyn Read,
    buffer: Box<[u8]>,
    pub(super) at: usize,
    end: usize,
    /// Bytes before the buffer.
    passed: u64,
    pub(super) line: usize,
    /// Number of bytes before the line.
    pub(super) line_start: u64,
    pub(super) failed: Option<io::Error>,
}

impl<'r> Bytes<'r> {
    /// At the beginning of the source.
    pub(super) fn new(from: &'r mut dyn Read) -> Self {
        Bytes { from, buffer: vec![0; BUFFER].into(), at: 0, end: 0, passed: 0, line: 1, line_start: 0, failed: None }
    }
}

impl Bytes<'_> {
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.at < self.end {
            return Some(self.buffer[self.at]);
        }
        self.refill()
    }

    #[cold]
    pub(super) fn refill(&mut self) -> Option<u8> {
        self.passed += self.end as u64;
        (self.at, self.end) = (0, 0);
        while self.failed.is_none() {
            match self.from.read(&mut self.buffer) {
                Ok(0) => return None,
                Ok(length) => {
                    self.end = length;
                    return Some(self.buffer[0]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.failed = Some(error),
            }
        }
        None
    }

    /// Bytes passed.
    #[inline]
    pub(super) fn position(&self) -> u64 {
        self.passed + self.at as u64
    }

    /// A number and the blank or line end behind it, if the buffer holds it all and there is nothing unusual about it.
    /// Passes over the number and a blank.
    #[inline]
    pub(super) fn whole_number(&mut self) -> Option<i64> {
        let rest = &self.buffer[self.at..self.end];
        let negative = usize::from(rest.first() == Some(&b'-'));
        let mut number = 0;
        let mut length = negative;
        for &byte in rest.get(negative..negative + 10)? {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            number = 10 * number + i64::from(digit);
            length += 1;
        }
        if length == negative || negative == 1 && number == 0 {
            return None;
        }
        match rest.get(length)? {
            b' ' => self.at += length + 1,
            b'\n' => self.at += length,
            _ => return None,
        }
        Some(if negative == 1 { -number } else { number })
    }

    /// Line and column, from 1.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.line, (self.position() - self.line_start) as usize + 1)
    }

    pub(super) fn wrong(&mut self, expected: &str) -> ParseError {
        let (line, column) = self.place();
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(b'\n') => "the end of the line".to_owned(),
            Some(byte) => format!("'{}'", char::from(byte).escape_default()),
        };
        ParseError::new(line, column, found, expected)
    }

    /// Passes over blanks and line ends.
    #[inline]
    pub(super) fn blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.position();
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                _ => return,
            }
        }
    }

    /// Passes over blanks within the line.
    pub(super) fn spaces(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Passes over the rest of the line.
    pub(super) fn pass_line(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n') {
            let rest = &self.buffer[self.at..self.end];
            self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        }
    }

    /// The next word of the line, cut if it is longer than any of ours; empty at the end of the line.
    pub(super) fn word(&mut self) -> Vec<u8> {
        self.word_within(LONGEST_WORD)
    }

    /// The same, cut after this many bytes.
    pub(super) fn word_within(&mut self, longest: usize) -> Vec<u8> {
        self.spaces();
        let mut word = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
            if word.len() < longest {
                word.push(byte);
            }
            self.at += 1;
        }
        word
    }

    /// The formula takes too much memory, counted up to here.
    #[cold]
    pub(super) fn too_large(&self, what: &str, memory: &Memory) -> ParseError {
        let (line, column) = self.place();
        let expected = format!("a formula that takes at most {} MB of memory", memory.megabytes());
        ParseError::new(line, column, format!("more {what}"), expected)
    }

    /// An integer, with a blank or the end behind it.
    #[inline]
    pub(super) fn number(&mut self) -> Result<i64, ParseError> {
        let place = self.place();
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let mut number = 0i64;
        let mut digits = 0;
        while let Some(byte @ b'0'..=b'9') = self.peek() {
            if digits == 18 {
                return Err(self.wrong("a number of at most 18 digits"));
            }
            number = number * 10 + i64::from(byte - b'0');
            digits += 1;
            self.at += 1;
        }
        match self.peek() {
            _ if negative && digits > 0 && number == 0 => {
                Err(ParseError::new(place.0, place.1, "-0", "a literal, or 0 without a sign"))
            }
            None | Some(b' ' | b'\t' | b'\r' | b'\n') if digits > 0 => Ok(if negative { -number } else { number }),
            _ => Err(self.wrong("a digit or a blank")),
        }
    }
}
