//! Runs strategies side by side, each in a process of its own, and checks that they find the same solutions.
//!
//! A process per run limits every strategy alike in time and memory, keeps one run's memory out of the next one's
//! figures, and survives a solver that crashes. All times are taken inside that process.

mod agree;
mod certified;
mod cgroup;
mod cpu;
mod fingerprint;
mod here;
mod job;
mod least;
mod matrix;
mod memory;
mod optima;
mod parent;
mod process;
mod recipes;
pub mod report;
mod worker;

pub use agree::{Agreement, Difference};
pub use certified::RowCertificate;
pub use cgroup::Cgroups;
pub use fingerprint::Fingerprint;
pub use job::{Job, Message};
pub use matrix::{Absent, Cell, ENCODINGS, Instance, Matrix, Origin, STRATEGIES, Way};
pub use parent::{Compared, RunStep, run};
pub use process::{Done, WorkerProgram, perform};
pub use recipes::{labels, parse_recipes, parts_that_differ, runs_programs};
pub use worker::work;
