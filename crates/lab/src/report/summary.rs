//! The content of a report, as data: the page, the tables and the JSON are made from it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::run::{Certified, Limits, Verdict};
use crate::study::Host;

use super::disagreement::{self, Disagreement};
use super::figures::{Cell, Judge, MedianEstimate, WayFigures};
use super::names::natural;
use super::paired;
use super::stats::{self, Sample};
use super::table::{Clock, MeasuredRun, Results, StudyName};
use super::warnings;

/// The summary of the rows of a study.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The studies that the rows are of.
    pub studies: Vec<StudySummary>,
    /// By which clock runs are judged.
    pub clock: Clock,
    /// The totals.
    pub totals: Totals,
    /// The limits of the runs.
    pub limits: Vec<Limits>,
    /// Runs that contradict each other.
    pub disagreements: Vec<Disagreement>,
    /// The warnings that a reader has to know before believing the figures.
    pub warnings: Vec<String>,
    /// The way that the others are compared with: the one with the default encodings, if there is one.
    pub reference: Option<String>,
    /// The ways, those that solved most first, then those with the smallest PAR-2.
    pub ways: Vec<WayFigures>,
    /// The virtual best: the time of the fastest way for each instance.
    pub virtual_best: VirtualBest,
    /// The machines on which the runs were done.
    pub machines: Vec<Machine>,
    /// Runs without an answer, put together by way and reason.
    pub failures: Vec<Failed>,
    /// Answers without the certificate that was wanted, put together by way and reason.
    pub uncertified: Vec<Failed>,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StudySummary {
    /// Its name.
    pub name: String,
    /// Its file, as it was named when the runs were done.
    pub file: String,
    /// Its question, in its own words.
    pub about: String,
    /// The hash of what decides its runs.
    pub hash: String,
    /// The number of its runs.
    pub runs: u64,
    /// The number of those that there are.
    pub done: u64,
}

/// The totals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Totals {
    /// Runs.
    pub runs: u64,
    /// Ways.
    pub ways: u64,
    /// Instances.
    pub instances: u64,
    /// Different seeds.
    pub seeds: u64,
    /// Seconds from the start of the first run to the start of the last.
    pub span_s: f64,
    /// Seconds that all runs took together.
    pub time_s: f64,
}

/// The best way of each instance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VirtualBest {
    /// The number of instances that some way solved.
    pub solved: u64,
    /// The mean over all instances of the smallest PAR-2 score of any way.
    pub par2_s: MedianEstimate,
    /// The median over the instances that some way solved of the smallest time.
    pub time_s: MedianEstimate,
}

/// A machine with a state of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Machine {
    /// The machine and the program.
    #[serde(flatten)]
    pub host: Host,
    /// The number of runs.
    pub runs: u64,
}

/// Runs of a way that have no answer for the same reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failed {
    /// The way.
    pub way: String,
    /// Their outcome.
    pub outcome: String,
    /// The reason, as far as there is one.
    pub detail: Option<String>,
    /// The number of runs.
    pub runs: u64,
    /// The instance of the first.
    pub instance: String,
    /// The command of the first.
    pub command: String,
}

impl Summary {
    /// Judges the runs.
    pub fn of(table: &mut Results) -> Self {
        table.sort();
        let table = &*table;
        let judge = Judge::new(table);
        let cells = judge.cells();
        let mut by_way: Vec<Vec<&Cell>> = vec![Vec::new(); table.ways.len()];
        cells.iter().for_each(|cell| by_way[cell.way].push(cell));
        let mut runs: Vec<Vec<&MeasuredRun>> = vec![Vec::new(); table.ways.len()];
        table.runs.iter().for_each(|run| runs[run.way].push(run));
        let mut ways: Vec<WayFigures> =
            (0..table.ways.len()).map(|way| WayFigures::of(&judge, way, &runs[way], &by_way[way])).collect();
        rank_on_instances(&cells, &mut ways);
        let reference = reference(&ways);
        if let Some(reference) = reference {
            for way in (0..ways.len()).filter(|&way| way != reference) {
                ways[way].time_ratio = Some(paired::times(&by_way[way], &by_way[reference]));
                ways[way].conflicts_ratio = paired::conflicts(&by_way[way], &by_way[reference]);
            }
            paired::adjust(ways.iter_mut().filter_map(|way| way.time_ratio.as_mut()));
            paired::adjust(ways.iter_mut().filter_map(|way| way.conflicts_ratio.as_mut()));
        }
        let reference = reference.map(|way| ways[way].way.clone());
        ways.sort_by(|a, b| rank(a).partial_cmp(&rank(b)).expect("no NaN").then_with(|| a.way.cmp(&b.way)));
        Summary {
            studies: studies(table),
            clock: judge.clock,
            totals: totals(table),
            limits: table.limits.clone(),
            disagreements: disagreement::all(table),
            warnings: warnings::all(&judge, table, &cells),
            reference,
            ways,
            virtual_best: virtual_best(&judge, &cells),
            machines: machines(table),
            failures: failures(table),
            uncertified: uncertified(table),
        }
    }
}

fn rank(way: &WayFigures) -> (std::cmp::Reverse<u64>, f64) {
    (std::cmp::Reverse(way.solved), way.par2_s.value.or(way.time_s.value).unwrap_or(f64::INFINITY))
}

/// The way of the default encodings with most runs, else the best way.
fn reference(ways: &[WayFigures]) -> Option<usize> {
    if ways.len() < 2 {
        return None;
    }
    let default = |way: &WayFigures| {
        way.recipe.as_deref().is_some_and(|text| crate::compare::parts_that_differ(text) == "default")
    };
    let order = |way: &usize| (!default(&ways[*way]), std::cmp::Reverse(ways[*way].runs), rank(&ways[*way]));
    (0..ways.len())
        .min_by(|a, b| order(a).partial_cmp(&order(b)).expect("no NaN").then_with(|| ways[*a].way.cmp(&ways[*b].way)))
}

/// Counts on how many instances each way is the fastest, and which it alone solved.
fn rank_on_instances(cells: &[Cell], ways: &mut [WayFigures]) {
    for cells in cells.chunk_by(|a, b| a.task == b.task) {
        let solved: Vec<(f64, usize)> = cells.iter().filter_map(|cell| Some((cell.time?, cell.way))).collect();
        let Some(best) = solved.iter().map(|&(time, _)| time).min_by(f64::total_cmp) else { continue };
        solved.iter().filter(|&&(time, _)| time == best).for_each(|&(_, way)| ways[way].fastest += 1);
        if let [(_, way)] = solved[..] {
            ways[way].alone += 1;
        }
    }
}

fn virtual_best(judge: &Judge, cells: &[Cell]) -> VirtualBest {
    let (mut scores, mut times, mut judged) = (Sample::default(), Sample::default(), true);
    for cells in cells.chunk_by(|a, b| a.task == b.task) {
        let least = |values: &mut dyn Iterator<Item = Option<f64>>| values.flatten().min_by(f64::total_cmp);
        times.add(least(&mut cells.iter().map(|cell| cell.time)));
        let score = least(&mut cells.iter().map(|cell| judge.score(cell)));
        judged &= score.is_some();
        scores.add(score);
    }
    let estimate = |value, interval: Option<stats::Interval>, of| MedianEstimate {
        value,
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
        of,
    };
    let (value, interval) = stats::mean(&scores);
    let par2_s = if judged { estimate(value, interval, scores.len() as u64) } else { MedianEstimate::default() };
    let (value, interval, of) = stats::median(&times);
    VirtualBest { solved: of, par2_s, time_s: estimate(value, interval, of) }
}

fn totals(table: &Results) -> Totals {
    let seeds: BTreeSet<u64> = table.runs.iter().map(|run| run.seed).collect();
    let started = || table.runs.iter().map(|run| run.started).filter(|time| time.is_finite());
    let span = started().max_by(f64::total_cmp).zip(started().min_by(f64::total_cmp));
    Totals {
        runs: table.runs.len() as u64,
        ways: table.ways.len() as u64,
        instances: table.tasks.len() as u64,
        seeds: seeds.len() as u64,
        span_s: span.map_or(0.0, |(last, first)| last - first),
        time_s: table.runs.iter().filter_map(|run| run.time_s).sum(),
    }
}

fn studies(table: &Results) -> Vec<StudySummary> {
    let mut done = vec![0; table.studies.len()];
    table.runs.iter().for_each(|run| done[run.study] += 1);
    let study = |(study, done): (&StudyName, u64)| StudySummary {
        name: study.name.to_string(),
        file: study.file.to_string(),
        about: study.about.to_string(),
        hash: study.hash.to_string(),
        runs: study.runs,
        done,
    };
    let mut studies: Vec<StudySummary> = table.studies.iter().zip(done).map(study).collect();
    studies.sort_by(|a, b| (&a.name, &a.hash).cmp(&(&b.name, &b.hash)));
    studies
}

fn machines(table: &Results) -> Vec<Machine> {
    let mut machines: Vec<Machine> = table.hosts.iter().map(|host| Machine { host: host.clone(), runs: 0 }).collect();
    table.runs.iter().for_each(|run| machines[run.host].runs += 1);
    let key = |machine: &Machine| {
        let host = &machine.host;
        (natural(&host.host), host.processor.clone(), host.version.clone(), host.commit.clone(), host.jobs)
    };
    machines.sort_by_key(key);
    machines
}

fn failures(table: &Results) -> Vec<Failed> {
    let mut groups = Groups::new();
    for run in &table.runs {
        let answered = run.outcome.is_answer() || run.outcome == Verdict::Stopped;
        if !answered || run.detail.is_some() {
            groups.entry((run.way, run.outcome.name(), &run.detail)).or_default().push(run);
        }
    }
    let mut failures = together(table, groups);
    // Bugs first.
    failures
        .sort_by_key(|failed| (failed.outcome != "failed", failed.outcome != "memory", std::cmp::Reverse(failed.runs)));
    failures
}

fn uncertified(table: &Results) -> Vec<Failed> {
    let mut groups = Groups::new();
    for run in &table.runs {
        if let Some(certified @ (Certified::No | Certified::Refused)) = run.certified {
            groups.entry((run.way, certified.name(), &run.certified_why)).or_default().push(run);
        }
    }
    let mut uncertified = together(table, groups);
    uncertified.sort_by_key(|failed| (failed.outcome != Certified::Refused.name(), std::cmp::Reverse(failed.runs)));
    uncertified
}

/// Runs by way, what became of them, and why.
type Groups<'t> = BTreeMap<(usize, &'static str, &'t Option<Arc<str>>), Vec<&'t MeasuredRun>>;

/// A line for each group.
fn together(table: &Results, groups: Groups<'_>) -> Vec<Failed> {
    let lines = groups.into_iter().map(|((way, outcome, detail), runs)| Failed {
        way: table.ways[way].label.clone(),
        outcome: outcome.to_owned(),
        detail: detail.as_deref().map(str::to_owned),
        runs: runs.len() as u64,
        instance: table.tasks[runs[0].task].label.clone(),
        command: runs[0].command.to_string(),
    });
    lines.collect()
}
