//! The printed forms of a comparison.

use std::io::{self, Write};

use crate::run::Record;

mod csv;
mod json;
mod markdown;
mod table;

/// All reports, by name.
pub static REPORTS: &[ReportKind] = &[
    ReportKind { name: "csv", about: "comma-separated values with a header", prose: false, write: csv::write },
    ReportKind { name: "json", about: "one JSON object per run and line", prose: false, write: json::write },
    ReportKind { name: "markdown", about: "a table for a Markdown text", prose: true, write: markdown::write },
    ReportKind { name: "table", about: "a table for the terminal", prose: true, write: table::write },
];

/// A form of report.
pub struct ReportKind {
    /// The name, as `--report` takes it.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// True if it is for people, so that other lines may stand before and after it.
    pub prose: bool,
    /// Writes the rows. The number is of the solutions that each run was to find, if not all.
    pub write: fn(&[Record], Option<u64>, &mut dyn Write) -> io::Result<()>,
}

/// The columns of tables for people: those that have an entry in some row.
fn columns(records: &[Record], wanted: Option<u64>) -> Vec<table::Column> {
    table::columns(records, wanted)
}
