//! Write a puzzle or a finite-domain model once; encode it to CNF or to an integer program, solve and enumerate it with
//! SAT, with ILP and with native search, and compare the methods.
//!
//! # A model and all its solutions
//!
//! A [`Model`] holds integer variables and constraints of several classes, with conditions. A [`Strategy`] solves any
//! model; [`Encodings`] configure those that encode. Both are read from text, as on the command line, or built.
//!
//! ```
//! use cnfab::encode::{AmoBy, LinearBy};
//! use cnfab::{Backtrack, Encodings, Model, Order, Strategy};
//!
//! // Three different digits from 1 to 5 that add up to 6: the orders of 1, 2, 3.
//! let mut model = Model::new();
//! let digits: Vec<_> = (0..3).map(|i| model.var(format!("digit[{i}]"), 1..=5)).collect();
//! model.all_different("digits", digits.iter().copied());
//! model.sum_eq("total", digits.iter().copied(), 6);
//!
//! let encodings = Encodings::default().with(AmoBy::Product)?.with_for("total", LinearBy::SubsetTable)?;
//! assert_eq!(encodings.to_string(), "amo=product,linear:total=subset-table".parse::<Encodings>()?.to_string());
//! let native: Strategy = Backtrack::new().order(Order::DomWdeg).into();
//! assert_eq!(native.to_string(), "backtrack:order=dom-wdeg");
//! for strategy in [native, Strategy::parse("sat")?, Strategy::parse("ilp")?] {
//!     let solutions = strategy.solutions(&model, &encodings)?;
//!     assert_eq!(solutions.len(), 6, "{strategy}");
//!     assert!(solutions.iter().all(|solution| solution.project(&digits).iter().sum::<i32>() == 6));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where solutions are many or take long, a backend hands them over as it finds them, within a [`Budget`]. Its
//! [`Report`] says by an [`Outcome`] whether these are all:
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//!
//! use cnfab::{Budget, Encodings, Model, Outcome, Strategy};
//!
//! let mut model = Model::new();
//! let digits: Vec<_> = (0..9).map(|i| model.var(format!("digit[{i}]"), 1..=9)).collect();
//! model.all_different("digits", digits);
//! let mut found = 0;
//! let backend = Strategy::default().backend(&Encodings::default());
//! let report = backend.solve(&model, &Budget::within(Duration::from_secs(60)), &mut |_solution| {
//!     found += 1;
//!     if found == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
//! })?;
//! assert_eq!((found, report.outcome), (10, Outcome::Satisfied));
//! # Ok::<(), cnfab::SolveError>(())
//! ```
//!
//! # An encoding
//!
//! [`encode::encode`] sends clauses to any [`ClauseSink`](cnf::ClauseSink). The map that it returns says what literals
//! mean, and how many models the formula has for a solution.
//!
//! ```
//! use cnfab::cnf::ClauseStore;
//! use cnfab::encode::{Contract, Recipe, encode};
//! use cnfab::Model;
//!
//! let mut model = Model::new();
//! let colours = ["A", "B", "C"].map(|name| model.var(name, 0..=2));
//! model.all_different("colours", colours);
//! let recipe: Recipe = "domain=direct,amo=pairwise,all-different=amo-per-value".parse()?;
//! let mut clauses = ClauseStore::default();
//! let mut map = encode(&model, &recipe, &mut clauses)?;
//! // A variable for each value; for each vertex one clause for a colour and three against two.
//! assert_eq!((clauses.variables(), clauses.len(), map.contract()), (9, 21, Contract::Bijective));
//! println!("A has colour 2 if {:?}", map.atom(colours[0].is(2), &mut clauses));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A file
//!
//! [`mod@format`] writes what other programs read, DIMACS among others, with a comment for each variable:
//!
//! ```
//! use cnfab::format::{Export, find_format};
//! use cnfab::{Encodings, Model};
//!
//! let mut model = Model::new();
//! let pair = [model.var("x", 1..=3), model.var("y", 1..=3)];
//! model.sum_eq("total", pair, 4);
//! let encodings = Encodings::default();
//! let (recipe, ilp) = (encodings.recipe.clone(), encodings.formulation());
//! let (instance, kind, view) = ("pair", "model", "model");
//! let export = Export { model: &model, recipe: &recipe, aliases: &[], ilp, instance, kind, view, comments: false };
//! let mut file = Vec::new();
//! (find_format("dimacs")?.write)(&export, &mut file)?;
//! assert!(String::from_utf8(file)?.contains("\np cnf "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # More
//!
//! A [`Source`] reads the puzzles of a file, and [`puzzle::read`] those of a text. [`run::Running`] does a [`RunSpec`]
//! on a thread, for a puzzle as for a [`ModelProblem`]. [`compare`] does many side by side and compares the sets of
//! solutions; [`study`] and [`report`] are for campaigns. [`audit`] measures what encodings do.

pub use cnfab_cnf as cnf;
pub use cnfab_construct as construct;
pub use cnfab_encode as encode;
pub use cnfab_format as format;
pub use cnfab_frontend as frontend;
pub use cnfab_ilp as ilp;
pub use cnfab_lab::{compare, report, run, study};
pub use cnfab_model as model;
pub use cnfab_proof::{audit, certify};
pub use cnfab_puzzle as puzzle;
pub use cnfab_puzzle::picture;
pub use cnfab_solve as solve;

use cnfab_base::{display, names, parse_error, units, words};
use cnfab_frontend::file_kind;
use cnfab_lab::{json, source};
use cnfab_model::problem;
use cnfab_proof::external;

use cnfab_solve::process;

mod cli;

pub use cnfab_base::Rational;
pub use model::{Assignment, Cmp, Model, Var};
pub use names::{Named, UnknownName};
pub use problem::{Cells, ModelProblem, Problem, Violation};
pub use puzzle::Puzzle;
pub use run::RunSpec;
pub use solve::{Backend, Backtrack, Budget, Encodings, Order, Outcome, Report, Sat, SolveError, Strategy};
pub use source::{Content, Contents, Source, SourceError};

/// The program `cnfab`. It is inside the library so that no module has to be public for its sake.
#[doc(hidden)]
pub fn main() -> std::process::ExitCode {
    cli::main()
}

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The guide to models is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/rust.md")]
struct Guide;
