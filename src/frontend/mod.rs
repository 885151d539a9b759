//! Front ends: formats of other programs whose files become problems, a folder per format.
//!
//! A front end reads a text as a [`Model`](crate::model::Model), and says what its solutions look like. Solutions are
//! checked against the model as it was read, before anything is lowered or encoded.

mod cursor;
pub mod dimacs;
pub mod flatzinc;
pub mod opb;
mod pairs;
mod pseudo_boolean;
mod ranges;
pub mod wcnf;
pub mod xcsp3;

use crate::file_kind::FileKind;
use crate::parse_error::ParseError;
use crate::problem::Problem;

/// An entry of the registry.
pub struct FrontEnd {
    /// The name of the format, which is the name of its problems, too.
    pub name: &'static str,
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The page about the format, for `cnfab help`.
    pub page: &'static str,
    /// What its files look like.
    pub looks: FileKind,
    /// Reads a text.
    pub read: fn(&str) -> Result<Box<dyn Problem>, ParseError>,
}

/// All front ends, by name.
pub static FRONT_ENDS: &[FrontEnd] =
    &[dimacs::FRONT_END, flatzinc::FRONT_END, opb::FRONT_END, wcnf::FRONT_END, xcsp3::FRONT_END];

/// The front end for files that look like this.
pub(crate) fn for_files(looks: FileKind) -> Option<&'static FrontEnd> {
    FRONT_ENDS.iter().find(|front_end| front_end.looks == looks)
}

/// The most variables that a model is made with.
const MOST_VARIABLES: u32 = 10_000_000;
