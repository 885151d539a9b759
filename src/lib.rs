//! Write a puzzle or a finite-domain model once; encode it to CNF or to an integer program, solve and enumerate it with
//! SAT, with ILP and with a native backtracker, and compare the ways.
//!
//! A [`Model`](model::Model) holds integer variables and constraints of several classes, with conditions. A
//! [`Strategy`](solve::Strategy) is read from its name and solves any model; [`Encodings`](solve::Encodings) configure
//! those that encode. Solutions come through a callback, as they are found:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use cnfab::model::Model;
//! use cnfab::solve::{Budget, Encodings, Outcome, Strategy};
//!
//! // Three different digits from 1 to 5 that add up to 6: the orders of 1, 2, 3.
//! let mut model = Model::new();
//! let digits: Vec<_> = (0..3).map(|i| model.var(format!("digit[{i}]"), 1..=5)).collect();
//! model.all_different("digits", digits.iter().copied());
//! model.sum_eq("total", digits.iter().copied(), 6);
//!
//! for name in ["sat", "ilp", "backtrack:order=input,propagate=bounds"] {
//!     let encodings: Encodings = "amo=product,linear:total=subset-table".parse()?;
//!     let backend = Strategy::parse(name)?.backend(&encodings);
//!     let mut solutions = Vec::new();
//!     let report = backend.solve(&model, &Budget::unlimited(), &mut |solution| {
//!         solutions.push(solution.project(&digits));
//!         ControlFlow::Continue(())
//!     })?;
//!     assert_eq!(report.outcome, Outcome::Complete);
//!     assert_eq!(solutions.len(), 6, "{name}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Puzzles come from text through [`puzzle::read`]; clauses go to any [`ClauseSink`](cnf::ClauseSink) through
//! [`encode::encode`]; [`mod@format`] writes files for other tools.

pub mod model;

mod problem;
pub use problem::{Cells, ModelProblem, Problem, Violation};

pub mod grid;
pub mod picture;
pub mod puzzle;

pub mod cnf;
pub mod encode;
pub mod ilp;
pub mod solve;

pub mod audit;
pub mod compare;
pub mod format;
pub mod generator;
pub mod report;
pub mod run;
pub mod study;

pub mod command;
pub mod display;
pub mod file_kind;
pub mod names;
pub mod parse_error;
pub mod source;
pub mod units;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
