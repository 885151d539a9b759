//! iCNF: clauses, and cubes that share the work between solvers.
//!
//! The header is `p inccnf`. The cubes split on the value of the first shown variable that has a choice: one cube for
//! each value, with all literals that the clauses need to exclude the other values. So each model of the clauses is in
//! exactly one cube, and the numbers of models in the cubes add up. Without a choice there is one cube, the empty one.
//! M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer", HVC 2011.

use std::io::{self, Write};

use cnfab_cnf::{ClauseStore, Lit};

use super::dimacs::{Dialect, write_as};
use super::{Export, ExportError};
use cnfab_cnf::buffered::Buffered;

pub(super) const ABOUT: &str =
    "iCNF: clauses, and one cube for each value of the first variable; comments as in dimacs";

pub(super) const HELP: &str = "\
icnf: as dimacs, with the header 'p inccnf', and after the clauses a cube for each value of the first variable with a choice:
  a 17 0                      each model of the clauses is in exactly one cube";

/// Writes the model's clauses and cubes.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Cubes, export, out)
}

/// Writes a formula, the variables that it shows, and cubes.
///
/// # Errors
/// If the text cannot be written.
pub fn write_cubes(
    out: &mut dyn Write,
    clauses: &ClauseStore,
    shown: Option<&[u32]>,
    cubes: &[Vec<Lit>],
) -> io::Result<()> {
    let literals = |lits: &[Lit]| lits.iter().map(|lit| format!("{} ", lit.dimacs())).collect::<String>();
    let mut out = Buffered::new(out);
    if let Some(shown) = shown {
        let shown: String = shown.iter().map(|variable| format!("{variable} ")).collect();
        out.line(format_args!("c p show {shown}0"));
    }
    out.line(format_args!("p inccnf"));
    clauses.clauses().for_each(|clause| out.line(format_args!("{}0", literals(clause))));
    cubes.iter().for_each(|cube| out.line(format_args!("a {}0", literals(cube))));
    out.finish()
}
