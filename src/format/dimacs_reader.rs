//! Reads DIMACS CNF as a stream: clauses go to a sink as they come, comments that say what is shown are kept.
//!
//! Lines of comments may stand anywhere. `c p show 1 2 0` (model counting competitions), `c ind 1 2 0` (older counters) and
//! `c i 1 2 0` (genpce) name variables; several lines add up. `c t` says what is to be counted. A clause may go over several
//! lines. A line that begins with `%` ends the formula, as in the files of SATLIB.

use std::io::{self, Read};

use crate::cnf::{ClauseSink, Lit, Name};
use crate::display::quoted;
use crate::parse_error::ParseError;

/// What stands in the file besides the clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Number of variables.
    pub variables: u32,
    /// Number of clauses.
    pub clauses: u64,
    /// The variables that make up a solution, in the order they are named, if any line does.
    pub shown: Option<Vec<u32>>,
    /// What `c t` says, such as `mc` or `pmc`.
    pub kind: Option<String>,
}

/// Why a formula cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The source fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something in the text is wrong.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// The most variables of a formula; a header costs memory before the first clause.
const MOST_VARIABLES: u64 = 1 << 28;
/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;
/// The longest comment that is looked at.
const LONGEST: usize = 1 << 26;

/// Reads a formula into a sink that has no variables yet.
///
/// # Errors
/// If the source fails, or the text is not what its header says.
pub fn read(from: &mut dyn Read, sink: &mut dyn ClauseSink) -> Result<Head, ReadError> {
    let mut bytes =
        Bytes { from, buffer: vec![0; BUFFER].into(), at: 0, end: 0, passed: 0, line: 1, line_start: 0, failed: None };
    let read = formula(&mut bytes, sink);
    match bytes.failed {
        Some(error) => Err(error.into()),
        None => Ok(read?),
    }
}

fn formula(bytes: &mut Bytes<'_>, sink: &mut dyn ClauseSink) -> Result<Head, ParseError> {
    let mut head = Head::default();
    let mut shown: Vec<(usize, Vec<u32>)> = Vec::new();
    let mut promised = None;
    let mut clause: Vec<Lit> = Vec::new();
    loop {
        bytes.blanks();
        match bytes.peek() {
            None => break,
            Some(b'%') => break,
            Some(b'c') => comment(bytes, &mut head, &mut shown)?,
            Some(b'p') if promised.is_none() => {
                let (variables, clauses) = header(bytes)?;
                head.variables = variables;
                promised = Some(clauses);
                for number in 1..=variables {
                    sink.fresh(Name::aux("", number as usize, 0));
                }
            }
            Some(b'-' | b'0'..=b'9') if promised.is_some() => {
                let start = bytes.position();
                let number = match bytes.whole_number() {
                    Some(number) => number,
                    None => bytes.number()?,
                };
                match number {
                    0 => {
                        head.clauses += 1;
                        sink.clause(&clause);
                        clause.clear();
                    }
                    number if number.unsigned_abs() <= u64::from(head.variables) => {
                        clause.push(Lit::from_dimacs(number as i32));
                    }
                    number => {
                        let expected = format!("a literal of variables 1 to {}", head.variables);
                        let column = (start - bytes.line_start) as usize + 1;
                        return Err(ParseError::new(bytes.line, column, number.to_string(), expected));
                    }
                }
            }
            Some(_) => {
                let expected = match promised {
                    None => "'p cnf VARIABLES CLAUSES' or a comment",
                    Some(_) => "a literal, 0 or a comment",
                };
                return Err(bytes.wrong(expected));
            }
        }
    }
    let Some(promised) = promised else { return Err(bytes.wrong("'p cnf VARIABLES CLAUSES'")) };
    if !clause.is_empty() {
        return Err(bytes.wrong("the 0 that ends the last clause"));
    }
    if head.clauses != promised {
        let place = bytes.place();
        let found = format!("the end after {} clauses", head.clauses);
        return Err(ParseError::new(place.0, place.1, found, format!("{promised} clauses, as the header says")));
    }
    for (line, variables) in shown {
        if let Some(number) = variables.iter().find(|&&number| number > head.variables) {
            let expected = format!("variables 1 to {}", head.variables);
            return Err(ParseError::new(line, 1, format!("variable {number}"), expected));
        }
        head.shown.get_or_insert_default().extend(variables);
    }
    Ok(head)
}

/// `p cnf VARIABLES CLAUSES`.
fn header(bytes: &mut Bytes<'_>) -> Result<(u32, u64), ParseError> {
    for word in [b"p", &b"cnf"[..]] {
        bytes.spaces();
        for &letter in word {
            if bytes.peek() != Some(letter) {
                return Err(bytes.wrong("'p cnf VARIABLES CLAUSES'"));
            }
            bytes.at += 1;
        }
    }
    bytes.spaces();
    let place = bytes.place();
    let variables = bytes.number()?;
    if !(0..=MOST_VARIABLES as i64).contains(&variables) {
        let expected = format!("0 to {MOST_VARIABLES} variables");
        return Err(ParseError::new(place.0, place.1, variables.to_string(), expected));
    }
    bytes.spaces();
    let place = bytes.place();
    let clauses = bytes.number()?;
    let clauses = u64::try_from(clauses)
        .map_err(|_| ParseError::new(place.0, place.1, clauses.to_string(), "a number of clauses"))?;
    Ok((variables as u32, clauses))
}

/// A line that begins with `c`.
fn comment(bytes: &mut Bytes<'_>, head: &mut Head, shown: &mut Vec<(usize, Vec<u32>)>) -> Result<(), ParseError> {
    let line = bytes.line;
    if !matches!(
        bytes.buffer.get(bytes.at..bytes.end),
        Some([b'c', b' ' | b'\t', b' ' | b'\t' | b't' | b'p' | b'i', ..])
    ) && bytes.at + 3 <= bytes.end
    {
        bytes.pass_line();
        return Ok(());
    }
    let text = bytes.rest_of_line();
    let text = String::from_utf8_lossy(&text);
    let mut words = text.split_ascii_whitespace();
    // A comment may begin right after the letter; it is none of ours then.
    let numbers = match (words.next(), words.next()) {
        (Some("c"), Some("t")) => {
            head.kind = words.next().map(str::to_owned);
            return Ok(());
        }
        (Some("c"), Some("p")) if words.next() == Some("show") => words,
        (Some("c"), Some("ind" | "i")) => words,
        _ => return Ok(()),
    };
    let mut variables = Vec::new();
    for word in numbers {
        match word.parse::<u32>() {
            Ok(0) => break,
            Ok(number) => variables.push(number),
            Err(_) => return Err(ParseError::new(line, 1, quoted(word), "a variable of 'c p show'")),
        }
    }
    shown.push((line, variables));
    Ok(())
}

/// A source, byte by byte, with the place in it.
struct Bytes<'r> {
    from: &'r mut dyn Read,
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    /// Bytes before the buffer.
    passed: u64,
    line: usize,
    /// Number of bytes before the line.
    line_start: u64,
    failed: Option<io::Error>,
}

impl Bytes<'_> {
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        if self.at < self.end {
            return Some(self.buffer[self.at]);
        }
        self.refill()
    }

    #[cold]
    fn refill(&mut self) -> Option<u8> {
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
    fn position(&self) -> u64 {
        self.passed + self.at as u64
    }

    /// A number and the blank or line end behind it, if the buffer holds it all and there is nothing unusual about it.
    /// Passes over the number and a blank.
    #[inline]
    fn whole_number(&mut self) -> Option<i64> {
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
        if length == negative {
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
    fn place(&self) -> (usize, usize) {
        (self.line, (self.position() - self.line_start) as usize + 1)
    }

    fn wrong(&mut self, expected: &str) -> ParseError {
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
    fn blanks(&mut self) {
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
    fn spaces(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Passes over the rest of the line.
    fn pass_line(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n') {
            let rest = &self.buffer[self.at..self.end];
            self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        }
    }

    fn rest_of_line(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        while self.peek().is_some_and(|byte| byte != b'\n') {
            let rest = &self.buffer[self.at..self.end];
            let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            line.extend_from_slice(&rest[..length.min(LONGEST - line.len())]);
            self.at += length;
        }
        line
    }

    /// An integer, with a blank or the end behind it.
    #[inline]
    fn number(&mut self) -> Result<i64, ParseError> {
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
            None | Some(b' ' | b'\t' | b'\r' | b'\n') if digits > 0 => Ok(if negative { -number } else { number }),
            _ => Err(self.wrong("a digit or a blank")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::ClauseStore;

    fn of(text: &str) -> Result<(Head, Vec<Vec<i32>>), String> {
        let mut store = ClauseStore::default();
        let head = read(&mut text.as_bytes(), &mut store).map_err(|error| error.to_string())?;
        Ok((head, store.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect()))
    }

    #[test]
    fn clauses_and_what_is_shown() {
        let text =
            "c t pmc\ncno comment of ours\nc p show 3 1 0\np  cnf 3 3\n1 -2\n 0\t-3 0 c p shown\nc ind 2 0\n0\n%\nx";
        let (head, clauses) = of(&text.replace(" c p shown", "\r")).unwrap();
        let shown = Some(vec![3, 1, 2]);
        assert_eq!(head, Head { variables: 3, clauses: 3, shown, kind: Some("pmc".to_owned()) });
        assert_eq!(clauses, [vec![1, -2], vec![-3], vec![]]);
        assert_eq!(of("p cnf 0 0").unwrap().0, Head::default());
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, expected) in [
            ("", "line 1, column 1: found the end, expected 'p cnf VARIABLES CLAUSES'"),
            ("1 0", "line 1, column 1: found '1', expected 'p cnf VARIABLES CLAUSES' or a comment"),
            ("p dnf 1 1", "line 1, column 3: found 'd', expected 'p cnf VARIABLES CLAUSES'"),
            ("p cnf 2 1\n1 -3 0", "line 2, column 3: found -3, expected a literal of variables 1 to 2"),
            ("p cnf 2 1\n\n1 2", "line 3, column 4: found the end, expected the 0 that ends the last clause"),
            (
                "p cnf 2 2\n1 0\n",
                "line 3, column 1: found the end after 1 clauses, expected 2 clauses, as the header says",
            ),
            ("p cnf 2 1\n1x 0", "line 2, column 2: found 'x', expected a digit or a blank"),
            ("p cnf 2 1\n- 0", "line 2, column 2: found ' ', expected a digit or a blank"),
            ("p cnf 9999999999 1\n", "line 1, column 7: found 9999999999, expected 0 to 268435456 variables"),
            ("c p show 3 0\np cnf 2 0\n", "line 1, column 1: found variable 3, expected variables 1 to 2"),
            ("c p show x 0\np cnf 2 0\n", "line 1, column 1: found 'x', expected a variable of 'c p show'"),
            (
                "p cnf 1 1\n99999999999999999999 0",
                "line 2, column 19: found '9', expected a number of at most 18 digits",
            ),
        ] {
            assert_eq!(of(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn long_files_cross_the_buffer_at_every_place() {
        for shift in 0..12 {
            let mut text = format!("c{}\np cnf 12345 20000\n", "x".repeat(shift));
            (0..20_000).for_each(|i| text += &format!("{} -12345 0\n", i % 12_345 + 1));
            let (head, clauses) = of(&text).unwrap();
            assert_eq!(head.clauses, 20_000);
            assert!(clauses.iter().enumerate().all(|(i, clause)| clause[..] == [i as i32 % 12_345 + 1, -12_345]));
        }
    }
}
