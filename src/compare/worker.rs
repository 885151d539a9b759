//! One run in a process of its own: reads a job, tells the solutions as they are found and the record at the end.

use std::io::{self, BufWriter, Read, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::cnf::{Meter, Size};
use crate::encode::{Recipe, encode};
use crate::model::Selection;
use crate::puzzle::{Cells, Puzzle};
use crate::run::{Event, Next, Plan, Record, RunError, Running, Verdict};
use crate::solve::{Budget, Encodings, Strategy};

use super::memory;
use super::{Fingerprint, Job, Message};

/// Does the job that stands on `input` and writes lines of JSON to `output`.
///
/// # Errors
/// If the job cannot be read or the output cannot be written.
pub fn work(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    let job: Job = serde_json::from_reader(input)?;
    let mut teller =
        Teller { out: BufWriter::new(output), told: 0, keep: job.keep, fingerprint: Fingerprint::default() };
    let (mut record, detail, lists) = run(&job, &mut teller)?;
    record.peak_memory_bytes = memory::peak();
    let fingerprint = lists.then_some(teller.fingerprint);
    teller.line(&Message::Ended { record: Box::new(record), detail, fingerprint })?;
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

    fn solution(&mut self, cells: Cells) -> io::Result<()> {
        self.fingerprint.add(&cells);
        if self.told < self.keep {
            self.told += 1;
            self.line(&cells.into())?;
        }
        Ok(())
    }
}

/// The record, why there is no answer if there is none, and whether the strategy lists solutions.
fn run(job: &Job, teller: &mut Teller<'_>) -> io::Result<(Record, Option<String>, bool)> {
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
    if let Some(bytes) = job.memory_bytes {
        memory::limit(bytes).map_err(invalid)?;
    }
    let mut plan = Plan {
        strategy: Strategy::parse(&job.strategy).map_err(|why| invalid(why.to_string()))?,
        encodings: job.encodings.parse::<Encodings>().map_err(|why| invalid(why.to_string()))?,
        view: job.view.clone(),
        limit: job.limit,
        deliver: false,
        count_only: false,
        symmetry: job.symmetry.as_deref().map(Selection::from),
    };
    let (_, puzzles) = job.source.puzzles().map_err(|why| invalid(why.to_string()))?;
    let puzzle = puzzles.into_iter().nth(job.puzzle).ok_or_else(|| invalid("no such puzzle".to_owned()))?;
    let puzzles: Arc<[Box<dyn Puzzle>]> = vec![puzzle].into();
    let backend = plan.backend();
    plan.deliver = backend.lists();

    let start = Instant::now();
    let mut budget = job.timeout.map_or_else(Budget::unlimited, Budget::within);
    budget.seed = job.seed;
    budget.statistics = job.statistics;
    let mut running = Running::start(Arc::clone(&puzzles), plan, budget);
    let too_much = || job.memory_bytes.is_some_and(|limit| memory::peak().is_some_and(|peak| peak > limit));
    let mut first_s = None;
    let verdict = loop {
        let event = match running.ready() {
            Some(event) if teller.told % 1024 != 1023 || !too_much() => event,
            Some(_) => break Verdict::Memory,
            None => {
                if too_much() {
                    break Verdict::Memory;
                }
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
                let record = Record::of(&job.instance, backend.as_ref(), &job.view, &ended);
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
    let mut record = Record::new(&job.instance, backend.as_ref(), &job.view, verdict);
    record.solutions = found.into();
    record.time_first_s = first_s;
    record.time_total_s = Some(total_s);
    // The solver is still busy and cannot tell.
    let size = record.recipe.as_deref().and_then(|recipe| size_within(&puzzles, &job.view, recipe, SIZE_TIME));
    if let Some(size) = size {
        record.variables = Some(size.variables);
        record.clauses = Some(size.clauses);
        record.literals = Some(size.literals);
    }
    let detail = (verdict == Verdict::Failed).then(|| "the search panicked".to_owned());
    Ok((record, detail, backend.lists()))
}

/// How long the size of a formula may take to find out after the time is over.
const SIZE_TIME: Duration = Duration::from_millis(500);

/// The size of the formula, if the recipe is one for clauses and it is there in time.
fn size_within(puzzles: &Arc<[Box<dyn Puzzle>]>, view: &str, recipe: &str, time: Duration) -> Option<Size> {
    let recipe: Recipe = recipe.parse().ok()?;
    let (puzzles, view) = (Arc::clone(puzzles), view.to_owned());
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut meter = Meter::default();
        if puzzles[0].model(&view).is_ok_and(|model| encode(&model, &recipe, &mut meter).is_ok()) {
            // Nobody listens any more if it took too long.
            let _ = sender.send(meter.size());
        }
    });
    receiver.recv_timeout(time).ok()
}
