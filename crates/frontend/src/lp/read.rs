//! Reads the LP format of CPLEX.

use cnfab_base::parse_error::ParseError;
use cnfab_model::{Cmp, Sense};

use super::super::cursor::Cursor;
use super::super::decimal::{self, Decimal, NUMBER};
use super::super::linear_program::{Column, LinearProgram, Row};

/// The label of rows without a name.
const LABEL: &str = "constraint";

/// The items that are expected behind a term.
const BEHIND: &str = "an operator, a comparison or a section: rows and objective are linear";

/// A section of the file.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Objective(Sense),
    Rows,
    Bounds,
    Integers,
    Binaries,
    End,
    /// One that is refused by its name.
    Refused,
}

/// The words that begin sections, in lower case. Where one is the beginning of another, the longer one is first.
const SECTIONS: &[(&str, Section)] = &[
    ("binaries", Section::Binaries),
    ("binary", Section::Binaries),
    ("bin", Section::Binaries),
    ("bounds", Section::Bounds),
    ("bound", Section::Bounds),
    ("end", Section::End),
    ("general constraints", Section::Refused),
    ("generals", Section::Integers),
    ("general", Section::Integers),
    ("gen", Section::Integers),
    ("integers", Section::Integers),
    ("integer", Section::Integers),
    ("int", Section::Integers),
    ("lazy constraints", Section::Refused),
    ("maximise", Section::Objective(Sense::Maximise)),
    ("maximize", Section::Objective(Sense::Maximise)),
    ("maximum", Section::Objective(Sense::Maximise)),
    ("max", Section::Objective(Sense::Maximise)),
    ("minimise", Section::Objective(Sense::Minimise)),
    ("minimize", Section::Objective(Sense::Minimise)),
    ("minimum", Section::Objective(Sense::Minimise)),
    ("min", Section::Objective(Sense::Minimise)),
    ("pwlobj", Section::Refused),
    ("s.t.", Section::Rows),
    ("semi-continuous", Section::Refused),
    ("semis", Section::Refused),
    ("semi", Section::Refused),
    ("sos1", Section::Refused),
    ("sos2", Section::Refused),
    ("sos", Section::Refused),
    ("st.", Section::Rows),
    ("st", Section::Rows),
    ("subject to", Section::Rows),
    ("such that", Section::Rows),
    ("user cuts", Section::Refused),
];

pub(super) fn program(text: &str) -> Result<LinearProgram<'_>, ParseError> {
    let mut reader = Reader { cursor: Cursor::new(text, Some(b'\\')), program: LinearProgram::new() };
    reader.program()?;
    Ok(reader.program)
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    program: LinearProgram<'t>,
}

/// A sum with its constant.
struct Sum {
    terms: Vec<(Decimal, usize)>,
    constant: Decimal,
}

impl<'t> Reader<'t> {
    fn program(&mut self) -> Result<(), ParseError> {
        self.cursor.skip();
        let mut at = self.cursor.offset();
        let mut next = self.section().filter(|section| matches!(section, Section::Objective(_) | Section::Rows));
        let expected = "Minimize, Maximize or Subject To";
        while let Some(section) = next.take() {
            match section {
                Section::Objective(sense) => {
                    self.program.sense = sense;
                    let named = self.row_name()?;
                    self.program.objective.at = named.map_or(self.cursor.offset(), |named| named.1);
                    let Sum { terms, constant } = self.sum(false)?;
                    (self.program.objective.terms, self.program.objective.low) = (terms, Some(constant));
                }
                Section::End => return Ok(()),
                Section::Refused => {
                    return Err(self.cursor.wrong_at(at, "Subject To, Bounds, Generals, Binaries or End"));
                }
                _ => {}
            }
            loop {
                self.cursor.skip();
                at = self.cursor.offset();
                next = self.section();
                match (next, section) {
                    (Some(Section::Objective(_)), _) => return Err(self.cursor.wrong_at(at, "one objective")),
                    (Some(_), _) => break,
                    (None, _) if self.cursor.peek().is_none() => return Err(self.cursor.wrong("End")),
                    (None, Section::Rows) => self.row()?,
                    (None, Section::Bounds) => self.bound()?,
                    (None, Section::Integers) => self.column()?.is_integer = true,
                    (None, Section::Binaries) => self.column()?.set_binary(),
                    (None, _) => return Err(self.cursor.wrong(BEHIND)),
                }
            }
        }
        Err(self.cursor.wrong_at(at, expected))
    }

    /// Goes over the words that begin a section, if they are next. Followed by a colon they are the name of a row.
    fn section(&mut self) -> Option<Section> {
        let begins = |&&(words, _): &&(&str, Section)| {
            let mut rest = self.cursor.rest();
            for (number, word) in words.split(' ').enumerate() {
                let next = if number == 0 { rest } else { rest.trim_start() };
                let head = next.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word));
                rest = head.filter(|_| number == 0 || next.len() < rest.len()).map(|_| &next[word.len()..])?;
            }
            let is_whole =
                !rest.bytes().next().is_some_and(is_in_name) && !rest.trim_start_matches(' ').starts_with(':');
            is_whole.then_some(self.cursor.rest().len() - rest.len())
        };
        let (length, section) = SECTIONS.iter().find_map(|entry| Some((begins(&entry)?, entry.1)))?;
        self.cursor.go_to(self.cursor.offset() + length);
        Some(section)
    }

    /// The name of a column or row, and its place.
    fn name(&mut self, expected: &str) -> Result<(&'t str, usize), ParseError> {
        let at = self.cursor.offset();
        if !self.cursor.peek().is_some_and(is_first) {
            return Err(self.cursor.wrong(expected));
        }
        Ok((self.cursor.take_while(is_in_name), at))
    }

    /// `name :`, if it is next.
    fn row_name(&mut self) -> Result<Option<(&'t str, usize)>, ParseError> {
        self.cursor.skip();
        let start = self.cursor.offset();
        if self.cursor.peek().is_some_and(is_first) {
            let named = self.name("")?;
            self.cursor.skip();
            if self.cursor.eat(":") {
                self.cursor.skip();
                return Ok(Some(named));
            }
        }
        self.cursor.go_to(start);
        Ok(None)
    }

    fn column(&mut self) -> Result<&mut Column<'t>, ParseError> {
        let (name, at) = self.name("the name of a column, or a section")?;
        let column = self.program.column(name, at, &self.cursor)?;
        Ok(&mut self.program.columns[column])
    }

    /// Any signs: true if they are negative together; `None` if there are none.
    fn signs(&mut self) -> Option<bool> {
        let mut is_negative = None;
        loop {
            self.cursor.skip();
            match self.cursor.peek() {
                Some(b'+') => is_negative = is_negative.or(Some(false)),
                Some(b'-') if !self.cursor.rest().starts_with("->") => is_negative = Some(is_negative != Some(true)),
                _ => return is_negative,
            }
            self.cursor.go_to(self.cursor.offset() + 1);
        }
    }

    /// A number without a sign, if one is next.
    fn number(&mut self) -> Result<Option<Decimal>, ParseError> {
        let at = self.cursor.offset();
        let rest = self.cursor.rest();
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii() && is_in_name(c as u8)).len();
        let length = if decimal::is_infinity(&rest[..word]) { word } else { decimal::length(rest) };
        if length == 0 {
            return Ok(None);
        }
        let number = Decimal::read(&rest[..length]).ok_or_else(|| self.cursor.wrong_at(at, NUMBER))?;
        self.cursor.go_to(at + length);
        Ok(Some(number))
    }

    /// Goes to the next token, and returns whether it is on another line.
    fn skip_breaks(&mut self) -> bool {
        let before = self.cursor.rest();
        self.cursor.skip();
        before[..before.len() - self.cursor.rest().len()].contains('\n')
    }

    /// Numbers and multiples of columns with signs between them, up to what is neither. On the right of a comparison
    /// the sum ends with the line on which it begins: what follows could be a row without a name.
    fn sum(&mut self, is_right: bool) -> Result<Sum, ParseError> {
        let mut sum = Sum { terms: Vec::new(), constant: Decimal::ZERO };
        let mut is_first_term = true;
        loop {
            let is_over = self.skip_breaks() && is_right && !is_first_term;
            let start = self.cursor.offset();
            if is_over || self.section().is_some() {
                self.cursor.go_to(start);
                return Ok(sum);
            }
            let sign = self.signs();
            if sign.is_none() && !is_first_term {
                return Ok(sum);
            }
            let at = self.cursor.offset();
            let signed = |number: Decimal| if sign == Some(true) { -number } else { number };
            let number = self.number()?;
            let end = self.cursor.offset();
            let is_over = number.is_some() && self.skip_breaks() && is_right;
            let behind = self.cursor.offset();
            // Behind a constant, a section may follow.
            let is_over = is_over || self.section().is_some();
            self.cursor.go_to(behind);
            match (number, self.cursor.peek().is_some_and(is_first) && !is_over) {
                (_, true) => {
                    let (name, named_at) = self.name("")?;
                    let column = self.program.column(name, named_at, &self.cursor)?;
                    let coefficient = signed(number.unwrap_or(Decimal::whole(1)));
                    if coefficient.is_infinite() {
                        return Err(self.cursor.wrong_at(at, "a finite number"));
                    }
                    sum.terms.push((coefficient, column));
                }
                (Some(number), false) if number.is_infinite() => sum.constant = signed(number),
                (Some(number), false) => {
                    let total = if sum.constant.is_infinite() { None } else { sum.constant.plus(signed(number)) };
                    sum.constant = total.ok_or_else(|| self.cursor.wrong_at(at, NUMBER))?;
                }
                (None, false) if sign.is_none() => return Ok(sum),
                (None, false) => return Err(self.cursor.wrong("a number or the name of a column: terms are linear")),
            }
            if self.cursor.offset() == behind {
                // The line may be over.
                self.cursor.go_to(end);
            }
            is_first_term = false;
        }
    }

    fn comparison(&mut self) -> Option<Cmp> {
        self.cursor.skip();
        let (_, cmp) = [
            ("<=", Cmp::Le),
            ("=<", Cmp::Le),
            ("<", Cmp::Le),
            (">=", Cmp::Ge),
            ("=>", Cmp::Ge),
            (">", Cmp::Ge),
            ("=", Cmp::Eq),
        ]
        .into_iter()
        .find(|(symbol, _)| self.cursor.eat(symbol))?;
        Some(cmp)
    }

    /// `name: sum <= sum`, or `name: number <= sum <= number`.
    fn row(&mut self) -> Result<(), ParseError> {
        let named = self.row_name()?;
        let start = self.cursor.offset();
        let (name, at) = named.unwrap_or((LABEL, start));
        let left = self.sum(false)?;
        let cmp = self.comparison().ok_or_else(|| self.cursor.wrong("a comparison: rows are linear"))?;
        let right = self.sum_behind()?;
        let behind = self.cursor.offset();
        let mut row = Row::new(name, at);
        let sides = |cmp: Cmp, side: Decimal| match cmp {
            Cmp::Le => (None, Some(side)),
            Cmp::Ge => (Some(side), None),
            Cmp::Eq => (Some(side), Some(side)),
        };
        let Some(second) = self.comparison() else {
            self.end_of_row()?;
            row.terms = left.terms;
            row.terms.extend(right.terms.iter().map(|&(number, column)| (-number, column)));
            // One of both may be infinite.
            let side = match (left.constant, right.constant) {
                (Decimal::ZERO, side) => Some(side),
                (side, Decimal::ZERO) => Some(-side),
                (left, right) if left.is_infinite() || right.is_infinite() => None,
                (left, right) => right.plus(-left),
            };
            let (low, high) = sides(cmp, side.ok_or_else(|| row.wrong_sides(&self.cursor))?);
            row.set_sides(low, high, &self.cursor)?;
            self.program.rows.push(row);
            return Ok(());
        };
        let last = self.sum_behind()?;
        self.end_of_row()?;
        let is_range = left.terms.is_empty() && last.terms.is_empty() && right.constant.is_zero();
        if !is_range || cmp != second || cmp == Cmp::Eq {
            return Err(self
                .cursor
                .wrong_at(behind, "the end of the row, or a sum between two numbers, <= or >= twice"));
        }
        let (low, high) = if cmp == Cmp::Le { (left, last) } else { (last, left) };
        row.terms = right.terms;
        row.set_sides(Some(low.constant), Some(high.constant), &self.cursor)?;
        self.program.rows.push(row);
        Ok(())
    }

    /// A sum that has to be there.
    fn sum_behind(&mut self) -> Result<Sum, ParseError> {
        self.cursor.skip();
        let at = self.cursor.offset();
        let sum = self.sum(true)?;
        if self.cursor.offset() == at {
            return Err(self.cursor.wrong("a number or the name of a column: rows are linear"));
        }
        Ok(sum)
    }

    /// Refuses what stands behind a row and begins none.
    fn end_of_row(&mut self) -> Result<(), ParseError> {
        self.cursor.skip();
        let begins = |byte: u8| is_first(byte) || byte.is_ascii_digit() || b"+-.".contains(&byte);
        let is_next = self.cursor.peek().is_none_or(begins) && !self.cursor.rest().starts_with("->");
        if is_next { Ok(()) } else { Err(self.cursor.wrong("a row or a section: rows are linear, without conditions")) }
    }

    /// `number <= column <= number`, a part of it, or `column free`.
    fn bound(&mut self) -> Result<(), ParseError> {
        let low = self.signed_number()?;
        let first = match low {
            Some(_) => Some(self.comparison().ok_or_else(|| self.cursor.wrong("<=, >= or ="))?),
            None => None,
        };
        self.cursor.skip();
        let (name, at) = self.name("the name of a column")?;
        let column = self.program.column(name, at, &self.cursor)?;
        self.cursor.skip();
        let word = self.cursor.rest().get(..4).filter(|word| word.eq_ignore_ascii_case("free"));
        let is_free = word.is_some() && !self.cursor.rest()[4..].bytes().next().is_some_and(is_in_name);
        if first.is_none() && is_free {
            self.cursor.go_to(self.cursor.offset() + 4);
            self.program.columns[column].free(true, true, at);
            return Ok(());
        }
        if let (Some(cmp), Some(number)) = (first, low) {
            // The column is on the right.
            let opposite = match cmp {
                Cmp::Le => Cmp::Ge,
                Cmp::Ge => Cmp::Le,
                Cmp::Eq => Cmp::Eq,
            };
            self.program.columns[column].compares(opposite, number, at);
        }
        match self.comparison() {
            Some(cmp) => {
                let number = self.signed_number()?.ok_or_else(|| self.cursor.wrong(NUMBER))?;
                self.program.columns[column].compares(cmp, number, at);
                Ok(())
            }
            None if first.is_some() => Ok(()),
            None => Err(self.cursor.wrong("<=, >=, = or free")),
        }
    }

    fn signed_number(&mut self) -> Result<Option<Decimal>, ParseError> {
        let sign = self.signs();
        let number = self.number()?;
        match (sign, number) {
            (Some(_), None) => Err(self.cursor.wrong(NUMBER)),
            (Some(true), Some(number)) => Ok(Some(-number)),
            (_, number) => Ok(number),
        }
    }
}

/// True if a name begins with it. Bytes beyond ASCII are letters.
fn is_first(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 0x80 || b"!\"#$%&()_,;?@'`{}|~".contains(&byte)
}

fn is_in_name(byte: u8) -> bool {
    is_first(byte) || byte.is_ascii_digit() || b"./[]".contains(&byte)
}
