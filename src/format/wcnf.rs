//! WCNF, in which every clause is hard, since a model has nothing to optimise: as MaxSAT evaluations since 2022 read
//! it, and as they did before, for programs that read nothing else.
//!
//! The comments are those of DIMACS. Since 2022 there is no header, and `h -1 2 0` is a clause. Before, the header is
//! `p wcnf VARIABLES CLAUSES TOP`, and a clause that begins with the weight TOP, which is 1 here, is hard: `1 -1 2 0`.

use std::io::Write;

use super::dimacs::{Dialect, write_as};
use super::{Export, ExportError};

pub(super) const ABOUT: &str = "WCNF of the MaxSAT evaluations since 2022, hard clauses only; comments as in dimacs";

pub(super) const HELP: &str = "\
wcnf: as dimacs, but without a header, and each clause begins with an h: h -17 -18 0";

pub(super) const ABOUT_TOP: &str =
    "WCNF of the MaxSAT evaluations until 2021, hard clauses only; comments as in dimacs";

pub(super) const HELP_TOP: &str = "\
wcnf-top: as dimacs, with the header 'p wcnf VARIABLES CLAUSES 1', and each clause begins with a 1: 1 -17 -18 0";

/// Writes the model's clauses.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Hard, export, out)
}

/// Writes the model's clauses with a header and weights.
pub(super) fn write_top(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Weights, export, out)
}
