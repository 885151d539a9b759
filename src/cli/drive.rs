//! Runs a search and hands its events on, until it ends, a limit ends it or the process is asked to end.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::sync::Arc;

use crate::Problem;
use crate::run::{Event, Next, RunSpec, Running};
use crate::solve::{Budget, Limit, Outcome, Report};

use super::failure::Failure;
use super::progress::ProgressLine;
use super::{interrupt, memory};

/// Standard output, collected until there is nothing else to do.
pub(crate) type Output = BufWriter<StdoutLock<'static>>;

/// Standard output of a command that streams.
pub(crate) fn output() -> Output {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// The end of a search.
pub(crate) enum End {
    /// Every puzzle had its last event.
    Done,
    /// Time was over or the process was asked to end: the puzzle at this position, and those after it, have had no last
    /// event.
    Over {
        /// The puzzle that was being worked on.
        puzzle: usize,
        /// Number of its solutions found.
        found: u64,
    },
}

/// Starts the search, passes its events to `on` and flushes the output whenever there is a pause.
pub(crate) fn drive(
    problems: Vec<Arc<dyn Problem>>,
    spec: RunSpec,
    budget: &Budget,
    out: &mut Output,
    on: &mut dyn FnMut(&mut Output, Event) -> Result<(), Failure>,
) -> Result<End, Failure> {
    let on_signal = budget.clone();
    interrupt::handle(move || on_signal.cancel());
    let mut progress = ProgressLine::new();
    let (count, measured) = (problems.len(), problems.clone());
    let mut running = Running::start(problems, spec, budget.clone());
    let mut at = 0;
    let mut best = None;
    let mut take = |out: &mut Output, mut event: Event, at: &mut usize, best: &mut Option<i64>| {
        match &mut event {
            Event::Ended(ended) => {
                (*at, *best) = (ended.puzzle + 1, None);
                // An engine that is asked to end does not know why.
                if let Ok(Report { outcome: Outcome::Stopped(limit @ Limit::Time), .. }) = &mut ended.result
                    && memory::is_over()
                {
                    *limit = Limit::Memory;
                }
            }
            Event::Better { objective, .. } => *best = Some(*objective),
            Event::Solution { .. } => {}
        }
        on(out, event)
    };
    loop {
        if let Some(event) = running.ready() {
            progress.clear();
            take(out, event, &mut at, &mut best)?;
            continue;
        }
        out.flush()?;
        match running.wait() {
            Next::Event(event) => {
                progress.clear();
                take(out, event, &mut at, &mut best)?;
            }
            Next::Idle => progress.tick(|| message(&running, at, &measured, best)),
            Next::Over => {
                progress.clear();
                for event in running.leftover() {
                    take(out, event, &mut at, &mut best)?;
                }
                break;
            }
            Next::Done => break,
            Next::Crashed => return Err(Failure::Own("the search panicked; see above".to_owned())),
        }
    }
    if at == count { Ok(End::Done) } else { Ok(End::Over { puzzle: at, found: running.found(at) }) }
}

/// How many solutions there are, or how good the best one is and what none is better than.
fn message(running: &Running, at: usize, problems: &[Arc<dyn Problem>], best: Option<i64>) -> String {
    let puzzles = problems.len();
    let measure = |value| problems[at.min(puzzles - 1)].measure(value);
    let found = match (best.map(measure), running.bound().map(measure)) {
        (Some(best), Some(bound)) => format!("best {best}, bound {bound}"),
        (Some(best), None) => format!("best {best}"),
        (None, Some(bound)) => format!("no solution yet, bound {bound}"),
        (None, None) => crate::units::plural(running.found(at.min(puzzles - 1)), "solution"),
    };
    if puzzles == 1 { found } else { format!("puzzle {} of {puzzles}: {found}", at + 1) }
}

/// The name of the limit that ended the work.
pub(crate) fn limit_name() -> &'static str {
    match () {
        () if interrupt::happened() => "interrupted",
        () if memory::is_over() => "the memory is full",
        () => Limit::Time.name(),
    }
}

/// The name of what ended a search, in the sentence that says what is missing.
pub(crate) fn ended_by(limit: Limit) -> &'static str {
    if limit == Limit::Time || memory::is_over() { limit_name() } else { limit.name() }
}
