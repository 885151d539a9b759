//! One run in a process of its own: reads a job, tells the solutions as they are found and the record at the end.

use std::io::{self, BufWriter, Read, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::cnf::{Meter, Size};
use crate::command;
use crate::encode::{Contract, Recipe, encode};
use crate::generator;
use crate::puzzle::{Cells, Puzzle};
use crate::run::{Event, Next, Record, RunError, RunSpec, Running, Verdict, Wanted};
use crate::solve::Outcome;

use super::least::{FIRST, Least, LeastBudget, Probe, least};
use super::process::FOLDER;
use super::{Fingerprint, Job, Message, runs_programs};
use super::{cpu, memory};

/// Does the job that stands on `input` and writes lines of JSON to `output`.
///
/// # Errors
/// If the job cannot be read or the output cannot be written.
pub fn work(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    memory::end_with_parent();
    if let Some(folder) = std::env::var_os(FOLDER) {
        command::temporary_files_in(folder.into());
    }
    let job: Job = serde_json::from_reader(input)?;
    let mut teller = Teller {
        out: BufWriter::new(output),
        told: 0,
        keep: job.spec.keep,
        fingerprint: Fingerprint::default(),
        before_s: 0.0,
    };
    let (mut record, mut detail, lists) = run(&job, &mut teller)?;
    let cpu_s = cpu::used_s().map(|used| used + cpu::used_by_programs_s() - teller.before_s);
    if let (Some(orders), Verdict::Complete | Verdict::Stopped | Verdict::Timeout) = (job.spec.orders, record.outcome) {
        let known = record.conflicts.filter(|_| record.outcome != Verdict::Timeout);
        match least_budget(&job, orders, known)? {
            Ok(LeastBudget { median, low, high, orders }) => {
                (record.least_budget, record.least_budget_low, record.least_budget_high) = (median, low, high);
                record.least_budget_orders = Some(orders);
            }
            Err(why) => detail = Some(format!("no least conflict budget: {why}")),
        }
    }
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
    /// Seconds that the process had been computing when the search began.
    before_s: f64,
}

impl Teller<'_> {
    fn line(&mut self, message: &Message) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, message)?;
        self.out.write_all(b"\n")
    }

    fn solution(&mut self, cells: Cells) -> io::Result<()> {
        self.fingerprint.add(&cells);
        if self.told < self.keep {
            self.told += 1;
            self.line(&cells.into())?;
        }
        Ok(())
    }
}

/// The puzzles of a run: one.
type Puzzles = Arc<[Box<dyn Puzzle>]>;

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

/// The puzzle, and the run with the formulas of programs, which run now so that their time is not the search's.
fn task(job: &Job) -> io::Result<(Puzzles, RunSpec)> {
    let mut spec = job.spec.clone();
    let (_, puzzles) = job.source.puzzles().map_err(|why| invalid(why.to_string()))?;
    let puzzle = puzzles.into_iter().nth(job.puzzle).ok_or_else(|| invalid("no such puzzle".to_owned()))?;
    if runs_programs(&spec.strategy, &spec.encodings)
        && let Ok(model) = puzzle.model(spec.view_of(puzzle.as_ref()))
    {
        // The search tells what is wrong with them.
        if let Ok(resolved) = generator::resolve(&model, &spec.encodings.recipe, &|| false) {
            spec.encodings.recipe = resolved.recipe;
        }
    }
    Ok((vec![puzzle].into(), spec))
}

/// The least conflict budgets, or why there are none. `known` is what a run without a limit needed.
fn least_budget(job: &Job, orders: u64, known: Option<u64>) -> io::Result<Result<LeastBudget, String>> {
    let (puzzles, spec) = task(job)?;
    let spec = RunSpec { wanted: Wanted::Number, ..spec };
    if let Err(why) = spec.backend().limits_conflicts() {
        return Ok(Err(why.to_string()));
    }
    let mut budget = RunSpec { statistics: false, ..spec.clone() }.budget();
    let mut found = Vec::new();
    let mut first = known.map_or(FIRST, above);
    for order in 0..orders {
        budget.shuffle = if order == 0 { spec.shuffle } else { Some(spec.seed.wrapping_add(order)) };
        let probed = least(first, &mut |limit| {
            budget.conflicts = Some(limit);
            probe(Running::start(Arc::clone(&puzzles), spec.clone(), budget.clone()))
        });
        match probed {
            Ok(Least::Exactly(least)) => {
                first = above(least);
                found.push(Least::Exactly(least));
            }
            Ok(least) => found.push(least),
            Err(why) => return Ok(Err(why)),
        }
        if let Some(Least::AtLeast(_)) = found.last() {
            break;
        }
    }
    Ok(Ok(LeastBudget::of(&found, orders)))
}

/// A limit that is probably enough where so many conflicts were.
fn above(conflicts: u64) -> u64 {
    conflicts.saturating_mul(4).max(FIRST)
}

/// Waits for a search with a limit on conflicts.
fn probe(mut running: Running) -> Result<Probe, String> {
    loop {
        match running.wait() {
            Next::Event(Event::Ended(ended)) => {
                let report = ended.result.map_err(|why| why.to_string())?;
                return Ok(match report.outcome {
                    Outcome::Complete | Outcome::Stopped => {
                        Probe::Decided(report.stats.conflicts.ok_or("the solver does not tell its conflicts")?)
                    }
                    Outcome::GaveUp(_) => Probe::Undecided,
                    Outcome::OutOfBudget | Outcome::OutOfMemory => Probe::Over,
                });
            }
            Next::Event(Event::Solution { .. }) | Next::Idle => {}
            Next::Over | Next::Done => return Ok(Probe::Over),
            Next::Crashed => return Err("the search panicked".to_owned()),
        }
    }
}

/// The record, why there is no answer if there is none, and whether the strategy lists solutions.
fn run(job: &Job, teller: &mut Teller<'_>) -> io::Result<(Record, Option<String>, bool)> {
    let (memory_limit, cpu_limit) = (job.spec.limits.limit_memory_bytes, job.spec.limits.cpu());
    if let Some(bytes) = memory_limit {
        memory::limit(bytes).map_err(invalid)?;
    }
    if let Some(limit) = cpu_limit {
        cpu::limit(limit).map_err(invalid)?;
    }
    let (puzzles, mut spec) = task(job)?;
    let backend = spec.backend();
    spec.wanted = if backend.lists() { Wanted::Solutions } else { Wanted::Number };
    let view = spec.view_of(puzzles[0].as_ref()).to_owned();
    let recipe = spec.encodings.recipe.clone();

    let start = Instant::now();
    teller.before_s = cpu::used_s().unwrap_or_default() + cpu::used_by_programs_s();
    let budget = spec.budget();
    let mut running = Running::start(Arc::clone(&puzzles), spec, budget);
    let beyond = || {
        let memory = memory_limit.is_some_and(|limit| memory::peak().is_some_and(|peak| peak > limit));
        let time = || {
            cpu_limit.is_some_and(|limit| {
                cpu::used_s().is_some_and(|used| used + cpu::used_by_programs_s() >= limit.as_secs_f64())
            })
        };
        if memory { Some(Verdict::Memory) } else { time().then_some(Verdict::Timeout) }
    };
    let mut first_s = None;
    let mut events: u64 = 0;
    let verdict = loop {
        let ready = running.ready();
        events += 1;
        if let Some(verdict) = if ready.is_none() || events.is_multiple_of(1024) { beyond() } else { None } {
            break verdict;
        }
        let event = match ready {
            Some(event) => event,
            None => {
                teller.out.flush()?;
                match running.wait() {
                    Next::Event(event) => event,
                    Next::Idle => continue,
                    Next::Over => break Verdict::Timeout,
                    Next::Done | Next::Crashed => break Verdict::Failed,
                }
            }
        };
        match event {
            Event::Solution { cells, after_s, .. } => {
                first_s.get_or_insert(after_s);
                teller.solution(cells)?;
            }
            Event::Ended(ended) => {
                let record = Record::of(&job.instance, backend.as_ref(), &view, &ended);
                let detail = ended.result.err().map(|error: RunError| error.to_string());
                return Ok((record, detail, backend.lists()));
            }
        }
    };
    let total_s = start.elapsed().as_secs_f64();
    for event in running.leftover() {
        if let Event::Solution { cells, after_s, .. } = event {
            first_s.get_or_insert(after_s);
            teller.solution(cells)?;
        }
    }
    let found = running.found(0);
    let verdict =
        if verdict == Verdict::Timeout && found == 0 && !backend.is_complete() { Verdict::NotFound } else { verdict };
    let mut record = Record::new(&job.instance, backend.as_ref(), &view, verdict);
    record.solutions = found.into();
    record.time_first_s = first_s;
    record.time_total_s = Some(total_s);
    // The solver is still busy and cannot tell.
    let of_clauses = record.recipe.as_deref().is_some_and(|text| text.parse::<Recipe>().is_ok());
    let size = of_clauses.then(|| size_within(&puzzles, &view, &recipe, SIZE_TIME)).flatten();
    if let Some((size, contract)) = size {
        record.contract = Some(contract.to_string());
        record.variables = Some(size.variables);
        record.clauses = Some(size.clauses);
        record.literals = Some(size.literals);
    }
    let detail = (verdict == Verdict::Failed).then(|| "the search panicked".to_owned());
    Ok((record, detail, backend.lists()))
}

/// How long the size of a formula may take to find out after the time is over.
const SIZE_TIME: Duration = Duration::from_millis(500);

/// The size and the contract of the formula, if it is there in time.
fn size_within(puzzles: &Puzzles, view: &str, recipe: &Recipe, time: Duration) -> Option<(Size, Contract)> {
    let (puzzles, view, recipe) = (Arc::clone(puzzles), view.to_owned(), recipe.clone());
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut meter = Meter::default();
        let vars = puzzles[0].model(&view).ok().and_then(|model| encode(&model, &recipe, &mut meter).ok());
        if let Some(vars) = vars {
            // Nobody listens any more if it took too long.
            let _ = sender.send((meter.size(), vars.contract()));
        }
    });
    receiver.recv_timeout(time).ok()
}
