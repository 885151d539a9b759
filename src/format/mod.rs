//! Files for other programs, and reading what they answer.

use std::io::{self, Write};

use crate::encode::{Recipe, Unsupported};
use crate::model::Model;

mod decode;
mod dimacs;
pub mod dimacs_reader;
mod number;
pub mod solver_output;

pub use decode::{DecodeError, Decoder};

/// All formats, by name.
pub static FORMATS: &[Format] =
    &[Format { name: "dimacs", about: dimacs::ABOUT, help: dimacs::HELP, write: dimacs::write }];

/// A format that models are exported in.
pub struct Format {
    /// The name, as `--format` takes it.
    pub name: &'static str,
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// What is in the file, for `cnfab export --help`.
    pub help: &'static str,
    /// Writes the model. The same export gives the same bytes.
    pub write: fn(&Export<'_>, &mut dyn Write) -> Result<(), ExportError>,
}

/// What is to be exported.
#[derive(Clone, Copy, Debug)]
pub struct Export<'m> {
    /// The model.
    pub model: &'m Model,
    /// The encodings, for formats that need some.
    pub recipe: &'m Recipe,
    /// The instance's name, for comments.
    pub instance: &'m str,
    /// The puzzle's kind, for comments.
    pub kind: &'m str,
    /// The viewpoint that the model was made from, for comments.
    pub view: &'m str,
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The recipe cannot state the model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
