//! `cnfab merge`: the rows of a study's parts in one file.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::study::merge;
use crate::units::{grouped, plural};

use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file};
use super::message::say;

/// Join the rows of a study's parts, in the order of the study, each run once.
///
/// Exit code 1 if complete runs disagree; the rows have been joined then.
///
/// Rows of another study are refused, and so are two different rows of one run; equal ones are written once. Reports
/// how many of the study's runs are there.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of rows.
    #[arg(required = true, value_name = "RUNS.jsonl")]
    files: Vec<String>,

    /// Where to; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut merged = None;
    let inputs: Vec<FilePlace> = arguments.files.iter().map(FilePlace::file).collect();
    distinct(&[FilePlace::output(arguments.output.as_deref().unwrap_or("-"))], &inputs)?;
    match arguments.output.as_deref().filter(|&name| name != "-") {
        Some(name) => to_file(Path::new(name), |out| {
            let mut out = BufWriter::new(out);
            merged = Some(merge(&arguments.files, &mut out)?);
            Ok(out.flush()?)
        })?,
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            merged = Some(merge(&arguments.files, &mut out)?);
            out.flush()?;
        }
    }
    let merged = merged.expect("it came back");
    let mut notes = format!("{} of {}", grouped(merged.rows), plural(merged.runs, "run"));
    if merged.repeated > 0 {
        notes += &format!("; {} stood there twice", plural(merged.repeated, "row"));
    }
    if merged.torn > 0 {
        notes += &format!("; {} without an end left out", plural(merged.torn, "row"));
    }
    say!("cnfab: {notes}");
    match merged.claims.contradiction() {
        Some(what) => Err(Failure::Disagreement(what.to_owned())),
        None => Ok(()),
    }
}
