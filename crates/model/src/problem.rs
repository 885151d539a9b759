//! The trait of the things that are run, compared and exported: a model, and a judge of its solutions.
//!
//! A puzzle is a problem with a notation and drawings, and judges by its rules. A [`ModelProblem`]
//! is a model that somebody built, and judges by the model as it was built, before anything is lowered or encoded.

use crate::{Assignment, Model, OutputAlias, Posted, Var};
use cnfab_base::Drawing;
use cnfab_base::display::quoted;
use cnfab_base::names::{UnknownName, known};
use cnfab_base::parse_error::ParseError;
use cnfab_base::units::plural;

/// The values of a solution in the order that its problem defines, such as one digit per cell of a Sudoku.
///
/// Solutions of different strategies and views are compared only as `Cells`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(pub Vec<i32>);

impl Cells {
    /// Checks the number of values; `what` is their noun in the message.
    ///
    /// # Errors
    /// If there are not as many as expected.
    pub fn check_len(&self, what: &str, expected: usize) -> Result<(), Violation> {
        if self.0.len() == expected {
            return Ok(());
        }
        Err(Violation(format!("the solution has {}, not {expected}", plural(self.0.len(), what))))
    }
}

/// A broken rule, as a sentence that names its cells: `row 3 adds up to 84, not 85`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// Something to be solved.
pub trait Problem: Send + Sync {
    /// The name of its kind.
    fn name(&self) -> &str;

    /// The viewpoints that a model can be made from: name and one line. The first is the default.
    fn views(&self) -> &'static [(&'static str, &'static str)];

    /// Builds the model of one of the views.
    ///
    /// # Errors
    /// If there is no such view.
    fn model(&self, view: &str) -> Result<Model, UnknownName> {
        Ok(self.make_model(self.view(view)?))
    }

    /// Finds a view by its name.
    ///
    /// # Errors
    /// If there is none of the name.
    fn view(&self, name: &str) -> Result<&'static str, UnknownName> {
        let names = self.views().iter().map(|&(name, _)| name);
        let unknown = || UnknownName::new(format!("view of {}", self.name()), name, names.clone());
        known(names.clone(), name).ok_or_else(unknown)
    }

    /// Builds the model of a view that [`Problem::model`] has looked up.
    ///
    /// # Panics
    /// If there is no such view.
    fn make_model(&self, view: &str) -> Model;

    /// Builds the model of a view where the model of another problem is at hand, such as the puzzle before in a batch.
    /// The default builds it anew.
    ///
    /// # Errors
    /// If there is no such view.
    fn model_after(&self, view: &str, before: Option<Model>) -> Result<Model, UnknownName> {
        let _ = before;
        self.model(view)
    }

    /// Declares the problem's symmetries on a model that [`Problem::model`] built for the same view.
    ///
    /// The declaration holds every symmetry that the view's variables and values can express. It ignores the givens: a
    /// [`Group`](crate::Group) keeps the symmetries that preserve them. It may add implied constraints that the
    /// model needs to have the symmetry.
    ///
    /// It is separate from [`Problem::model`], because most searches use no symmetries.
    fn declare_symmetries(&self, view: &str, model: &mut Model) {
        let _ = (view, model);
    }

    /// Converts a solution of a view's model to the canonical form, which is the same for every view.
    ///
    /// # Panics
    /// If there is no such view, or the solution is none of the view's model.
    fn output(&self, view: &str, solution: &Assignment) -> Cells;

    /// The names of the text whose values a solution gives and that are no shown variables of a view's model by that
    /// name.
    fn aliases(&self, view: &str) -> Vec<OutputAlias> {
        let _ = view;
        Vec::new()
    }

    /// All names of the text that are no variables of a view's model by that name, also those that a solution does not
    /// give. A variable that no constraint is about may have none.
    fn names(&self, view: &str) -> Vec<OutputAlias> {
        self.aliases(view)
    }

    /// Checks that an output solves the problem. A kind of puzzle follows its rules and never uses the model.
    ///
    /// # Errors
    /// The first broken rule and its position, as a sentence.
    fn check(&self, output: &Cells) -> Result<(), Violation>;

    /// Checks a solution of the view's model together with its output: by [`check`](Problem::check), unless outputs
    /// leave out values that the check needs.
    ///
    /// # Errors
    /// The first broken rule and its position, as a sentence.
    fn check_solution(&self, view: &str, solution: &Assignment, output: &Cells) -> Result<(), Violation> {
        let _ = (view, solution);
        self.check(output)
    }

    /// Formats an output in compact notation: one line, without the newline.
    fn plain(&self, output: &Cells) -> String;

    /// Reads what [`plain`](Problem::plain) writes.
    ///
    /// # Errors
    /// If the line does not have that form. The rules are not checked.
    fn read_plain(&self, line: &str) -> Result<Cells, ParseError>;

    /// Draws the problem, or an output of it, as coloured text for a terminal. Lines end with a newline.
    /// The default is the name, and the output in compact notation.
    fn drawing(&self, output: Option<&Cells>) -> Drawing {
        let mut drawing = Drawing::default();
        drawing.push(&(output.map_or_else(|| self.name().to_owned(), |output| self.plain(output)) + "\n"));
        drawing
    }

    /// Names the place of a text that was taken though its format has it otherwise.
    fn note(&self) -> Option<&ParseError> {
        None
    }

    /// Names the first place of a text that changes the number of solutions and is not counted, such as a weight. It is
    /// the error of whoever counts.
    fn uncounted(&self) -> Option<&ParseError> {
        None
    }

    /// A value of the model's objective as the text measures it, which may have fractions.
    fn measure(&self, objective: i64) -> String {
        objective.to_string()
    }

    /// Returns the text of [`drawing`](Problem::drawing) without colours.
    fn draw(&self, output: Option<&Cells>) -> String {
        self.drawing(output).to_string()
    }
}

/// The only view of a model.
const VIEWS: &[(&str, &str)] = &[("model", "the model as it was built")];

/// A model without a puzzle: its shown variables are the output, its constraints the rules.
///
/// ```
/// use cnfab_model::Model;
/// use cnfab_model::problem::{Cells, ModelProblem, Problem};
///
/// let mut model = Model::new();
/// let digits = [model.var("tens", 1..=9), model.var("units", 0..=9)];
/// model.sum_eq("sum of digits", digits, 17);
/// let problem = ModelProblem::new("digits", model);
/// assert!(problem.check(&Cells(vec![8, 9])).is_ok());
/// assert_eq!(problem.check(&Cells(vec![8, 8])).unwrap_err().to_string(), "'sum of digits' does not hold");
/// ```
pub struct ModelProblem {
    name: String,
    model: Model,
    shown: Vec<Var>,
    note: Option<ParseError>,
    uncounted: Option<ParseError>,
    /// One unit of the objective as the text measures it: a number, and how many of its digits are behind the point.
    unit: (i128, u8),
}

impl ModelProblem {
    /// The problem of a model, with a name for reports.
    pub fn new(name: impl Into<String>, model: Model) -> Self {
        let shown = model.shown();
        ModelProblem { name: name.into(), model, shown, note: None, uncounted: None, unit: (1, 0) }
    }

    /// The same with its [`note`](Problem::note).
    pub fn noting(self, note: Option<ParseError>) -> Self {
        ModelProblem { note, ..self }
    }

    /// The same with what is [`uncounted`](Problem::uncounted).
    pub fn without_counting(self, uncounted: Option<ParseError>) -> Self {
        ModelProblem { uncounted, ..self }
    }

    /// The same with an objective whose unit is a number with this many digits behind the point.
    pub fn measuring(self, unit: i128, decimals: u8) -> Self {
        ModelProblem { unit: (unit, decimals), ..self }
    }

    /// The violation of the assignment, by the constraints for which `is_known` says that they can be judged.
    fn judge(&self, assignment: &Assignment, is_known: &dyn Fn(Var) -> bool) -> Result<(), Violation> {
        let model = &self.model;
        let is_outside = |&var: &Var| is_known(var) && !model.domain(var).contains(assignment[var]);
        if let Some(var) = model.vars().find(is_outside) {
            return Err(Violation(format!("{} is {}, which is none of its values", model.name(var), assignment[var])));
        }
        let can_be_judged =
            |posted: &Posted| posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var)).all(is_known);
        match model.constraints().iter().find(|posted| can_be_judged(posted) && !posted.holds(assignment)) {
            Some(posted) => Err(Violation(format!("'{}' does not hold", posted.label))),
            None => Ok(()),
        }
    }
}

impl Problem for ModelProblem {
    fn name(&self) -> &str {
        &self.name
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        VIEWS
    }

    fn note(&self) -> Option<&ParseError> {
        self.note.as_ref()
    }

    fn uncounted(&self) -> Option<&ParseError> {
        self.uncounted.as_ref()
    }

    fn make_model(&self, _: &str) -> Model {
        self.model.clone()
    }

    fn measure(&self, objective: i64) -> String {
        let (unit, decimals) = self.unit;
        let Some(value) = unit.checked_mul(objective.into()) else {
            return format!("{objective} * {unit}e-{decimals}");
        };
        let digits = format!("{:0>width$}", value.unsigned_abs(), width = usize::from(decimals) + 1);
        let (whole, behind) = digits.split_at(digits.len() - usize::from(decimals));
        let behind = behind.trim_end_matches('0');
        let (sign, point) = (if value < 0 { "-" } else { "" }, if behind.is_empty() { "" } else { "." });
        format!("{sign}{whole}{point}{behind}")
    }

    fn output(&self, _: &str, solution: &Assignment) -> Cells {
        Cells(solution.project(&self.shown))
    }

    /// Judges by the constraints of which all variables are shown; [`check_solution`](Problem::check_solution) by all.
    fn check(&self, output: &Cells) -> Result<(), Violation> {
        if output.0.len() != self.shown.len() {
            return Err(Violation(format!("found {} values, expected {}", output.0.len(), self.shown.len())));
        }
        let mut values: Vec<Option<i32>> = vec![None; self.model.variables().len()];
        for (var, &value) in self.shown.iter().zip(&output.0) {
            values[var.index()] = Some(value);
        }
        let assignment = Assignment::new(values.iter().map(|value| value.unwrap_or_default()).collect());
        self.judge(&assignment, &|var| values[var.index()].is_some())
    }

    fn check_solution(&self, _: &str, solution: &Assignment, _: &Cells) -> Result<(), Violation> {
        self.judge(solution, &|_| true)
    }

    fn plain(&self, output: &Cells) -> String {
        let named = |(var, value): (&Var, &i32)| format!("{}={value}", self.model.name(*var));
        self.shown.iter().zip(&output.0).map(named).collect::<Vec<_>>().join(" ")
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        let mut rest = line.trim();
        let wrong = |rest: &str, expected: String| {
            let column = line.chars().count() - rest.chars().count() + 1;
            let found = if rest.is_empty() { "the end of the line".to_owned() } else { quoted(rest) };
            ParseError::new(1, column, found, expected)
        };
        let mut values = Vec::with_capacity(self.shown.len());
        for &var in &self.shown {
            let name = self.model.name(var);
            let expected = || format!("{name}= and its value");
            let behind = rest.strip_prefix(name).and_then(|behind| behind.strip_prefix('='));
            let behind = behind.ok_or_else(|| wrong(rest, expected()))?;
            let (value, next) = behind.split_once(char::is_whitespace).unwrap_or((behind, ""));
            values.push(value.parse().map_err(|_| wrong(behind, expected()))?);
            rest = next.trim_start();
        }
        if rest.is_empty() { Ok(Cells(values)) } else { Err(wrong(rest, "the end of the line".to_owned())) }
    }

    /// Without an output the size of the model; with one a line for each shown variable.
    fn drawing(&self, output: Option<&Cells>) -> Drawing {
        let mut drawing = Drawing::default();
        let Some(output) = output else {
            let variables = plural(self.model.variables().len() as u64, "variable");
            let constraints = plural(self.model.constraints().len() as u64, "constraint");
            drawing.push(&format!("{}: {variables}, {constraints}\n", self.name));
            return drawing;
        };
        for (&var, value) in self.shown.iter().zip(&output.0) {
            drawing.push(&format!("{} = {value}\n", self.model.name(var)));
        }
        drawing
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
