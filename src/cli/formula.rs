//! Reading formulas in DIMACS for the commands that take one.

use crate::cnf::ClauseSink;
use crate::format::dimacs_reader::{self, Head, Memory, ReadError};
use crate::source::{Opened, SourceError};

use super::failure::Failure;

/// Reads the formula in a file, or on standard input for `-`, into a sink. Cubes are refused.
pub(crate) fn read(path: &str, memory: &Memory, sink: &mut dyn ClauseSink) -> Result<Head, Failure> {
    read_as(false, path, memory, sink)
}

/// The same, where cubes may follow the clauses.
pub(super) fn read_as(
    has_cubes: bool,
    path: &str,
    memory: &Memory,
    sink: &mut dyn ClauseSink,
) -> Result<Head, Failure> {
    let mut opened = Opened::open(path)?;
    let (name, looks) = (opened.name.clone(), opened.looks.filter(|kind| !kind.is_formula()));
    let read = dimacs_reader::read_as(has_cubes, memory, &mut opened, sink);
    Ok(read.map_err(|error| match error {
        ReadError::Io(why) => SourceError::Read { name, why },
        ReadError::Parse(error) => SourceError::Parse { name, error, looks },
    })?)
}
