//! Studies: many runs, written down one by one so that none is lost, and what can be said about them afterwards.
//!
//! A study file names instances, strategies, encodings, seeds and limits. The runs that follow from it have names that
//! do not change; each is done by a process of its own and gives one [`Row`], a line of JSON in the file of the study.
//!
#![doc = include_str!("help.md")]

mod asked;
mod claims;
mod digest;
mod file;
mod generated;
mod host;
mod instances;
mod journal;
mod merge;
mod one_run;
mod outside;
mod plan;
mod published;
mod row;
mod shard;
mod slurm;
mod sweep;
mod template;
mod torn;
mod values;

pub use claims::Claims;
pub use file::{StudyError, for_reports};
pub use instances::{Unmade, find_puzzle};
pub use journal::{Journal, read_row};
pub use merge::merge;
pub use one_run::Run;
pub use plan::Study;
pub use published::{Published, PublishedCell, PublishedUnit};
pub use row::{Host, Parameter, Row};
pub use shard::Shard;
pub use slurm::{Slurm, quoted};
pub use sweep::{SweepSetting, one, sweep};
pub use torn::is_torn_row;

/// The study file, for people: what `cnfab help studies` prints.
pub const PAGE: &str = include_str!("help.md");
