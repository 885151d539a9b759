//! Does the runs of a study that are not done yet.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::compare::{Cgroups, Done, WorkerProgram, perform};
use crate::run::Verdict;

use super::file::StudyError;
use super::host::load;
use super::{Host, Journal, Row, Run, Study};

/// The longest solution that a row holds, in bytes.
const LONGEST: usize = 4096;

/// The setting in which runs are done.
pub struct SweepSetting<'p> {
    /// The program that starts a worker.
    pub program: &'p WorkerProgram,
    /// The number of runs at a time.
    pub jobs: usize,
    /// Groups that the system keeps within limits of memory, if there are any.
    pub cgroups: Option<Cgroups>,
}

/// Does these runs, writes a row for each, and calls `on` after it. Ends early when `cancelled` becomes true; runs that
/// were going on then leave no row.
///
/// # Errors
/// If a row cannot be written: then no further run begins.
pub fn sweep(
    study: &Study,
    runs: &[u64],
    journal: &mut Journal,
    setting: &SweepSetting<'_>,
    cancelled: &AtomicBool,
    on: &(dyn Fn(&Row) + Sync),
) -> Result<(), StudyError> {
    let host = Host::here(setting.jobs);
    let next = AtomicUsize::new(0);
    let state = Mutex::new((journal, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..setting.jobs.clamp(1, runs.len().max(1)) {
            scope.spawn(|| {
                while let Some(&number) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(row) = one(&study.run(number), setting, &host, cancelled) else { break };
                    let (journal, failure) = &mut *state.lock().expect("nobody panics while writing a row");
                    if failure.is_err() {
                        break;
                    }
                    if let Err(why) = journal.add(&row) {
                        *failure = Err(why);
                        // Runs that are going on have nowhere to be written.
                        cancelled.store(true, Ordering::Relaxed);
                        break;
                    }
                    on(&row);
                }
            });
        }
    });
    state.into_inner().expect("nobody panicked while writing a row").1
}

/// The row of a run; `None` if it did not begin or was interrupted.
pub fn one(run: &Run<'_>, setting: &SweepSetting<'_>, host: &Host, cancelled: &AtomicBool) -> Option<Row> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
    let load = load();
    let unknown = run.way.record(&run.instance().name);
    let done = perform(setting.program, &run.job(), unknown, setting.cgroups.as_ref(), cancelled)?;
    if done.record.outcome == Verdict::Interrupted {
        return None;
    }
    Some(row(run, done, started, Host { load, ..host.clone() }))
}

fn row(run: &Run<'_>, done: Done, started: f64, host: Host) -> Row {
    let Done { mut record, detail, solutions, fingerprint, cpu_s, wall_s } = done;
    // The rows of a configuration have its name, whatever a model makes of it.
    record.recipe = run.way.record("").recipe;
    let (study, spec) = (run.study, run.spec());
    let instance = run.instance();
    let came_to_its_end = record.outcome.is_answer() || record.outcome == Verdict::Stopped;
    let is_whole = record.outcome == Verdict::Complete;
    let plain = solutions.first().filter(|_| came_to_its_end).map(|cells| instance.subject.plain(cells));
    Row {
        study: study.name.clone(),
        study_file: study.file.clone(),
        study_about: study.about.clone(),
        study_hash: study.hash.clone(),
        run: run.name(),
        number: run.number + 1,
        runs: study.runs(),
        kind: instance.subject.name().to_owned(),
        family: instance.group.clone(),
        source: instance.origin.clone(),
        configuration: run.way.name.clone(),
        instance_hash: instance.hash.clone(),
        parameters: instance.parameters.clone(),
        model_hash: Some(run.model_hash()),
        seed: spec.seed,
        shuffle: spec.shuffle,
        repetition: run.repetition,
        programs: run.outside(),
        symmetry: spec.symmetry.map(|symmetry| symmetry.to_string()),
        limits: spec.limits,
        record,
        detail,
        fingerprint: fingerprint.filter(|_| is_whole).map(|fingerprint| fingerprint.to_string()),
        solution: plain.filter(|plain| plain.len() <= LONGEST),
        cpu_s,
        wall_s: Some(wall_s),
        command: run.command(),
        started,
        host,
    }
}
