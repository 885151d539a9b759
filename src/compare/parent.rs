//! Starts worker processes, listens to them, and ends those that do not end themselves.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::puzzle::Cells;
use crate::run::{Record, Verdict};

use super::{Cell, Fingerprint, Matrix, Message};

/// How long a worker may go on after its time limit, which it keeps itself, before it is killed.
const GRACE: Duration = Duration::from_secs(3);

const TICK: Duration = Duration::from_millis(50);

/// How to start a worker: a program that passes its standard input and output to [`work`](super::work).
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// One run that is over.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Position of the instance.
    pub instance: usize,
    /// What the run gave.
    pub record: Record,
    /// Why there is no answer, if there is none.
    pub detail: Option<String>,
    /// The solutions, sorted; all of them if the record says there are as many.
    pub solutions: Vec<Cells>,
    /// Of all solutions that were found, if they were listed; meaningful if the run was complete.
    pub fingerprint: Option<Fingerprint>,
}

/// Does the runs of a matrix, `jobs` at a time, and calls `on` after each. Those that had not begun when `cancelled` became
/// true are left out; those that were going on then end as interrupted, with the solutions they had told.
pub fn run(
    program: &Program,
    matrix: &Matrix,
    jobs: usize,
    cancelled: &AtomicBool,
    on: &(dyn Fn(&Compared) + Sync),
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
                    let Some(compared) = one(program, matrix, cell, cancelled) else { break };
                    on(&compared);
                    *results[position].lock().expect("nobody panics while holding a result") = Some(compared);
                }
            });
        }
    });
    let results = results.into_iter().map(|result| result.into_inner().expect("nobody panicked while holding it"));
    results.flatten().collect()
}

/// Everything that a worker told.
#[derive(Default)]
struct Heard {
    solutions: Vec<Cells>,
    ended: Option<(Record, Option<String>, Option<Fingerprint>)>,
    garbled: Option<String>,
}

/// Why a worker was killed.
enum Killed {
    /// It went on after its time.
    Late,
    /// Nobody wants the comparison any more.
    Interrupted {
        /// How long the worker ran.
        after: Duration,
    },
}

/// One run; `None` if it was cancelled before it began.
fn one(program: &Program, matrix: &Matrix, cell: &Cell, cancelled: &AtomicBool) -> Option<Compared> {
    if cancelled.load(Ordering::Relaxed) {
        return None;
    }
    let start = Instant::now();
    let mut child = match start_worker(program) {
        Ok(child) => child,
        Err(why) => return Some(failed(matrix, cell, format!("cannot start a worker: {why}"))),
    };
    let job = serde_json::to_vec(&matrix.job(cell)).expect("a job is plain data");
    let mut stdin = child.stdin.take().expect("the worker's input is a pipe");
    let stdout = child.stdout.take().expect("the worker's output is a pipe");
    let stderr = child.stderr.take().expect("the worker's error output is a pipe");
    std::thread::scope(|scope| {
        let heard = scope.spawn(|| listen(stdout));
        let (over, is_over) = channel();
        let complaints = scope.spawn(move || {
            let mut text = String::new();
            let read = BufReader::new(stderr).take(1 << 16).read_to_string(&mut text);
            // The error output ends with the process.
            let _ = over.send(());
            read.map(|_| text).unwrap_or_default()
        });
        // A worker that is gone already says why on its error output.
        let _ = stdin.write_all(&job);
        drop(stdin);
        let limit = matrix.timeout.map(|limit| if matrix.orders.is_some() { limit * 2 } else { limit });
        let deadline = limit.and_then(|limit| start.checked_add(limit + GRACE));
        let killed = wait(&mut child, &is_over, deadline, cancelled);
        let status = child.wait();
        let heard = heard.join().unwrap_or_default();
        let complaints = complaints.join().unwrap_or_default();
        let killed = if cancelled.load(Ordering::Relaxed) {
            Some(Killed::Interrupted { after: start.elapsed() })
        } else {
            killed.then_some(Killed::Late)
        };
        let mut compared = verdict(matrix, cell, heard, status.ok(), killed, &complaints);
        if compared.record.outcome == Verdict::Memory {
            // A worker that was aborted could not tell.
            compared.record.time_total_s.get_or_insert(start.elapsed().as_secs_f64());
        }
        Some(compared)
    })
}

fn start_worker(program: &Program) -> std::io::Result<Child> {
    let mut command = Command::new(&program.path);
    command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn()
}

fn listen(stdout: impl Read) -> Heard {
    let mut heard = Heard::default();
    for line in BufReader::new(stdout).lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(Message::Solution { cells }) => heard.solutions.push(Cells(cells)),
            Ok(Message::Ended { record, detail, fingerprint }) => heard.ended = Some((*record, detail, fingerprint)),
            // The last line of a worker that was killed may be cut off; that of one that ended by itself is not.
            Err(_) => heard.garbled = Some(line),
        }
    }
    heard
}

/// Waits for the end of the process; whether it had to be killed.
fn wait(child: &mut Child, is_over: &Receiver<()>, deadline: Option<Instant>, cancelled: &AtomicBool) -> bool {
    loop {
        match is_over.recv_timeout(TICK) {
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
        if late || cancelled.load(Ordering::Relaxed) {
            // It may just have ended by itself.
            let _ = child.kill();
            return true;
        }
    }
}

fn failed(matrix: &Matrix, cell: &Cell, why: String) -> Compared {
    let backend = cell.strategy.strategy.backend(&cell.recipe);
    let name = &matrix.instances[cell.instance].name;
    Compared {
        instance: cell.instance,
        record: Record::new(name, backend.as_ref(), cell.view, Verdict::Failed),
        detail: Some(why),
        solutions: Vec::new(),
        fingerprint: Some(Fingerprint::default()),
    }
}

fn verdict(
    matrix: &Matrix,
    cell: &Cell,
    mut heard: Heard,
    status: Option<ExitStatus>,
    killed: Option<Killed>,
    complaints: &str,
) -> Compared {
    heard.solutions.sort_unstable();
    let twice = heard.solutions.windows(2).any(|pair| pair[0] == pair[1]);
    let mut compared = match heard.ended.take() {
        Some((record, detail, fingerprint)) => {
            Compared { instance: cell.instance, record, detail, solutions: heard.solutions, fingerprint }
        }
        None => {
            let ending = status.map_or_else(|| "no status".to_owned(), |status| status.to_string());
            let last = complaints.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            let mut compared = failed(matrix, cell, format!("the worker ended with {ending}; {last}"));
            compared.record.solutions = (heard.solutions.len() as u64).into();
            compared.solutions = heard.solutions;
            match killed {
                Some(Killed::Late) => {
                    compared.record.outcome = Verdict::Timeout;
                    compared.detail = Some("the worker did not end by itself and was killed".to_owned());
                }
                Some(Killed::Interrupted { after }) => {
                    compared.record.outcome = Verdict::Interrupted;
                    compared.record.time_total_s = Some(after.as_secs_f64());
                    compared.detail = None;
                }
                None if out_of_memory(status, complaints) => compared.record.outcome = Verdict::Memory,
                None => {}
            }
            compared
        }
    };
    if let Some(name) = cell.strategy.document() {
        compared.record.strategy = name;
    }
    if twice {
        compared.record.outcome = Verdict::Failed;
        compared.detail = Some("a solution was reported twice".to_owned());
    } else if let Some(line) = heard.garbled.filter(|_| compared.record.outcome == Verdict::Complete) {
        compared.record.outcome = Verdict::Failed;
        compared.detail = Some(format!("the worker printed '{line}'"));
    }
    compared
}

/// Whether a worker that said nothing ended for lack of memory: an allocation failed, or the system killed it.
fn out_of_memory(status: Option<ExitStatus>, complaints: &str) -> bool {
    let said = ["memory allocation of", "bad_alloc", "out of memory"].iter().any(|text| complaints.contains(text));
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        said || status.and_then(|status| status.signal()) == Some(nix::sys::signal::Signal::SIGKILL as i32)
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        said
    }
}
