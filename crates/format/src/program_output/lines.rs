//! The lines of answers about columns: which form they have, and what they state.

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;

use super::StatedNumber;
use crate::solver_output::SolverAnswer;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Cbc,
    Glpk,
    /// HiGHS with sections of lines.
    Sections,
    /// HiGHS with tables: where the values end in their lines.
    Table(usize),
    /// Any others.
    Plain,
}

/// A value as a line states it.
pub(super) struct Stated<'t> {
    pub(super) name: String,
    pub(super) value: &'t str,
    pub(super) line: usize,
    /// The column of the line where the name begins.
    pub(super) at: usize,
    /// True if the value of an objective has come before.
    pub(super) is_behind_objective: bool,
    /// The number of the column, from 0, if the form has it.
    pub(super) number: Option<usize>,
}

impl Stated<'_> {
    pub(super) fn number(&self) -> Result<StatedNumber, ParseError> {
        let value = self.value.parse().ok().filter(|value: &f64| value.is_finite());
        let wrong =
            || ParseError::new(self.line, 1, quoted(self.value), format!("the value of {}", quoted(&self.name)));
        Ok(StatedNumber { line: self.line, value: value.ok_or_else(wrong)? })
    }
}

/// The line and the words in which `glpsol -w` states the kind of solution and the numbers of rows and columns.
pub(super) fn numbered_header(text: &str) -> Option<(usize, Vec<&str>)> {
    let header = |(index, line): (usize, &'_ str)| {
        let mut words = line.split_whitespace();
        let is_one =
            words.next() == Some("s") && words.next().is_some_and(|kind| ["mip", "bas", "ipt"].contains(&kind));
        is_one.then_some(index + 1)
    };
    let line = text.lines().enumerate().find_map(header)?;
    Some((line, text.lines().nth(line - 1)?.split_whitespace().collect()))
}

/// Where the values end below a header of HiGHS, `Index Status Lower Upper Primal Dual Type Name`.
fn primal_column(header: &str) -> Option<usize> {
    let words: Vec<&str> = header.split_whitespace().collect();
    let is_header = words.starts_with(&["Index", "Status", "Lower", "Upper", "Primal"]) && words.ends_with(&["Name"]);
    is_header.then(|| header.find("Primal").map(|at| at + "Primal".len())).flatten()
}

fn is_columns_of_glpk(line: &str) -> bool {
    line.trim_start().starts_with("No. Column name")
}

/// The text behind `# Columns` of HiGHS.
fn section_of_columns(line: &str) -> Option<&str> {
    line.trim().strip_prefix("# Columns")
}

/// True if the section leaves out columns at 0: it says so, or counts its columns below 0.
fn is_sparse(rest: &str) -> bool {
    rest.ends_with("sparse") || rest.trim().parse().is_ok_and(|count: i64| count <= 0)
}

/// The words between a status of CBC and its objective.
const BEFORE_OBJECTIVE: &str = " - objective value ";

impl Form {
    pub(super) fn of(text: &str) -> Self {
        if text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| line.contains(BEFORE_OBJECTIVE)) {
            return Form::Cbc;
        }
        let form = |line: &str| match () {
            () if is_columns_of_glpk(line) => Some(Form::Glpk),
            () if section_of_columns(line).is_some() => Some(Form::Sections),
            () => primal_column(line).map(Form::Table),
        };
        text.lines().find_map(form).unwrap_or(Form::Plain)
    }

    /// True if a text of the form states columns at 0, too.
    pub(super) fn has_all_columns(self, text: &str) -> bool {
        let is_sparse = |line| section_of_columns(line).is_some_and(is_sparse);
        match self {
            Form::Glpk | Form::Table(_) => true,
            Form::Sections => !text.lines().any(is_sparse),
            Form::Cbc | Form::Plain => false,
        }
    }

    /// The values that the lines state.
    pub(super) fn values(self, text: &str) -> impl Iterator<Item = Result<Stated<'_>, ParseError>> {
        let mut lines = Lines::default();
        let from = if self == Form::Cbc { columns_of_cbc(text) } else { 0 };
        text.lines().enumerate().skip(from).filter_map(move |(index, line)| match self {
            Form::Cbc => lines.of_cbc(index + 1, line),
            Form::Glpk => lines.of_glpk(index + 1, line),
            Form::Sections => lines.of_sections(index + 1, line),
            Form::Table(end) => lines.of_table(index + 1, line, end),
            Form::Plain => lines.of_plain(index + 1, line),
        })
    }
}

/// The number of lines of CBC before those of the columns: rows come first if they are there, numbered by themselves.
fn columns_of_cbc(text: &str) -> usize {
    let number = |line: &str| line.trim_start_matches(['*', ' ']).split(' ').next()?.parse::<u64>().ok();
    let (mut before, mut from) = (None, 0);
    for (index, line) in text.lines().enumerate() {
        let this = number(line);
        if this.is_some() && this <= before {
            from = index;
        }
        before = this;
    }
    from
}

/// The state between lines.
#[derive(Default)]
struct Lines<'t> {
    is_inside: bool,
    /// True if numbers of columns stand behind the values.
    is_sparse: bool,
    is_behind_objective: bool,
    /// A name whose value is on the next line.
    open: Option<(&'t str, usize, usize)>,
}

/// Where a word stands in its line, in characters from 1.
fn column_of(line: &str, word: &str) -> usize {
    let bytes = (word.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    line.get(..bytes).map_or(1, |before| before.chars().count() + 1)
}

type Found<'t> = Option<Result<Stated<'t>, ParseError>>;

impl<'t> Lines<'t> {
    fn stated(&self, line: usize, text: &'t str, name: &[&'t str], value: &'t str) -> Found<'t> {
        let at = column_of(text, name.first()?);
        let is_behind_objective = self.is_behind_objective;
        Some(Ok(Stated { name: name.join(" "), value, line, at, is_behind_objective, number: None }))
    }

    /// `NUMBER NAME VALUE REDUCED-COST`, perhaps behind `**`.
    fn of_cbc(&mut self, line: usize, text: &'t str) -> Found<'t> {
        let words: Vec<&str> = text.split_whitespace().filter(|&word| word != "**").collect();
        match words[..] {
            [number, ref name @ .., value, _] if number.parse::<u64>().is_ok() && !name.is_empty() => {
                let numbered = |one: Stated<'t>| Stated { number: number.parse().ok(), ..one };
                self.stated(line, text, name, value).map(|one| one.map(numbered))
            }
            _ => None,
        }
    }

    /// `NUMBER NAME * VALUE LOWER UPPER`, where the star is for integers, and a long name ends its line.
    fn of_glpk(&mut self, line: usize, text: &'t str) -> Found<'t> {
        if is_columns_of_glpk(text) {
            self.is_inside = true;
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if !self.is_inside || words.first().is_some_and(|word| word.starts_with("---")) {
            return None;
        }
        if words.is_empty() {
            self.is_inside = false;
            return None;
        }
        if let Some((name, line, at)) = self.open.take() {
            let value = words.iter().find(|&&word| word != "*")?;
            return Some(Ok(Stated {
                name: name.to_owned(),
                value,
                line,
                at,
                is_behind_objective: true,
                number: None,
            }));
        }
        match words[..] {
            [_, name] => {
                self.open = Some((name, line, column_of(text, name)));
                None
            }
            [_, name, "*", value, ..] | [_, name, value, ..] => self.stated(line, text, &[name], value),
            _ => None,
        }
    }

    /// `NAME VALUE` between `# Columns` and the next section.
    fn of_sections(&mut self, line: usize, text: &'t str) -> Found<'t> {
        if let Some(rest) = section_of_columns(text) {
            (self.is_inside, self.is_sparse) = (true, is_sparse(rest));
            return None;
        }
        self.is_inside &= !text.starts_with('#') && !text.trim().is_empty();
        let words: Vec<&str> = text.split_whitespace().filter(|_| self.is_inside).collect();
        match (words.as_slice(), self.is_sparse) {
            ([name @ .., value, _], true) | ([name @ .., value], false) => self.stated(line, text, name, value),
            _ => None,
        }
    }

    /// A line of a table that is aligned to the right, the name last.
    fn of_table(&mut self, line: usize, text: &'t str, end: usize) -> Found<'t> {
        if primal_column(text).is_some() {
            // The second table has the rows.
            self.is_inside = !std::mem::replace(&mut self.is_behind_objective, true);
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        self.is_inside &= words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let name = words.last().filter(|_| self.is_inside)?;
        // Without a value there is a gap.
        let left = text.get(..end).filter(|left| !left.ends_with(' '))?;
        let value = left.split_whitespace().last()?;
        self.stated(line, text, &[name], value)
    }

    /// `NAME VALUE`, perhaps with `(obj:COEFFICIENT)` behind it.
    fn of_plain(&mut self, line: usize, text: &'t str) -> Found<'t> {
        if objective_behind(text).is_some() {
            self.is_behind_objective = true;
            return None;
        }
        if text.trim_start().starts_with('#') {
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with("(obj:")).collect();
        let [name @ .., value] = &words[..] else { return None };
        if name.is_empty() || value.parse::<f64>().is_err() {
            return None;
        }
        self.stated(line, text, name, value)
    }
}

/// The text behind the words with which a line states an objective.
fn objective_behind(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let begin = |head: &str| line.get(..head.len()).filter(|start| start.eq_ignore_ascii_case(head));
    let heads = ["# Objective value =", "Objective value:", "Objective value ", "Objective "];
    heads.iter().find_map(|head| begin(head).map(|_| &line[head.len()..]))
}

/// The value of the objective that a text states.
pub(super) fn objective(text: &str, form: Form) -> Option<StatedNumber> {
    let of = |line: &'_ str| -> Option<f64> {
        let word = match form {
            Form::Cbc => line.split_once(BEFORE_OBJECTIVE)?.1.trim(),
            // Objective:  NAME = VALUE (MINimum)
            Form::Glpk => {
                line.trim_start().strip_prefix("Objective:")?.rsplit_once('=')?.1.split_whitespace().next()?
            }
            _ => objective_behind(line)?.trim(),
        };
        word.parse().ok().filter(|value: &f64| value.is_finite())
    };
    text.lines().enumerate().find_map(|(index, line)| Some(StatedNumber { line: index + 1, value: of(line)? }))
}

/// The status that says that there is no solution, or that none is known. It counts before any values: some solvers
/// print those of a relaxation when there are no others.
pub(super) fn status<M>(text: &str, form: Form) -> Option<SolverAnswer<M>> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim().to_lowercase()));
    if form == Form::Sections {
        // The status, and whether there are values and they are a solution, stand below their headings.
        let below = |heading: &str| {
            let at = text.lines().position(|line| line.trim() == heading)?;
            Some((at + 2, text.lines().nth(at + 1)?.trim().to_lowercase()))
        };
        let (line, status) = below("Model status")?;
        if status == "infeasible" {
            return Some(SolverAnswer::Unsatisfiable { line });
        }
        let (line, values) = below("# Primal solution values")?;
        return (values != "feasible").then_some(SolverAnswer::Unknown { line });
    }
    // A status is a line of its own, or stands behind 'Status:', 'Model status:' or 'solution status:'.
    lines.find_map(|(line, text)| {
        let text = text.strip_prefix("solution ").or(text.strip_prefix("model ")).unwrap_or(&text);
        let text = text.strip_prefix("status:").unwrap_or(text).trim();
        let is_one = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
        // A column may have such a name.
        if form == Form::Plain && text.split_whitespace().last().is_some_and(|word| word.parse::<f64>().is_ok()) {
            return None;
        }
        if is_one(&["infeasible", "integer empty", "integer infeasible"]) {
            return Some(SolverAnswer::Unsatisfiable { line });
        }
        let unknown = ["undefined", "integer undefined", "no solution available", "unbounded", "primal infeasible or"];
        (is_one(&unknown) || text.contains("(no integer solution")).then_some(SolverAnswer::Unknown { line })
    })
}

/// The status of a solver that was stopped, of a text without values.
pub(super) fn stopped<M>(text: &str) -> Option<SolverAnswer<M>> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim().to_lowercase()));
    lines.find_map(|(line, text)| {
        let text = text.trim_start_matches("model status:").trim_start_matches("solution status:").trim();
        let is_one = ["time limit", "stopped", "unknown"].iter().any(|word| text.starts_with(word));
        is_one.then_some(SolverAnswer::Unknown { line })
    })
}
