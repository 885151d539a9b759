//! Reading formulas in DIMACS for the commands that take one.

use crate::cnf::ClauseSink;
use crate::format::dimacs_reader::{self, Head, Memory, ReadError};
use crate::source::{Opened, SourceError};

use super::failure::Failure;

/// Reads the formula in a file, or on standard input for `-`, into a sink. Cubes are refused.
pub(crate) fn read(path: &str, memory: &Memory, sink: &mut dyn ClauseSink) -> Result<Head, Failure> {
    read_by(path, &mut |opened| dimacs_reader::read_within(memory, opened, sink))
}

/// The same, where weights of literals are refused, too: lists of models and cubes have none.
pub(super) fn read_to_list(path: &str, memory: &Memory, sink: &mut dyn ClauseSink) -> Result<Head, Failure> {
    read_by(path, &mut |opened| {
        let mut head = dimacs_reader::read_within(memory, opened, sink)?;
        head.weights.take().map_or(Ok(head), |weights| Err(weights.refused().into()))
    })
}

/// The same, where cubes may follow the clauses.
pub(super) fn read_with_cubes(path: &str, memory: &Memory, sink: &mut dyn ClauseSink) -> Result<Head, Failure> {
    read_by(path, &mut |opened| dimacs_reader::read_as(true, memory, opened, sink))
}

fn read_by(path: &str, read: &mut dyn FnMut(&mut Opened) -> Result<Head, ReadError>) -> Result<Head, Failure> {
    let mut opened = Opened::open(path)?;
    let (name, looks) = (opened.name.clone(), opened.looks.filter(|kind| !kind.is_formula()));
    Ok(read(&mut opened).map_err(|error| match error {
        ReadError::Io(why) => SourceError::Read { name, why },
        ReadError::Parse(error) => SourceError::Parse { name, error, looks },
    })?)
}
