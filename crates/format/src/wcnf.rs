//! WCNF: the clauses of a model are hard, and what its objective costs are soft ones. As MaxSAT evaluations since 2022
//! read it, and as they did before, for programs that read nothing else.
//!
//! The comments are those of DIMACS. Since 2022 there is no header, and `h -1 2 0` is a hard clause. Before, the header
//! is `p wcnf VARIABLES CLAUSES TOP`, and a clause that begins with the weight TOP is hard. A soft clause is the
//! opposite of a literal that costs something, with the cost as its weight.

use std::io::Write;

use super::dimacs::{Dialect, write_as};
use super::{Export, ExportError};

pub(super) const ABOUT: &str = "WCNF of the MaxSAT evaluations since 2022; comments as in dimacs";

pub(super) const HELP: &str = "\
wcnf: as dimacs, but without a header. A clause of the model begins with an h: h -17 -18 0
  c objective maximise, as the least opposite; constant 4    what is minimised; the constant is to be added
  3 -17 0                     a soft clause: it costs 3 if variable 17 is true";

pub(super) const ABOUT_TOP: &str = "WCNF of the MaxSAT evaluations until 2021; comments as in dimacs";

pub(super) const HELP_TOP: &str = "\
wcnf-top: as wcnf, with the header 'p wcnf VARIABLES CLAUSES TOP'; a clause of the model begins with TOP: 9 -17 -18 0";

/// Writes the model's clauses.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Hard, export, out)
}

/// Writes the model's clauses with a header and weights.
pub(super) fn write_top(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Weights, export, out)
}
