//! Parses the frame of a puzzle file: comments, a header of `key: value` lines, a blank line, the body.
//!
//! ```text
//! # Source: R. Findling, 2014.
//! # Solutions: 1
//! kind: magic-board
//! sum: 85
//!
//! __ __ __ __ 15
//! ...
//! ```
//!
//! Lines that start with `#` are comments up to the blank line that ends the header. The body belongs to the kind; it
//! has no comments, because `#` is a cell in some of them. Blank lines at the end of the body are ignored. A text
//! without a header, whose first line besides comments has no colon, is a batch of Sudokus: 81 characters a line.
//!
//! Behind the body, another puzzle may follow with its comments and its header; see [`split`].

mod about;
mod signs;
mod split;
#[cfg(test)]
mod tests;

use cnfab_base::display::{is_invisible, quoted};
use cnfab_base::names::UnknownName;
use cnfab_base::parse_error::ParseError;

pub use about::About;
pub(super) use signs::{OR_BLANK, is_bar, is_blank, is_rule};
pub(super) use split::split;

use about::ABOUT_KEYS;

/// One `key: value` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'t> {
    /// The key.
    pub key: &'t str,
    /// The value, without blanks around it.
    pub value: &'t str,
    /// The line, from 1.
    pub line: usize,
    /// The column where the value starts, from 1.
    pub column: usize,
}

impl Header<'_> {
    /// Creates an error about the value.
    pub fn error(&self, expected: impl Into<String>) -> ParseError {
        let found = if self.value.is_empty() { "nothing".to_owned() } else { quoted(self.value) };
        ParseError::new(self.line, self.column, found, expected)
    }
}

/// A token of a body line, with its line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The text.
    pub text: &'t str,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Token<'_> {
    /// Creates an error about this token.
    pub fn error(&self, expected: impl Into<String>) -> ParseError {
        let found = if self.text.is_empty() { "nothing".to_owned() } else { quoted(self.text) };
        ParseError::new(self.line, self.column, found, expected)
    }
}

/// Reads a file that a puzzle names, such as a word list; paths are relative to the puzzle's folder.
pub type ReadFile<'f> = &'f dyn Fn(&str) -> Result<String, String>;

/// The most lines of a header. This limit and the next bound memory; both are larger than any puzzle needs.
const MOST_HEADERS: usize = 1000;
/// The most lines of a body.
const MOST_LINES: usize = 4_000_000;

/// A puzzle file, split into header and body.
pub struct Document<'t> {
    headers: Vec<Header<'t>>,
    body: Vec<(usize, &'t str)>,
    /// Number of the last line, from 1.
    last_line: usize,
    read_file: ReadFile<'t>,
}

impl<'t> Document<'t> {
    /// Splits a text into header and body.
    ///
    /// # Errors
    /// If the text is empty or a header line has no colon.
    pub fn parse(text: &'t str, read_file: ReadFile<'t>) -> Result<Self, ParseError> {
        Self::parse_from(1, text, read_file)
    }

    /// Splits a part of a text that begins at a line, counted from 1.
    ///
    /// # Errors
    /// As for [`Document::parse`].
    pub fn parse_from(first_line: usize, text: &'t str, read_file: ReadFile<'t>) -> Result<Self, ParseError> {
        // Some editors begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (first_line..).zip(text.lines()).peekable();
        let last_line = first_line + text.lines().count().max(1) - 1;
        let mut headers: Vec<Header<'t>> = Vec::new();
        while let Some(&(number, line)) = lines.peek() {
            if line.starts_with('#') || headers.is_empty() && line.trim().is_empty() {
                lines.next();
                continue;
            }
            if line.trim().is_empty() {
                lines.next();
                break;
            }
            refuse_invisible(number, line)?;
            let Some((key, value)) = line.split_once(':') else {
                if headers.is_empty() {
                    break;
                }
                return Err(ParseError::new(
                    number,
                    1,
                    quoted(line.trim()),
                    "a line KEY: VALUE or a blank line before the body",
                ));
            };
            let blanks = value.chars().take_while(|c| c.is_whitespace()).count();
            let column = key.chars().count() + 2 + if value.trim().is_empty() { 0 } else { blanks };
            if headers.len() == MOST_HEADERS {
                return Err(ParseError::new(number, 1, "another header line", format!("at most {MOST_HEADERS}")));
            }
            headers.push(Header { key: key.trim(), value: value.trim(), line: number, column });
            lines.next();
        }
        let mut body: Vec<(usize, &str)> = lines.by_ref().take(MOST_LINES).collect();
        if let Some((number, _)) = lines.next() {
            return Err(ParseError::new(number, 1, "another line", format!("at most {MOST_LINES} lines")));
        }
        body.iter().try_for_each(|&(number, line)| refuse_invisible(number, line))?;
        while body.last().is_some_and(|(_, line)| line.trim().is_empty()) {
            body.pop();
        }
        if headers.is_empty() && body.is_empty() {
            return Err(ParseError::new(
                last_line,
                1,
                "nothing",
                "a puzzle: a line 'kind: NAME' or a Sudoku of 81 characters",
            ));
        }
        Ok(Document { headers, body, last_line, read_file })
    }

    /// Returns the header line `kind`; a text without a header is a `sudoku`.
    ///
    /// # Errors
    /// If there is a header without `kind`.
    pub fn kind(&self) -> Result<Header<'t>, ParseError> {
        match self.headers.first() {
            None => Ok(Header {
                key: "kind",
                value: "sudoku",
                line: self.body.first().map_or(1, |&(line, _)| line),
                column: 1,
            }),
            Some(first) => self
                .get("kind")
                .ok_or_else(|| ParseError::new(first.line, 1, quoted(first.key), "a line 'kind: NAME' in the header")),
        }
    }

    /// Refuses header keys that the kind does not have, and keys given twice.
    ///
    /// # Errors
    /// At the first such key.
    pub fn only(&self, known: &[&str]) -> Result<(), ParseError> {
        let known = [&["kind"], known, &ABOUT_KEYS].concat();
        for (index, header) in self.headers.iter().enumerate() {
            if !known.contains(&header.key) {
                let unknown = UnknownName::new("key", header.key, known.iter().copied());
                let hint = unknown.nearest().map(|name| format!("'{name}', or ")).unwrap_or_default();
                let expected = format!("{hint}one of: {}", known.join(", "));
                return Err(ParseError::new(header.line, 1, format!("key {}", quoted(header.key)), expected));
            }
            if let Some(first) = self.headers[..index].iter().find(|other| other.key == header.key) {
                let found = format!("key {} again", quoted(header.key));
                return Err(ParseError::new(header.line, 1, found, format!("it once (line {} has it)", first.line)));
            }
        }
        Ok(())
    }

    /// Adds the header lines that an alias of the kind implies, at the line of the alias.
    ///
    /// # Errors
    /// If the header has one of the keys with another value.
    pub fn imply(&mut self, name: Header<'t>, lines: &[(&'static str, &'static str)]) -> Result<(), ParseError> {
        for &(key, value) in lines {
            match self.get(key) {
                Some(header) if header.value == value => {}
                Some(header) => return Err(header.error(format!("{value}, as 'kind: {}' says", name.value))),
                None => self.headers.insert(0, Header { key, value, ..name }),
            }
        }
        Ok(())
    }

    /// Returns what the header says for people.
    pub fn about(&self) -> About {
        let [title, author, rules] = ABOUT_KEYS.map(|key| self.get(key).map(|header| header.value.to_owned()));
        About { title, author, rules }
    }

    /// Returns the header line with this key.
    pub fn get(&self, key: &str) -> Option<Header<'t>> {
        self.headers.iter().find(|header| header.key == key).copied()
    }

    /// Returns the header line with this key.
    ///
    /// # Errors
    /// If there is none.
    pub fn need(&self, key: &str) -> Result<Header<'t>, ParseError> {
        self.get(key).ok_or_else(|| {
            let line = self.headers.last().map_or(1, |header| header.line);
            ParseError::new(line, 1, format!("no key '{key}' up to here"), format!("a header line '{key}: ...'"))
        })
    }

    /// Reads an integer within bounds.
    ///
    /// # Errors
    /// If the key is present and its value is no integer or lies outside the bounds.
    pub fn integer(&self, key: &str, bounds: std::ops::RangeInclusive<i64>) -> Result<Option<i64>, ParseError> {
        let Some(header) = self.get(key) else { return Ok(None) };
        match header.value.parse::<i64>() {
            Ok(value) if bounds.contains(&value) => Ok(Some(value)),
            _ => Err(header.error(format!("a number from {} to {}", bounds.start(), bounds.end()))),
        }
    }

    /// Reads a range `LOW..HIGH`, both included.
    ///
    /// # Errors
    /// If the key is present and its value is no such range, or holds more than `most` numbers.
    pub fn range(&self, key: &str, most: usize) -> Result<Option<std::ops::RangeInclusive<i32>>, ParseError> {
        let Some(header) = self.get(key) else { return Ok(None) };
        let wrong = || header.error(format!("a range LOW..HIGH of at most {most} numbers, such as 1..9"));
        let (low, high) = header.value.split_once("..").ok_or_else(wrong)?;
        let (low, high) = (low.trim().parse::<i32>(), high.trim().parse::<i32>());
        let (Ok(low), Ok(high)) = (low, high) else { return Err(wrong()) };
        let wide = low.unsigned_abs().max(high.unsigned_abs()) > 1_000_000;
        let fits = !wide && low <= high && ((high - low) as usize) < most;
        if fits { Ok(Some(low..=high)) } else { Err(wrong()) }
    }

    /// Reads `yes` or `no`.
    ///
    /// # Errors
    /// If the key is present with another value.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, ParseError> {
        match self.get(key) {
            None => Ok(None),
            Some(header) => match header.value {
                "yes" => Ok(Some(true)),
                "no" => Ok(Some(false)),
                _ => Err(header.error("yes or no")),
            },
        }
    }

    /// Returns the lines of the body with their numbers, without blank lines at the end.
    pub fn body(&self) -> &[(usize, &'t str)] {
        &self.body
    }

    /// Returns the line and the column of the end of the body, for errors about missing text.
    pub fn end(&self) -> (usize, usize) {
        match self.body.last() {
            Some(&(line, text)) => (line, text.chars().count() + 1),
            None => (self.last_line, 1),
        }
    }

    /// Creates an error about text that is missing at the end.
    pub fn missing(&self, expected: impl Into<String>) -> ParseError {
        let (line, column) = self.end();
        ParseError::new(line, column, "the end of the text", expected)
    }

    /// Reads the file that the value of a header line names.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_file(&self, header: Header<'_>) -> Result<String, ParseError> {
        (self.read_file)(header.value).map_err(|why| {
            ParseError::new(
                header.line,
                header.column,
                format!("{} ({why})", quoted(header.value)),
                "a file that can be read",
            )
        })
    }
}

/// Refuses invisible characters, which a terminal obeys instead of showing.
fn refuse_invisible(number: usize, line: &str) -> Result<(), ParseError> {
    // Lines of a batch are many, and most have nothing else.
    if line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return Ok(());
    }
    match line.chars().enumerate().find(|&(_, c)| c != '\t' && is_invisible(c)) {
        None => Ok(()),
        Some((before, c)) => {
            let found = format!("the invisible character {}", c.escape_default());
            Err(ParseError::new(number, before + 1, found, "characters that can be seen"))
        }
    }
}

/// Splits a line at blanks, or at commas if it has any; a token between commas may be empty.
pub(super) fn tokens<'t>(line: usize, text: &'t str) -> Vec<Token<'t>> {
    if !text.contains(',') {
        return pieces(line, text, char::is_whitespace);
    }
    let mut column = 1;
    let split = text.split(',').map(|piece| {
        let blanks = piece.chars().take_while(|c| c.is_whitespace()).count();
        let token = Token { text: piece.trim(), line, column: column + blanks };
        column += piece.chars().count() + 1;
        token
    });
    split.collect()
}

/// Splits a line at separators.
pub(super) fn pieces<'t>(line: usize, text: &'t str, separates: impl Fn(char) -> bool) -> Vec<Token<'t>> {
    let mut found = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    for (index, (offset, c)) in text.char_indices().enumerate() {
        match (separates(c), start) {
            (false, None) => start = Some((offset, index + 1)),
            (true, Some((from, column))) => {
                found.push(Token { text: &text[from..offset], line, column });
                start = None;
            }
            _ => {}
        }
    }
    if let Some((from, column)) = start {
        found.push(Token { text: &text[from..], line, column });
    }
    found
}

/// Splits a line into symbols: tokens between blanks, or characters if there is only one token.
pub(super) fn symbols(line: usize, text: &str) -> Vec<Token<'_>> {
    let pieces = pieces(line, text, char::is_whitespace);
    let [only] = pieces[..] else { return pieces };
    let characters = only.text.char_indices().enumerate();
    characters
        .map(|(index, (at, c))| Token { text: &only.text[at..at + c.len_utf8()], line, column: only.column + index })
        .collect()
}

/// Refuses a row of another number of cells; `why` gives the origin of the number.
pub(super) fn exactly(cells: &[Token<'_>], expected: usize, row: (usize, &str), why: &str) -> Result<(), ParseError> {
    if cells.len() == expected {
        return Ok(());
    }
    let column = match cells.get(expected) {
        Some(surplus) => surplus.column,
        None => row.1.trim_end().chars().count() + 1,
    };
    Err(ParseError::new(row.0, column, count(cells.len(), "cell"), format!("{}{why}", count(expected, "cell"))))
}

/// Formats a count: `1 cell`, `2 cells`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
