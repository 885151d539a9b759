//! LP: integer programs as sums with signs and comparisons, in the form of CPLEX.
//!
#![doc = include_str!("help.md")]

mod read;
#[cfg(test)]
mod tests;

use crate::file_kind::FileKind;

use super::FrontEnd;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "lp",
    about: "integer programs as sums, with an objective or without",
    page: include_str!("help.md"),
    looks: FileKind::Lp,
    endings: &[".lp"],
    read: |text| read::program(text)?.problem(FRONT_END.name, text, '\\'),
    groups: |text| read::program(text)?.groups(text, '\\'),
};
