//! One run of a study, as one line of JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::run::{Limits, Record};

/// Everything that is known about one run, and everything that is needed to do it again. In JSON all fields are on one level;
/// `null` stands where something is not known. The order of the fields is that of the reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The name of the study.
    pub study: String,
    /// The study's file, as it was named.
    pub study_file: String,
    /// What the study asks, in its own words.
    pub study_about: String,
    /// A hash of everything in the study that decides which runs there are and what they do.
    pub study_hash: String,
    /// The name of the run: a hash of all that decides what it does. No other run of the study has it.
    pub run: String,
    /// The number of the run in the study, from 1.
    pub number: u64,
    /// How many runs the study has.
    pub runs: u64,
    /// The kind of the puzzle.
    pub kind: String,
    /// SHA-256 of the file that the puzzle stands in and of the files that it names; if it stands among others, of that as 64
    /// digits and `#` and its number.
    pub instance_hash: String,
    /// The parameters that the instance was made with, if it was.
    pub parameters: BTreeMap<String, Parameter>,
    /// A hash of the model.
    pub model_hash: Option<String>,
    /// Seed of everything random.
    pub seed: u64,
    /// Seed by which a SAT solver got its clauses in another order; `null` if they came as they are made.
    pub shuffle: Option<u64>,
    /// Which of several runs that have all else in common, from 0.
    pub repetition: u32,
    /// The symmetries of which one solution per orbit was wanted.
    pub symmetry: Option<String>,
    /// The limits.
    #[serde(flatten)]
    pub limits: Limits,
    /// What the run gave and what it took.
    #[serde(flatten)]
    pub record: Record,
    /// Why there is no answer, if there is none.
    pub detail: Option<String>,
    /// A hash of the set of solutions; `null` if they were not listed or not all were found.
    pub fingerprint: Option<String>,
    /// The smallest of the first 1000 solutions, on one line, as `cnfab check` reads it; `null` if there is none, a limit ended
    /// the run, or the line is long.
    pub solution: Option<String>,
    /// Seconds of computing from when the search began, all threads together, and programs that it started if they have ended.
    pub cpu_s: Option<f64>,
    /// Seconds from the start of the process to its end.
    pub wall_s: Option<f64>,
    /// A command that does the same again.
    pub command: String,
    /// When the run began, in seconds since 1970 (UTC).
    pub started: f64,
    /// Where and by what it was done.
    #[serde(flatten)]
    pub host: Host,
}

/// A parameter of an instance.
#[derive(Clone, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Parameter {
    /// An integer.
    Integer(i64),
    /// A text.
    Text(String),
}

/// Where and by what a run was done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// The version of this program.
    pub version: String,
    /// The commit that it was built from, with `+` if files had been changed; `null` if not known.
    pub commit: Option<String>,
    /// The machine's name.
    pub host: String,
    /// The operating system and its version.
    pub system: String,
    /// The processor's name.
    pub processor: String,
    /// How many threads the processor runs at a time.
    pub cores: u64,
    /// Bytes of memory that the machine has.
    pub memory_bytes: Option<u64>,
    /// How many runs of the study were done at a time.
    pub jobs: u64,
    /// The load of the machine when the run began, runs of the study included; `null` if not known.
    pub load: Option<f64>,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parameter::Integer(number) => number.fmt(f),
            Parameter::Text(text) => text.fmt(f),
        }
    }
}
