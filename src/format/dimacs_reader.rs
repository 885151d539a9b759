//! Reads DIMACS CNF as a stream: clauses go to a sink as they come, comments that say what is shown are kept.
//!
//! Lines of comments may stand anywhere. `c p show 1 2 0` (model counting competitions), `c ind 1 2 0` (older counters) and
//! `c i 1 2 0` (genpce) name variables; several lines add up. `c t` says what is to be counted. A clause may go over several
//! lines. A line that begins with `%` ends the formula, as in the files of SATLIB.
//!
//! What a formula takes in memory is estimated before it is taken: from the head for the variables, then with every literal.

use std::io::{self, Read};

use crate::cnf::{ClauseSink, Lit, Name};
use crate::display::quoted;
use crate::parse_error::ParseError;

pub use super::memory::Memory;

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

/// The most variables that have numbers.
const MOST_VARIABLES: u64 = 1 << 28;
/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;
/// The longest word of a comment that is looked at.
const LONGEST_WORD: usize = 64;
/// What a variable of a line `c p show` takes.
const SHOWN: u64 = 12;

/// Reads a formula into a sink that has no variables yet. It may take as much memory as if nothing is said.
///
/// # Errors
/// If the source fails, the text is not what its header says, or the formula takes too much memory.
pub fn read(from: &mut dyn Read, sink: &mut dyn ClauseSink) -> Result<Head, ReadError> {
    read_within(&Memory::of_solver(Memory::MEGABYTES), from, sink)
}

/// The same with a limit on memory.
///
/// # Errors
/// If the source fails, the text is not what its header says, or the formula takes too much memory.
pub fn read_within(memory: &Memory, from: &mut dyn Read, sink: &mut dyn ClauseSink) -> Result<Head, ReadError> {
    let mut bytes =
        Bytes { from, buffer: vec![0; BUFFER].into(), at: 0, end: 0, passed: 0, line: 1, line_start: 0, failed: None };
    let read = formula(&mut bytes, sink, memory);
    match bytes.failed {
        Some(error) => Err(error.into()),
        None => Ok(read?),
    }
}

fn formula(bytes: &mut Bytes<'_>, sink: &mut dyn ClauseSink, memory: &Memory) -> Result<Head, ParseError> {
    let mut head = Head::default();
    let mut shown = Shown::default();
    // Bytes that are left to be taken.
    let mut left = memory.most;
    let mut promised = None;
    let mut clause: Vec<Lit> = Vec::new();
    loop {
        bytes.blanks();
        match bytes.peek() {
            None => break,
            Some(b'%') => break,
            Some(b'c') => {
                comment(bytes, &mut head, &mut shown, memory)?;
            }
            Some(b'p') if promised.is_none() => {
                let (variables, clauses) = header(bytes, memory)?;
                left = left.saturating_sub(u64::from(variables) * memory.variable);
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
                        left = left.checked_sub(memory.clause).ok_or_else(|| bytes.too_large("clauses", memory))?;
                        sink.clause(&clause);
                        clause.clear();
                    }
                    number if number.unsigned_abs() <= u64::from(head.variables) => {
                        left = left.checked_sub(memory.literal).ok_or_else(|| bytes.too_large("literals", memory))?;
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
    if let Some((largest, (line, column))) = shown.largest.filter(|&(largest, _)| largest > head.variables) {
        let expected = format!("variables 1 to {}", head.variables);
        return Err(ParseError::new(line, column, format!("variable {largest}"), expected));
    }
    head.shown = shown.any.then_some(shown.variables);
    Ok(head)
}

/// `p cnf VARIABLES CLAUSES`.
fn header(bytes: &mut Bytes<'_>, memory: &Memory) -> Result<(u32, u64), ParseError> {
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
    let behind = bytes.place();
    let clauses = bytes.number()?;
    let negative = |_| ParseError::new(behind.0, behind.1, clauses.to_string(), "a number of clauses");
    let clauses = u64::try_from(clauses).map_err(negative)?;
    let written = format!("{clauses} clause{}", if clauses == 1 { "" } else { "s" });
    let too_many = |(line, column), found: String, most: u64, beside: String| {
        let expected = format!("at most {most}, which{beside} take {} MB of memory", memory.megabytes());
        Err(ParseError::new(line, column, found, expected))
    };
    // Clauses have literals, but for an odd one.
    let each = memory.clause + memory.literal;
    if clauses > memory.most / each {
        return too_many(behind, written, memory.most / each, String::new());
    }
    let most = (memory.most - clauses * each) / memory.variable;
    if variables as u64 > most {
        return too_many(place, format!("{variables} variables"), most, format!(" with {written}"));
    }
    Ok((variables as u32, clauses))
}

/// The variables that lines of comments name.
#[derive(Default)]
struct Shown {
    /// Whether there is such a line, which may name none.
    any: bool,
    variables: Vec<u32>,
    /// The largest, and where it stands.
    largest: Option<(u32, (usize, usize))>,
}

/// A line that begins with `c`.
fn comment(bytes: &mut Bytes<'_>, head: &mut Head, shown: &mut Shown, memory: &Memory) -> Result<(), ParseError> {
    // A comment may begin right after the letter; it is none of ours then.
    let names = match (&bytes.word()[..], &bytes.word()[..]) {
        (b"c", b"t") => {
            let kind = bytes.word();
            head.kind = (!kind.is_empty()).then(|| String::from_utf8_lossy(&kind).into_owned());
            false
        }
        (b"c", b"p") => bytes.word() == b"show",
        (b"c", b"ind" | b"i") => true,
        _ => false,
    };
    if names {
        shown.any = true;
        loop {
            bytes.spaces();
            let place = bytes.place();
            let word = bytes.word();
            let number = String::from_utf8_lossy(&word);
            match number.parse::<u32>() {
                _ if word.is_empty() => break,
                Ok(0) => break,
                Ok(_) if shown.variables.len() as u64 >= memory.most / SHOWN => {
                    return Err(bytes.too_large("variables", memory));
                }
                Ok(number) if word[0] != b'+' => {
                    shown.variables.push(number);
                    if shown.largest.is_none_or(|(largest, _)| largest < number) {
                        shown.largest = Some((number, place));
                    }
                }
                _ => return Err(ParseError::new(place.0, place.1, quoted(&number), "a variable of 'c p show'")),
            }
        }
    }
    bytes.pass_line();
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
        while let Some(b' ' | b'\t' | b'\r') = self.peek() {
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

    /// The next word of the line, cut if it is longer than any of ours; empty at the end of the line.
    fn word(&mut self) -> Vec<u8> {
        self.spaces();
        let mut word = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
            if word.len() < LONGEST_WORD {
                word.push(byte);
            }
            self.at += 1;
        }
        word
    }

    /// The formula takes too much memory, counted up to here.
    #[cold]
    fn too_large(&self, what: &str, memory: &Memory) -> ParseError {
        let (line, column) = self.place();
        let expected = format!("a formula that takes at most {} MB of memory", memory.megabytes());
        ParseError::new(line, column, format!("more {what}"), expected)
    }

    /// An integer, with a blank or the end behind it.
    #[inline]
    fn number(&mut self) -> Result<i64, ParseError> {
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
            ("c p show 3 0\np cnf 2 0\n", "line 1, column 10: found variable 3, expected variables 1 to 2"),
            ("c p show x 0\np cnf 2 0\n", "line 1, column 10: found 'x', expected a variable of 'c p show'"),
            ("c p show 1 -2 0\np cnf 2 0\n", "line 1, column 12: found '-2', expected a variable of 'c p show'"),
            ("p cnf 2 1\n1 -0\n", "line 2, column 3: found -0, expected a literal, or 0 without a sign"),
            ("p cnf 2 1\n1 -0", "line 2, column 3: found -0, expected a literal, or 0 without a sign"),
            ("p cnf -0 1\n", "line 1, column 7: found -0, expected a literal, or 0 without a sign"),
            (
                "p cnf 268435456 1",
                "line 1, column 7: found 268435456 variables, expected at most 19999999, which with 1 clause take 3000 MB of memory",
            ),
            (
                "p cnf 1 1\n99999999999999999999 0",
                "line 2, column 19: found '9', expected a number of at most 18 digits",
            ),
        ] {
            assert_eq!(of(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn lines_of_shown_variables_may_have_any_length() {
        let numbers: String = (1..=60_000u32).map(|number| format!("{number:07} ")).collect();
        let text = format!("c p show {}0\nc i 1 {} 2\np cnf 60000 0\n", numbers, " ".repeat(1 << 17));
        let (head, _) = of(&text).unwrap();
        let shown = head.shown.unwrap();
        assert_eq!((shown.len(), shown[59_999], &shown[60_000..]), (60_002, 60_000, &[1, 2][..]));
        assert_eq!(of("c p show 0\np cnf 2 0\n").unwrap().0.shown, Some(vec![]));
        assert_eq!(of("c p shown 1 0\nc px 1\nci 1 0\nc\np cnf 2 0\n").unwrap().0.shown, None);
    }

    #[test]
    fn the_memory_of_a_formula_is_limited() {
        let error = |text: &str| {
            let memory = Memory { most: 1_000_000, ..Memory::of_solver(1) };
            let read = read_within(&memory, &mut text.as_bytes(), &mut ClauseStore::default());
            read.unwrap_err().to_string()
        };
        let limit = "expected a formula that takes at most 1 MB of memory";
        assert!(
            error("p cnf 6666 1\n")
                .contains("found 6666 variables, expected at most 6665, which with 1 clause take 1 MB")
        );
        assert!(error(&format!("p cnf 1 1\n{}", "1 ".repeat(60_000))).contains(&format!("more literals, {limit}")));
        assert!(error(&format!("p cnf 1 1\n{}", "0\n".repeat(60_000))).contains(&format!("more clauses, {limit}")));
        assert!(error(&format!("c i {}\n", "1 ".repeat(99_999))).contains(&format!("more variables, {limit}")));
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
