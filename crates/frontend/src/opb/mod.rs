//! OPB: pseudo-Boolean constraints and an objective, as solvers of the competitions read them.
//!
#![doc = include_str!("help.md")]

mod read;
#[cfg(test)]
mod tests;
mod variables;

use crate::file_kind::FileKind;

use super::FrontEnd;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "opb",
    about: "pseudo-Boolean constraints, linear or not, with an objective or without",
    page: include_str!("help.md"),
    looks: FileKind::Opb,
    endings: &[".opb", ".wbo"],
    read: read::read,
    groups: read::groups,
};
