//! OPB, the format of pseudo-Boolean solvers: counts and sums are stated as they are, not by clauses.
//!
//! The first line has the numbers of variables and constraints. What competitions since 2024 want to have there
//! besides, the number of equations and the bits of the largest sum, is on the second, since older readers stumble over
//! it. Every constraint is `>=` or `=`; `<=` is negated. Comments begin with `*`. Those with `ind` are the projection.
//! Format: O. Roussel, V. Manquinho, "Input/Output Format and Solver Requirements for the Competitions of
//! Pseudo-Boolean Solvers", 2012 and later. Projection: J. Yang, K. S. Meel, "Engineering an Efficient PB-XOR Solver",
//! CP 2021, and S. Yang, K. S. Meel, "Towards Projected and Incremental Pseudo-Boolean Model Counting", AAAI 2025.

use std::io::Write;

use cnfab_ilp::LinearizeError;
use cnfab_model::Cmp;

use super::clause_map::row_origin;
use super::columns::{comments, entries, is_general, program};
use super::origin::one_line;
use super::{Export, ExportError, States, legend};
use cnfab_cnf::buffered::Buffered;

pub(super) const ABOUT: &str = "OPB of pseudo-Boolean solvers: counts and sums as they are, with a map in comments";

pub(super) const HELP: &str = concat!(
    "\
opb: pseudo-Boolean constraints over x1, x2, ... Comments:
  * cnfab, instance, kind, view, ilp    what made the file
",
    legend::help!("*"),
    "\
\x20 * objective maximise, as the least opposite    what is minimised, with its constant as the column 'constant'
  * map x17 cell[2,3]=5       x17 is true exactly if cell[2,3] is 5
  * map x18 seat[2]=7 hidden  no part of a solution: what agrees on all variables that are not hidden is one solution
  * ind 17 19 20 0            the variables that are not hidden, as ApproxMCPB and PBCount2 read it"
);

/// Variables of the projection on a line.
const ON_A_LINE: usize = 20;

/// Writes the model's constraints.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    let projected = program(export, States::Binaries)?;
    let program = &projected.made.program;
    if program.columns().iter().any(is_general) {
        let why = "OPB has 0/1 variables alone: '--encode ilp=assignment' has no others";
        return Err(LinearizeError::Constraint(why).into());
    }
    let equations = program.rows().filter(|row| row.cmp == Cmp::Eq).count();
    let largest = program.rows().map(|row| {
        let sum: u64 = row.entries.iter().map(|entry| entry.1.unsigned_abs()).sum();
        sum + row.rhs.unsigned_abs()
    });
    let bits = u64::BITS - largest.max().unwrap_or(0).max(2).leading_zeros();
    let mut out = Buffered::new(out);
    out.line(format_args!("* #variable= {} #constraint= {}", program.columns().len(), program.rows().len(),));
    out.line(format_args!("* #equal= {equations} intsize= {bits}"));
    comments(export, &projected, "*", &mut out);
    let shown: Vec<String> = (1..)
        .zip(&projected.shown)
        .filter(|(_, shown)| **shown)
        .map(|(number, _): (u32, _)| number.to_string())
        .collect();
    for line in shown.chunks(ON_A_LINE) {
        out.line(format_args!("* ind {} 0", line.join(" ")));
    }
    if export.model.objective().is_some() {
        out.bytes.extend_from_slice(b"min: ");
        for &(column, coefficient) in program.objective() {
            write!(out.bytes, "{coefficient:+} x{} ", column + 1).expect("memory can be written to");
        }
        out.line(format_args!(";"));
    }
    let mut last = None;
    for row in program.rows() {
        if export.comments && last != Some((row.label, row.number)) {
            out.line(format_args!("* constraint {}", one_line(&row_origin(&row))));
            last = Some((row.label, row.number));
        }
        let (entries, rhs) = entries(program, row.entries, row.rhs);
        let sign = if row.cmp == Cmp::Le { -1 } else { 1 };
        for &(column, coefficient) in entries {
            write!(out.bytes, "{:+} x{} ", sign * coefficient, column + 1).expect("memory can be written to");
        }
        let cmp = if row.cmp == Cmp::Eq { "=" } else { ">=" };
        out.line(format_args!("{cmp} {} ;", sign * rhs));
    }
    Ok(out.finish()?)
}
