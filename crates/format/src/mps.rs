//! Free MPS, as every integer programming solver reads it.
//!
//! The name's line has the word `FREE`: without it, CBC tells free from fixed MPS by the columns that words stand in,
//! and refuses some files. Columns come one after the other with their entries; integral ones stand between markers.

use std::io::{self, Write};

use cnfab_model::Cmp;

use super::columns::{entries, name, objective, row_name, write_export, write_rows};
use super::{Export, ExportError};
use cnfab_cnf::buffered::Buffered;
use cnfab_ilp::Program;

pub(super) const ABOUT: &str = "free MPS of integer programming solvers, with a map of the columns in comments";

pub(super) const HELP: &str = "\
mps: an integer program. Comments begin with '*' and say the same as those of lp.";

/// Writes the model's rows.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_export(export, "*", rows, out)
}

/// Writes a program without comments, and without the constant of its objective.
///
/// # Errors
/// If the file cannot be written.
pub fn write_program(program: &Program, out: &mut dyn Write) -> io::Result<()> {
    write_rows(program, rows, out)
}

fn rows(program: &Program, out: &mut Buffered<'_>) {
    let objective = objective(program);
    let mut of_column: Vec<Vec<(usize, i64)>> = vec![Vec::new(); program.columns().len()];
    out.line(format_args!("NAME cnfab FREE\nROWS\n N obj"));
    let mut sides = Vec::new();
    for (index, row) in program.rows().enumerate() {
        let (entries, rhs) = entries(program, row.entries, row.rhs);
        entries.iter().for_each(|&(column, coefficient)| of_column[column].push((index, coefficient)));
        let letter = match row.cmp {
            Cmp::Le => 'L',
            Cmp::Eq => 'E',
            Cmp::Ge => 'G',
        };
        let name = row_name(index, row.label);
        out.line(format_args!(" {letter} {name}"));
        sides.push((name, rhs));
    }
    out.line(format_args!("COLUMNS"));
    let mut inside = false;
    let mut marks = 0;
    for (column, of) in of_column.iter().enumerate() {
        if program.columns()[column].integral != inside {
            inside = !inside;
            marks += 1;
            let mark = if inside { "INTORG" } else { "INTEND" };
            out.line(format_args!(" M{marks} 'MARKER' '{mark}'"));
        }
        let name = name(program, column);
        if of.is_empty() || objective[column] != 0 {
            out.line(format_args!(" {name} obj {}", objective[column]));
        }
        of.iter().for_each(|&(row, coefficient)| out.line(format_args!(" {name} {} {coefficient}", sides[row].0)));
    }
    if inside {
        out.line(format_args!(" M{} 'MARKER' 'INTEND'", marks + 1));
    }
    out.line(format_args!("RHS"));
    for (name, rhs) in sides.iter().filter(|side| side.1 != 0) {
        out.line(format_args!(" RHS {name} {rhs}"));
    }
    out.line(format_args!("BOUNDS"));
    for (index, column) in program.columns().iter().enumerate() {
        let name = name(program, index);
        // Before the upper bound: one below 0 would make that infinite which is not there.
        if column.low != 0 {
            out.line(format_args!(" LO BND {name} {}", column.low));
        }
        out.line(format_args!(" UP BND {name} {}", column.high));
    }
    out.line(format_args!("ENDATA"));
}
