//! Complete runs that contradict each other: one of them is wrong.
//!
//! Two complete runs on a puzzle have to have found as many solutions, and the same ones where both listed them. A run
//! that was not complete cannot have found more than a complete one. With an objective, all that came to an end have to
//! have the same optimum. Up to symmetry only runs of one view are compared,
//! because views may have other symmetries.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::run::Verdict;

use super::table::{MeasuredRun, Results};

/// Two runs that contradict each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disagreement {
    /// The instance.
    pub instance: String,
    /// The symmetries of which one solution per orbit was wanted.
    pub symmetry: Option<String>,
    /// The fields that differ.
    pub what: String,
    /// A run that agrees with most of the complete ones.
    pub one: Side,
    /// The run that does not agree with it.
    pub other: Side,
    /// The number of runs that differ from the first in this way.
    pub runs: u64,
}

/// One of two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// The way.
    pub way: String,
    /// The name of the run.
    pub run: String,
    /// Its outcome.
    pub outcome: String,
    /// The number of solutions, in decimal digits.
    pub solutions: String,
    /// The hash of the set of solutions.
    pub fingerprint: Option<String>,
    /// A command that does it again.
    pub command: String,
}

/// All disagreements, by instance and then by way.
pub(super) fn all(table: &Results) -> Vec<Disagreement> {
    let mut groups: BTreeMap<_, Vec<&MeasuredRun>> = BTreeMap::new();
    for run in &table.runs {
        let task = &table.tasks[run.task];
        let number = task.instance.rsplit_once('#').map_or("", |(_, number)| number);
        let view = task.symmetry.as_ref().map(|_| &table.ways[run.way].view);
        groups.entry((&task.hash, number, &task.symmetry, view)).or_default().push(run);
    }
    let mut found: Vec<Disagreement> = groups.values().flat_map(|runs| within(table, runs)).collect();
    found.sort_by(|a, b| (&a.instance, &a.other.way, &a.other.run).cmp(&(&b.instance, &b.other.way, &b.other.run)));
    found
}

/// The disagreements among the runs on a puzzle, one per way and result.
fn within(table: &Results, runs: &[&MeasuredRun]) -> Vec<Disagreement> {
    let complete = || runs.iter().copied().filter(|run| run.outcome == Verdict::Complete);
    let optimum = usual_optimum(runs);
    let Some(most) = usual(complete()).or(optimum) else { return Vec::new() };
    // A run that has listed its solutions shows more.
    let usual_number = || complete().filter(|run| run.solutions == most.solutions);
    let listing = usual(usual_number().filter(|run| run.fingerprint.is_some())).unwrap_or(most);
    let mut found: Vec<(usize, String, Disagreement)> = Vec::new();
    for run in runs {
        let other_optimum = || optimum.filter(|one| run.outcome.is_answer() && run.objective != one.objective);
        let contradiction = other_optimum().map(|one| ("another optimum", one));
        let Some((what, one)) = contradiction.or_else(|| contradicts(run, most, listing)) else { continue };
        let result = format!("{what} {:?} {} {:?}", run.fingerprint, run.solutions, run.objective);
        if let Some((.., known)) = found.iter_mut().find(|(way, other, _)| *way == run.way && *other == result) {
            known.runs += 1;
            continue;
        }
        let task = &table.tasks[run.task];
        found.push((
            run.way,
            result,
            Disagreement {
                instance: task.instance.to_string(),
                symmetry: task.symmetry.as_deref().map(str::to_owned),
                what: what.to_owned(),
                one: side(table, one),
                other: side(table, run),
                runs: 1,
            },
        ));
    }
    found.into_iter().map(|(.., disagreement)| disagreement).collect()
}

/// The contradiction of one of the two references, which have the same number of solutions.
fn contradicts<'a>(
    run: &MeasuredRun,
    most: &'a MeasuredRun,
    listing: &'a MeasuredRun,
) -> Option<(&'static str, &'a MeasuredRun)> {
    if most.outcome != Verdict::Complete {
        return None;
    }
    if run.outcome != Verdict::Complete {
        return (run.solutions > most.solutions).then_some(("found more solutions than a complete run", most));
    }
    if run.solutions != most.solutions {
        return Some(("another number of solutions", most));
    }
    let same = run.fingerprint.as_ref().zip(listing.fingerprint.as_ref()).is_none_or(|(a, b)| a == b);
    (!same).then_some(("as many solutions, but others", listing))
}

/// Where there is an objective, the first of the runs with the most frequent optimum.
fn usual_optimum<'a>(runs: &[&'a MeasuredRun]) -> Option<&'a MeasuredRun> {
    let answers = || runs.iter().copied().filter(|run| run.outcome.is_answer());
    let like = |one: &MeasuredRun| answers().filter(|run| run.objective == one.objective).count();
    let found = answers().filter(|run| run.objective.is_some());
    found.fold(None, |best: Option<&'a MeasuredRun>, run| match best {
        Some(best) if like(best) >= like(run) => Some(best),
        _ => Some(run),
    })
}

/// The first of the runs with the most frequent result.
fn usual<'a>(runs: impl Iterator<Item = &'a MeasuredRun>) -> Option<&'a MeasuredRun> {
    let mut results: Vec<(&'a MeasuredRun, usize)> = Vec::new();
    for run in runs {
        let same = |other: &MeasuredRun| (&other.solutions, &other.fingerprint) == (&run.solutions, &run.fingerprint);
        match results.iter_mut().find(|(other, _)| same(other)) {
            Some((_, number)) => *number += 1,
            None => results.push((run, 1)),
        }
    }
    let most = results.iter().map(|&(_, number)| number).max()?;
    results.into_iter().find(|&(_, number)| number == most).map(|(run, _)| run)
}

fn side(table: &Results, run: &MeasuredRun) -> Side {
    Side {
        way: table.ways[run.way].label.clone(),
        run: run.name.to_string(),
        outcome: run.outcome.name().to_owned(),
        solutions: run.solutions.to_string(),
        fingerprint: run.fingerprint.as_deref().map(str::to_owned),
        command: run.command.to_string(),
    }
}
