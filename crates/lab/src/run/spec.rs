//! The specification of a run: everything that decides it but the problem, its defaults, and its form in JSON.
//!
//! The command line, matrices, studies and worker processes all hold a [`RunSpec`]. A field stands here once: what it
//! means, what it is if nothing is said, and how a worker process is told.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use cnfab_model::problem::Problem;
use cnfab_model::{Model, Selection};
use cnfab_solve::{Backend, Budget, Encodings, SolveError, Strategy};

use super::fields::fields;
use super::seconds::Seconds;

/// How many times as much as it may compute a run may take by the clock, if nothing is said about the clock, and how
/// many seconds besides.
const CLOCK_PER_COMPUTING: f64 = 10.0;
const CLOCK_BESIDES_S: f64 = 10.0;

/// The specification of one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object that says what a run does")]
pub struct RunSpec {
    /// The strategy.
    pub strategy: Strategy,
    /// The encodings for strategies that encode.
    pub encodings: Encodings,
    /// The viewpoint that the model is made from; `None` means the first that there is.
    pub view: Option<String>,
    /// The symmetries of which one solution per orbit is wanted; `None` means every solution.
    #[serde(with = "selection")]
    pub symmetry: Option<Selection>,
    /// The solutions that are wanted.
    pub wanted: Wanted,
    /// The limits at which the search ends before its answer.
    pub limits: Limits,
    /// Seed of everything random.
    pub seed: u64,
    /// Seed by which SAT solvers get their variables, clauses and literals in another order; `None` means as they are
    /// made.
    pub shuffle: Option<u64>,
    /// Over how many orders the least conflict budget is wanted, in as much time again; `None` means not at all. The
    /// run itself has the first order.
    pub orders: Option<u64>,
    /// True if counts are wanted that slow a search down.
    pub statistics: bool,
    /// The number of solutions that are kept to be compared one by one.
    pub keep: u64,
    /// Of a model with an objective, whether all optimal solutions are wanted; one is if not.
    pub all_optimal: bool,
    /// The program that checks a certificate of an answer that a formula gave, in as much time again; `None` means that
    /// there is none.
    pub certify: Option<String>,
}

/// The solutions that are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// Each of them, as it is found.
    #[default]
    Solutions,
    /// Their number. Those that are built are checked by the rules.
    Number,
    /// Their number, without building them, so that none is checked by the rules and there is no limit.
    NumberOnly,
}

fields! {
    /// The limits of a run; `null` means none.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object with the limits of a run")]
    pub struct Limits {
        /// The number of solutions that were wanted; null for all.
        #[field(unit = "solutions")]
        pub limit_solutions: Option<u64>,
        /// Limit of time by the clock; null for none.
        #[field(unit = "s")]
        pub limit_wall_s: Option<Seconds>,
        /// Limit of computing time, all threads together; null for none.
        #[field(unit = "s")]
        pub limit_cpu_s: Option<Seconds>,
        /// Limit of conflicts of a SAT solver; null for none.
        #[field(unit = "conflicts")]
        pub limit_conflicts: Option<u64>,
        /// Limit of the work of a search, in steps that no machine changes; null for none.
        #[field(unit = "ticks")]
        pub limit_ticks: Option<u64>,
        /// Limit of memory; null for none.
        #[field(unit = "B")]
        pub limit_memory_bytes: Option<u64>,
    }
}

impl Default for RunSpec {
    fn default() -> Self {
        RunSpec {
            strategy: Strategy::default(),
            encodings: Encodings::default(),
            view: None,
            symmetry: None,
            wanted: Wanted::default(),
            limits: Limits::default(),
            seed: 0,
            shuffle: None,
            orders: None,
            statistics: false,
            keep: 200_000,
            all_optimal: false,
            certify: None,
        }
    }
}

impl RunSpec {
    /// The checker of certificates if nobody names another.
    pub const CHECKER: &str = "veripb";

    /// A run of this strategy with the defaults for everything else.
    pub fn new(strategy: Strategy) -> Self {
        RunSpec { strategy, ..RunSpec::default() }
    }

    /// The backend that it uses.
    pub fn backend(&self) -> Box<dyn Backend> {
        self.strategy.backend(&self.encodings)
    }

    /// The number of solutions that are wanted of a model; `None` means all.
    pub fn wanted_of(&self, model: &Model) -> Option<u64> {
        if model.objective().is_some() && !self.all_optimal { Some(1) } else { self.limits.limit_solutions }
    }

    /// The name of the view.
    pub fn view_of<'s>(&'s self, problem: &dyn Problem) -> &'s str {
        let first = || problem.views().first().map_or("", |view| view.0);
        self.view.as_deref().unwrap_or_else(first)
    }

    /// An error if its backend does not keep to limits on conflicts or ticks, and such are given.
    ///
    /// # Errors
    /// If it does not: why.
    pub fn keeps_limits(&self, backend: &dyn Backend) -> Result<(), SolveError> {
        if self.limits.limit_conflicts.is_some() {
            backend.limits_conflicts()?;
        }
        if self.limits.limit_ticks.is_some() {
            backend.limits_ticks()?;
            if self.strategy.threads().is_some_and(|(threads, _)| threads > 1) {
                return Err(backend.unsupported("limits on ticks: with one thread only".to_owned()));
            }
        }
        Ok(())
    }

    /// The budget of a search that begins now.
    pub fn budget(&self) -> Budget {
        let mut budget = self.limits.wall().map_or_else(Budget::unlimited, Budget::within);
        budget.seed = self.seed;
        budget.statistics = self.statistics;
        budget.shuffle = self.shuffle;
        budget.wanted = self.limits.limit_solutions;
        budget.conflicts = self.limits.limit_conflicts;
        budget.ticks = self.limits.limit_ticks;
        budget
    }
}

impl Limits {
    /// The time limit by the clock: the one that was given, else one by which a run has to be over that keeps to its
    /// limit of computing.
    pub fn wall(&self) -> Option<Duration> {
        let implied = |cpu| duration(CLOCK_PER_COMPUTING * f64::from(cpu) + CLOCK_BESIDES_S);
        self.limit_wall_s.map(Duration::from).or_else(|| self.limit_cpu_s.map(implied))
    }

    /// The limit of computing time.
    pub fn cpu(&self) -> Option<Duration> {
        self.limit_cpu_s.map(Duration::from)
    }
}

/// Symmetries as `--up-to-symmetry` takes them.
mod selection {
    use super::{Deserialize, Selection};
    use serde::{Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(symmetry: &Option<Selection>, to: S) -> Result<S::Ok, S::Error> {
        symmetry.as_ref().map(Selection::to_string).serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Selection>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(|text| Selection::from(text.as_str())))
    }
}

/// As many seconds; what is too long for a clock is as long as it can be.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(number: f64) -> Option<Seconds> {
        Some(Seconds::try_from(number).expect("a length of time"))
    }

    #[test]
    fn a_worker_is_told_what_the_spec_says() {
        let spec = RunSpec {
            strategy: Strategy::parse("backtrack:order=spiral,threads=2").unwrap(),
            encodings: "amo=product,linear:line[3]=subset-table,symmetry=generators,ilp=assignment".parse().unwrap(),
            view: Some("cell".to_owned()),
            symmetry: Some(Selection::from("turns,mirrors")),
            wanted: Wanted::NumberOnly,
            limits: Limits {
                limit_solutions: Some(7),
                limit_wall_s: seconds(0.1),
                limit_cpu_s: seconds(2.5),
                limit_conflicts: Some(100),
                limit_ticks: Some(1000),
                limit_memory_bytes: Some(1 << 40),
            },
            seed: u64::MAX,
            shuffle: Some(3),
            orders: Some(5),
            statistics: true,
            keep: 10,
            all_optimal: true,
            certify: Some("veripb".to_owned()),
        };
        let text = serde_json::to_string(&spec).unwrap();
        let read: RunSpec = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{read:?}"), format!("{spec:?}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }

    #[test]
    fn what_is_not_said_is_the_default() {
        let read: RunSpec = serde_json::from_str("{}").unwrap();
        assert_eq!(format!("{read:?}"), format!("{:?}", RunSpec::default()));
        assert_eq!(read.strategy.to_string(), Strategy::DEFAULT);
        assert!(serde_json::from_str::<RunSpec>(r#"{"strategy": "backtrak"}"#).is_err());
    }

    #[test]
    fn a_limit_of_computing_implies_one_by_the_clock() {
        let limits = |wall, cpu| Limits { limit_wall_s: wall, limit_cpu_s: cpu, ..Limits::default() };
        let wall = |limits: Limits| limits.wall().map(|limit| limit.as_secs_f64());
        assert_eq!(wall(limits(None, None)), None);
        assert_eq!(wall(limits(None, seconds(2.0))), Some(30.0));
        assert_eq!(wall(limits(seconds(0.5), seconds(2.0))), Some(0.5));
        assert_eq!(limits(seconds(1e300), None).wall(), Some(Duration::MAX));
        assert_eq!(limits(None, seconds(f64::MAX)).wall(), Some(Duration::MAX));
    }

    /// A slip in a field's name or in a limit is not taken for no limit.
    #[test]
    fn what_means_nothing_is_refused() {
        for (text, expected) in [
            (
                r#"{"limits": {"limit_wall_s": -1}}"#,
                "found -1 as a number of seconds, expected a finite number from 0 on",
            ),
            (r#"{"limits": {"limit_cpu_s": -0.5}}"#, "found -0.5 as a number of seconds, expected a finite number"),
            (r#"{"limits": {"limit_wall_s": 1e999}}"#, "number out of range"),
            (r#"{"limits": {"limit_wall": 1}}"#, "unknown field `limit_wall`, expected one of `limit_solutions`"),
            (r#"{"limits": {"limit_solutions": -1}}"#, "invalid value: integer `-1`, expected u64"),
            (r#"{"sead": 1}"#, "unknown field `sead`, expected one of `strategy`"),
            (r#"{"strategy": "backtrak"}"#, "did you mean 'backtrack'?"),
        ] {
            let error = serde_json::from_str::<RunSpec>(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
