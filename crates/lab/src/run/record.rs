//! The record of one run of a strategy on one problem: its result and its costs, as reports print them.

use std::fmt;

use serde::{Deserialize, Serialize};

use cnfab_solve::{Backend, Count, Limit, Outcome, SolveError, Stats};

use super::fields::fields;
use super::{Ended, RunError};

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// All solutions have been found; there is no other.
    Complete,
    /// A solution has been found that is optimal; others of the same value have not been looked for.
    Optimal,
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
    /// A bug of ours or of a solver; what a run is that tells nothing.
    #[default]
    Failed,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 9] = [
        Verdict::Complete,
        Verdict::Optimal,
        Verdict::Stopped,
        Verdict::Timeout,
        Verdict::Memory,
        Verdict::Interrupted,
        Verdict::NotFound,
        Verdict::Unsupported,
        Verdict::Failed,
    ];

    /// The verdict's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Complete => "complete",
            Verdict::Optimal => "optimal",
            Verdict::Stopped => "stopped",
            Verdict::Timeout => "timeout",
            Verdict::Memory => "memory",
            Verdict::Interrupted => "interrupted",
            Verdict::NotFound => "not-found",
            Verdict::Unsupported => "unsupported",
            Verdict::Failed => "failed",
        }
    }

    /// True if nothing is left to be found out: all solutions, or an optimal one.
    pub fn is_answer(self) -> bool {
        matches!(self, Verdict::Complete | Verdict::Optimal)
    }

    /// True if the run gave what was asked for: everything, or as many solutions as were wanted, if that is limited.
    pub fn is_solved(self, solutions: &Count, wanted: Option<u64>) -> bool {
        self.is_answer() || self == Verdict::Stopped && wanted.is_some_and(|wanted| *solutions >= wanted.into())
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
                Outcome::Exhausted if backend.is_complete() => Verdict::Complete,
                Outcome::Optimal => Verdict::Optimal,
                Outcome::Exhausted | Outcome::Satisfied | Outcome::Stopped(Limit::Own(_)) => Verdict::Stopped,
                Outcome::Stopped(Limit::Time) => Verdict::Timeout,
                Outcome::Stopped(Limit::Memory) => Verdict::Memory,
            },
        }
    }
}

/// The result of the certificate of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certified {
    /// A checker accepts the proof of it.
    Yes,
    /// There is no proof, or nothing has checked it.
    No,
    /// The checker does not accept the proof, or it proves something else: a bug of ours or of a solver.
    Refused,
}

impl Certified {
    /// All of them.
    pub const ALL: [Certified; 3] = [Certified::Yes, Certified::No, Certified::Refused];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Certified::Yes => "yes",
            Certified::No => "no",
            Certified::Refused => "refused",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

fields! {
    /// One row of a comparison; `null` in JSON where something is not known. The reports have the fields in this order.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Record reads Stats {
        /// The file as it was named, with # and a number if it holds several puzzles.
        pub instance: String,
        /// The strategy, as --strategy takes it.
        pub strategy: String,
        /// The encodings, as --encode takes them; null if the strategy encodes nothing.
        pub recipe: Option<String>,
        /// The viewpoint.
        pub view: String,
        /// The outcome of the run. One that comes close to a limit may end otherwise the next time.
        pub outcome: Verdict,
        /// Solutions found; a string of digits if 64 bits do not hold the number.
        #[field(unit = "solutions")]
        pub solutions: Count,
        /// Until the first solution, the making of the model included.
        #[field(unit = "s", varies = "time")]
        pub time_first_s: Option<f64>,
        /// Until the end, the making of the model included.
        #[field(unit = "s", varies = "time")]
        pub time_total_s: Option<f64>,
        /// Until the model was in the backend's own form.
        #[field(unit = "s", varies = "time")]
        pub encode_s: Option<f64> = |stats| stats.encode_s,
        /// Variables of the formula, or columns of the integer program.
        pub variables: Option<u64> = |stats| stats.size.map(|size| size.variables).or(stats.program.map(|program| program.columns)),
        /// Clauses of the formula, or rows of the integer program.
        pub clauses: Option<u64> = |stats| stats.size.map(|size| size.clauses).or(stats.program.map(|program| program.rows)),
        /// Literals of the formula, or entries of the integer program.
        pub literals: Option<u64> = |stats| stats.size.map(|size| size.literals).or(stats.program.map(|program| program.entries)),
        /// Models per solution: bijective, functional or projected-only.
        pub contract: Option<String> = |stats| stats.contract.map(|contract| contract.to_string()),
        /// Conflicts of a SAT solver.
        pub conflicts: Option<u64> = |stats| stats.conflicts,
        /// Decisions of a SAT solver.
        pub decisions: Option<u64> = |stats| stats.decisions,
        /// Propagations.
        pub propagations: Option<u64> = |stats| stats.propagations,
        /// Restarts of a SAT solver.
        pub restarts: Option<u64> = |stats| stats.restarts,
        /// Median over several orders of the least limit that suffices.
        #[field(unit = "conflicts")]
        pub least_budget: Option<u64>,
        /// The smallest of these; if none is known, what is needed at least.
        #[field(unit = "conflicts")]
        pub least_budget_low: Option<u64>,
        /// The largest of these.
        #[field(unit = "conflicts")]
        pub least_budget_high: Option<u64>,
        /// The number of orders for which it is known.
        #[field(unit = "orders")]
        pub least_budget_orders: Option<u64>,
        /// Clauses learned in an integer program.
        pub learned: Option<u64> = |stats| stats.learned,
        /// Linear relaxations solved.
        pub relaxations: Option<u64> = |stats| stats.relaxations,
        /// Cutting planes added to an integer program.
        pub cuts: Option<u64> = |stats| stats.cuts,
        /// Search nodes of native search, iterations of local search.
        pub nodes: Option<u64> = |stats| stats.nodes,
        /// The strategies that auto came to, first the one that has the answer.
        pub course: Option<String> = |stats| stats.course.clone(),
        /// Most memory that the process had in use at one time.
        #[field(unit = "B", varies = "memory")]
        pub peak_memory_bytes: Option<u64>,
        /// The value of the objective of the best solution found.
        pub objective: Option<i64> = |stats| stats.objective,
        /// The bound that no solution is better than, as far as it has been proven.
        pub bound: Option<i64> = |stats| stats.bound,
        /// The distance of the objective from the bound, as a part of the objective; 0 for an optimal solution.
        pub gap: Option<f64> = |stats| gap(stats.objective?, stats.bound?),
        /// Until the best solution, the making of the model included.
        #[field(unit = "s", varies = "time")]
        pub time_best_s: Option<f64>,
        /// The verdict of a checker on a certificate of the answer; null if none was wanted, or there is no answer that
        /// a formula gave.
        pub certified: Option<Certified>,
        /// Why it is not certified, if it is not.
        #[field(varies = "time")]
        pub certified_why: Option<String>,
        /// Until the certificate was written, with a search of its own.
        #[field(unit = "s", varies = "time")]
        pub proof_s: Option<f64>,
        /// The size of its proofs.
        #[field(unit = "B")]
        pub proof_bytes: Option<u64>,
        /// The time that the checker took.
        #[field(unit = "s", varies = "time")]
        pub check_s: Option<f64>,
        /// The time of the programs that external encodings (cmd:) name; no other time but wall_s holds it.
        #[field(unit = "s", varies = "time")]
        pub external_s: Option<f64>,
    }
}

/// How far a value is from a bound, as a part of the value.
fn gap(objective: i64, bound: i64) -> Option<f64> {
    Some((objective as f64 - bound as f64).abs() / (objective as f64).abs().max(1.0))
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
            ..Record::default()
        }
    }

    /// The record of a search that did not come back, of which this is known.
    pub fn cut_off(instance: &str, backend: &dyn Backend, view: &str, outcome: Verdict, known: &Stats) -> Self {
        let mut record = Record::new(instance, backend, view, outcome);
        record.read(known);
        record
    }

    /// The record of a search that came back.
    pub fn of(instance: &str, backend: &dyn Backend, view: &str, ended: &Ended) -> Self {
        let mut record = Record::new(instance, backend, view, Verdict::of(backend, ended));
        record.solutions = ended.found.clone();
        record.time_first_s = ended.first_s;
        record.time_best_s = ended.best_s;
        record.time_total_s = Some(ended.total_s);
        if let Ok(report) = &ended.result {
            record.read(&report.stats);
            record.recipe = report.stats.recipe.clone().or(record.recipe);
        }
        record
    }
}
