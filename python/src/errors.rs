//! Errors as Python exceptions, with the library's texts.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};

create_exception!(cnfab, NoSuchEncodingError, PyValueError, "No encoding has this name.");
create_exception!(cnfab, Unsupported, PyException, "An encoding or a strategy cannot do what was asked for.");
