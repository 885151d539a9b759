//! The process that starts workers: does the runs of a matrix, several at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::run::Record;
use cnfab_model::problem::Cells;

use super::here::{self, LocalRun};
use super::process::{Done, WorkerProgram, perform};
use super::{Fingerprint, Matrix};

/// One run that is over.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Position of the instance.
    pub instance: usize,
    /// The record of the run.
    pub record: Record,
    /// Why there is no answer, if there is none.
    pub detail: Option<String>,
    /// The solutions, sorted; all of them if the record counts as many.
    pub solutions: Vec<Cells>,
    /// Of all solutions that were found, if they were listed; meaningful if the run was complete.
    pub fingerprint: Option<Fingerprint>,
}

/// An event of a run.
pub enum RunStep<'r> {
    /// It begins; the record has the fields that are known before.
    Begins(&'r Record),
    /// It is over.
    Over(&'r Compared),
}

/// Does the runs of a matrix, `jobs` at a time, and calls `on` before and after each, with its position. Those that had
/// not begun when `cancelled` became true are left out; those that were going on then end as interrupted, with the
/// solutions they had reported.
///
/// A run is done by a process of its own, if there is a `program` for that and the instance stands in a text; else it
/// is done in this process, where nothing limits its memory.
pub fn run(
    program: Option<&WorkerProgram>,
    matrix: &Matrix,
    jobs: usize,
    cancelled: &AtomicBool,
    on: &(dyn Fn(usize, RunStep<'_>) + Sync),
) -> Vec<Compared> {
    let cells = matrix.cells();
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Compared>>> = cells.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, cells.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let position = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cell) = cells.get(position) else { break };
                    let instance = &matrix.instances[cell.instance];
                    let unknown = cell.way.record(&instance.name);
                    on(position, RunStep::Begins(&unknown));
                    let done = match program.zip(matrix.job(cell)) {
                        Some((program, job)) => perform(program, &job, unknown, None, cancelled),
                        None => {
                            let run = LocalRun::new(&instance.name, &instance.problem, &matrix.spec(cell));
                            here::perform(&run, unknown, cancelled)
                        }
                    };
                    let Some(Done { record, detail, solutions, fingerprint, .. }) = done else { break };
                    let compared = Compared { instance: cell.instance, record, detail, solutions, fingerprint };
                    on(position, RunStep::Over(&compared));
                    *results[position].lock().expect("nobody panics while holding a result") = Some(compared);
                }
            });
        }
    });
    let results = results.into_iter().map(|result| result.into_inner().expect("nobody panicked while holding it"));
    results.flatten().collect()
}
