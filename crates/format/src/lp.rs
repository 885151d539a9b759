//! LP text as CPLEX, GLPK, CBC, HiGHS and SCIP read it.
//!
//! Lines are kept short, since readers have limits. The objective names all columns, those that it leaves out with the
//! coefficient 0: readers number columns as they meet them, and this way their numbers are ours. GLPK refuses a program
//! without rows, so one that has none gets a row that always holds. Columns that are integers whenever the others are
//! have bounds only.

use std::io::{self, Write};

use super::columns::{entries, is_general, name, objective, row_name, write_export, write_rows};
use super::{Export, ExportError, legend};
use cnfab_cnf::buffered::Buffered;
use cnfab_ilp::{Column, Program};

pub(super) const ABOUT: &str = "LP text of integer programming solvers, with a map of the columns in comments";

pub(super) const HELP: &str = concat!(
    "\
lp: an integer program. Comments:
  \\ cnfab, instance, kind, view, ilp    what made the file
  \\ objective maximise, as the least opposite    what is minimised, with its constant as the column 'constant'
  \\ continuous columns may be taken as integer ones    the solutions are the same, and cnfab reads the file itself
",
    legend::help!("\\"),
    "\
\x20 \\ map x17 cell[2,3]=5       column x17_... is 1 exactly if cell[2,3] is 5
  \\ map x18 seat[2]=7 hidden  no part of a solution: what agrees on all columns that are not hidden is one solution"
);

/// Terms and names on a line.
const ON_A_LINE: usize = 5;

/// Writes the model's rows.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_export(export, "\\", rows, out)
}

/// Writes a program without comments, and without the constant of its objective.
///
/// # Errors
/// If the file cannot be written.
pub fn write_program(program: &Program, out: &mut dyn Write) -> io::Result<()> {
    write_rows(program, rows, out)
}

fn rows(program: &Program, out: &mut Buffered<'_>) {
    out.line(format_args!("Minimize\n obj:"));
    let columns: Vec<usize> = (0..program.columns().len()).collect();
    let objective = objective(program);
    for (line, columns) in columns.chunks(ON_A_LINE).enumerate() {
        for (place, &column) in columns.iter().enumerate() {
            let coefficient = objective[column];
            let sign = match (coefficient < 0, line + place) {
                (true, _) => "- ",
                (false, 0) => "",
                (false, _) => "+ ",
            };
            let (size, name) = (coefficient.unsigned_abs(), name(program, column));
            write!(out.bytes, " {sign}{size} {name}").expect("memory can be written to");
        }
        out.line(format_args!(""));
    }
    out.line(format_args!("Subject To"));
    if program.rows().len() == 0 {
        out.line(format_args!(" {}: {} <= {}", row_name(0, "nothing"), name(program, 0), program.columns()[0].high));
    }
    for (index, row) in program.rows().enumerate() {
        let (entries, rhs) = entries(program, row.entries, row.rhs);
        write!(out.bytes, " {}:", row_name(index, row.label)).expect("memory can be written to");
        for (place, &(column, coefficient)) in entries.iter().enumerate() {
            if place > 0 && place % ON_A_LINE == 0 {
                out.line(format_args!(""));
            }
            let sign = if coefficient < 0 { '-' } else { '+' };
            let (size, name) = (coefficient.unsigned_abs(), name(program, column));
            match size {
                1 => write!(out.bytes, " {sign} {name}"),
                _ => write!(out.bytes, " {sign} {size} {name}"),
            }
            .expect("memory can be written to");
        }
        out.line(format_args!(" {} {rhs}", row.cmp.symbol()));
    }
    let columns = |is_one: fn(&Column) -> bool| {
        let all = program.columns().iter().enumerate();
        all.filter(move |(_, column)| is_one(column)).map(|(index, column)| (name(program, index), column))
    };
    let mut bounded = columns(|column| !column.integral || is_general(column)).peekable();
    if bounded.peek().is_some() {
        out.line(format_args!("Bounds"));
        bounded.for_each(|(name, column)| out.line(format_args!(" {} <= {name} <= {}", column.low, column.high)));
    }
    type Is = fn(&Column) -> bool;
    let general: Is = |column| column.integral && is_general(column);
    let binary: Is = |column| column.integral && !is_general(column);
    for (section, is_one) in [("Generals", general), ("Binaries", binary)] {
        let names: Vec<String> = columns(is_one).map(|(name, _)| name).collect();
        if !names.is_empty() {
            out.line(format_args!("{section}"));
            names.chunks(ON_A_LINE).for_each(|line| out.line(format_args!(" {}", line.join(" "))));
        }
    }
    out.line(format_args!("End"));
}
