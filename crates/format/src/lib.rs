//! Files for other programs, and reading what they answer: the registry `FORMATS`, a file per format.

use std::io::{self, Write};

use cnfab_base::names::{UnknownName, known};
use cnfab_base::parse_error::ParseError;
use cnfab_encode::{Recipe, Unsupported};
use cnfab_ilp::{self as ilp, Formulation};
use cnfab_model::{Model, OutputAlias};

mod answers;
mod clause_map;
mod columns;
pub mod compressed;
mod decode;
mod dimacs;
mod icnf;
mod knf;
mod legend;
mod lp;
mod map;
mod mps;
mod opb;
mod origin;
pub mod program_output;
pub mod solver_output;
mod solver_statistics;
mod wcnf;

pub use clause_map::{ClauseMap, ClauseOrigin, OriginKind, RowMap, clause_map, row_map, row_origin};
pub use cnfab_cnf::dimacs::{self as dimacs_reader, Head, ReadError, read as read_formula, write as write_formula};
pub use columns::{WHOLE_ANYWAY, name as column_name};
pub use decode::{DecodeError, Decoder, StatedModel};
pub use icnf::write_cubes;
pub use lp::write_program as write_lp;
pub use mps::write_program as write_mps;
pub use solver_statistics::SolverStatistics;

/// All formats, by name.
pub static FORMATS: &[Format] = &[
    Format {
        name: "dimacs",
        aliases: &["cnf"],
        about: dimacs::ABOUT,
        help: dimacs::HELP,
        states: States::Clauses,
        write: dimacs::write,
        answers: Answers::Literals(answers::as_they_are),
    },
    Format {
        name: "icnf",
        aliases: &["inccnf"],
        about: icnf::ABOUT,
        help: icnf::HELP,
        states: States::Clauses,
        write: icnf::write,
        answers: Answers::Literals(answers::as_they_are),
    },
    Format {
        name: "knf",
        aliases: &[],
        about: knf::ABOUT,
        help: knf::HELP,
        states: States::Clauses,
        write: knf::write,
        answers: Answers::Literals(answers::as_they_are),
    },
    Format {
        name: "lp",
        aliases: &[],
        about: lp::ABOUT,
        help: lp::HELP,
        states: States::Program,
        write: lp::write,
        answers: Answers::Columns,
    },
    Format {
        name: "mps",
        aliases: &[],
        about: mps::ABOUT,
        help: mps::HELP,
        states: States::Program,
        write: mps::write,
        answers: Answers::Columns,
    },
    Format {
        name: "opb",
        aliases: &["pb"],
        about: opb::ABOUT,
        help: opb::HELP,
        states: States::Binaries,
        write: opb::write,
        answers: Answers::Literals(answers::of_pseudo_boolean),
    },
    Format {
        name: "wcnf",
        aliases: &[],
        about: wcnf::ABOUT,
        help: wcnf::HELP,
        states: States::Clauses,
        write: wcnf::write,
        answers: Answers::Literals(answers::of_weighted),
    },
    Format {
        name: "wcnf-top",
        aliases: &[],
        about: wcnf::ABOUT_TOP,
        help: wcnf::HELP_TOP,
        states: States::Clauses,
        write: wcnf::write_top,
        answers: Answers::Literals(answers::of_weighted),
    },
];

/// The format with this name or alias.
///
/// # Errors
/// If there is none.
pub fn find_format(name: &str) -> Result<&'static Format, UnknownName> {
    let found = FORMATS.iter().find(|format| known(format.names(), name).is_some());
    let names = || FORMATS.iter().flat_map(Format::names);
    found.ok_or_else(|| UnknownName::new("format", name, names()))
}

/// The format that a solver's answer is to, by how its text looks; if it looks like none, the format is dimacs.
pub fn format_of_answer(text: &str) -> &'static Format {
    find_format(answers::format_of(text)).expect("a format of the registry")
}

/// The statement of the model in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States {
    /// Clauses, by a recipe.
    Clauses,
    /// Rows over 0/1 columns, by a formulation.
    Binaries,
    /// Rows over 0/1 columns and integers, by a formulation.
    Program,
}

/// The form in which solvers of a format answer.
#[derive(Clone, Copy)]
pub enum Answers {
    /// Literals: how `s` and `v` lines of SAT solvers are made of them, given the number of variables.
    Literals(fn(&str, u32) -> Result<String, ParseError>),
    /// Values of columns, by [`program_output`].
    Columns,
}

impl Answers {
    /// True if rows have names in the files, as columns have.
    pub fn names_rows(self) -> bool {
        matches!(self, Answers::Columns)
    }
}

/// A format that models are exported in.
pub struct Format {
    /// The name, as `--format` takes it.
    pub name: &'static str,
    /// Other names that `--format` takes.
    pub aliases: &'static [&'static str],
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The content of the file, for `cnfab export --help`.
    pub help: &'static str,
    /// The statement of the model.
    pub states: States,
    /// Writes the model. The same export gives the same bytes.
    pub write: fn(&Export<'_>, &mut dyn Write) -> Result<(), ExportError>,
    /// The form of the output of solvers of this format.
    pub answers: Answers,
}

impl Format {
    /// The recipe by which files of this format are made where this one is asked for.
    pub fn recipe(&self, asked: &Recipe) -> Recipe {
        if self.name == "knf" { knf::recipe(asked) } else { asked.clone() }
    }

    /// The name and the aliases.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The export to write.
#[derive(Clone, Copy)]
pub struct Export<'m> {
    /// The model.
    pub model: &'m Model,
    /// The encodings, for formats that need some.
    pub recipe: &'m Recipe,
    /// The names of the text that are no variables of the model; a problem lists its `aliases`.
    pub aliases: &'m [OutputAlias],
    /// The formulation of sums in formats of integer programs.
    pub ilp: &'static dyn Formulation,
    /// The instance's name, for comments.
    pub instance: &'m str,
    /// The puzzle's kind, for comments.
    pub kind: &'m str,
    /// The viewpoint that the model was made from, for comments.
    pub view: &'m str,
    /// True if a comment stands before the clauses or rows of each constraint.
    pub comments: bool,
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The recipe cannot state the model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The formulation cannot state the model.
    #[error(transparent)]
    Program(#[from] ilp::LinearizeError),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
