//! KNF and CNF+: clauses and cardinality constraints over literals.
//!
#![doc = include_str!("help.md")]

mod read;
#[cfg(test)]
mod tests;

use crate::file_kind::FileKind;

use super::FrontEnd;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "knf",
    about: "clauses and cardinality constraints: KNF, and CNF+ of PySAT, whose sums may have coefficients",
    page: include_str!("help.md"),
    looks: FileKind::Knf,
    endings: &[".knf", ".cnf+", ".cnfp"],
    read: read::read,
    groups: read::groups,
};
