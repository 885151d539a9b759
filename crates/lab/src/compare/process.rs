//! One run in a process of its own: started, listened to, and ended if it does not end itself.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::run::{Certified, Record, Verdict};
use cnfab_model::problem::Cells;

use super::certified::{self, RowCertificate};
use super::cgroup::Cgroups;
use super::{Fingerprint, Job, Message};

/// How long a worker may go on after its time limit, which it keeps itself, before it is killed.
const GRACE: Duration = Duration::from_secs(5);

/// How long a worker that has been asked to end may take before it is killed.
const LEAVE: Duration = Duration::from_millis(500);

/// The detail of a run that the system ended for lack of memory.
const FULL: &str = "its control group was full";

/// Tells a worker in which folder it has its temporary files.
pub(super) const FOLDER: &str = "CNFAB_WORKER_FOLDER";

const TICK: Duration = Duration::from_millis(50);

/// The program that starts a worker: it passes its standard input and output to [`work`](super::work).
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// The end of a job.
#[derive(Clone, Debug)]
pub struct Done {
    /// The record of the run.
    pub record: Record,
    /// Why there is no answer, if there is none.
    pub detail: Option<String>,
    /// The solutions, sorted; all of them if the record counts as many.
    pub solutions: Vec<Cells>,
    /// Of all solutions that were found, if they were listed; meaningful if the run was complete.
    pub fingerprint: Option<Fingerprint>,
    /// Seconds that the process was computing, if it could tell.
    pub cpu_s: Option<f64>,
    /// Seconds from the start of the process to its end.
    pub wall_s: f64,
}

/// Everything that a worker reported.
#[derive(Default)]
struct Heard {
    solutions: Vec<Cells>,
    ended: Option<Message>,
    garbled: Option<String>,
}

/// Why a worker was killed.
#[derive(Clone, Copy, PartialEq)]
enum Killed {
    /// It went on after its time.
    Late,
    /// Nobody wants the run any more.
    Interrupted,
}

/// Does a job in a process of its own; `None` if `cancelled` was true before it began, and if it becomes true while it
/// goes on, the run ends as interrupted with the solutions that had been reported. `unknown` is the record if the
/// process tells none. A certificate, if one is wanted, is made by a process after it.
pub fn perform(
    program: &WorkerProgram,
    job: &Job,
    unknown: Record,
    cgroups: Option<&Cgroups>,
    cancelled: &AtomicBool,
) -> Option<Done> {
    if cancelled.load(Ordering::Relaxed) {
        return None;
    }
    let start = Instant::now();
    let limit = job.spec.limits.wall();
    let limit = limit.map(|limit| if job.spec.orders.is_some() { limit.saturating_mul(2) } else { limit });
    let mut done = match converse(program, job, limit, cgroups, cancelled) {
        Ok((heard, end)) => verdict(unknown, heard, &end),
        Err(why) => Done::failed(unknown, why),
    };
    done.wall_s = start.elapsed().as_secs_f64();
    if done.record.outcome != Verdict::Failed {
        // A worker that was killed could not tell.
        done.record.time_total_s.get_or_insert(done.wall_s);
    }
    if certified::is_wanted(&job.spec, &done.record) {
        let job = Job { certifies: true, ..job.clone() };
        let certificate = match converse(program, &job, limit, cgroups, cancelled) {
            Ok((heard, end)) => certificate(heard, &end),
            Err(why) => RowCertificate::none(Certified::No, why),
        };
        certificate.note(&mut done.record, &mut done.detail);
        if cancelled.load(Ordering::Relaxed) && done.record.certified == Some(Certified::No) {
            done.record.outcome = Verdict::Interrupted;
        }
    }
    Some(done)
}

/// Has a process do a job.
///
/// # Errors
/// If it cannot be started.
fn converse(
    program: &WorkerProgram,
    job: &Job,
    limit: Option<Duration>,
    cgroups: Option<&Cgroups>,
    cancelled: &AtomicBool,
) -> Result<(Heard, End), String> {
    let start = Instant::now();
    // It has its temporary files there, and may not live long enough to take them away.
    let folder = std::env::temp_dir().join(format!("cnfab-{:016x}", fastrand::u64(..)));
    let mut child = start_worker(program, &folder).map_err(|why| format!("cannot start a worker: {why}"))?;
    // It does nothing before it has read its job.
    let cgroup = cgroups.and_then(|cgroups| cgroups.hold(child.id(), job.spec.limits.limit_memory_bytes));
    let text = serde_json::to_vec(job).expect("a job is plain data");
    let mut stdin = child.stdin.take().expect("the worker's input is a pipe");
    let stdout = child.stdout.take().expect("the worker's output is a pipe");
    let stderr = child.stderr.take().expect("the worker's error output is a pipe");
    let told = std::thread::scope(|scope| {
        let heard = scope.spawn(|| listen(stdout));
        let (over, is_over) = channel();
        let complaints = scope.spawn(move || {
            let mut text = String::new();
            let read = BufReader::new(stderr).take(1 << 16).read_to_string(&mut text);
            // The error output ends with the process.
            let _ = over.send(());
            read.map(|_| text).unwrap_or_default()
        });
        // A worker that has ended already gives the reason on its error output.
        let _ = stdin.write_all(&text);
        drop(stdin);
        let deadline = limit.and_then(|limit| start.checked_add(limit.saturating_add(GRACE)));
        let killed = wait(&mut child, &is_over, deadline, cancelled);
        let status = child.wait().ok();
        // Whoever asked this process to end may have asked the worker too.
        let killed = killed.or_else(|| cancelled.load(Ordering::Relaxed).then_some(Killed::Interrupted));
        // Programs that the worker started may outlive it, and keep its output open.
        let was_full = cgroup.map(|cgroup| cgroup.end());
        let heard = heard.join().unwrap_or_default();
        let complaints = complaints.join().unwrap_or_default();
        (heard, End { status, killed, was_full, complaints })
    });
    // Most runs have not made it.
    let _ = std::fs::remove_dir_all(folder);
    Ok(told)
}

/// The certificate that a process tells of, or why it tells of none.
fn certificate(heard: Heard, end: &End) -> RowCertificate {
    if let Some(Message::Certified(certificate)) = heard.ended {
        return *certificate;
    }
    match end.outcome() {
        (Some(Verdict::Timeout), _) => RowCertificate::none(Certified::No, "the time was over before the certificate"),
        (Some(outcome), _) => RowCertificate::none(Certified::No, format!("{outcome} while the certificate was made")),
        (None, _) => RowCertificate::none(Certified::Refused, end.text()),
    }
}

fn start_worker(program: &WorkerProgram, folder: &Path) -> std::io::Result<Child> {
    let mut command = Command::new(&program.path);
    // A terminal sends Ctrl-C to all of a group; what becomes of the worker is decided here.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // Looking up where a worker failed takes longer than most runs, and nobody would see it.
    command.env("RUST_BACKTRACE", "0").env(FOLDER, folder);
    command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn()
}

fn listen(stdout: impl Read) -> Heard {
    let mut heard = Heard::default();
    for line in BufReader::new(stdout).lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(Message::Solution { cells }) => heard.solutions.push(Cells(cells)),
            Ok(ended @ (Message::Ended { .. } | Message::Certified(_))) => heard.ended = Some(ended),
            // The last line of a killed worker may be cut off; the last line of a worker that ended by itself is whole.
            Err(_) => heard.garbled = Some(line),
        }
    }
    heard
}

/// Waits for the end of the process; whether it had to be killed.
fn wait(
    child: &mut Child,
    is_over: &Receiver<()>,
    deadline: Option<Instant>,
    cancelled: &AtomicBool,
) -> Option<Killed> {
    loop {
        match is_over.recv_timeout(TICK) {
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return None,
            // Programs that it started may keep its error output open.
            Err(RecvTimeoutError::Timeout) if matches!(child.try_wait(), Ok(Some(_))) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let killed = if cancelled.load(Ordering::Relaxed) {
            Killed::Interrupted
        } else if deadline.is_some_and(|deadline| Instant::now() > deadline) {
            Killed::Late
        } else {
            continue;
        };
        end(child, is_over);
        return Some(killed);
    }
}

/// Asks the process to end, with the programs that it has started, and kills it if it does not.
fn end(child: &mut Child, is_over: &Receiver<()>) {
    #[cfg(unix)]
    if let Ok(process) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, kill};
        // It may just have ended by itself.
        let asked = kill(nix::unistd::Pid::from_raw(process), Signal::SIGTERM);
        if asked.is_ok() && is_over.recv_timeout(LEAVE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
    }
    let _ = child.kill();
}

impl Done {
    /// A run that did not get to its end, for this reason.
    fn failed(mut record: Record, why: String) -> Self {
        record.outcome = Verdict::Failed;
        let fingerprint = Some(Fingerprint::default());
        Done { record, detail: Some(why), solutions: Vec::new(), fingerprint, cpu_s: None, wall_s: 0.0 }
    }
}

/// How a process ended.
struct End {
    status: Option<ExitStatus>,
    killed: Option<Killed>,
    /// True if its group came to its limit of memory; `None` if it had none.
    was_full: Option<bool>,
    complaints: String,
}

fn verdict(unknown: Record, mut heard: Heard, end: &End) -> Done {
    heard.solutions.sort_unstable();
    let twice = heard.solutions.windows(2).any(|pair| pair[0] == pair[1]);
    let strategy = unknown.strategy.clone();
    let mut done = match heard.ended.take() {
        Some(Message::Ended { record, detail, fingerprint, cpu_s }) => {
            Done { record: *record, detail, solutions: heard.solutions, fingerprint, cpu_s, wall_s: 0.0 }
        }
        _ => {
            let mut done = Done::failed(unknown, end.text());
            done.record.solutions = (heard.solutions.len() as u64).into();
            done.solutions = heard.solutions;
            let (outcome, detail) = end.outcome();
            if let Some(outcome) = outcome {
                done.record.outcome = outcome;
                done.detail = detail.map(str::to_owned).or(done.detail);
            }
            if outcome == Some(Verdict::Interrupted) {
                done.detail = None;
            }
            done
        }
    };
    if end.was_full == Some(true) && done.record.outcome != Verdict::Memory {
        // A program that the worker had started was ended; the worker's own verdict does not count.
        done.record.outcome = Verdict::Memory;
        done.detail = Some(FULL.to_owned());
    }
    // A document's strategy has another name than what it consists of.
    done.record.strategy = strategy;
    if twice {
        done.record.outcome = Verdict::Failed;
        done.detail = Some("a solution was reported twice".to_owned());
    } else if let Some(line) = heard.garbled.filter(|_| done.record.outcome.is_answer()) {
        done.record.outcome = Verdict::Failed;
        done.detail = Some(format!("the worker printed '{line}'"));
    }
    done
}

impl End {
    /// How the process ended, and the last that it said.
    fn text(&self) -> String {
        let ending = self.status.map_or_else(|| "no status".to_owned(), |status| status.to_string());
        let last = self.complaints.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        format!("the worker ended with {ending}; {last}")
    }

    /// The limit that ended a worker which reported nothing, if one did, and a detail if its status does not show it.
    fn outcome(&self) -> (Option<Verdict>, Option<&'static str>) {
        match self.killed {
            Some(Killed::Late) => (Some(Verdict::Timeout), Some("the worker did not end by itself and was killed")),
            Some(Killed::Interrupted) => (Some(Verdict::Interrupted), None),
            None if self.was_full == Some(true) => (Some(Verdict::Memory), Some(FULL)),
            None if self.out_of_time() => {
                (Some(Verdict::Timeout), Some("the system ended it at its limit of computing time"))
            }
            None if self.out_of_memory() => (Some(Verdict::Memory), Some("the system gave it no more memory")),
            None => (None, None),
        }
    }

    /// True if an allocation failed or the system killed the worker.
    fn out_of_memory(&self) -> bool {
        let said =
            ["memory allocation of", "bad_alloc", "out of memory"].iter().any(|text| self.complaints.contains(text));
        // Who else would kill it, if nobody tells.
        said || self.was_full.is_none() && self.ended_by(Signal::Kill)
    }

    fn out_of_time(&self) -> bool {
        self.ended_by(Signal::ComputingTime)
    }

    #[cfg(unix)]
    fn ended_by(&self, signal: Signal) -> bool {
        use nix::sys::signal::Signal::{SIGKILL, SIGXCPU};
        use std::os::unix::process::ExitStatusExt;
        let number = match signal {
            Signal::Kill => SIGKILL,
            Signal::ComputingTime => SIGXCPU,
        };
        self.status.and_then(|status| status.signal()) == Some(number as i32)
    }

    #[cfg(not(unix))]
    fn ended_by(&self, signal: Signal) -> bool {
        match signal {
            Signal::Kill | Signal::ComputingTime => false,
        }
    }
}

/// The signals by which the system ends processes that go beyond a limit.
#[derive(Clone, Copy)]
enum Signal {
    Kill,
    ComputingTime,
}
