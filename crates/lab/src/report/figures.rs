//! The figures of each way: how its runs ended, what they took, and on how many runs each figure stands.

use serde::Serialize;

use crate::run::Verdict;

use super::certificates::{Certificates, against_solving, of_proof};
use super::stats::{self, Sample, median_of};
use super::table::{Clock, MeasuredRun, Results};

/// A value, where it lies at 95 percent, and the number of instances that it stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MedianEstimate {
    /// The value; `null` if it stands on nothing.
    pub value: Option<f64>,
    /// The lower end of the interval; `null` if the value stands on fewer than five instances.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
    /// The number of instances.
    pub of: u64,
}

/// The numbers of runs by their outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the outcomes")]
pub struct Outcomes {
    pub complete: u64,
    pub optimal: u64,
    pub stopped: u64,
    pub timeout: u64,
    pub memory: u64,
    pub interrupted: u64,
    pub not_found: u64,
    pub unsupported: u64,
    pub failed: u64,
}

impl Outcomes {
    /// Counts a run.
    pub fn add(&mut self, outcome: Verdict) {
        *match outcome {
            Verdict::Complete => &mut self.complete,
            Verdict::Optimal => &mut self.optimal,
            Verdict::Stopped => &mut self.stopped,
            Verdict::Timeout => &mut self.timeout,
            Verdict::Memory => &mut self.memory,
            Verdict::Interrupted => &mut self.interrupted,
            Verdict::NotFound => &mut self.not_found,
            Verdict::Unsupported => &mut self.unsupported,
            Verdict::Failed => &mut self.failed,
        } += 1;
    }

    /// The numbers with the names of the outcomes.
    pub fn named(&self) -> [(&'static str, u64); 9] {
        [
            (Verdict::Complete.name(), self.complete),
            (Verdict::Optimal.name(), self.optimal),
            (Verdict::Stopped.name(), self.stopped),
            (Verdict::Timeout.name(), self.timeout),
            (Verdict::Memory.name(), self.memory),
            (Verdict::Interrupted.name(), self.interrupted),
            (Verdict::NotFound.name(), self.not_found),
            (Verdict::Unsupported.name(), self.unsupported),
            (Verdict::Failed.name(), self.failed),
        ]
    }
}

/// A way against another one, on the instances that both solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ratio {
    /// The geometric mean of the ratios: below 1 if this way needs less; and the number of instances that both solved.
    #[serde(flatten)]
    pub ratio: MedianEstimate,
    /// The number of instances that both were run on.
    pub both_run: u64,
    /// On how many instances this way needs less.
    pub less: u64,
    /// On how many it needs more.
    pub more: u64,
    /// The probability of signs as uneven as that by chance (sign test, two-sided).
    pub sign_p: Option<f64>,
    /// The same, raised for the number of ways that are compared (Holm).
    pub sign_p_holm: Option<f64>,
}

/// The figures of a way.
#[derive(Clone, Debug, Serialize)]
pub struct WayFigures {
    /// The name of the way, which no other has.
    pub way: String,
    /// The strategy.
    pub strategy: String,
    /// The whole recipe; `null` if the strategy encodes nothing.
    pub recipe: Option<String>,
    /// The view, or the views of several kinds.
    pub view: String,
    /// The number of runs.
    pub runs: u64,
    /// The number of runs that were solved.
    pub solved_runs: u64,
    /// The number of instances.
    pub instances: u64,
    /// The number of instances that were solved: in the median of their runs.
    pub solved: u64,
    /// On how many instances no other way is faster.
    pub fastest: u64,
    /// The number of instances that no other way solved.
    pub alone: u64,
    /// The outcomes of the runs.
    pub outcomes: Outcomes,
    /// The mean time over the instances, what was not solved counting as twice the limit.
    pub par2_s: MedianEstimate,
    /// The median time over the instances that were solved.
    pub time_s: MedianEstimate,
    /// The median time until the model was in the backend's form, over the instances that were solved.
    pub encode_s: MedianEstimate,
    /// The median number of conflicts over the instances that were solved.
    pub conflicts: MedianEstimate,
    /// The median number of nodes over the instances that were solved.
    pub nodes: MedianEstimate,
    /// The median of the least budgets that are known.
    pub least_budget: MedianEstimate,
    /// The median number of variables, over all instances for which it is known.
    pub variables: MedianEstimate,
    /// The median number of clauses, over all instances for which it is known.
    pub clauses: MedianEstimate,
    /// The median number of literals, over all instances for which it is known.
    pub literals: MedianEstimate,
    /// The median of the most memory in use, over the instances that were solved.
    pub peak_memory_bytes: MedianEstimate,
    /// The most memory that a run had in use.
    pub peak_memory_bytes_max: Option<u64>,
    /// The contract: the number of models of the formula per solution.
    pub contract: Option<String>,
    /// The results of the certificates of its answers.
    pub certificates: Certificates,
    /// The median time until a certificate was written, over the instances that are certified.
    pub proof_s: MedianEstimate,
    /// The median size of their proofs.
    pub proof_bytes: MedianEstimate,
    /// The median time that the checker took for them.
    pub check_s: MedianEstimate,
    /// The median of that time until a certificate was written, divided by the time of solving.
    pub proof_ratio: MedianEstimate,
    /// The median of the time of the checker, divided by the time of solving.
    pub check_ratio: MedianEstimate,
    /// Time against the time of the reference way; `null` for that way itself.
    pub time_ratio: Option<Ratio>,
    /// Conflicts, each raised by one, against those of the reference way.
    pub conflicts_ratio: Option<Ratio>,
}

/// The runs of a way on a task, and what they give together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub(super) task: usize,
    pub(super) way: usize,
    /// Those that nobody interrupted.
    pub(super) runs: &'a [MeasuredRun],
    /// The median time; `None` if the median run was not solved.
    pub(super) time: Option<f64>,
    /// The median number of conflicts, if solved and known.
    pub(super) conflicts: Option<f64>,
}

/// Judges runs by a clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge<'a> {
    table: &'a Results,
    pub(super) clock: Clock,
}

impl<'a> Judge<'a> {
    /// The clock counts computing time if only computing time was limited.
    pub(super) fn new(table: &'a Results) -> Self {
        let wall = table.limits.iter().any(|limits| limits.limit_wall_s.is_some());
        let cpu = table.limits.iter().any(|limits| limits.limit_cpu_s.is_some());
        Judge { table, clock: if cpu && !wall { Clock::Cpu } else { Clock::Wall } }
    }

    /// True if the run gave what was asked for.
    pub(super) fn is_solved(&self, run: &MeasuredRun) -> bool {
        run.outcome.is_solved(&run.solutions, self.table.tasks[run.task].limit)
    }

    /// The time of a run that was solved; infinite for others.
    pub(super) fn time(&self, run: &MeasuredRun) -> f64 {
        let time = match self.clock {
            Clock::Wall => run.time_s,
            Clock::Cpu => run.cpu_s.or(run.time_s),
        };
        time.filter(|_| self.is_solved(run)).unwrap_or(f64::INFINITY)
    }

    /// The seconds that a run was allowed.
    pub(super) fn limit(&self, run: &MeasuredRun) -> Option<f64> {
        let limits = &self.table.limits[run.limits];
        let limit = match self.clock {
            Clock::Wall => limits.limit_wall_s,
            Clock::Cpu => limits.limit_cpu_s,
        };
        limit.map(f64::from)
    }

    /// The time, or twice the limit.
    fn par2(&self, run: &MeasuredRun) -> Option<f64> {
        let time = self.time(run);
        if time.is_finite() { Some(time) } else { self.limit(run).map(|limit| 2.0 * limit) }
    }

    /// The cells of a table whose runs are sorted. Runs that somebody interrupted are in none.
    pub(super) fn cells(&self) -> Vec<Cell<'a>> {
        let judged = |run: &MeasuredRun| run.outcome != Verdict::Interrupted;
        let same = |a: &MeasuredRun, b: &MeasuredRun| (a.task, a.way) == (b.task, b.way) && judged(a) == judged(b);
        let cells = self.table.runs.chunk_by(same).filter(|runs| judged(&runs[0]));
        cells.map(|runs| self.cell(runs)).collect()
    }

    fn cell(&self, runs: &'a [MeasuredRun]) -> Cell<'a> {
        let median = |value: &dyn Fn(&MeasuredRun) -> f64| {
            median_of(&mut runs.iter().map(value).collect::<Vec<f64>>()).filter(|value| value.is_finite())
        };
        let time = median(&|run| self.time(run));
        let conflicts = runs.iter().all(|run| run.conflicts.is_some() || !self.is_solved(run));
        let count =
            |run: &MeasuredRun| run.conflicts.filter(|_| self.is_solved(run)).map_or(f64::INFINITY, |n| n as f64);
        let conflicts = time.and_then(|_| median(&count)).filter(|_| conflicts);
        Cell { task: runs[0].task, way: runs[0].way, runs, time, conflicts }
    }
}

/// An estimate of a median over cells.
fn median<'a>(cells: &[&Cell<'a>], value: &dyn Fn(&MeasuredRun) -> Option<f64>, all: bool) -> MedianEstimate {
    let mut sample = Sample::default();
    for cell in cells.iter().filter(|cell| all || cell.time.is_some()) {
        sample.add(cell.runs.iter().filter_map(value));
    }
    let (value, interval, of) = stats::median(&sample);
    MedianEstimate { value, low: interval.map(|i| i.low), high: interval.map(|i| i.high), of }
}

impl WayFigures {
    /// The figures from the cells of a way. `runs` are all its runs, the interrupted ones too.
    pub(super) fn of(judge: &Judge, way: usize, runs: &[&MeasuredRun], cells: &[&Cell]) -> Self {
        let name = &judge.table.ways[way];
        let mut outcomes = Outcomes::default();
        runs.iter().for_each(|run| outcomes.add(run.outcome));
        let solved_only = |value: fn(&MeasuredRun) -> Option<u64>| {
            median(cells, &|run| value(run).filter(|_| judge.is_solved(run)).map(|n| n as f64), false)
        };
        let known = |value: fn(&MeasuredRun) -> Option<u64>| median(cells, &|run| value(run).map(|n| n as f64), true);
        let proof = |figure: fn(&MeasuredRun) -> Option<f64>| median(cells, &|run| of_proof(run, figure), true);
        let mut contracts: Vec<&str> = runs.iter().filter_map(|run| run.contract.as_deref()).collect();
        contracts.sort_unstable();
        contracts.dedup();
        WayFigures {
            way: name.label.clone(),
            strategy: name.strategy.to_string(),
            recipe: name.recipe.as_deref().map(str::to_owned),
            view: name.view.to_string(),
            runs: runs.len() as u64,
            solved_runs: runs.iter().filter(|run| judge.is_solved(run)).count() as u64,
            instances: cells.len() as u64,
            solved: cells.iter().filter(|cell| cell.time.is_some()).count() as u64,
            fastest: 0,
            alone: 0,
            outcomes,
            par2_s: judge.par2_of(cells),
            time_s: median(cells, &|run| Some(judge.time(run)), true),
            encode_s: median(cells, &|run| run.encode_s.filter(|_| judge.is_solved(run)), false),
            conflicts: solved_only(|run| run.conflicts),
            nodes: solved_only(|run| run.nodes),
            least_budget: known(|run| run.least_budget),
            variables: known(|run| run.variables),
            clauses: known(|run| run.clauses),
            literals: known(|run| run.literals),
            peak_memory_bytes: solved_only(|run| run.peak_memory_bytes),
            peak_memory_bytes_max: runs.iter().filter_map(|run| run.peak_memory_bytes).max(),
            contract: (!contracts.is_empty()).then(|| contracts.join(", ")),
            certificates: Certificates::of(runs.iter().copied()),
            proof_s: proof(|run| run.proof_s),
            proof_bytes: proof(|run| run.proof_bytes.map(|bytes| bytes as f64)),
            check_s: proof(|run| run.check_s),
            proof_ratio: proof(|run| against_solving(run, run.proof_s)),
            check_ratio: proof(|run| against_solving(run, run.check_s)),
            time_ratio: None,
            conflicts_ratio: None,
        }
    }

    /// All estimates with their names.
    pub fn estimates(&self) -> [(&'static str, &MedianEstimate); 15] {
        [
            ("par2_s", &self.par2_s),
            ("time_s", &self.time_s),
            ("encode_s", &self.encode_s),
            ("conflicts", &self.conflicts),
            ("nodes", &self.nodes),
            ("least_budget", &self.least_budget),
            ("variables", &self.variables),
            ("clauses", &self.clauses),
            ("literals", &self.literals),
            ("peak_memory_bytes", &self.peak_memory_bytes),
            ("proof_s", &self.proof_s),
            ("proof_bytes", &self.proof_bytes),
            ("check_s", &self.check_s),
            ("proof_ratio", &self.proof_ratio),
            ("check_ratio", &self.check_ratio),
        ]
    }
}

impl Judge<'_> {
    /// The mean PAR-2 over the runs of a cell; `None` if one has no limit.
    pub(super) fn score(&self, cell: &Cell) -> Option<f64> {
        let scores = cell.runs.iter().map(|run| self.par2(run)).collect::<Option<Vec<f64>>>()?;
        Some(scores.iter().sum::<f64>() / scores.len() as f64)
    }

    fn par2_of(&self, cells: &[&Cell]) -> MedianEstimate {
        let mut sample = Sample::default();
        for cell in cells {
            let Some(scores) = cell.runs.iter().map(|run| self.par2(run)).collect::<Option<Vec<f64>>>() else {
                return MedianEstimate::default();
            };
            sample.add(scores);
        }
        let (value, interval) = stats::mean(&sample);
        let of = sample.len() as u64;
        MedianEstimate { value, low: interval.map(|i| i.low), high: interval.map(|i| i.high), of }
    }
}
