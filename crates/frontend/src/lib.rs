//! Front ends: formats of other programs whose files become problems, a folder per format.
//!
//! A front end reads a text as a [`Model`], and says what its solutions look like. Solutions are checked against the
//! model as it was read, before anything is lowered or encoded.

/// Writes the methods of `Problem` that the field `problem`, a model as a problem, answers.
macro_rules! by_problem {
    () => {
        fn name(&self) -> &str {
            self.problem.name()
        }

        fn views(&self) -> &'static [(&'static str, &'static str)] {
            self.problem.views()
        }

        fn make_model(&self, view: &str) -> cnfab_model::Model {
            self.problem.make_model(view)
        }

        fn output(&self, view: &str, solution: &cnfab_model::Assignment) -> Cells {
            self.problem.output(view, solution)
        }

        fn check(&self, output: &Cells) -> Result<(), Violation> {
            self.problem.check(output)
        }

        fn check_solution(
            &self,
            view: &str,
            solution: &cnfab_model::Assignment,
            output: &Cells,
        ) -> Result<(), Violation> {
            self.problem.check_solution(view, solution, output)
        }

        fn plain(&self, output: &Cells) -> String {
            self.problem.plain(output)
        }

        fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
            self.problem.read_plain(line)
        }
    };
}

mod cursor;
mod decimal;
pub mod dimacs;
pub mod file_kind;
pub mod flatzinc;
mod functions;
mod implied;
pub mod knf;
mod linear_program;
pub mod lp;
pub mod mps;
pub mod opb;
mod pairs;
mod projection;
mod pseudo_boolean;
mod ranges;
pub mod wcnf;
mod wide_sum;
pub mod xcsp3;

use crate::file_kind::{FileKind, guess};
use cnfab_base::parse_error::ParseError;
use cnfab_format::compressed;
use cnfab_model::Model;
use cnfab_model::problem::Problem;

/// An entry of the registry.
pub struct FrontEnd {
    /// The name of the format, which is the name of its problems, too.
    pub name: &'static str,
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The page about the format, for `cnfab help`.
    pub page: &'static str,
    /// The looks of its files.
    pub looks: FileKind,
    /// The endings of the names of its files, in lower case and before they are compressed.
    pub endings: &'static [&'static str],
    /// Reads a text.
    pub read: fn(&str) -> Result<Box<dyn Problem>, ParseError>,
    /// Reads a text as a model in which each of its constraints can be left out.
    pub groups: fn(&str) -> Result<Model, ParseError>,
}

/// All front ends, by name.
pub static FRONT_ENDS: &[FrontEnd] = &[
    dimacs::FRONT_END,
    flatzinc::FRONT_END,
    knf::FRONT_END,
    lp::FRONT_END,
    mps::FRONT_END,
    opb::FRONT_END,
    wcnf::FRONT_END,
    xcsp3::FRONT_END,
];

/// The front end for a text with this name; `None` for puzzles. The name decides only where the text could be anything,
/// as the formats allow beginnings that show nothing.
pub fn for_text(text: &str, name: &str) -> Option<&'static FrontEnd> {
    let looks = guess(text.as_bytes());
    let by_text = FRONT_ENDS.iter().find(|front_end| Some(front_end.looks) == looks);
    by_text.or_else(|| {
        let name = compressed::name_inside(name).to_ascii_lowercase();
        let is_named = |front_end: &&FrontEnd| front_end.endings.iter().any(|ending| name.ends_with(ending));
        FRONT_ENDS.iter().find(is_named).filter(|_| looks != Some(FileKind::Puzzle))
    })
}

pub use cnfab_model::ANNOTATED;

/// The most values of a variable that keeps those which a constraint rules out by itself. Propagation drops these.
const MOST_KEPT: usize = 4096;

/// The most variables that a model is made with.
const MOST_VARIABLES: u32 = 10_000_000;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
