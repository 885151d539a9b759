//! The common part of the commands that ask something about puzzles: file, limit of time, form of the answer.

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;

use crate::construct::{ConstructError, KnownState, Occurrences, PuzzleInState, StateForm};
use crate::display::json;
use crate::frontend::FrontEnd;
use crate::model::Model;
use crate::problem::Problem;
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
        puzzles: &mut [Option<Arc<dyn Puzzle>>],
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
        // The state of a model is read with its names.
        let Some(puzzle) = puzzle else { return Ok(()) };
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
    out: &'a Answers,
}

/// A model that something is asked about.
pub(crate) struct AskedModel<'a> {
    pub(crate) problem: &'a Arc<dyn Problem>,
    pub(crate) front_end: &'static FrontEnd,
    pub(crate) view: &'static str,
    /// The text that it was read from.
    pub(crate) text: &'a str,
    pub(crate) instance: &'a str,
    pub(crate) budget: &'a Budget,
    /// The name of the file of what is known.
    pub(crate) from: Option<&'a str>,
    out: &'a Answers,
}

impl Asked<'_> {
    /// Writes what is known of an answer before the rest of it is.
    pub(crate) fn show(&self, text: &mut Vec<u8>) -> Result<(), Failure> {
        self.out.show(text)
    }
}

impl AskedModel<'_> {
    /// Writes what is known of an answer before the rest of it is.
    pub(crate) fn show(&self, text: &mut Vec<u8>) -> Result<(), Failure> {
        self.out.show(text)
    }

    /// The same question about a puzzle that stands for the model.
    pub(crate) fn as_puzzle<'p>(&'p self, puzzle: &'p dyn Puzzle, view: &'static str) -> Asked<'p> {
        Asked { puzzle, view, instance: self.instance, budget: self.budget, out: self.out }
    }

    /// The model in which each constraint of the text can be left out.
    pub(crate) fn groups(&self) -> Result<Model, Failure> {
        let wrong = |error| {
            let (name, looks) = (self.instance.to_owned(), None);
            SourceError::Parse { name, error, looks }.into()
        };
        self.stating(|| (self.front_end.groups)(self.text).map_err(wrong))
    }

    /// States something, which cannot be interrupted: the process ends by itself where the time is over.
    pub(crate) fn stating<R>(&self, state: impl FnOnce() -> R) -> R {
        let time = Deadline::start(self.budget.remaining(), STATING);
        let stated = state();
        time.release();
        stated
    }
}

/// Where answers go.
struct Answers {
    out: RefCell<Output>,
    budget: Budget,
    /// The end of a process whose search does not come to its end when time is over.
    late: Cell<Option<Deadline>>,
}

impl Answers {
    /// With the budget of searches, and the time that the command has.
    fn new(budget: &Budget, left: Option<Duration>) -> Self {
        let late = Deadline::start(left.map(|left| left.saturating_add(LATE)), NO_ANSWER);
        Answers { out: RefCell::new(output()), budget: budget.clone(), late: Cell::new(Some(late)) }
    }

    /// Writes a text. What is known when time is over is written as a whole.
    fn show(&self, text: &mut Vec<u8>) -> Result<(), Failure> {
        if self.budget.is_over()
            && let Some(late) = self.late.take()
        {
            late.release();
        }
        let mut out = self.out.borrow_mut();
        progress::beside(|| {
            out.write_all(text)?;
            out.flush()
        })?;
        text.clear();
        Ok(())
    }
}

/// The answers to a question about a model.
pub(crate) type OnModel<'f> = &'f dyn Fn(&AskedModel<'_>, &mut Vec<u8>) -> Result<(), Failure>;

/// Time for a search to come to its end when a limit has ended it. What cannot be interrupted ends then.
const LATE: Duration = Duration::from_millis(60);

/// Time that a search leaves for its answer: no more than this, and a part of the limit.
const ANSWERING: Duration = Duration::from_millis(100);
const OF_LIMIT: u32 = 20;

/// The message where a search has not come to its end by then.
const NO_ANSWER: &str = "there is no answer yet";

/// The message where the time is over before a search can tell anything.
pub(crate) const STATING: &str = "the model was still being stated";

/// Answers for each puzzle, in order, with what is known of it if there is one. An answer is a JSON object or lines of
/// text, as was asked for. `accept` may refuse what was read; `mark` stands before each line that names a puzzle.
///
/// Where a question cannot be asked about a puzzle of a batch, that is reported, and the others follow.
pub(crate) fn answer_each(
    arguments: &QuestionArguments,
    from: Option<&FromArguments>,
    mark: &str,
    accept: impl FnOnce(&Input) -> Result<(), Failure>,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    answer_any(arguments, from, mark, accept, answer, None)
}

/// As [`answer_each`], about models, too, if there are answers for them.
pub(crate) fn answer_any(
    arguments: &QuestionArguments,
    from: Option<&FromArguments>,
    mark: &str,
    accept: impl FnOnce(&Input) -> Result<(), Failure>,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Result<(), Failure>,
    on_model: Option<OnModel<'_>>,
) -> Result<(), Failure> {
    let time = Deadline::start(arguments.timeout, READING);
    let input = arguments.puzzle.read_to(false)?;
    let weighed = input.problems.iter().zip(&input.instances).filter(|(problem, _)| problem.uncounted().is_some());
    for (_, instance) in weighed {
        say!("cnfab: note: '{instance}' has weights, which have no part in the answer: each solution counts as one");
    }
    let mut puzzles: Vec<Option<Arc<dyn Puzzle>>> = match on_model {
        Some(_) => input.problems.iter().map(|problem| problem.puzzle().cloned()).collect(),
        None => input.puzzles()?.into_iter().map(Some).collect(),
    };
    accept(&input)?;
    from.map_or(Ok(()), |from| from.add_to(&arguments.puzzle, &input, &mut puzzles))?;
    let mut budget = time.limit(Budget::unlimited());
    let left = budget.remaining();
    let answering = arguments.timeout.map(|limit| ANSWERING.min(limit / OF_LIMIT)).unwrap_or_default();
    budget.deadline = budget.deadline.map(|end| end.checked_sub(answering).unwrap_or(end));
    let answers = Answers::new(&budget, left);
    let cancelled = budget.clone();
    interrupt::handle(move || cancelled.cancel());
    let mut refused = 0;
    let not_read = |before: usize| {
        input.unread_before(before).try_for_each(|unread| match arguments.json {
            true => writeln!(answers.out.borrow_mut(), "{}", unread.json()),
            false => {
                let heading = marked(input.heading_of_unread(unread), mark);
                writeln!(answers.out.borrow_mut(), "{heading}\n{mark}{NOT_READ}")
            }
        })
    };
    for (index, puzzle) in puzzles.iter().enumerate() {
        not_read(index)?;
        let (view, instance) = (input.view(index), &input.instances[index][..]);
        let (budget, out) = (&budget, &answers);
        let mut text = Vec::new();
        if input.batch && !arguments.json {
            writeln!(text, "{}", marked(input.heading(index), mark))?;
        }
        let message = || format!("puzzle {} of {}", index + 1, puzzles.len());
        let result = progress::during(message, || match (puzzle, &input.problems[index], on_model) {
            (None, Content::Model(front_end, problem), Some(on_model)) => {
                let (text_of, from) = (input.text(index), from.and_then(|from| from.from.as_deref()));
                let asked = AskedModel { problem, front_end, view, text: text_of, instance, budget, from, out };
                on_model(&asked, &mut text)
            }
            (Some(puzzle), ..) => answer(&Asked { puzzle: puzzle.as_ref(), view, instance, budget, out }, &mut text),
            (None, ..) => unreachable!("a command without answers about models has refused them"),
        });
        answers.show(&mut text)?;
        match result {
            Err(Failure::Input(why)) if input.batch => {
                say!("cnfab: puzzle {}: {}", input.number(index), why.strip_prefix("cnfab: ").unwrap_or(&why));
                refused += 1;
            }
            result => result?,
        }
    }
    not_read(puzzles.len())?;
    answers.out.borrow_mut().flush()?;
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
            ConstructError::OutOfBudget => Failure::Limit(format!("{}: {NO_ANSWER}", limit_name())),
            ConstructError::Solve(error @ (SolveError::Unsupported { .. } | SolveError::Program { .. })) => {
                Failure::Input(format!("cnfab: {error}"))
            }
            ConstructError::Solve(error) => Failure::Own(error.to_string()),
            _ => Failure::Input(format!("cnfab: {error}")),
        }
    }
}
