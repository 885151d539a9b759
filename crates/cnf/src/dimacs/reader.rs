//! Reads DIMACS CNF as a stream: clauses go to a sink as they come, comments that list the shown variables are kept.
//!
//! Lines of comments may stand anywhere. `c p show 1 2 0` (model counting competitions) names variables, as do `c i`
//! (genpce) and `c ind`, `cr` and `vp` (older counters); several lines add up. `c t` names the count to take.
//! Weights of literals stand in lines `c p weight`, `w` or `c weights` (`weights`). A clause may go over several
//! lines. A line that begins with `%` ends the formula, as in the files of SATLIB. The header `p inccnf` has no
//! numbers, and lines that begin with `a` are cubes then (iCNF).
//!
//! What a formula takes in memory is estimated before it is taken: from the head for the variables, then with every
//! literal.

use std::io::{self, Read};

use crate::{ClauseSink, Lit, Name};
use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;

use super::bytes::Bytes;
use super::memory::Memory;
use super::weights::{LiteralWeights, WeightLines};

/// The contents of the file besides the clauses.
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
    /// The cubes of a file in iCNF: lists of literals, under each of which the clauses are to be solved. Without a cube
    /// the clauses are a formula like any other. Only who asks for cubes gets them; others refuse a file with some.
    pub cubes: Vec<Vec<Lit>>,
    /// The weights of literals, if any line gives some.
    pub weights: Option<LiteralWeights>,
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
/// The memory of a variable of a line `c p show`.
const SHOWN: u64 = 12;

/// Reads a formula into a sink that has no variables yet. It may take as much memory as if nothing is said.
///
/// # Errors
/// If the source fails, the text is not what its header says, or the formula takes too much memory.
pub fn read(from: &mut dyn Read, sink: &mut dyn ClauseSink) -> Result<Head, ReadError> {
    read_within(&Memory::of_solver(None), from, sink)
}

/// The same with a limit on memory.
///
/// # Errors
/// If the source fails, the text is not what its header says, or the formula takes too much memory.
pub fn read_within(memory: &Memory, from: &mut dyn Read, sink: &mut dyn ClauseSink) -> Result<Head, ReadError> {
    read_as(false, memory, from, sink)
}

/// The same, where cubes may follow the clauses.
///
/// # Errors
/// If the source fails, the text is not what its header says, or the formula takes too much memory.
pub fn read_as(
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
    let mut weights = WeightLines::default();
    // Bytes that are left to be taken.
    let mut left = memory.most;
    let mut form = None;
    let mut clause: Vec<Lit> = Vec::new();
    let mut is_cube = false;
    loop {
        bytes.blanks();
        match bytes.peek() {
            None => break,
            Some(b'%') => break,
            Some(b'c') => {
                comment(bytes, &mut head, &mut shown, &mut weights, memory)?;
            }
            Some(b'v') if clause.is_empty() => {
                let place = bytes.place();
                let word = bytes.word();
                if word != b"vp" {
                    return Err(wrong_word(place, &word, "a clause, a comment, or 'vp' before variables"));
                }
                shown.read(bytes, memory)?;
            }
            Some(b'w') if clause.is_empty() => {
                let place = bytes.place();
                let word = bytes.word();
                if word != b"w" {
                    return Err(wrong_word(place, &word, "a clause, a comment, or 'w' before a weight"));
                }
                weights.read(bytes, place, true)?;
            }
            Some(b'p') if form.is_none() => {
                let read = header(bytes, memory)?;
                if let DimacsForm::Numbers { variables, .. } = read {
                    left = left.saturating_sub(u64::from(variables) * memory.variable);
                    head.variables = variables;
                    for number in 1..=variables {
                        sink.fresh(Name::aux("", number as usize, 0));
                    }
                }
                form = Some(read);
            }
            Some(b'a') if matches!(form, Some(DimacsForm::Incremental)) && clause.is_empty() && !is_cube => {
                if !may_have_cubes {
                    return Err(
                        bytes.wrong("clauses alone: only 'cnfab sat' takes cubes, to decide and without a proof")
                    );
                }
                bytes.at += 1;
                is_cube = true;
            }
            Some(b'-' | b'0'..=b'9') if form.is_some() => {
                let most = match form {
                    Some(DimacsForm::Incremental) => MOST_VARIABLES,
                    _ => u64::from(head.variables),
                };
                let start = bytes.position();
                let number = match bytes.whole_number() {
                    Some(number) => number,
                    None => bytes.number()?,
                };
                match number {
                    0 => {
                        left = left.checked_sub(memory.clause).ok_or_else(|| bytes.too_large("clauses", memory))?;
                        if std::mem::take(&mut is_cube) {
                            head.cubes.push(clause.clone());
                        } else {
                            head.clauses += 1;
                            sink.clause(&clause);
                        }
                        clause.clear();
                    }
                    number if number.unsigned_abs() <= most => {
                        left = left.checked_sub(memory.literal).ok_or_else(|| bytes.too_large("literals", memory))?;
                        clause.push(Lit::from_dimacs(number as i32));
                        // Without numbers in the header, variables come as they are named.
                        head.grow(number.unsigned_abs(), &mut left, bytes, memory, sink)?;
                    }
                    number => {
                        let expected = format!("a literal of variables 1 to {most}");
                        let column = (start - bytes.line_start) as usize + 1;
                        return Err(ParseError::new(bytes.line, column, number.to_string(), expected));
                    }
                }
            }
            Some(_) => {
                let expected = match form {
                    None => "'p cnf VARIABLES CLAUSES' or a comment",
                    Some(DimacsForm::Incremental) => "a literal, 0, 'a' before a cube, or a comment",
                    Some(DimacsForm::Numbers { .. }) => "a literal, 0 or a comment",
                };
                return Err(bytes.wrong(expected));
            }
        }
    }
    let Some(form) = form else { return Err(bytes.wrong("'p cnf VARIABLES CLAUSES'")) };
    if !clause.is_empty() || is_cube {
        return Err(bytes.wrong("the 0 that ends the last clause"));
    }
    match form {
        DimacsForm::Numbers { clauses, .. } if head.clauses != clauses => {
            let place = bytes.place();
            let found = format!("the end after {} clauses", head.clauses);
            return Err(ParseError::new(place.0, place.1, found, format!("{clauses} clauses, as the header says")));
        }
        DimacsForm::Numbers { .. } => {}
        DimacsForm::Incremental => {
            // A shown variable may be in no clause.
            let largest = shown.largest.map_or(0, |(largest, _)| u64::from(largest)).min(MOST_VARIABLES);
            head.grow(largest, &mut left, bytes, memory, sink)?;
        }
    }
    if let Some((largest, (line, column))) = shown.largest.filter(|&(largest, _)| largest > head.variables) {
        let expected = format!("variables 1 to {}", head.variables);
        return Err(ParseError::new(line, column, format!("variable {largest}"), expected));
    }
    head.shown = shown.any.then_some(shown.variables);
    head.weights = weights.end(head.variables, head.shown.as_deref())?;
    Ok(head)
}

impl Head {
    /// Adds variables up to this number, within what is left of the memory.
    fn grow(
        &mut self,
        number: u64,
        left: &mut u64,
        bytes: &Bytes<'_>,
        memory: &Memory,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), ParseError> {
        while u64::from(self.variables) < number {
            *left = left.checked_sub(memory.variable).ok_or_else(|| bytes.too_large("variables", memory))?;
            self.variables += 1;
            sink.fresh(Name::aux("", self.variables as usize, 0));
        }
        Ok(())
    }
}

/// The form that the header states.
enum DimacsForm {
    /// `p cnf VARIABLES CLAUSES`, or `p pcnf`, which has the number of shown variables behind.
    Numbers { variables: u32, clauses: u64 },
    /// `p inccnf`.
    Incremental,
}

fn wrong_word((line, column): (usize, usize), word: &[u8], expected: &str) -> ParseError {
    ParseError::new(line, column, quoted(&String::from_utf8_lossy(word)), expected)
}

fn header(bytes: &mut Bytes<'_>, memory: &Memory) -> Result<DimacsForm, ParseError> {
    let mut form: &[u8] = b"";
    for known in [&[&b"p"[..]][..], &[b"cnf", b"pcnf", b"inccnf"]] {
        bytes.spaces();
        let place = bytes.place();
        let word = bytes.word();
        let is_known = known.iter().find(|&&known| known == word);
        form = is_known.ok_or_else(|| wrong_word(place, &word, "'p cnf VARIABLES CLAUSES'"))?;
    }
    if form == b"inccnf" {
        return Ok(DimacsForm::Incremental);
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
    bytes.spaces();
    if form == b"pcnf" && bytes.peek().is_some_and(|byte| byte.is_ascii_digit()) {
        bytes.number()?;
    }
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
    Ok(DimacsForm::Numbers { variables: variables as u32, clauses })
}

/// The variables that lines of comments name.
#[derive(Default)]
struct Shown {
    /// True if there is such a line, which may name none.
    any: bool,
    variables: Vec<u32>,
    /// The largest, and where it stands.
    largest: Option<(u32, (usize, usize))>,
}

impl Shown {
    /// The rest of a line that names variables.
    fn read(&mut self, bytes: &mut Bytes<'_>, memory: &Memory) -> Result<(), ParseError> {
        self.any = true;
        loop {
            bytes.spaces();
            let place = bytes.place();
            let word = bytes.word();
            let number = String::from_utf8_lossy(&word);
            match number.parse::<u32>() {
                _ if word.is_empty() => break,
                Ok(0) => break,
                Ok(_) if self.variables.len() as u64 >= memory.most / SHOWN => {
                    return Err(bytes.too_large("variables", memory));
                }
                Ok(number) if word[0] != b'+' => {
                    self.variables.push(number);
                    if self.largest.is_none_or(|(largest, _)| largest < number) {
                        self.largest = Some((number, place));
                    }
                }
                _ => return Err(ParseError::new(place.0, place.1, quoted(&number), "a variable of 'c p show'")),
            }
        }
        bytes.pass_line();
        Ok(())
    }
}

/// A line that begins with `c`.
fn comment(
    bytes: &mut Bytes<'_>,
    head: &mut Head,
    shown: &mut Shown,
    weights: &mut WeightLines,
    memory: &Memory,
) -> Result<(), ParseError> {
    let place = bytes.place();
    let is_number = |bytes: &mut Bytes<'_>| {
        bytes.spaces();
        bytes.peek().is_some_and(|byte| byte.is_ascii_digit())
    };
    match &bytes.word()[..] {
        b"c" => {}
        b"cr" if is_number(bytes) => return shown.read(bytes, memory),
        // A comment may begin right after the letter; it is none of ours then.
        _ => {
            bytes.pass_line();
            return Ok(());
        }
    }
    match &bytes.word()[..] {
        b"t" => {
            let kind = bytes.word();
            head.kind = (!kind.is_empty()).then(|| String::from_utf8_lossy(&kind).into_owned());
        }
        b"p" => match &bytes.word()[..] {
            b"show" => return shown.read(bytes, memory),
            b"weight" => return weights.read(bytes, place, false),
            _ => {}
        },
        b"ind" | b"i" => return shown.read(bytes, memory),
        b"weights" if is_number(bytes) => return weights.read_all(bytes, place),
        _ => {}
    }
    bytes.pass_line();
    Ok(())
}

#[cfg(test)]
mod tests;
