//! FlatZinc, which MiniZinc makes of its models: text to a model, and solutions to text.
//!
//! N. Nethercote, P. J. Stuckey, R. Becket, S. Brand, G. J. Duck, G. Tack, "MiniZinc: Towards a Standard CP Modelling
//! Language", CP 2007. Taken are the constraints over integers and truth values of the library of MiniZinc 2.6; those
//! over floats and sets are refused by name. Constraints become statements over literals and terms (`statement`), which
//! are simplified (`simplify`) and posted (`post`). A solution is what the text prints: two that print the same count
//! as one. A text that prints nothing has the values of all variables that MiniZinc did not add.
//!
//! A variable without bounds gets those that sums give it, and is refused if there are none.

mod build;
mod builtins;
mod classes;
mod determined;
mod items;
mod lexer;
mod post;
mod program;
mod ranges;
mod rows;
mod search;
mod simplify;
mod solution;
mod statement;
mod syntax;

use crate::file_kind::FileKind;
use crate::model::{Assignment, Model, Sense};
use crate::parse_error::ParseError;
use crate::picture::Drawing;
use crate::problem::{Cells, ModelProblem, Problem, Violation};

use super::FrontEnd;
use build::Built;
use solution::Item;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "flatzinc",
    about: "what MiniZinc makes of its models: integers and truth values, with an objective or without",
    page: include_str!("help.md"),
    looks: FileKind::FlatZinc,
    read: |text| Ok(Box::new(FlatZinc::read(text)?)),
};

/// A FlatZinc text as a problem.
pub struct FlatZinc {
    problem: ModelProblem,
    items: Vec<Item>,
    prints: bool,
    sense: Option<Sense>,
}

impl FlatZinc {
    /// Reads a text.
    ///
    /// # Errors
    /// If it is no FlatZinc, or has variables or constraints that are not taken.
    pub fn read(text: &str) -> Result<FlatZinc, ParseError> {
        let Built { model, items, prints } = build::build(items::read(text)?)?;
        let sense = model.objective().map(|objective| objective.sense);
        Ok(FlatZinc { problem: ModelProblem::new("flatzinc", model), items, prints, sense })
    }

    /// Whether smaller or larger values of an objective are better, if there is one.
    pub fn sense(&self) -> Option<Sense> {
        self.sense
    }

    /// A solution as MiniZinc reads it: a line for each item, `x = 3;`.
    pub fn text(&self, output: &Cells) -> String {
        let printed = self.items.iter().filter(|_| self.prints);
        printed.map(|item| format!("{} = {};\n", item.name, item.value(output))).collect()
    }

    /// The names of all constraints that are taken.
    pub fn constraints() -> Vec<String> {
        builtins::names().collect()
    }
}

impl Problem for FlatZinc {
    fn name(&self) -> &str {
        self.problem.name()
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        self.problem.views()
    }

    fn make_model(&self, view: &str) -> Model {
        self.problem.make_model(view)
    }

    fn output(&self, view: &str, solution: &Assignment) -> Cells {
        self.problem.output(view, solution)
    }

    fn check(&self, output: &Cells) -> Result<(), Violation> {
        self.problem.check(output)
    }

    fn check_solution(&self, view: &str, solution: &Assignment, output: &Cells) -> Result<(), Violation> {
        self.problem.check_solution(view, solution, output)
    }

    fn plain(&self, output: &Cells) -> String {
        self.problem.plain(output)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        self.problem.read_plain(line)
    }

    /// A solution as MiniZinc reads it, or else its variables.
    fn drawing(&self, output: Option<&Cells>) -> Drawing {
        let Some(output) = output.filter(|_| self.prints) else { return self.problem.drawing(output) };
        let mut drawing = Drawing::default();
        drawing.push(&self.text(output));
        drawing
    }
}
