//! The messages between `compare` and its worker processes: a run to do, and its record.

use serde::{Deserialize, Serialize};

use crate::run::{Record, RunSpec};
use crate::source::Source;
use cnfab_model::problem::Cells;

use super::{Fingerprint, RowCertificate};

/// One run, as one JSON object.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The text with the puzzle.
    pub source: Source,
    /// The number of the puzzle in the text, from 0.
    pub puzzle: usize,
    /// The instance's name in reports.
    pub instance: String,
    /// The run that is to be done with it.
    pub spec: RunSpec,
    /// True if a certificate of the answer is to be made, and nothing else.
    #[serde(default)]
    pub certifies: bool,
}

/// One line of JSON from a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// A solution.
    Solution {
        /// Its cells.
        cells: Vec<i32>,
    },
    /// The last line.
    Ended {
        /// The record of the run.
        record: Box<Record>,
        /// Why there is no answer, if there is none.
        detail: Option<String>,
        /// Of all solutions that were found; `None` if they were counted and not listed.
        fingerprint: Option<Fingerprint>,
        /// Seconds that the process was computing, all its threads together.
        cpu_s: Option<f64>,
    },
    /// The only line of a process that makes a certificate.
    Certified(Box<RowCertificate>),
}

impl From<Cells> for Message {
    fn from(cells: Cells) -> Self {
        Message::Solution { cells: cells.0 }
    }
}
