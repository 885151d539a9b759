//! Reads DIMACS CNF as a stream: clauses go to a sink as they come, comments that list the shown variables are kept.
//!
//! Lines of comments may stand anywhere. `c p show 1 2 0` (model counting competitions), `c ind 1 2 0` (older counters)
//! and `c i 1 2 0` (genpce) name variables; several lines add up. `c t` names the count to take. A clause may go over
//! several lines. A line that begins with `%` ends the formula, as in the files of SATLIB. The header `p inccnf` has no
//! numbers, and lines that begin with `a` are cubes then (iCNF).
//!
//! What a formula takes in memory is estimated before it is taken: from the head for the variables, then with every
//! literal.

use std::io::{self, Read};

use crate::cnf::{ClauseSink, Lit, Name};
use crate::display::quoted;
use crate::parse_error::ParseError;

use super::bytes::Bytes;
pub(crate) use super::memory::Memory;

/// What stands in the file besides the clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Number of variables.
    pub variables: u32,
    /// Number of clauses.
    pub clauses: u64,
    /// The variables that make up a solution, in the order they are named, if any line does.
    pub shown: Option<Vec<u32>>,
    /// The text of `c t`, such as `mc` or `pmc`.
    pub kind: Option<String>,
    /// The cubes of a file in iCNF: lists of literals, under each of which the clauses are to be solved. Only who asks
    /// for them gets them; others refuse such a file.
    pub cubes: Option<Vec<Vec<Lit>>>,
}

/// Why a formula cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
pub(crate) fn read_within(memory: &Memory, from: &mut dyn Read, sink: &mut dyn ClauseSink) -> Result<Head, ReadError> {
    read_as(false, memory, from, sink)
}

/// The same, where cubes may follow the clauses.
///
/// # Errors
/// If the source fails, the text is not what its header says, or the formula takes too much memory.
pub(crate) fn read_as(
    has_cubes: bool,
    memory: &Memory,
    from: &mut dyn Read,
    sink: &mut dyn ClauseSink,
) -> Result<Head, ReadError> {
    let mut bytes = Bytes::new(from);
    let read = formula(&mut bytes, sink, memory, has_cubes);
    match bytes.failed {
        Some(error) => Err(error.into()),
        None => Ok(read?),
    }
}

fn formula(
    bytes: &mut Bytes<'_>,
    sink: &mut dyn ClauseSink,
    memory: &Memory,
    may_have_cubes: bool,
) -> Result<Head, ParseError> {
    let mut head = Head::default();
    let mut shown = Shown::default();
    // Bytes that are left to be taken.
    let mut left = memory.most;
    let mut promised = None;
    let mut clause: Vec<Lit> = Vec::new();
    let mut is_cube = false;
    loop {
        bytes.blanks();
        match bytes.peek() {
            None => break,
            Some(b'%') => break,
            Some(b'c') => {
                comment(bytes, &mut head, &mut shown, memory)?;
            }
            Some(b'p') if promised.is_none() => {
                let Some((variables, clauses)) = header(bytes, memory, may_have_cubes)? else {
                    head.cubes = Some(Vec::new());
                    promised = Some(0);
                    continue;
                };
                left = left.saturating_sub(u64::from(variables) * memory.variable);
                head.variables = variables;
                promised = Some(clauses);
                for number in 1..=variables {
                    sink.fresh(Name::aux("", number as usize, 0));
                }
            }
            Some(b'a') if head.cubes.is_some() && clause.is_empty() && !is_cube => {
                bytes.at += 1;
                is_cube = true;
            }
            Some(b'-' | b'0'..=b'9') if promised.is_some() => {
                let start = bytes.position();
                let number = match bytes.whole_number() {
                    Some(number) => number,
                    None => bytes.number()?,
                };
                match number {
                    0 => {
                        left = left.checked_sub(memory.clause).ok_or_else(|| bytes.too_large("clauses", memory))?;
                        match head.cubes.as_mut().filter(|_| std::mem::take(&mut is_cube)) {
                            Some(cubes) => cubes.push(clause.clone()),
                            None => {
                                head.clauses += 1;
                                sink.clause(&clause);
                            }
                        }
                        clause.clear();
                    }
                    number if number.unsigned_abs() <= most(&head) => {
                        left = left.checked_sub(memory.literal).ok_or_else(|| bytes.too_large("literals", memory))?;
                        clause.push(Lit::from_dimacs(number as i32));
                        // Without numbers in the header, variables come as they are named.
                        while u64::from(head.variables) < number.unsigned_abs() {
                            let few = left.checked_sub(memory.variable);
                            left = few.ok_or_else(|| bytes.too_large("variables", memory))?;
                            head.variables += 1;
                            sink.fresh(Name::aux("", head.variables as usize, 0));
                        }
                    }
                    number => {
                        let expected = format!("a literal of variables 1 to {}", most(&head));
                        let column = (start - bytes.line_start) as usize + 1;
                        return Err(ParseError::new(bytes.line, column, number.to_string(), expected));
                    }
                }
            }
            Some(_) => {
                let expected = match promised {
                    None => "'p cnf VARIABLES CLAUSES' or a comment",
                    Some(_) if head.cubes.is_some() => "a literal, 0, 'a' before a cube, or a comment",
                    Some(_) => "a literal, 0 or a comment",
                };
                return Err(bytes.wrong(expected));
            }
        }
    }
    let Some(promised) = promised else { return Err(bytes.wrong("'p cnf VARIABLES CLAUSES'")) };
    if !clause.is_empty() || is_cube {
        return Err(bytes.wrong("the 0 that ends the last clause"));
    }
    if head.clauses != promised && head.cubes.is_none() {
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

/// The largest variable that a literal may have.
fn most(head: &Head) -> u64 {
    if head.cubes.is_some() { MOST_VARIABLES } else { u64::from(head.variables) }
}

/// `p cnf VARIABLES CLAUSES`; `None` for `p inccnf`.
fn header(bytes: &mut Bytes<'_>, memory: &Memory, may_have_cubes: bool) -> Result<Option<(u32, u64)>, ParseError> {
    let mut has_cubes = false;
    for word in [b"p", &b"cnf"[..]] {
        bytes.spaces();
        has_cubes = may_have_cubes && bytes.peek() == Some(b'i');
        for &letter in if has_cubes { b"inccnf" } else { word } {
            if bytes.peek() != Some(letter) {
                return Err(bytes.wrong("'p cnf VARIABLES CLAUSES'"));
            }
            bytes.at += 1;
        }
    }
    if has_cubes {
        return Ok(None);
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
    Ok(Some((variables as u32, clauses)))
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

#[cfg(test)]
mod tests;
