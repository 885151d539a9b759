//! WCNF: clauses that have to hold, and others whose weights count what does not.
//!
#![doc = include_str!("help.md")]

mod read;
#[cfg(test)]
mod tests;

use crate::file_kind::FileKind;

use super::FrontEnd;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "wcnf",
    about: "MaxSAT: hard clauses, and soft ones with weights, as the evaluations write them now or wrote them before 2022",
    page: include_str!("help.md"),
    looks: FileKind::WeightedCnf,
    endings: &[".wcnf"],
    read: read::read,
    groups: read::groups,
};
