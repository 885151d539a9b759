//! One run of a study, as one line of JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::run::fields::{JsonType, fields};
use crate::run::{Limits, Record};

fields! {
    /// Everything that is known about one run, and everything that is needed to do it again. In JSON all fields are on
    /// one level; `null` stands where something is not known. The reports have the fields in this order.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(expecting = "an object with the fields of a row")]
    pub struct Row {
        /// The name of the study.
        pub study: String,
        /// The study's file, as it was named.
        #[field(varies = "host")]
        pub study_file: String,
        /// The question of the study, in its own words.
        #[field(varies = "host")]
        pub study_about: String,
        /// A hash of all in the study that decides which runs there are and what they do.
        pub study_hash: String,
        /// The name of the run: no other run of the study has it.
        pub run: String,
        /// The number of the run in the study, from 1.
        pub number: u64,
        /// The number of runs of the study.
        pub runs: u64,
        /// The kind of the puzzle.
        pub kind: String,
        /// The family that the study puts the instance into; null if it says nothing.
        pub family: Option<String>,
        /// The source and the licence of the instance, as its text or else the study says; null if none does.
        pub source: Option<String>,
        /// The name that the study gives the strategy with its encodings; null if it gives none.
        pub configuration: Option<String>,
        /// SHA-256 of the puzzle's text and of the files that it names.
        pub instance_hash: String,
        /// The parameters that the instance was made with, by name; empty if it was not made.
        pub parameters: BTreeMap<String, Parameter>,
        /// A hash of the model.
        pub model_hash: Option<String>,
        /// Seed of everything random.
        pub seed: u64,
        /// Seed of the order of the clauses; null if they came as they are made.
        pub shuffle: Option<u64>,
        /// The number, from 0, among several runs that have all else in common.
        pub repetition: u32,
        /// The programs of others that the run used and the files that their commands name, each with the beginning of
        /// its SHA-256 and its version; null if there are none.
        #[field(varies = "host")]
        pub programs: Option<BTreeMap<String, String>>,
        /// The symmetries of which one solution per orbit was wanted; null for all solutions.
        pub symmetry: Option<String>,
        /// The limits.
        #[serde(flatten)]
        pub limits: Limits,
        /// The result of the run, and its costs.
        #[serde(flatten)]
        pub record: Record,
        /// Why there is no answer, if there is none.
        pub detail: Option<String>,
        /// A hash of the set of solutions; null if they were not listed or not all found.
        pub fingerprint: Option<String>,
        /// The smallest solution on one line, as 'cnfab check' reads it; null if not known or long.
        pub solution: Option<String>,
        /// Computing time of the process, all its threads together.
        #[field(unit = "s", varies = "time")]
        pub cpu_s: Option<f64>,
        /// From the start of the process to its end.
        #[field(unit = "s", varies = "time")]
        pub wall_s: Option<f64>,
        /// A command that does the same again.
        #[field(varies = "host")]
        pub command: String,
        /// When the run began, since 1970 (UTC).
        #[field(unit = "s", varies = "time")]
        pub started: f64,
        /// The machine and the program that did it.
        #[serde(flatten)]
        pub host: Host,
    }
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

fields! {
    /// The machine and the program that did a run.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Host {
        /// The version of the program.
        #[field(varies = "host")]
        pub version: String,
        /// The commit that it was built from, with + if files had been changed.
        #[field(varies = "host")]
        pub commit: Option<String>,
        /// The machine's name.
        #[field(varies = "host")]
        pub host: String,
        /// The operating system and its version.
        #[field(varies = "host")]
        pub system: String,
        /// The processor's name.
        #[field(varies = "host")]
        pub processor: String,
        /// The number of threads that the processor runs at a time.
        #[field(unit = "threads", varies = "host")]
        pub cores: u64,
        /// Memory that the machine has.
        #[field(unit = "B", varies = "host")]
        pub memory_bytes: Option<u64>,
        /// The number of runs of the study that were done at a time.
        #[field(unit = "runs", varies = "host")]
        pub jobs: u64,
        /// The machine's load when the run began, runs of the study included.
        #[field(unit = "threads", varies = "host")]
        pub load: Option<f64>,
    }
}

impl JsonType for BTreeMap<String, Parameter> {
    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": { "type": ["integer", "string"] } })
    }
}

impl JsonType for BTreeMap<String, String> {
    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": { "type": "string" } })
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parameter::Integer(number) => number.fmt(f),
            Parameter::Text(text) => text.fmt(f),
        }
    }
}
