//! XCSP3: constraint satisfaction and optimisation problems as XML, text to a model and solutions to text.
//!
#![doc = include_str!("help.md")]
//!
//! F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, "XCSP3-core: A Format for Representing Constraint
//! Satisfaction/Optimization Problems", 2020. Integer expressions become sums (`affine`), truth values become atoms
//! (`truth`), and a constraint becomes one of a class where there is one (`constraints`).

mod affine;
mod annotations;
mod bounds;
mod build;
mod compare;
mod condition;
mod constraints;
mod evaluate;
mod expression;
mod functions;
mod objective;
mod require;
mod truth;
mod values;
mod variables;
mod xml;

use crate::file_kind::FileKind;
use cnfab_base::Drawing;
use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::{Cells, ModelProblem, Problem, Violation};
use cnfab_model::{Model, Sense};

use super::FrontEnd;

use build::Build;
use xml::Element;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "xcsp3",
    about: "constraint problems of the XCSP3 competitions, with an objective or without",
    page: include_str!("help.md"),
    looks: FileKind::Xcsp3,
    endings: &[".xml"],
    read: |text| Xcsp3::read(text).map(|problem| Box::new(problem) as Box<dyn Problem>).map_err(Unread::into_error),
    groups: |text| Xcsp3::build(text, Model::with_groups()).map(|build| build.0).map_err(Unread::into_error),
};

/// Why a text is no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It is no XCSP3.
    #[error("{0}")]
    Malformed(ParseError),
    /// XCSP3 has it, and it is not taken.
    #[error("{0}")]
    Unsupported(ParseError),
}

impl Unread {
    /// The error, with its place.
    pub fn into_error(self) -> ParseError {
        match self {
            Unread::Malformed(error) | Unread::Unsupported(error) => error,
        }
    }
}

/// An XCSP3 text as a problem.
pub struct Xcsp3 {
    problem: ModelProblem,
    /// The names of the lists in solutions.
    names: Vec<String>,
    sense: Option<Sense>,
}

impl Xcsp3 {
    /// Reads a text.
    ///
    /// # Errors
    /// If it is no XCSP3, or has what is not taken.
    pub fn read(text: &str) -> Result<Xcsp3, Unread> {
        let (model, names) = Self::build(text, Model::new())?;
        let sense = model.objective().map(|objective| objective.sense);
        Ok(Xcsp3 { problem: ModelProblem::new(FRONT_END.name, model), names, sense })
    }

    /// Reads a text into a model that is empty. Returns it and the names of the lists in solutions.
    fn build(text: &str, model: Model) -> Result<(Model, Vec<String>), Unread> {
        let document = xml::document(text)?;
        let root = Element::root(&document);
        let wrong = |element: Element<'_, '_>| {
            let found = element.tag();
            element.wrong(found, "<instance> with <variables>, <constraints>, <objectives>, <annotations>")
        };
        if root.name() != "instance" {
            return Err(wrong(root));
        }
        root.allow(&["format", "type"])?;
        if let Some(kind) = root.attribute("type").filter(|kind| !["CSP", "COP"].contains(&kind.text)) {
            let found = format!("an instance of the type {}", quoted(kind.text));
            return Err(xml::unsupported(text, kind.at, found, "CSP or COP"));
        }
        let has_groups = model.has_groups();
        let mut build = Build::new(text);
        build.model = model;
        let mut parts = [None; 4];
        const NAMES: [&str; 4] = ["variables", "constraints", "objectives", "annotations"];
        for child in root.children()? {
            let place = NAMES.iter().position(|&name| name == child.name()).ok_or_else(|| wrong(child))?;
            if parts[place].replace(child).is_some() {
                return Err(child.wrong(format!("{} a second time", child.tag()), "one of each"));
            }
        }
        let [variables, constraints, objectives, annotations] = parts;
        let variables = variables.ok_or_else(|| root.wrong("<instance> without variables", "<variables>"))?;
        build.declare_all(variables)?;
        if build.open.is_some() {
            build = Build::bounded(text, has_groups, variables, constraints)?;
        }
        if let Some(constraints) = constraints {
            build.constrain(constraints)?;
        }
        if let Some(objectives) = objectives {
            build.aim(objectives)?;
        }
        if let Some(annotations) = annotations {
            build.annotate(annotations)?;
        }
        let Build { model, variables, .. } = build;
        Ok((model, variables.printed))
    }

    /// The sense of the objective, if there is one.
    pub fn sense(&self) -> Option<Sense> {
        self.sense
    }

    /// A solution as the competitions have it, with the value of its objective: one line, `<instantiation>`.
    pub fn instantiation(&self, output: &Cells, kind: &str, cost: Option<i64>) -> String {
        let values: Vec<String> = output.0.iter().map(i32::to_string).collect();
        let (names, values) = (self.names.join(" "), values.join(" "));
        let cost = cost.map(|cost| format!(" cost=\"{cost}\"")).unwrap_or_default();
        format!(
            "<instantiation type=\"{kind}\"{cost}> <list> {names} </list> <values> {values} </values> </instantiation>"
        )
    }

    /// The names of all constraints that are taken.
    pub fn constraints() -> Vec<&'static str> {
        constraints::names().collect()
    }
}

impl Problem for Xcsp3 {
    by_problem!();

    fn drawing(&self, output: Option<&Cells>) -> Drawing {
        self.problem.drawing(output)
    }
}
