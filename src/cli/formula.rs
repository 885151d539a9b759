//! Reading formulas in DIMACS for the commands that take one.

use crate::cnf::ClauseSink;
use crate::format::dimacs_reader::{Head, Memory, ReadError, read_within};
use crate::source::{Opened, SourceError};

use super::failure::Failure;

/// Reads the formula in a file, or on standard input for `-`, into a sink.
pub(crate) fn read(path: &str, memory: &Memory, sink: &mut dyn ClauseSink) -> Result<Head, Failure> {
    let mut opened = Opened::open(path)?;
    let (name, looks) = (opened.name.clone(), opened.looks.filter(|kind| !kind.is_formula()));
    let read = read_within(memory, &mut opened, sink);
    Ok(read.map_err(|error| match error {
        ReadError::Io(why) => SourceError::Read { name, why },
        ReadError::Parse(error) => SourceError::Parse { name, error, looks },
    })?)
}
