//! iCNF: clauses, and cubes that share the work between solvers.
//!
//! The header is `p inccnf`. The cubes split on the value of the first shown variable that has a choice: one cube for each
//! literal that tells a value, and one in which all of these are false. Together they are everything; where the literals
//! exclude each other, cubes do not overlap.
//! M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer", HVC 2011.

use std::io::Write;

use super::dimacs::{Dialect, write_as};
use super::{Export, ExportError};

pub(super) const ABOUT: &str = "iCNF: clauses, and cubes over the first variable's values; comments as in dimacs";

pub(super) const HELP: &str = "\
icnf: as dimacs, with the header 'p inccnf', and cubes after the clauses: a 17 0";

/// Writes the model's clauses and cubes.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Cubes, export, out)
}
