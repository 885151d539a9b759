//! WCNF as MaxSAT evaluations since 2022 read it: every clause is hard, since a model has nothing to optimise.
//!
//! The comments are those of DIMACS. There is no header; `h -1 2 0` is a clause.

use std::io::Write;

use super::dimacs::{Dialect, write_as};
use super::{Export, ExportError};

pub(super) const ABOUT: &str = "WCNF of the MaxSAT evaluations since 2022, hard clauses only; comments as in dimacs";

pub(super) const HELP: &str = "\
wcnf: as dimacs, but without a header, and each clause begins with an h: h -17 -18 0";

/// Writes the model's clauses.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Weighted, export, out)
}
