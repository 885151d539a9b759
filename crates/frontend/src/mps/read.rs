//! Reads MPS, line by line.
//!
//! Free and fixed MPS look alike. A text is read as words between blanks first. If it is wrong so, it is read by the
//! columns that fields of fixed MPS stand in, where names may have blanks. If it is wrong both ways, the error is the
//! one that stands further below.

use std::collections::HashMap;

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::{Cmp, Sense};

use super::super::cursor::Cursor;
use super::super::decimal::{Decimal, NUMBER};
use super::super::linear_program::{LinearProgram, Row};
use super::fields::{FIELDS, Field, Split, by_blanks, by_columns};

/// The sections, as messages list them.
const SECTIONS: &str =
    "NAME, OBJSENSE, OBJNAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS or ENDATA: rows and objective are linear";

pub(super) fn program(text: &str) -> Result<LinearProgram<'_>, ParseError> {
    Reader::read(text, by_blanks).or_else(|free| {
        let further =
            |fixed: ParseError| if (fixed.line, fixed.column) > (free.line, free.column) { fixed } else { free };
        Reader::read(text, by_columns).map_err(further)
    })
}

/// The meaning of a name of a row.
#[derive(Clone, Copy, PartialEq)]
enum RowOf {
    Objective,
    /// A further row without bounds, which states nothing.
    Free,
    Program(usize),
}

/// The letter of a row.
#[derive(Clone, Copy, PartialEq)]
enum Letter {
    E,
    G,
    L,
}

/// More about a row than the program has.
struct RowState {
    letter: Letter,
    rhs: Option<Decimal>,
    range: Option<Decimal>,
}

/// More about a column than the program has.
#[derive(Clone, Copy, Default)]
struct ColumnState {
    is_bounded: bool,
    has_low: bool,
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    program: LinearProgram<'t>,
    names: HashMap<&'t str, RowOf>,
    rows: Vec<RowState>,
    columns: Vec<ColumnState>,
    /// The column whose entries are read.
    current: Option<usize>,
    is_inside_markers: bool,
    has_objective_constant: bool,
    has_sense: bool,
    /// The name of the row that is the objective, where a section says so.
    objective_name: Option<Field<'t>>,
    /// The names of the sets of the sections RHS, RANGES and BOUNDS: the first is the only one.
    sets: HashMap<&'t str, &'t str>,
}

impl<'t> Reader<'t> {
    fn read(text: &'t str, split: Split) -> Result<LinearProgram<'t>, ParseError> {
        let mut reader = Reader {
            cursor: Cursor::new(text, None),
            program: LinearProgram::new(),
            names: HashMap::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            current: None,
            is_inside_markers: false,
            has_objective_constant: false,
            has_sense: false,
            objective_name: None,
            sets: HashMap::new(),
        };
        let mut section = "";
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let at = offset;
            offset += line.len();
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('*') {
                continue;
            }
            if !line.starts_with([' ', '\t']) {
                let words = by_blanks(at, line).unwrap_or_default();
                section = words[0].1;
                if reader.section(&words)? {
                    return reader.finish();
                }
                continue;
            }
            let split = if ["OBJSENSE", "OBJNAME"].contains(&section) { by_blanks } else { split };
            let mut fields = split(at, line).map_err(|field| reader.wrong(field, "a blank between two fields"))?;
            fields.truncate(reader.before_comment(&fields));
            if fields.len() > FIELDS.len() {
                return Err(reader.wrong(fields[FIELDS.len()], "the end of the line: lines have at most six fields"));
            }
            let place = (at + line.len(), "");
            match section {
                "OBJSENSE" => reader.sense(fields[0])?,
                "OBJNAME" => reader.objective(fields[0])?,
                "ROWS" => reader.row(&fields, place)?,
                "COLUMNS" => reader.entries(&fields, place)?,
                "RHS" | "RANGES" => reader.sides(section, &fields, place)?,
                "BOUNDS" => reader.bound(&fields, place)?,
                _ => return Err(reader.wrong(fields[0], &format!("a section that begins the line: {SECTIONS}"))),
            }
        }
        Err(reader.cursor.wrong_at(text.len(), "ENDATA"))
    }

    fn wrong(&self, (at, field): Field<'_>, expected: &str) -> ParseError {
        let found = if field.is_empty() { "the end of the line".to_owned() } else { quoted(field) };
        self.cursor.error_at(at, found, expected)
    }

    /// Begins a section. Returns whether it is the last one.
    fn section(&mut self, words: &[Field<'t>]) -> Result<bool, ParseError> {
        match words[0].1 {
            "ENDATA" => return Ok(true),
            "COLUMNS" => {
                if let Some(name) = self.objective_name.filter(|_| self.program.objective.at == 0) {
                    let expected = format!("a row with the letter N and the name {}, as OBJNAME says", quoted(name.1));
                    return Err(self.wrong(words[0], &expected));
                }
            }
            "NAME" | "ROWS" | "RHS" | "RANGES" | "BOUNDS" => {}
            "OBJSENSE" => words.get(1).map_or(Ok(()), |&word| self.sense(word))?,
            "OBJNAME" => words.get(1).map_or(Ok(()), |&word| self.objective(word))?,
            "MAX" | "MAXIMIZE" | "MIN" | "MINIMIZE" => self.sense(words[0])?,
            _ => return Err(self.wrong(words[0], SECTIONS)),
        }
        Ok(false)
    }

    /// The number of fields before a comment: a field that begins with `$` and is no name.
    fn before_comment(&self, fields: &[Field<'t>]) -> usize {
        let is_name = |name: &str| self.names.contains_key(name) || self.program.number(name).is_some();
        let begins =
            |&(index, (_, field)): &(usize, &Field<'t>)| index > 1 && field.starts_with('$') && !is_name(field);
        fields.iter().enumerate().find(begins).map_or(fields.len(), |(index, _)| index)
    }

    /// The name of the objective, once and before the rows.
    fn objective(&mut self, name: Field<'t>) -> Result<(), ParseError> {
        if self.objective_name.is_some() || !self.names.is_empty() {
            return Err(self.wrong(name, "one OBJNAME, before ROWS"));
        }
        self.objective_name = Some(name);
        Ok(())
    }

    fn sense(&mut self, word: Field<'t>) -> Result<(), ParseError> {
        if std::mem::replace(&mut self.has_sense, true) {
            return Err(self.wrong(word, "one OBJSENSE"));
        }
        self.program.sense = match &word.1.to_ascii_uppercase()[..] {
            "MAX" | "MAXIMIZE" | "MAXIMISE" => Sense::Maximise,
            "MIN" | "MINIMIZE" | "MINIMISE" => Sense::Minimise,
            _ => return Err(self.wrong(word, "MAX or MIN")),
        };
        Ok(())
    }

    /// ` L name`.
    fn row(&mut self, fields: &[Field<'t>], end: Field<'t>) -> Result<(), ParseError> {
        let &[letter, name, ref rest @ ..] = fields else {
            return Err(self.wrong(end, "the letter of a row, N, E, G or L, and its name"));
        };
        if let Some(&extra) = rest.first() {
            return Err(self.wrong(extra, "the end of the line"));
        }
        let letter = match letter.1 {
            "N" | "n" => None,
            "E" | "e" => Some(Letter::E),
            "G" | "g" => Some(Letter::G),
            "L" | "l" => Some(Letter::L),
            _ => return Err(self.wrong(letter, "the letter of a row: N, E, G or L")),
        };
        let of = match letter {
            None if self.program.objective.at > 0 => RowOf::Free,
            None if self.objective_name.is_some_and(|objective| objective.1 != name.1) => RowOf::Free,
            None => {
                self.program.objective.at = name.0;
                RowOf::Objective
            }
            Some(letter) => {
                self.rows.push(RowState { letter, rhs: None, range: None });
                self.program.rows.push(Row::new(name.1, name.0));
                RowOf::Program(self.rows.len() - 1)
            }
        };
        match self.names.insert(name.1, of) {
            Some(_) => Err(self.wrong(name, "a name that no row above has")),
            None => Ok(()),
        }
    }

    /// Pairs of a row and a number, behind what stands before them.
    fn pairs(&self, fields: &[Field<'t>], end: Field<'t>) -> Result<Vec<(Field<'t>, RowOf, Decimal)>, ParseError> {
        let mut pairs = Vec::new();
        for pair in fields.chunks(2) {
            let row = self.names.get(pair[0].1).ok_or_else(|| self.wrong(pair[0], "the name of a row"))?;
            pairs.push((pair[0], *row, self.number(pair.get(1).copied().unwrap_or(end))?));
        }
        if pairs.is_empty() { Err(self.wrong(end, "the name of a row")) } else { Ok(pairs) }
    }

    fn number(&self, field: Field<'t>) -> Result<Decimal, ParseError> {
        Decimal::read(field.1).ok_or_else(|| self.wrong(field, NUMBER))
    }

    /// ` column row number row number`, or a marker.
    fn entries(&mut self, fields: &[Field<'t>], end: Field<'t>) -> Result<(), ParseError> {
        if let [_, (_, "'MARKER'"), kind, ..] = *fields {
            self.is_inside_markers = match kind.1 {
                "'INTORG'" if !self.is_inside_markers => true,
                "'INTEND'" if self.is_inside_markers => false,
                _ => return Err(self.wrong(kind, "'INTORG' and 'INTEND' in turns")),
            };
            return Ok(());
        }
        let name = fields[0];
        let column = match self.program.number(name.1) {
            Some(column) if self.current == Some(column) => column,
            Some(_) => return Err(self.wrong(name, "a new column, or the one of the line above")),
            None => {
                let column = self.program.column(name.1, name.0, &self.cursor)?;
                self.program.columns[column].is_integer = self.is_inside_markers;
                self.columns.push(ColumnState::default());
                self.current = Some(column);
                column
            }
        };
        for (row, of, number) in self.pairs(&fields[1..], end)? {
            if number.is_infinite() {
                return Err(self.wrong(row, "a row with a finite number"));
            }
            let terms = match of {
                RowOf::Objective => Some(&mut self.program.objective.terms),
                RowOf::Program(row) => Some(&mut self.program.rows[row].terms),
                RowOf::Free => None,
            };
            if let Some(terms) = terms {
                if terms.last().is_some_and(|term| term.1 == column) {
                    return Err(self.wrong(row, "a row that the column has no number in above"));
                }
                terms.push((number, column));
            }
        }
        Ok(())
    }

    /// Leaves out the name of the set, which is the same in the whole section.
    fn without_set<'f>(
        &mut self,
        section: &'t str,
        fields: &'f [Field<'t>],
        has_set: bool,
    ) -> Result<&'f [Field<'t>], ParseError> {
        let Some((&name, rest)) = fields.split_first().filter(|_| has_set) else { return Ok(fields) };
        let first = *self.sets.entry(section).or_insert(name.1);
        if first == name.1 { Ok(rest) } else { Err(self.wrong(name, &format!("'{first}', the set that is read"))) }
    }

    /// ` set row number row number` of right-hand sides and ranges.
    fn sides(&mut self, section: &'t str, fields: &[Field<'t>], end: Field<'t>) -> Result<(), ParseError> {
        let fields = self.without_set(section, fields, fields.len() % 2 == 1)?;
        for (row, of, number) in self.pairs(fields, end)? {
            let is_new = match of {
                RowOf::Free => true,
                RowOf::Objective if section == "RHS" => {
                    self.program.objective.low = Some(-number);
                    !std::mem::replace(&mut self.has_objective_constant, true) && !number.is_infinite()
                }
                RowOf::Objective => return Err(self.wrong(row, "a row with a right-hand side")),
                RowOf::Program(row) if section == "RHS" => self.rows[row].rhs.replace(number).is_none(),
                RowOf::Program(row) => self.rows[row].range.replace(number).is_none(),
            };
            if !is_new {
                return Err(self.wrong(row, &format!("a row that has no number in {section} yet, and a finite one")));
            }
        }
        Ok(())
    }

    /// ` UP set column number`.
    fn bound(&mut self, fields: &[Field<'t>], end: Field<'t>) -> Result<(), ParseError> {
        let (kind, behind) = (fields[0], &fields[1..]);
        let needs_number = match kind.1 {
            "UP" | "LO" | "FX" | "LI" | "UI" => true,
            "BV" | "FR" | "MI" | "PL" => false,
            _ => {
                return Err(
                    self.wrong(kind, "UP, LO, FX, BV, LI, UI, FR, MI or PL; semi-continuous columns are refused")
                );
            }
        };
        let is_column = |place: usize| behind.get(place).is_some_and(|field| self.program.number(field.1).is_some());
        let has_set = match behind.len() {
            0 | 1 => false,
            2 => !needs_number && (is_column(1) || !is_column(0)),
            _ => true,
        };
        let fields = self.without_set("BOUNDS", behind, has_set)?;
        let &[name, ref rest @ ..] = fields else { return Err(self.wrong(end, "the name of a column")) };
        let column = self.program.number(name.1).ok_or_else(|| self.wrong(name, "the name of a column"))?;
        if let Some(&extra) = rest.get(1) {
            return Err(self.wrong(extra, "the end of the line"));
        }
        let number = match needs_number {
            true => self.number(rest.first().copied().unwrap_or(end))?,
            false => Decimal::ZERO,
        };
        let (column, state) = (&mut self.program.columns[column], &mut self.columns[column]);
        state.is_bounded = true;
        state.has_low |= matches!(kind.1, "LO" | "LI" | "FX" | "BV" | "FR" | "MI");
        column.is_integer |= matches!(kind.1, "BV" | "LI" | "UI");
        match kind.1 {
            "UP" | "UI" => {
                column.compares(Cmp::Le, number, name.0);
                if number.is_negative() && !state.has_low {
                    column.free(true, false, name.0);
                }
            }
            "LO" | "LI" => column.compares(Cmp::Ge, number, name.0),
            "BV" => (column.low, column.high) = (Some(0), Some(1)),
            "FR" => column.free(true, true, name.0),
            "MI" => column.free(true, false, name.0),
            "PL" => column.free(false, true, name.0),
            _ => column.compares(Cmp::Eq, number, name.0),
        }
        Ok(())
    }

    /// Gives rows their bounds, and columns between markers without any 0 and 1.
    fn finish(mut self) -> Result<LinearProgram<'t>, ParseError> {
        for (row, state) in self.program.rows.iter_mut().zip(&self.rows) {
            let rhs = state.rhs.unwrap_or(Decimal::ZERO);
            let side = |by: Decimal| rhs.plus(by).ok_or_else(|| row.wrong_sides(&self.cursor));
            let (below, above) = match (state.letter, state.range) {
                (_, None) => (None, None),
                (Letter::E, Some(range)) if range.is_negative() => (Some(range), None),
                (Letter::L, Some(range)) => (Some(-range.abs()), None),
                (Letter::E | Letter::G, Some(range)) => (None, Some(range.abs())),
            };
            let (mut low, mut high) = (below.map(side).transpose()?, above.map(side).transpose()?);
            if state.letter != Letter::L {
                low = low.or(Some(rhs));
            }
            if state.letter != Letter::G {
                high = high.or(Some(rhs));
            }
            row.set_sides(low, high, &self.cursor)?;
        }
        for (column, state) in self.program.columns.iter_mut().zip(&self.columns) {
            if column.is_integer && !state.is_bounded {
                column.high = Some(1);
            }
        }
        Ok(self.program)
    }
}
