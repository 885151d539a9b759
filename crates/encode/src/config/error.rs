//! The errors in the text of an encoding configuration.

use cnfab_base::display::quoted;
use cnfab_base::names::UnknownName;

/// A configuration that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// A part is not of the form `class=encoding` or `class:place=encoding`.
    #[error("found {}, expected CLASS=ENCODING, CLASS:FAMILY=ENCODING or CLASS:FAMILY[NUMBER]=ENCODING", quoted(.0))]
    Form(String),
    /// An encoding's number is missing its bracket, is out of range, or is not wanted.
    #[error("found {}, expected {expected}", quoted(part))]
    Number {
        /// The part as `class=encoding`.
        part: String,
        /// The text that may be written.
        expected: String,
    },
    /// The command of a part cannot be read.
    #[error("{why}, in {}", quoted(part))]
    Command {
        /// The part as `class=cmd:command`.
        part: String,
        /// The error in it.
        why: String,
    },
    /// A part repeats the key of a part before it.
    #[error("{} comes twice, expected one encoding for it", quoted(.0))]
    Twice(String),
    /// No class or no encoding has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
}

impl RecipeError {
    /// The same error of an encoding behind `prefix`.
    pub(crate) fn behind(mut self, prefix: &str) -> Self {
        let with = |part: &mut String| *part = part.replacen('=', &format!("={prefix}"), 1);
        if let RecipeError::Number { part, .. } = &mut self {
            with(part);
        }
        self
    }
}
