//! The compiled part of the Python package `cnfab`: thin classes over the library's crates. Everything that is only
//! about Python's ways, such as default arguments and operators, is written in Python beside it.

use pyo3::prelude::*;

mod encoders;
mod errors;
mod formula;
mod judged;
mod lists;
mod problem;
mod questions;
mod search;
mod study;

#[pymodule]
mod _cnfab {
    #[pymodule_export]
    use super::encoders::{Totalizer, count, pseudo_boolean};
    #[pymodule_export]
    use super::errors::{NoSuchEncodingError, ParseError, Unsupported};
    #[pymodule_export]
    use super::formula::Formula;
    #[pymodule_export]
    use super::judged::Constraint;
    #[pymodule_export]
    use super::lists::{encodings, generate, strategies};
    #[pymodule_export]
    use super::problem::Problem;
    #[pymodule_export]
    use super::questions::{certify, conflicts, explain, sample, values_of_cells};
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::study::{rows, sweep, work};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
