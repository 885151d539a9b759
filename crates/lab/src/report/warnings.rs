//! The warnings that a reader has to know before believing the figures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::run::{Limits, Verdict, baselines};
use crate::study::Host;
use cnfab_base::units::{grouped, plural};

use super::figures::{Cell, Judge};
use super::stats::median_of;
use super::table::{MeasuredRun, Results};

/// Fewer instances carry no claim about others.
const INSTANCES: usize = 5;

/// Fewer repetitions do not show how much times vary.
const REPETITIONS: usize = 3;

/// By how much repetitions of a run may differ: the slowest against the fastest.
const SPREAD: f64 = 1.2;

/// The load that the study's own watching and starting of runs makes, beside the runs.
const OTHERS: f64 = 0.5;

/// Shorter times are not judged: starting a process varies by more.
const SHORTEST_S: f64 = 0.01;

/// All warnings, the gravest first.
pub(super) fn all(judge: &Judge, table: &Results, cells: &[Cell]) -> Vec<String> {
    let mut warnings = Vec::new();
    warnings.extend(failed(table));
    warnings.extend(mixed(table));
    warnings.extend(unlike(table));
    warnings.extend(equal(table));
    warnings.extend(missing(table, cells));
    warnings.extend(few(table, cells));
    warnings.extend(no_limit(judge, table));
    warnings.extend(at_root(judge, table));
    warnings.extend(short(judge, table));
    warnings.extend(noisy(judge, table));
    warnings.extend(busy(table));
    warnings.extend(baselines(table.ways.iter().map(|way| (&*way.strategy, way.recipe.as_deref()))));
    warnings
}

fn failed(table: &Results) -> Option<String> {
    let failed = table.runs.iter().filter(|run| run.outcome == Verdict::Failed).count();
    (failed > 0).then(|| {
        format!("{} failed: a bug of this program or of a solver, not a property of the way.", plural(failed, "run"))
    })
}

fn mixed(table: &Results) -> Vec<String> {
    let mut warnings = Vec::new();
    if table.studies.len() > 1 {
        warnings.push(format!("The rows are of {} different studies.", table.studies.len()));
    }
    let mut distinct = |what: &str, of: &dyn Fn(&Host) -> String| {
        let all: BTreeSet<String> = table.hosts.iter().map(of).collect();
        if all.len() > 1 {
            let names: Vec<String> = all.into_iter().collect();
            warnings.push(format!("Runs were done {what}: {}. Their times are not alike.", listed(&names)));
        }
    };
    distinct("on several machines", &|host| host.host.clone());
    distinct("on several processors", &|host| host.processor.clone());
    distinct("with several versions of the program", &|host| {
        host.commit.as_ref().map_or(host.version.clone(), |commit| format!("{} ({commit})", host.version))
    });
    distinct("with several numbers of runs at a time", &|host| host.jobs.to_string());
    if table.hosts.iter().any(|host| host.commit.as_ref().is_some_and(|commit| commit.ends_with('+'))) {
        warnings.push("The program was built from files that no commit has: nobody else can build it.".to_owned());
    }
    let limits = |of: fn(&Limits) -> Option<f64>| {
        let all: BTreeSet<Option<u64>> = table.limits.iter().map(|limits| of(limits).map(f64::to_bits)).collect();
        all.len() > 1
    };
    let differ: Vec<&str> = [
        ("time", limits(|limits| limits.limit_wall_s.map(f64::from))),
        ("computing time", limits(|limits| limits.limit_cpu_s.map(f64::from))),
        ("memory", limits(|limits| limits.limit_memory_bytes.map(|bytes| bytes as f64))),
    ]
    .into_iter()
    .filter_map(|(name, differ)| differ.then_some(name))
    .collect();
    if !differ.is_empty() {
        warnings.push(format!("Limits of {} are not the same for all runs.", differ.join(" and ")));
    }
    warnings
}

/// Runs that should have been the same and were not.
fn unlike(table: &Results) -> Vec<String> {
    let mut models: BTreeMap<(usize, &str), BTreeSet<&str>> = BTreeMap::new();
    for run in &table.runs {
        if let Some(hash) = &run.model_hash {
            models.entry((run.task, &table.ways[run.way].view)).or_default().insert(hash);
        }
    }
    let changed = models.values().filter(|hashes| hashes.len() > 1).count();
    let solved = table.runs.iter().filter(|run| run.outcome.is_answer());
    let known: Vec<&MeasuredRun> = solved.filter(|run| run.conflicts.is_some()).collect();
    let unlike = known
        .chunk_by(|a, b| same_run(a, b))
        .filter(|runs| runs.iter().any(|run| run.conflicts != runs[0].conflicts))
        .count();
    let mut warnings = Vec::new();
    if changed > 0 {
        warnings.push(format!(
            "On {} not all runs had the same model: the program was changed in between.",
            plural(changed, "instance")
        ));
    }
    if unlike > 0 {
        warnings.push(format!(
            "{} took another number of conflicts when repeated with the same seed: the solver is not deterministic.",
            plural(unlike, "run")
        ));
    }
    warnings
}

/// Instances with equal texts, which are one to all figures.
fn equal(table: &Results) -> Option<String> {
    let all: BTreeSet<&BTreeSet<Arc<str>>> =
        table.tasks.iter().map(|task| &task.names).filter(|names| names.len() > 1).collect();
    let first = all.first()?;
    let names: Vec<String> = first.iter().map(|name| format!("'{name}'")).collect();
    let more = if all.len() == 1 { String::new() } else { format!(" So do those of {} other texts.", all.len() - 1) };
    Some(format!("{} have the same text and count as one instance.{more}", listed(&names)))
}

fn missing(table: &Results, cells: &[Cell]) -> Vec<String> {
    let (all, done) = (table.studies.iter().map(|study| study.runs).sum::<u64>(), table.runs.len() as u64);
    let mut per_way = vec![0; table.ways.len()];
    cells.iter().for_each(|cell| per_way[cell.way] += 1);
    let short: Vec<String> = (0..table.ways.len())
        .filter(|&way| per_way[way] < table.tasks.len())
        .map(|way| format!("{} ({} of {})", table.ways[way].label, per_way[way], table.tasks.len()))
        .collect();
    let mut warnings = Vec::new();
    if done < all {
        let (done, all) = (grouped(done), plural(all, "run"));
        warnings
            .push(format!("The study is not done: {done} of {all} are here. 'cnfab sweep --resume' does the others."));
    }
    if !short.is_empty() {
        warnings.push(format!(
            "Not every way was run on every instance: {}. Figures over other instances are not alike; ratios are over those \
             that both solved.",
            listed(&short)
        ));
    }
    let interrupted = table.runs.iter().filter(|run| run.outcome == Verdict::Interrupted).count();
    if interrupted > 0 {
        warnings.push(format!("{} interrupted by somebody; no figure counts them.", were(interrupted)));
    }
    let unlike: BTreeSet<usize> = cells.iter().map(|cell| cell.runs.len()).collect();
    if let (Some(least), Some(most), true) = (unlike.first(), unlike.last(), unlike.len() > 1) {
        warnings.push(format!("Some instances have {least} runs by a way, others {most}."));
    }
    warnings
}

fn few(table: &Results, cells: &[Cell]) -> Vec<String> {
    let mut warnings = Vec::new();
    if table.tasks.len() < INSTANCES {
        let has = plural(table.tasks.len(), "instance");
        warnings.push(format!("Only {has}: too few to say anything of others; intervals want at least {INSTANCES}."));
    }
    let least = cells.iter().filter_map(|cell| cell.runs.chunk_by(same_run).map(<[MeasuredRun]>::len).max()).min();
    if let Some(least) = least.filter(|&least| least < REPETITIONS) {
        let times = if least == 1 { "once".to_owned() } else { format!("{least} times") };
        warnings.push(format!(
            "Runs were done {times} only: {REPETITIONS} repetitions would show how much of a difference in time is noise."
        ));
    }
    warnings
}

fn no_limit(judge: &Judge, table: &Results) -> Option<String> {
    let unjudged = table.runs.iter().filter(|run| !judge.is_solved(run) && judge.limit(run).is_none()).count();
    (unjudged > 0).then(|| {
        let ended = plural(unjudged, "run");
        format!("{ended} not solved had no limit of time: PAR-2 is not known where such runs are among a way's.")
    })
}

/// Instances that no way had to search.
fn at_root(judge: &Judge, table: &Results) -> Option<String> {
    let decided = |run: &MeasuredRun| {
        let by_clauses = (run.conflicts, run.decisions) == (Some(0), Some(0));
        judge.is_solved(run) && (by_clauses || run.conflicts.is_none() && run.nodes.is_some_and(|nodes| nodes <= 1))
    };
    let of_tasks = table.runs.chunk_by(|a, b| a.task == b.task).filter(|runs| runs.iter().all(decided));
    let names: Vec<String> = of_tasks.map(|runs| format!("'{}'", table.tasks[runs[0].task].label)).collect();
    (!names.is_empty()).then(|| {
        let listed = listed(&names);
        format!("Every way decides these at the root, without a search: {listed}. They only compare sizes and encoding times.")
    })
}

/// Runs that hardly take longer than a process needs to start.
fn short(judge: &Judge, table: &Results) -> Option<String> {
    let times: Vec<f64> = table.runs.iter().map(|run| judge.time(run)).filter(|time| time.is_finite()).collect();
    let short = times.iter().filter(|&&time| time < SHORTEST_S).count();
    (short * 2 > times.len()).then(|| {
        format!(
            "{} of {} that were solved took less than {:.0} ms: in so short a time other things than the way decide.",
            grouped(short),
            plural(times.len(), "run"),
            SHORTEST_S * 1e3
        )
    })
}

/// Repetitions that differ in time.
fn noisy(judge: &Judge, table: &Results) -> Option<String> {
    let mut spreads: Vec<f64> = Vec::new();
    for runs in table.runs.chunk_by(same_run) {
        let times: Vec<f64> = runs.iter().map(|run| judge.time(run)).filter(|time| time.is_finite()).collect();
        let least = times.iter().copied().min_by(f64::total_cmp).filter(|&least| least >= SHORTEST_S);
        let most = times.iter().copied().max_by(f64::total_cmp);
        if let (Some(least), Some(most), true) = (least, most, times.len() > 1) {
            spreads.push(most / least);
        }
    }
    let beyond = spreads.iter().filter(|&&spread| spread > SPREAD).count();
    let judged = spreads.len();
    (beyond * 20 > judged).then(|| {
        let median = median_of(&mut spreads).unwrap_or(1.0);
        format!(
            "The machine was noisy: of {} done several times, {} took over {:.0}% longer at worst than at best (median {:.0}%).",
            plural(judged, "run"),
            grouped(beyond),
            (SPREAD - 1.0) * 100.0,
            (median - 1.0) * 100.0
        )
    })
}

fn busy(table: &Results) -> Vec<String> {
    let mut warnings = Vec::new();
    let above = |run: &&MeasuredRun| run.load.is_some_and(|load| load > table.hosts[run.host].cores as f64 + OTHERS);
    let busy = table.runs.iter().filter(above).count();
    if busy > 0 {
        warnings.push(format!(
            "{} began while more was running than the processor has threads; their times are too long.",
            plural(busy, "run")
        ));
    }
    if let Some(host) = table.hosts.iter().filter(|host| host.jobs > 1).max_by_key(|host| host.jobs) {
        warnings.push(format!(
            "{} runs were done at a time on {} of the processor: they share caches and memory, and two threads may share a \
             core. For times to publish use --jobs 1.",
            host.jobs,
            plural(host.cores, "thread")
        ));
    }
    warnings
}

fn same_run(a: &MeasuredRun, b: &MeasuredRun) -> bool {
    (a.task, a.way, a.seed, a.shuffle) == (b.task, b.way, b.seed, b.shuffle)
}

fn were(number: usize) -> String {
    format!("{} {}", plural(number, "run"), if number == 1 { "was" } else { "were" })
}

/// The first few of several names.
fn listed(names: &[String]) -> String {
    let shown = names.iter().take(5).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > 5 { format!("{shown} and {} more", names.len() - 5) } else { shown }
}
