//! A model with groups as a puzzle without a picture: its places are the shown variables, its rules the groups.
//!
//! So what explains puzzles explains models, in the names of their text.

use std::collections::HashMap;

use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::{ModelProblem, Problem};
use cnfab_model::{Assignment, Model};
use cnfab_puzzle::picture::Picture;
use cnfab_puzzle::{Cells, Kind, Puzzle, Violation};

/// Stands in the place of a kind. It is in no list, and reads nothing.
static KIND: Kind = Kind {
    name: "model",
    aliases: &[],
    about: "a model with named constraints",
    page: "",
    keys: &[],
    views: &[("model", "the model as it was built")],
    presets: &[],
    blank: None,
    boards: None,
    size: (1, 1),
    of_parts: None,
    parse: |_| Err(ParseError::new(1, 1, "a model", "a puzzle")),
};

/// The most groups of a model that is explained.
const MOST_EXPLAINED: usize = 1000;

/// A model whose constraints and variables have names.
pub struct NamedModel {
    problem: ModelProblem,
    /// The shown variables.
    places: Vec<String>,
    /// The names of groups, by the label of a constraint and its number among those of that label.
    rules: HashMap<(String, usize), String>,
}

impl NamedModel {
    /// The only view.
    pub const VIEW: &str = "model";

    /// Names what is explained step by step.
    ///
    /// # Errors
    /// If the model has an objective, or too many groups.
    pub fn explained(model: &Model) -> Result<Self, String> {
        if model.groups().len() > MOST_EXPLAINED {
            let found = model.groups().len();
            return Err(format!("found {found} constraints, expected at most {MOST_EXPLAINED}"));
        }
        if model.objective().is_some() {
            return Err("found an objective, expected none: an optimum does not follow step by step".to_owned());
        }
        Ok(Self::new(model))
    }

    /// Names the constraints of a model by their groups, of which all are chosen.
    pub fn new(model: &Model) -> Self {
        let group_of: HashMap<_, &str> =
            model.groups().iter().map(|group| (group.selector.var, group.name.as_str())).collect();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut rules = HashMap::new();
        for posted in model.constraints() {
            let number = numbers.entry(&posted.label).or_default();
            *number += 1;
            if let Some(name) = posted.when.iter().find_map(|atom| group_of.get(&atom.var)) {
                rules.insert((posted.label.to_string(), *number), (*name).to_owned());
            }
        }
        let places = model.shown().into_iter().map(|var| model.name(var).to_owned()).collect();
        NamedModel { problem: ModelProblem::new(Self::VIEW, model.clone().chosen().without_objective()), places, rules }
    }
}

impl Problem for NamedModel {
    fn name(&self) -> &str {
        self.problem.name()
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        KIND.views
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
}

impl Puzzle for NamedModel {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn text(&self) -> String {
        String::new()
    }

    fn place(&self, position: usize) -> String {
        self.places[position].clone()
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        self.rules.get(&(label.to_owned(), number)).cloned()
    }

    fn picture(&self, _: Option<&Cells>) -> Picture {
        Picture::new(self.problem.name(), 0.0, 0.0)
    }
}
