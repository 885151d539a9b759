//! Write a puzzle or a finite-domain model once; encode it to CNF or to an integer program, solve and enumerate it with
//! SAT, with ILP and with a native backtracker, and compare the ways.

pub mod cnf;
pub mod compare;
pub mod encode;
pub mod format;
pub mod grid;
pub mod ilp;
pub mod model;
pub mod names;
pub mod parse_error;
pub mod puzzle;
pub mod run;
pub mod solve;
pub mod source;
pub mod units;
