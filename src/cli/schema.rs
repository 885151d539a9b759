//! `cnfab schema`: what the fields of our JSON mean.

use std::io::{self, Write};

use crate::report::schema;

use super::failure::Failure;
use super::map_json::map_schema;

/// Print a JSON Schema: every field with its type and meaning.
///
/// Of draft 2020-12. Units stand with what a field means.
///
/// The fields of a row have 'x-varies': by what they may differ in two sweeps of one study with the same seeds, namely
/// 'no', 'time', 'memory' or 'host'.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Of what: a line of RUNS.jsonl, or the object that 'cnfab report --json' or 'cnfab export --map json' prints.
    #[arg(value_enum, default_value = "rows", ignore_case = true)]
    of: Of,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Of {
    /// A line of RUNS.jsonl.
    Rows,
    /// The output of 'cnfab report --json'.
    Report,
    /// The object that 'cnfab export --map json' prints.
    Map,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let schema = match arguments.of {
        Of::Rows => schema::rows(),
        Of::Report => schema::report(),
        Of::Map => map_schema(),
    };
    writeln!(io::stdout(), "{schema:#}")?;
    Ok(())
}
