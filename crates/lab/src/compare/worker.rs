//! One run in a process of its own: reads a job, tells the solutions as they are found and the record at the end. Or a
//! process that makes a certificate of what such a run has found.

use std::io::{self, BufWriter, Read, Write};
use std::sync::Arc;

use crate::run::{Limits, Verdict};
use cnfab_model::problem::Problem;
use cnfab_solve::process;

use super::here::{LocalRun, Progress, RunResult};
use super::process::FOLDER;
use super::{Fingerprint, Job, Message};
use super::{cpu, memory};

/// Does the job that stands on `input` and writes lines of JSON to `output`.
///
/// # Errors
/// If the job cannot be read or the output cannot be written.
pub fn work(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    memory::end_with_parent();
    if let Some(folder) = std::env::var_os(FOLDER) {
        process::temporary_files_in(folder.into());
    }
    let job: Job = serde_json::from_reader(input)?;
    let mut teller =
        Teller { out: BufWriter::new(output), told: 0, keep: job.spec.keep, fingerprint: Fingerprint::default() };
    let limits = &job.spec.limits;
    if let Some(bytes) = limits.limit_memory_bytes {
        memory::limit(bytes).map_err(invalid)?;
    }
    if let Some(limit) = limits.cpu() {
        cpu::limit(limit).map_err(invalid)?;
    }
    let problem = problem(&job)?;
    let here = LocalRun::new(&job.instance, &problem, &job.spec);
    if job.certifies {
        teller.line(&Message::Certified(Box::new(here.certificate())))?;
        return teller.out.flush();
    }
    let before_s = cpu::all_s().unwrap_or_default();
    let mut gave = here.search(&|| beyond(limits, before_s), &mut |told| teller.take(told))?;
    let cpu_s = cpu::all_s().map(|used| used - before_s);
    here.add_least_budget(&mut gave);
    let RunResult { mut record, detail, lists } = gave;
    record.peak_memory_bytes = memory::peak();
    let fingerprint = lists.then_some(teller.fingerprint);
    teller.line(&Message::Ended { record: Box::new(record), detail, fingerprint, cpu_s })?;
    teller.out.flush()
}

/// Writes lines and remembers what the solutions were.
struct Teller<'w> {
    out: BufWriter<&'w mut dyn Write>,
    told: u64,
    keep: u64,
    fingerprint: Fingerprint,
}

impl Teller<'_> {
    fn line(&mut self, message: &Message) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, message)?;
        self.out.write_all(b"\n")
    }

    fn take(&mut self, told: Progress) -> io::Result<()> {
        let Progress::Solution(cells) = told else { return self.out.flush() };
        self.fingerprint.add(&cells);
        if self.told < self.keep {
            self.told += 1;
            self.line(&cells.into())?;
        }
        Ok(())
    }
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

/// The problem that it is about.
fn problem(job: &Job) -> io::Result<Arc<dyn Problem>> {
    let (contents, _) = job.source.contents_each();
    let subject = contents.into_iter().nth(job.puzzle).ok_or_else(|| invalid("no such puzzle".to_owned()))?;
    Ok(subject.map_err(|why| invalid(why.to_string()))?.problem())
}

/// The limit that the search is beyond, if it is beyond one; `before_s` has been computed before it.
fn beyond(limits: &Limits, before_s: f64) -> Option<Verdict> {
    let memory = limits.limit_memory_bytes.is_some_and(|limit| memory::peak().is_some_and(|peak| peak > limit));
    let time =
        || limits.cpu().is_some_and(|limit| cpu::all_s().is_some_and(|used| used - before_s >= limit.as_secs_f64()));
    if memory { Some(Verdict::Memory) } else { time().then_some(Verdict::Timeout) }
}
