//! What a worker process is told, and what it tells.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::puzzle::Cells;
use crate::run::Record;
use crate::source::Source;

use super::Fingerprint;

/// One run, as one JSON object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The text with the puzzle.
    pub source: Source,
    /// Which of the text's puzzles, from 0.
    pub puzzle: usize,
    /// The instance's name in reports.
    pub instance: String,
    /// The strategy, as `--strategy` takes it.
    pub strategy: String,
    /// The encodings, as `--encode` takes them.
    pub encodings: String,
    /// The viewpoint.
    pub view: String,
    /// The symmetries of which one solution per orbit is wanted, as `--up-to-symmetry` takes them.
    pub symmetry: Option<String>,
    /// How many solutions are wanted; `None` means all.
    pub limit: Option<u64>,
    /// Time limit.
    pub timeout: Option<Duration>,
    /// Limit on the time that the process may compute, all its threads together.
    pub cpu: Option<Duration>,
    /// Memory limit in bytes.
    pub memory_bytes: Option<u64>,
    /// Seed of everything random.
    pub seed: u64,
    /// Seed by which SAT solvers get their clauses in another order; `None` means as they are made.
    pub shuffle: Option<u64>,
    /// Over how many orders the least conflict budget is wanted; `None` means not at all.
    pub orders: Option<u64>,
    /// Whether counts are wanted that slow a search down.
    pub statistics: bool,
    /// How many solutions are told, at most.
    pub keep: u64,
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
        /// What the run gave.
        record: Box<Record>,
        /// Why there is no answer, if there is none.
        detail: Option<String>,
        /// Of all solutions that were found; `None` if they were counted and not listed.
        fingerprint: Option<Fingerprint>,
        /// Seconds that the process was computing, all its threads together.
        cpu_s: Option<f64>,
    },
}

impl From<Cells> for Message {
    fn from(cells: Cells) -> Self {
        Message::Solution { cells: cells.0 }
    }
}
