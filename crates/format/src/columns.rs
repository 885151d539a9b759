//! The common part of the formats of integer programs: the program, the names of its columns and rows, the map back,
//! and the projection.
//!
//! Columns are numbered from 1. Their names begin with `x` and the number, so that no reader has to keep more than
//! that: `x17_cell_2_3_5` is column 17, `cell[2,3]=5`. Rows are named the same way with a `c`.
//!
//! A column is shown if it stands for a value of a shown variable; all others are hidden, and the map marks them.
//! Solutions of the program that agree on the shown columns are one solution of the model.

use std::collections::HashMap;
use std::io::{self, Write};

use cnfab_ilp::{Column, Expr, Linearized, Program, linearize, linearize_by_values};
use cnfab_model::{Cmp, Sense};

use super::origin::{one_line, origin};
use super::{Export, ExportError, States, legend};
use cnfab_cnf::buffered::Buffered;

/// The program of a model, and its projection.
pub(super) struct Projected {
    /// The program.
    pub(super) made: Linearized,
    /// For each column whether it is shown; at least one is.
    pub(super) shown: Vec<bool>,
}

/// The comment that columns which are not integer need not be: they are in what agrees on the others.
pub const WHOLE_ANYWAY: &str = "continuous columns may be taken as integer ones";

/// The name of the column that is 1 and has the constant of the objective as its coefficient.
const CONSTANT: &str = "constant";

/// The program of the model, by what a format states. If no shown variable has a choice, there is a column, which is 0,
/// to project on: counters take an empty projection for none. A constant of the objective is the coefficient of a last
/// column, which is 1: readers pass over a constant, or differ in its sign.
pub(super) fn program(export: &Export<'_>, states: States) -> Result<Projected, ExportError> {
    let linearize = if states == States::Binaries { linearize_by_values } else { linearize };
    let mut made = linearize(export.model, export.ilp)?;
    let mut shown = vec![false; made.program.columns().len()];
    for var in export.model.shown() {
        shown[made.values.columns(var)].fill(true);
    }
    if !shown.contains(&true) {
        let mut nothing = Expr::new();
        nothing.add(1, made.program.binary("nothing".to_owned()));
        // Free, it would make two solutions of one.
        made.program.row("nothing", nothing, Cmp::Eq, 0).expect("small numbers");
        shown.push(true);
    }
    if made.program.objective_constant() != 0 {
        let mut one = Expr::new();
        one.add(1, made.program.constant_as_column(CONSTANT.to_owned()));
        made.program.row(CONSTANT, one, Cmp::Eq, 1).expect("small numbers");
        shown.push(false);
    }
    Ok(Projected { made, shown })
}

/// Writes the rows of a program in some format.
type WriteRows = fn(&Program, &mut Buffered<'_>);

/// Writes a model's program with its comments, whose lines begin with `mark`.
pub(super) fn write_export(
    export: &Export<'_>,
    mark: &str,
    rows: WriteRows,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let projected = program(export, States::Program)?;
    let mut out = Buffered::new(out);
    comments(export, &projected, mark, &mut out);
    rows(&projected.made.program, &mut out);
    Ok(out.finish()?)
}

/// Writes a program without comments.
pub(super) fn write_rows(program: &Program, rows: WriteRows, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Buffered::new(out);
    rows(program, &mut out);
    out.finish()
}

/// Writes where the file comes from, which column is what, and which values are fixed; each line begins with `mark`.
pub(super) fn comments(export: &Export<'_>, projected: &Projected, mark: &str, out: &mut Buffered<'_>) {
    let Projected { made, shown } = projected;
    for (key, value) in origin(export) {
        out.line(format_args!("{mark} {key} {value}"));
    }
    out.line(format_args!("{mark} ilp {}", export.ilp.name()));
    legend::write(export, mark, &|var| made.values.domain(var), out);
    if let Some(objective) = export.model.objective() {
        let opposite = if objective.sense == Sense::Maximise { ", as the least opposite" } else { "" };
        out.line(format_args!("{mark} objective {}{opposite}", objective.sense.name()));
    }
    if made.program.columns().iter().any(|column| !column.integral) {
        out.line(format_args!("{mark} {WHOLE_ANYWAY}"));
    }
    let mut names = HashMap::new();
    for ((number, column), &is_shown) in (1..).zip(made.program.columns()).zip(shown) {
        let hidden = if is_shown { "" } else { " hidden" };
        let mut name = one_line(&column.name);
        let times = names.entry(name.clone()).or_insert(0u32);
        *times += 1;
        if *times > 1 {
            name = format!("{name}.{times}");
        }
        out.line(format_args!("{mark} map x{number} {name}{hidden}"));
    }
}

/// The name that a column has in files.
pub fn name(program: &Program, column: usize) -> String {
    named('x', column, &program.columns()[column].name)
}

/// The coefficient of each column in the objective.
pub(super) fn objective(program: &Program) -> Vec<i64> {
    let mut coefficients = vec![0; program.columns().len()];
    program.objective().iter().for_each(|&(column, coefficient)| coefficients[column] = coefficient);
    coefficients
}

/// The name of a row of a family.
pub(super) fn row_name(row: usize, label: &str) -> String {
    named('c', row, label)
}

/// The longest part of a name that tells people what it is.
const LONGEST: usize = 60;

fn named(letter: char, index: usize, about: &str) -> String {
    let mut name = format!("{letter}{}_", index + 1);
    let mut gap = true;
    for c in about.chars().take(LONGEST) {
        match c {
            '-' => {
                name.push('m');
                gap = false;
            }
            c if c.is_ascii_alphanumeric() => {
                name.push(c);
                gap = false;
            }
            _ if !gap => {
                name.push('_');
                gap = true;
            }
            _ => {}
        }
    }
    name.trim_end_matches('_').to_owned()
}

/// The entries of a row; of one that no choice can keep, a row over the first column that states the same.
pub(super) fn entries<'p>(program: &Program, entries: &'p [(usize, i64)], rhs: i64) -> (&'p [(usize, i64)], i64) {
    if entries.is_empty() { (&[(0, 1)], program.columns()[0].high + 1) } else { (entries, rhs) }
}

/// True if a column may be more than 0 or 1.
pub(super) fn is_general(column: &Column) -> bool {
    (column.low, column.high) != (0, 1)
}
