//! Errors as Python exceptions, with the library's texts.

use std::time::Duration;

use cnfab_base::parse_error::ParseError as ParsingError;
use cnfab_lab::source::SourceError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(cnfab, NoSuchEncodingError, PyValueError, "No encoding has this name.");
create_exception!(cnfab, Unsupported, PyException, "An encoding or a strategy cannot do what was asked for.");
create_exception!(cnfab, ParseError, PyValueError, "A text cannot be read; it has the attributes line and column.");

/// The error of a text that cannot be read.
pub(crate) fn of_parsing(error: &ParsingError, name: &str) -> PyErr {
    placed(format!("{name}: {error}"), error.line, error.column)
}

/// The error of a file that cannot be read.
pub(crate) fn of_source(error: SourceError) -> PyErr {
    match &error {
        SourceError::Parse { error: at, .. } => placed(error.to_string(), at.line, at.column),
        SourceError::Read { why, .. } => match why.kind() {
            std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(error.to_string()),
            _ => PyOSError::new_err(error.to_string()),
        },
        _ => PyValueError::new_err(error.to_string()),
    }
}

fn placed(text: String, line: usize, column: usize) -> PyErr {
    let error = ParseError::new_err(text);
    Python::attach(|py| {
        let value = error.value(py);
        value.setattr("line", line).and_then(|()| value.setattr("column", column))
    })
    .map_or_else(|other| other, |()| error)
}

/// A number of seconds.
pub(crate) fn seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| PyValueError::new_err(format!("found {seconds} seconds")))
}
