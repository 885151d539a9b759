//! Errors as Python exceptions, with the library's texts.

use std::io;
use std::path::Path;
use std::time::Duration;

use cnfab_base::parse_error::ParseError as ParsingError;
use cnfab_lab::source::SourceError;
use cnfab_proof::certify::{CertifyError, NotAccepted};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyFileNotFoundError, PyOSError, PyRuntimeError, PyTimeoutError, PyValueError};
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

pub(crate) fn placed(text: String, line: usize, column: usize) -> PyErr {
    let error = ParseError::new_err(text);
    Python::attach(|py| {
        let value = error.value(py);
        value.setattr("line", line).and_then(|()| value.setattr("column", column))
    })
    .map_or_else(|other| other, |()| error)
}

/// The error of a certificate that is not made.
pub(crate) fn of_certificate(error: CertifyError) -> PyErr {
    match error {
        CertifyError::Stopped => PyTimeoutError::new_err(error.to_string()),
        CertifyError::Unsupported(_) | CertifyError::Unjustified(_) => Unsupported::new_err(error.to_string()),
        CertifyError::TooMany(_) => PyValueError::new_err(error.to_string()),
        CertifyError::Failed(why) => PyRuntimeError::new_err(why),
        CertifyError::Io(error) => error.into(),
    }
}

/// The error of a checker that accepts nothing.
pub(crate) fn of_checker(error: NotAccepted) -> PyErr {
    match error {
        NotAccepted::Missing(why) => PyFileNotFoundError::new_err(why),
        NotAccepted::Ended(why) => PyTimeoutError::new_err(why),
        NotAccepted::Refused(why) => PyRuntimeError::new_err(why),
    }
}

/// The folder in which a new one is made.
pub(crate) fn new_folder(target: &Path) -> io::Result<&Path> {
    match std::fs::symlink_metadata(target) {
        Ok(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("'{}' is there already", target.display()))),
        Err(_) => Ok(target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))),
    }
}

/// A limit of a number of seconds, if there is one.
pub(crate) fn limit(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let wrong = |seconds: f64| move |_| PyValueError::new_err(format!("found {seconds} seconds"));
    let finite = seconds.filter(|&seconds| seconds != f64::INFINITY);
    finite.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(wrong(seconds))).transpose()
}
