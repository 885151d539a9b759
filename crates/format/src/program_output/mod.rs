//! The answers of solvers of integer programs: values of columns, by their names.
//!
//! Six forms are told apart by how their lines look.
//! - CBC, `solution FILE`: a status with the objective, lines `NUMBER NAME VALUE REDUCED-COST`, columns at 0 left out.
//!   Where an LP file has a name that CBC does not take, as `x[1]`, all columns are called `x0`, `x1`, ..
//! - GLPK, `glpsol -o`: tables of rows and columns, where a long name takes a line of its own, and six digits.
//! - GLPK, `glpsol -w`: numbers of columns for names.
//! - HiGHS, `write_solution_style` 0 and 4: sections with lines `NAME VALUE`. Style 4 leaves out columns at 0.
//! - HiGHS, style 1: tables, aligned to the right, with six digits. Its styles 2 and 3 are those of GLPK.
//! - SCIP, Gurobi and others: lines `NAME VALUE`, columns at 0 left out, other lines between them.
//!
//! Programs that take no blanks in names write `_` for them, or nothing; both are found.

use std::collections::HashMap;

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;

use super::solver_output::SolverAnswer;

mod lines;
#[cfg(test)]
mod tests;

use lines::{Form, Stated};

/// A number that an answer states, and its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatedNumber {
    /// The line, from 1.
    pub line: usize,
    /// The number.
    pub value: f64,
}

/// The values that a solution of a program gives.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedColumns {
    /// The first line with a value, from 1.
    pub line: usize,
    /// By column; what is left out is 0.
    values: Vec<Option<StatedNumber>>,
    /// The value of the objective.
    pub objective: Option<StatedNumber>,
    /// The first number with an exponent, of which digits may be missing.
    pub shortened: Option<StatedNumber>,
}

/// How far from a whole number a value may be.
const TOLERANCE: f64 = 1e-4;

impl StatedColumns {
    /// The value of a column as it is stated.
    pub fn value(&self, column: usize) -> f64 {
        self.values[column].map_or(0.0, |stated| stated.value)
    }

    /// The value of a column in whole numbers, and its line.
    ///
    /// # Errors
    /// If the value is not whole.
    pub fn of(&self, column: usize) -> Result<(i64, usize), StatedNumber> {
        let Some(stated) = self.values[column] else { return Ok((0, self.line)) };
        let whole = stated.value.round();
        let is_whole = (stated.value - whole).abs() <= TOLERANCE && whole.abs() < 2_f64.powi(62);
        if is_whole { Ok((whole as i64, stated.line)) } else { Err(stated) }
    }
}

/// The names of a program's columns, with the forms in which programs write them.
#[derive(Clone, Debug, Default)]
pub struct ColumnNames {
    names: HashMap<String, usize>,
    /// Other forms; `None` for one that several columns have.
    forms: HashMap<String, Option<usize>>,
    in_order: Vec<String>,
}

impl ColumnNames {
    /// The names of columns, in order.
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        let in_order: Vec<String> = names.into_iter().map(Into::into).collect();
        let names = in_order.iter().cloned().zip(0..).collect();
        let mut made = ColumnNames { names, ..ColumnNames::default() };
        for (column, name) in in_order.iter().enumerate().filter(|(_, name)| name.contains(char::is_whitespace)) {
            made.add(column, name.replace(char::is_whitespace, "_"));
            made.add(column, name.split_whitespace().collect());
        }
        ColumnNames { in_order, ..made }
    }

    /// The same with the beginnings by which exports number columns: `x17` for `x17_cell_2_3_5`.
    pub(super) fn with_beginnings(mut self) -> Self {
        for (column, name) in self.in_order.clone().into_iter().enumerate() {
            self.add(column, name.split('_').next().unwrap_or_default().to_owned());
        }
        self
    }

    /// Adds a form, unless it is the name of another column.
    fn add(&mut self, column: usize, form: String) {
        if self.names.contains_key(&form) {
            return;
        }
        let known = self.forms.entry(form).or_insert(Some(column));
        if *known != Some(column) {
            *known = None;
        }
    }

    /// The column that a form of its name stands for.
    pub fn find(&self, form: &str) -> Option<usize> {
        self.names.get(form).copied().or_else(|| self.forms.get(form).copied().flatten())
    }

    /// Number of columns.
    pub fn count(&self) -> usize {
        self.in_order.len()
    }
}

/// True if a text states values of some of these columns, or of this many by their numbers.
pub fn is_about(text: &str, names: &ColumnNames) -> bool {
    match lines::numbered_header(text) {
        Some((_, words)) => words.get(3).and_then(|count| count.parse().ok()) == Some(names.count()),
        None => {
            let form = Form::of(text);
            let mut values = form.values(text).flatten().peekable();
            match values.peek() {
                None => looks_so(text),
                Some(_) => values.any(|one| names.find(&one.name).is_some()) || is_renamed(text, form, names),
            }
        }
    }
}

/// True if CBC has given each column its number for a name: not all of these are known.
fn is_renamed(text: &str, form: Form, names: &ColumnNames) -> bool {
    let has_number = |one: &Stated<'_>| one.number.is_some_and(|number| one.name == format!("x{number}"));
    form == Form::Cbc
        && form.values(text).flatten().all(|one| has_number(&one))
        && form.values(text).flatten().any(|one| names.find(&one.name).is_none())
}

/// True if a text looks like an answer about columns.
pub(super) fn looks_so(text: &str) -> bool {
    let is_export_name = |word: &str| {
        let digits = word.strip_prefix('x').map(|rest| rest.split('_').next().unwrap_or_default());
        digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    lines::numbered_header(text).is_some()
        || Form::of(text) != Form::Plain
        || text.split_whitespace().any(is_export_name)
        || lines::status::<()>(text, Form::Plain).is_some()
        || lines::objective(text, Form::Plain).is_some()
}

/// Reads the answer to a program with these columns.
///
/// # Errors
/// Fails without values of columns and without a status. Fails for a column that the program does not have, or that has
/// two values. Fails if columns are missing from a form that has all of them.
pub fn read(text: &str, names: &ColumnNames) -> Result<SolverAnswer<StatedColumns>, ParseError> {
    if let Some((line, words)) = lines::numbered_header(text) {
        return numbered(text, line, &words, names);
    }
    let form = Form::of(text);
    let status = lines::status(text, form);
    if let Some(answer) = status.clone().filter(|answer| matches!(answer, SolverAnswer::Unsatisfiable { .. })) {
        return Ok(answer);
    }
    let mut found = Columns::new(names);
    let is_renamed = is_renamed(text, form, names);
    for stated in form.values(text) {
        let stated = stated?;
        let numbered = stated.number.filter(|&column| is_renamed && column < names.count());
        match if is_renamed { numbered } else { names.find(&stated.name) } {
            Some(column) => found.set(column, stated.number()?, stated.value)?,
            // Other programs print anything between the values.
            None if form == Form::Plain && !stated.is_behind_objective => {}
            None => return Err(ParseError::new(stated.line, stated.at, quoted(&stated.name), "the name of a column")),
        }
    }
    if found.first.is_none() && names.count() > 0 {
        let first = text.lines().find(|line| !line.trim().is_empty()).map(|line| format!(" in {}", quoted(line)));
        let none = format!("no value of a column{}", first.unwrap_or_default());
        let nothing = || ParseError::new(1, 1, none.clone(), "a line with the name of a column and its value");
        let status = status.or_else(|| lines::stopped(text));
        let objective = lines::objective(text, form);
        // All columns may be left out, as they are 0.
        let is_zero = !form.has_all_columns(text) && (form != Form::Plain || objective.is_some());
        return match status {
            Some(answer) => Ok(answer),
            None if is_zero => Ok(SolverAnswer::Model(found.stated(objective))),
            None => Err(nothing()),
        };
    }
    // Values of a relaxation may stand below such a status.
    if let Some(answer) = status {
        return Ok(answer);
    }
    if form.has_all_columns(text)
        && let Some(column) = found.missing()
    {
        let expected = format!("a value of column {}", quoted(&names.in_order[column]));
        return Err(ParseError::new(text.lines().count().max(1), 1, "the end of the columns", expected));
    }
    Ok(SolverAnswer::Model(found.stated(lines::objective(text, form))))
}

/// The values of columns as they come.
struct Columns<'n> {
    names: &'n ColumnNames,
    values: Vec<Option<StatedNumber>>,
    first: Option<usize>,
    shortened: Option<StatedNumber>,
}

impl<'n> Columns<'n> {
    fn new(names: &'n ColumnNames) -> Self {
        Columns { names, values: vec![None; names.count()], first: None, shortened: None }
    }

    /// Notes a value, whose text is `word`.
    fn set(&mut self, column: usize, stated: StatedNumber, word: &str) -> Result<(), ParseError> {
        if self.values[column].is_some_and(|before| before.value != stated.value) {
            let found = format!("a second value of {}", quoted(&self.names.in_order[column]));
            return Err(ParseError::new(stated.line, 1, found, "one value for each column"));
        }
        if word.contains(['e', 'E']) && stated.value.abs() >= 1.0 {
            self.shortened = self.shortened.or(Some(stated));
        }
        self.values[column] = Some(stated);
        self.first = self.first.or(Some(stated.line));
        Ok(())
    }

    fn missing(&self) -> Option<usize> {
        self.values.iter().position(Option::is_none)
    }

    fn stated(self, objective: Option<StatedNumber>) -> StatedColumns {
        StatedColumns { line: self.first.unwrap_or(1), values: self.values, objective, shortened: self.shortened }
    }
}

/// Reads the output of `glpsol -w`: the header `s mip ROWS COLUMNS STATUS OBJECTIVE`, lines `j COLUMN VALUE`, and `e o
/// f`.
fn numbered(
    text: &str,
    line: usize,
    header: &[&str],
    names: &ColumnNames,
) -> Result<SolverAnswer<StatedColumns>, ParseError> {
    let wrong = |line: usize, found: &str, expected: &str| ParseError::new(line, 1, quoted(found), expected);
    let &["s", "mip", _, columns, status, objective] = header else {
        let expected = "'s mip ROWS COLUMNS STATUS OBJECTIVE', a solution in integers";
        return Err(wrong(line, &header.join(" "), expected));
    };
    if columns.parse() != Ok(names.count()) {
        let expected = format!("the {} columns of the program", names.count());
        return Err(ParseError::new(line, 1, format!("{columns} columns"), expected));
    }
    match status {
        "o" | "f" => {}
        "n" => return Ok(SolverAnswer::Unsatisfiable { line }),
        "u" => return Ok(SolverAnswer::Unknown { line }),
        _ => return Err(wrong(line, status, "the status o, f, n or u")),
    }
    let mut found = Columns::new(names);
    for (index, text) in text.lines().enumerate().skip(line) {
        let line = index + 1;
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["j", number, word] => {
                let number: usize = number.parse().map_err(|_| wrong(line, number, "the number of a column"))?;
                if number == 0 || number > names.count() {
                    let expected = format!("a column from 1 to {}", names.count());
                    return Err(ParseError::new(line, 1, format!("column {number}"), expected));
                }
                let value = word.parse().map_err(|_| wrong(line, word, "the value of a column"))?;
                found.set(number - 1, StatedNumber { line, value }, word)?;
            }
            ["e", "o", "f"] if found.missing().is_none() => {
                let objective = objective.parse().ok().map(|value| StatedNumber { line, value });
                return Ok(SolverAnswer::Model(found.stated(objective)));
            }
            _ => {}
        }
    }
    let missing = found.values.iter().filter(|value| value.is_none()).count();
    let expected = "a line 'j COLUMN VALUE' for each column, and 'e o f'";
    Err(ParseError::new(text.lines().count(), 1, format!("the end with {missing} columns missing"), expected))
}
