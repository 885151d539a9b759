//! What the commands share that ask something about puzzles: file, limit of time, form of the answer.

use std::cell::RefCell;
use std::io::Write;
use std::time::Duration;

use crate::construct::{ConstructError, Occurrences};
use crate::display::json;
use crate::puzzle::Puzzle;
use crate::solve::{Budget, SolveError};

use super::args::{Input, PuzzleArguments, seconds};
use super::deadline::{Deadline, READING};
use super::drive::{Output, limit_name, output};
use super::failure::Failure;
use super::interrupt;
use super::progress;

/// A question about each puzzle of a file.
#[derive(clap::Args)]
pub(crate) struct QuestionArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Seconds for reading and for all puzzles; fractions are allowed.
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,

    /// One JSON object per puzzle.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A puzzle that something is asked about.
pub(crate) struct Asked<'a> {
    pub(crate) puzzle: &'a dyn Puzzle,
    pub(crate) view: &'static str,
    pub(crate) instance: &'a str,
    pub(crate) budget: &'a Budget,
    out: &'a RefCell<Output>,
}

impl Asked<'_> {
    /// Writes what is known of an answer before the rest of it is.
    pub(crate) fn show(&self, text: &mut Vec<u8>) -> Result<(), Failure> {
        let mut out = self.out.borrow_mut();
        progress::beside(|| {
            out.write_all(text)?;
            out.flush()
        })?;
        text.clear();
        Ok(())
    }
}

/// Time for an answer to come to its end when a limit has ended the search. What cannot be interrupted ends then.
const LATE: Duration = Duration::from_secs(2);

/// Ends the process soon after a limit of time if nothing else does. [`Deadline::release`] leaves it to others.
pub(crate) fn end_late(limit: Option<Duration>) -> Deadline {
    let late = limit.and_then(|limit| limit.checked_add(LATE));
    Deadline::start(late, "the puzzle was still being stated")
}

/// Answers for each puzzle, in order. An answer is a JSON object or lines of text, as was asked for.
pub(crate) fn answer_all(
    arguments: &QuestionArguments,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    answer_each(arguments, |_| Ok(()), answer)
}

/// As [`answer_all`]; `accept` may refuse what was read.
pub(crate) fn answer_each(
    arguments: &QuestionArguments,
    accept: impl FnOnce(&Input) -> Result<(), Failure>,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let time = Deadline::start(arguments.timeout, READING);
    let input: Input = arguments.puzzle.read()?;
    accept(&input)?;
    let budget = time.limit(Budget::unlimited());
    let cancelled = budget.clone();
    interrupt::handle(move || cancelled.cancel());
    end_late(arguments.timeout);
    let out: RefCell<Output> = RefCell::new(output());
    for (index, puzzle) in input.puzzles.iter().enumerate() {
        let (view, instance) = (input.view, &input.instances[index][..]);
        let asked = Asked { puzzle: puzzle.as_ref(), view, instance, budget: &budget, out: &out };
        let mut text = Vec::new();
        if input.batch && !arguments.json {
            writeln!(text, "{}puzzle {}", if index == 0 { "" } else { "\n" }, index + 1)?;
        }
        let message = || format!("puzzle {} of {}", index + 1, input.puzzles.len());
        let result = progress::during(message, || answer(&asked, &mut text));
        asked.show(&mut text)?;
        result?;
    }
    Ok(())
}

/// Returns the failure if a limit ended the list of solutions before there were as many as wanted.
pub(crate) fn all_wanted(found: &Occurrences, cap: u64) -> Result<(), Failure> {
    if found.complete || found.solutions == cap {
        return Ok(());
    }
    Err(Failure::Limit(format!("{}: there may be more solutions", limit_name())))
}

/// Writes one JSON object as a line.
pub(crate) fn write_json(out: &mut Vec<u8>, value: &serde_json::Value) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", json(&value.to_string()))?)
}

impl From<ConstructError> for Failure {
    fn from(error: ConstructError) -> Self {
        match error {
            ConstructError::OutOfBudget => Failure::Limit(format!("{}: there is no answer yet", limit_name())),
            ConstructError::Solve(error @ SolveError::Unsupported { .. }) => Failure::Input(format!("cnfab: {error}")),
            ConstructError::Solve(error) => Failure::Own(error.to_string()),
            _ => Failure::Input(format!("cnfab: {error}")),
        }
    }
}
