//! What one run of a strategy on one puzzle gave and what it took, as reports print it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::solve::{Backend, Count, Outcome, SolveError};

use super::{Ended, RunError};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All solutions have been found; there is no other.
    Complete,
    /// As many solutions as were wanted have been found, or the strategy gave up after some; there may be more.
    Stopped,
    /// Time was over.
    Timeout,
    /// Memory was used up.
    Memory,
    /// Somebody ended it before its time was over.
    Interrupted,
    /// A search that cannot tell whether there is a solution found none.
    NotFound,
    /// The strategy or an encoding cannot state the model.
    Unsupported,
    /// A bug of ours or of a solver.
    Failed,
}

impl Verdict {
    /// The verdict's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Complete => "complete",
            Verdict::Stopped => "stopped",
            Verdict::Timeout => "timeout",
            Verdict::Memory => "memory",
            Verdict::Interrupted => "interrupted",
            Verdict::NotFound => "not-found",
            Verdict::Unsupported => "unsupported",
            Verdict::Failed => "failed",
        }
    }

    /// The verdict on a search that came back.
    pub fn of(backend: &dyn Backend, ended: &Ended) -> Self {
        match &ended.result {
            Err(RunError::Solve(SolveError::Unsupported { .. }) | RunError::Generator(_) | RunError::Symmetry(_)) => {
                Verdict::Unsupported
            }
            Err(_) => Verdict::Failed,
            Ok(_) if !backend.is_complete() && ended.found.is_zero() => Verdict::NotFound,
            Ok(report) => match report.outcome {
                Outcome::Complete if backend.is_complete() => Verdict::Complete,
                Outcome::Complete | Outcome::Stopped | Outcome::GaveUp(_) => Verdict::Stopped,
                Outcome::OutOfBudget => Verdict::Timeout,
                Outcome::OutOfMemory => Verdict::Memory,
            },
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One row of a comparison; `null` in JSON where something is not known. The order of the fields is that of the reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The file as it was named, with `#` and a number if the file holds several puzzles.
    pub instance: String,
    /// The strategy as `--strategy` takes it.
    pub strategy: String,
    /// The encodings as `--encode` takes them; `None` if the strategy encodes nothing.
    pub recipe: Option<String>,
    /// The viewpoint.
    pub view: String,
    /// How the run ended.
    pub outcome: Verdict,
    /// Number of solutions found.
    pub solutions: Count,
    /// Seconds to the first solution, the making of the model included.
    pub time_first_s: Option<f64>,
    /// Seconds to the end, the making of the model included.
    pub time_total_s: Option<f64>,
    /// Seconds until the model was in the backend's own form.
    pub encode_s: Option<f64>,
    /// Variables of the formula, or columns of the integer program.
    pub variables: Option<u64>,
    /// Clauses of the formula, or rows of the integer program.
    pub clauses: Option<u64>,
    /// Literals of the formula, or entries of the integer program.
    pub literals: Option<u64>,
    /// How many models the formula has per solution: `bijective`, `functional` or `projected-only`.
    pub contract: Option<String>,
    /// Conflicts of a SAT solver.
    pub conflicts: Option<u64>,
    /// Decisions of a SAT solver.
    pub decisions: Option<u64>,
    /// Propagations.
    pub propagations: Option<u64>,
    /// Restarts of a SAT solver.
    pub restarts: Option<u64>,
    /// Least limit on conflicts with which the solver decides the instance: the median over several orders of the formula.
    pub least_budget: Option<u64>,
    /// The smallest of these; if none is known, what is needed at least.
    pub least_budget_low: Option<u64>,
    /// The largest of these.
    pub least_budget_high: Option<u64>,
    /// The number of orders for which it is known.
    pub least_budget_orders: Option<u64>,
    /// Search nodes of the native engine, iterations of local search.
    pub nodes: Option<u64>,
    /// The strategies that `auto` came to, first the one that has the answer.
    pub course: Option<String>,
    /// Most memory the process had in use at one time, in bytes.
    pub peak_memory_bytes: Option<u64>,
}

impl Record {
    /// A record of which only the names are known yet.
    pub fn new(instance: &str, backend: &dyn Backend, view: &str, outcome: Verdict) -> Self {
        Record {
            instance: instance.to_owned(),
            strategy: backend.name(),
            recipe: backend.recipe(),
            view: view.to_owned(),
            outcome,
            solutions: Count::zero(),
            time_first_s: None,
            time_total_s: None,
            encode_s: None,
            variables: None,
            clauses: None,
            literals: None,
            contract: None,
            conflicts: None,
            decisions: None,
            propagations: None,
            restarts: None,
            least_budget: None,
            least_budget_low: None,
            least_budget_high: None,
            least_budget_orders: None,
            nodes: None,
            course: None,
            peak_memory_bytes: None,
        }
    }

    /// The record of a search that came back.
    pub fn of(instance: &str, backend: &dyn Backend, view: &str, ended: &Ended) -> Self {
        let mut record = Record::new(instance, backend, view, Verdict::of(backend, ended));
        record.solutions = ended.found.clone();
        record.time_first_s = ended.first_s;
        record.time_total_s = Some(ended.total_s);
        if let Ok(report) = &ended.result {
            let stats = &report.stats;
            record.encode_s = stats.encode_s;
            if let Some(size) = stats.size {
                record.variables = Some(size.variables);
                record.clauses = Some(size.clauses);
                record.literals = Some(size.literals);
            } else if let Some(program) = stats.program {
                record.variables = Some(program.columns);
                record.clauses = Some(program.rows);
                record.literals = Some(program.entries);
            }
            record.contract = stats.contract.map(|contract| contract.to_string());
            record.conflicts = stats.conflicts;
            record.decisions = stats.decisions;
            record.propagations = stats.propagations;
            record.restarts = stats.restarts;
            record.nodes = stats.nodes;
            record.course = stats.course.clone();
        }
        record
    }
}
