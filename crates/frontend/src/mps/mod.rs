//! MPS: integer programs as columns, in fields or between blanks.
//!
#![doc = include_str!("help.md")]

mod fields;
mod read;
#[cfg(test)]
mod tests;

use crate::file_kind::FileKind;

use super::FrontEnd;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "mps",
    about: "integer programs as columns of rows, with an objective or without",
    page: include_str!("help.md"),
    looks: FileKind::Mps,
    endings: &[".mps"],
    read: |text| read::program(text)?.problem(FRONT_END.name, text, '*'),
    groups: |text| read::program(text)?.groups(text, '*'),
};
