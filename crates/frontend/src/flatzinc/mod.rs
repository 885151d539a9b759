//! FlatZinc, which MiniZinc makes of its models: text to a model, and solutions to text.
//!
#![doc = include_str!("help.md")]
//!
//! N. Nethercote, P. J. Stuckey, R. Becket, S. Brand, G. J. Duck, G. Tack, "MiniZinc: Towards a Standard CP Modelling
//! Language", CP 2007. Constraints become statements over literals and terms (`statement`), which are simplified
//! (`simplify`) and posted (`post`).

mod bounds;
mod build;
mod builtins;
mod classes;
mod determined;
mod grouped;
mod items;
mod json;
mod lexer;
mod post;
mod program;
mod rows;
mod search;
mod simplify;
mod solution;
mod statement;
mod syntax;

use std::collections::{BTreeMap, BTreeSet};

use crate::file_kind::FileKind;
use cnfab_base::Drawing;
use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::{Cells, ModelProblem, Problem, Violation};
use cnfab_model::{Model, OutputAlias, Sense};

use super::FrontEnd;

use build::Built;
use program::Program;
use solution::Item;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "flatzinc",
    about: "what MiniZinc makes of its models: integers and truth values, with an objective or without",
    page: include_str!("help.md"),
    looks: FileKind::FlatZinc,
    endings: &[".fzn", ".fzn.json"],
    read: |text| Ok(Box::new(FlatZinc::read(text)?)),
    groups,
};

fn program(text: &str, is_grouped: bool) -> Result<Program<'_>, ParseError> {
    if json::is_json(text) { json::read(text, is_grouped) } else { items::read(text, is_grouped) }
}

/// Reads a text as a model in which each constraint can be left out.
fn groups(text: &str) -> Result<Model, ParseError> {
    let mut program = program(text, true)?;
    let bounds = program.bounds_of_others(|| self::program(text, false))?;
    let mut model = build::build(program)?.model;
    bounds.into_iter().for_each(|bounds| model.note_bounds(|| bounds));
    Ok(model)
}

/// Lists files of the library, each with its text.
macro_rules! library {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("library/", $name)))),*]
    };
}

/// The files of the library that are no list of arguments: they call something else, or have arrays of two dimensions.
static WRITTEN: &[(&str, &str)] = library![
    "fzn_circuit.mzn",
    "fzn_circuit_reif.mzn",
    "fzn_connected.mzn",
    "fzn_connected_reif.mzn",
    "fzn_cost_regular.mzn",
    "fzn_cost_regular_reif.mzn",
    "fzn_inverse.mzn",
    "fzn_regular.mzn",
    "fzn_regular_nfa.mzn",
    "fzn_regular_nfa_reif.mzn",
    "fzn_regular_reif.mzn",
    "fzn_subcircuit.mzn",
    "fzn_subcircuit_reif.mzn",
    "fzn_table_bool.mzn",
    "fzn_table_bool_reif.mzn",
    "fzn_table_int.mzn",
    "fzn_table_int_reif.mzn",
    "redefinitions-2.0.mzn",
    "redefinitions.mzn",
];

/// The library of the constraints that are taken, for MiniZinc: the files, each with its text.
pub fn library() -> BTreeMap<String, String> {
    let written = WRITTEN.iter().map(|&(name, text)| (name.to_owned(), text.to_owned()));
    builtins::predicates().chain(written).collect()
}

/// A FlatZinc text as a problem.
pub struct FlatZinc {
    problem: ModelProblem,
    items: Vec<Item>,
    names: Vec<OutputAlias>,
    prints: bool,
    sense: Option<Sense>,
}

impl FlatZinc {
    /// Reads a text, or its form in JSON.
    ///
    /// # Errors
    /// If it is no FlatZinc, or has variables or constraints that are not taken.
    pub fn read(text: &str) -> Result<FlatZinc, ParseError> {
        let Built { model, items, names, prints } = build::build(program(text, false)?)?;
        let sense = model.objective().map(|objective| objective.sense);
        Ok(FlatZinc { problem: ModelProblem::new("flatzinc", model), items, names, prints, sense })
    }

    /// The sense of the objective, if there is one.
    pub fn sense(&self) -> Option<Sense> {
        self.sense
    }

    /// A solution as MiniZinc reads it: a line for each item, `x = 3;`.
    pub fn text(&self, output: &Cells) -> String {
        if self.prints { self.lines(output) } else { String::new() }
    }

    /// A line for each item.
    fn lines(&self, output: &Cells) -> String {
        self.items.iter().map(|item| format!("{} = {};\n", item.name, item.value(output))).collect()
    }

    /// The names of all constraints that are taken.
    pub fn constraints() -> Vec<String> {
        builtins::names().collect()
    }
}

impl Problem for FlatZinc {
    by_problem!();

    /// The values that a solution prints, and that are no shown variables of the model by their names.
    fn aliases(&self, view: &str) -> Vec<OutputAlias> {
        let model = self.problem.make_model(view);
        let shown = model.shown();
        let mut aliases: Vec<OutputAlias> = self.items.iter().flat_map(|item| item.aliases(&shown)).collect();
        let mut named: BTreeSet<String> = shown.iter().map(|&var| model.name(var).to_owned()).collect();
        aliases.retain(|alias| named.insert(alias.name.clone()));
        aliases
    }

    /// The variables of the text, and the names of what a solution prints.
    fn names(&self, view: &str) -> Vec<OutputAlias> {
        self.aliases(view).into_iter().chain(self.names.iter().cloned()).collect()
    }

    /// With an output what it prints; without one the size of the model.
    fn drawing(&self, output: Option<&Cells>) -> Drawing {
        let Some(output) = output else { return self.problem.drawing(None) };
        let mut drawing = Drawing::default();
        drawing.push(&self.lines(output));
        drawing
    }
}
