//! The common part of the commands that ask something about puzzles: file, limit of time, form of the answer.

use std::cell::RefCell;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;

use crate::construct::{ConstructError, KnownState, Occurrences, PuzzleInState, StateForm};
use crate::display::json;
use crate::puzzle::Puzzle;
use crate::solve::{Budget, SolveError};
use crate::source::{Content, Source, SourceError};
use crate::units::plural;

use super::args::seconds;
use super::deadline::{Deadline, READING};
use super::drive::{Output, limit_name, output};
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::inputs::{FilesArguments, Input, NOT_READ};
use super::interrupt;
use super::message::say;
use super::progress;

/// A question about each puzzle of a file.
#[derive(clap::Args)]
pub(crate) struct QuestionArguments {
    #[command(flatten)]
    puzzle: FilesArguments,

    /// Seconds for reading and for all puzzles; fractions are allowed.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,

    /// One JSON object per puzzle.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The knowledge about the puzzle that there is already.
#[derive(clap::Args)]
pub(crate) struct FromArguments {
    /// Begin with what is known: the puzzle with more givens, or the values that cells may still have.
    ///
    /// STATE is a file; '-' is standard input. It may be the same puzzle with more givens. It may have the values of
    /// all cells row by row, such as '12 3 . 45', or '* . *' for stars; '.' is a cell of which nothing is known. Or it
    /// has a line for each cell of which something is known, as 'cnfab candidates' prints them: 'row 1, column 2: 1 3'.
    #[arg(long, value_name = "STATE", value_hint = ValueHint::FilePath)]
    from: Option<String>,
}

impl FromArguments {
    /// Replaces the puzzle that was read by that puzzle in the state.
    fn add_to(
        &self,
        arguments: &FilesArguments,
        input: &Input,
        puzzles: &mut [Arc<dyn Puzzle>],
    ) -> Result<(), Failure> {
        let Some(name) = &self.from else { return Ok(()) };
        let [puzzle] = puzzles else {
            return Err(Failure::Input(format!("cnfab: --from is about one puzzle: {}", input.choose())));
        };
        if name == "-" && arguments.is_stdin() {
            let found = "found '-' as the puzzle and as its state";
            return Err(Failure::Input(format!("cnfab: {found}, expected a file for one of them")));
        }
        distinct(&[FilePlace::output("-")], &[FilePlace::input(name)])?;
        let source = Source::open(name)?.allowing(&arguments.which.allow.folders);
        let state = match KnownState::form(&source.text, puzzle.as_ref()) {
            StateForm::Puzzle => {
                let contents = source.contents()?;
                let others: Vec<_> = contents.problems.iter().filter_map(Content::puzzle).collect();
                let wrong = |why: String| Failure::Input(format!("cnfab: '{}': expected {why}", source.name));
                let [other] = &others[..] else {
                    return Err(wrong(format!("one puzzle, but found {}", others.len())));
                };
                KnownState::of_puzzle(other.as_ref(), puzzle.as_ref(), input.view(0)).map_err(wrong)?
            }
            form => {
                let blank = puzzle.with_clues(&vec![false; puzzle.clues().len()]).map_err(ConstructError::Clues)?;
                KnownState::read(&source.text, form, puzzle.as_ref(), blank.as_ref())
                    .map_err(|error| SourceError::Parse { name: source.name.clone(), error, looks: None })?
            }
        };
        let in_state = PuzzleInState::new(Arc::clone(puzzle), state, input.view(0));
        *puzzle = Arc::new(in_state.map_err(|why| Failure::Input(format!("cnfab: {why}")))?);
        Ok(())
    }
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
const LATE: Duration = Duration::from_secs(1);

/// The message where the time is over before a search can tell anything.
pub(crate) const STATING: &str = "the puzzle was still being stated";

/// Answers for each puzzle, in order. An answer is a JSON object or lines of text, as was asked for.
pub(crate) fn answer_all(
    arguments: &QuestionArguments,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    answer_each(arguments, None, "", |_| Ok(()), answer)
}

/// As [`answer_all`], with what is known of the puzzle.
pub(crate) fn answer_from(
    arguments: &QuestionArguments,
    from: &FromArguments,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    answer_each(arguments, Some(from), "", |_| Ok(()), answer)
}

/// As [`answer_all`], with what is known of the puzzle, if there is one puzzle; `accept` may refuse what was read, and
/// `mark` stands before each line that names a puzzle.
///
/// Where a question cannot be asked about a puzzle of a batch, that is reported, and the others follow.
pub(crate) fn answer_each(
    arguments: &QuestionArguments,
    from: Option<&FromArguments>,
    mark: &str,
    accept: impl FnOnce(&Input) -> Result<(), Failure>,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let time = Deadline::start(arguments.timeout, READING);
    let input = arguments.puzzle.read()?;
    let mut puzzles = input.puzzles()?;
    accept(&input)?;
    from.map_or(Ok(()), |from| from.add_to(&arguments.puzzle, &input, &mut puzzles))?;
    let budget = time.limit(Budget::unlimited());
    let cancelled = budget.clone();
    interrupt::handle(move || cancelled.cancel());
    Deadline::start(arguments.timeout.and_then(|limit| limit.checked_add(LATE)), STATING);
    let out: RefCell<Output> = RefCell::new(output());
    let mut refused = 0;
    let not_read = |before: usize| {
        input.unread_before(before).try_for_each(|unread| match arguments.json {
            true => writeln!(out.borrow_mut(), "{}", unread.json()),
            false => writeln!(out.borrow_mut(), "{}\n{mark}{NOT_READ}", marked(input.heading_of_unread(unread), mark)),
        })
    };
    for (index, puzzle) in puzzles.iter().enumerate() {
        not_read(index)?;
        let (view, instance) = (input.view(index), &input.instances[index][..]);
        let asked = Asked { puzzle: puzzle.as_ref(), view, instance, budget: &budget, out: &out };
        let mut text = Vec::new();
        if input.batch && !arguments.json {
            writeln!(text, "{}", marked(input.heading(index), mark))?;
        }
        let message = || format!("puzzle {} of {}", index + 1, puzzles.len());
        let result = progress::during(message, || answer(&asked, &mut text));
        asked.show(&mut text)?;
        match result {
            Err(Failure::Input(why)) if input.batch => {
                say!("cnfab: puzzle {}: {}", input.number(index), why.strip_prefix("cnfab: ").unwrap_or(&why));
                refused += 1;
            }
            result => result?,
        }
    }
    not_read(puzzles.len())?;
    out.borrow_mut().flush()?;
    match refused {
        0 => input.all_read(),
        _ => {
            let all = puzzles.len();
            Err(Failure::Input(format!("cnfab: no answer for {refused} of {}", plural(all as u64, "puzzle"))))
        }
    }
}

/// Puts a mark before the line of a heading.
fn marked(heading: String, mark: &str) -> String {
    let line = heading.trim_start();
    format!("{}{mark}{line}", &heading[..heading.len() - line.len()])
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
            ConstructError::Solve(error @ (SolveError::Unsupported { .. } | SolveError::Program { .. })) => {
                Failure::Input(format!("cnfab: {error}"))
            }
            ConstructError::Solve(error) => Failure::Own(error.to_string()),
            _ => Failure::Input(format!("cnfab: {error}")),
        }
    }
}
