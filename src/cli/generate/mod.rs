//! `cnfab generate`: puzzles with one solution.

mod compare;
mod inputs;
mod record;
mod wishes;

use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueHint;
use clap::builder::PossibleValue;
use fastrand::Rng;

use crate::construct::{
    ConstructError, Criteria, Detail, GenerateRequest, GradeRange, MakePuzzle, Method, PATTERN_SYMMETRIES,
    PatternSymmetry, RequestError, Series, SeriesEnd, SeriesPuzzle, TECHNIQUES, technique,
};
use crate::names::Named;
use crate::puzzle::{KINDS, Kind};
use crate::solve::Budget;
use crate::source::{Source, SourceError};

use super::args::seconds;
use super::deadline::{Deadline, READING};
use super::drive::limit_name;
use super::failure::Failure;
use super::interrupt;
use super::question::STATING;
use super::suggest::{Suggest, values};

use inputs::{read_pattern, read_words};
use record::{Record, taken};

/// Make puzzles with exactly one solution.
///
/// The method 'dig' begins with a random solution and leaves out givens while there is one solution; what it leaves is
/// minimal. The method 'constrain' adds random givens to an empty board until there is one solution. With
/// 'constrain:propagation', givens are added until propagation alone finds it, as in the document that this program
/// began with; 'minimal' then means that propagation needs each of them.
///
/// Puzzles go to standard output, with an empty line between two, or to the files of a folder (-o), one each. With
/// --json there is one object per line:
/// {"kind", "number", "seed", "method", "clues", "wished", "text", "solution"}. "wished" says whether all wishes are
/// met. "solution" is in compact notation, as 'cnfab check' reads it. With --grade, --needs, --avoid or --steps there
/// is "grade", with the fields of 'cnfab help judge'. With --steps there are "steps", with those of 'cnfab help
/// explain'.
///
/// The same seed makes the same puzzles. No two puzzles of a run are equal up to the symmetries of their kind: turns
/// and mirror images of the board, exchanges of digits, and for Sudokus of lines.
///
/// With --compare, each method makes as many puzzles, and a table has them beside each other. It has the median time of
/// a puzzle, the time in which 95 % of them are made, and the numbers of their clues. With --grade, it has the mean
/// level of the hardest step, too. Each method has an equal share of --timeout. With --json, a line for each method has
/// {"kind", "method", "seed", "puzzles", "time_median_s", "time_95_s", "clues_mean", "clues_deviation", "clues_least",
/// "clues_most", "level_mean"}.
///
/// Wishes that only a finished puzzle can meet are --clues, --grade, --needs, --avoid and --pattern: puzzles are made
/// until enough of them do. If --timeout ends that, or without it thousands of boards in succession came to nothing,
/// the best puzzle is printed, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_long_help = kinds_help())]
pub(crate) struct Arguments {
    /// The kind of puzzle.
    #[arg(value_name = "KIND", value_parser = Suggest::new(kind, kinds), hide_possible_values = true)]
    kind: String,

    /// Rows and columns: 9, or 6x8. The default is usual for the kind.
    ///
    /// Jodici has rings and sectors (3x6), disks have disks and places (4x12). Guests sit round a table (8) or in one
    /// row (1x8).
    #[arg(long, value_name = "SIZE", value_parser = size)]
    size: Option<(usize, usize)>,

    /// How many puzzles.
    #[arg(short = 'n', long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Seed of everything random.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// How a puzzle is made. The default is 'dig', or 'repair' if the board is the puzzle.
    #[arg(long, value_name = "METHOD", value_parser = Suggest::new(Method::named, methods))]
    method: Option<Method>,

    /// Print a table of the methods instead of puzzles.
    #[arg(long, conflicts_with_all = ["method", "output", "steps"])]
    compare: bool,

    /// Leave out superfluous clues in the end; 'dig' leaves none in any case. With a symmetry, clues go together. With
    /// --clues, no more are left out than that number allows.
    #[arg(long)]
    minimal: bool,

    /// The number of clues. Puzzles that come to more are thrown away; within --timeout, the best is kept.
    #[arg(long, value_name = "NUMBER")]
    clues: Option<usize>,

    /// The cells that have givens together.
    #[arg(long, value_name = "SYMMETRY", default_value = "none",
        value_parser = Suggest::new(PatternSymmetry::named, symmetries))]
    symmetry: &'static PatternSymmetry,

    /// A file with the cells that have givens, and no others have.
    ///
    /// It has the rows of the board: '.' is a cell without a given, another sign one with a given. With --minimal, some
    /// of these cells have givens.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pattern: Option<String>,

    /// The grade, see 'cnfab help explain': 2, 3..5, or '4..' for 4 and more.
    ///
    /// Without a value, puzzles of all grades are printed, each with its own.
    #[arg(long, value_name = "A..B", num_args = 0..=1, default_missing_value = "0..")]
    grade: Option<GradeRange>,

    /// A step of this name is among those that 'cnfab explain' prints, such as 'naked pair'.
    ///
    /// May be given several times.
    #[arg(long, value_name = "STEP", value_parser = Suggest::new(technique, techniques), hide_possible_values = true)]
    needs: Vec<String>,

    /// No step of this name is among those that 'cnfab explain' prints.
    ///
    /// May be given several times.
    #[arg(long, value_name = "STEP", value_parser = Suggest::new(technique, techniques), hide_possible_values = true)]
    avoid: Vec<String>,

    /// Star Battle: the number of stars in each row. The default is 1.
    #[arg(long, value_name = "NUMBER")]
    stars: Option<usize>,

    /// The least and the greatest number of cells of a region or a cage: 5..20.
    #[arg(long, value_name = "A..B", value_parser = span)]
    regions: Option<RangeInclusive<usize>>,

    /// Crossword: a file of words, one a line. The default is a list of common English ones.
    ///
    /// The puzzles name this file. With -o, it has to be in the folder.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    words: Option<String>,

    /// A folder for the puzzles, a file each; files that are there are not replaced. '-' is standard output.
    #[arg(short, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// One JSON object per puzzle.
    #[arg(long, conflicts_with = "output")]
    json: bool,

    /// Add the steps that explain each puzzle.
    #[arg(long, requires = "json")]
    steps: bool,

    /// Seconds for all puzzles; fractions are allowed.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

impl Arguments {
    /// Begins a run of puzzles.
    fn series(&self, wishes: &Criteria, steps: Option<Detail>, budget: &Budget) -> Series {
        let series = Series::new(wishes.clone(), steps, budget);
        if self.timeout.is_some() { series.until_budget_ends() } else { series }
    }
}

fn kind(name: &str) -> Result<String, String> {
    GenerateRequest::new(name).map(|_| name.to_owned())
}

/// Lists the kinds whose clues are given values, and for the others how boards are changed.
fn kinds_help() -> String {
    let names = KINDS.iter().filter(|kind| kind.boards.is_none()).flat_map(|kind| {
        let others = kind.aliases.iter().filter(|alias| !alias.implies.is_empty());
        std::iter::once(kind.name).chain(others.map(|alias| alias.name))
    });
    let boards = KINDS.iter().filter_map(|kind| Some(format!("\n  {:<14} {}", kind.name, kind.boards?.changes)));
    format!(
        "Given values are the clues of: {}.\n\nThe board itself is the puzzle for all other kinds. A random board around a \
         random solution is changed locally until there is no other solution, and the method is 'repair':{}",
        names.collect::<Vec<_>>().join(", "),
        boards.collect::<String>()
    )
}

fn kinds() -> Vec<PossibleValue> {
    KINDS.iter().flat_map(Kind::names).map(PossibleValue::new).collect()
}

fn methods() -> Vec<PossibleValue> {
    values(Method::ALL.map(|method| (method.name(), method.about())))
}

/// The symmetries of cells with givens, for shells to complete.
pub(crate) fn symmetries() -> Vec<PossibleValue> {
    values(PATTERN_SYMMETRIES.iter().map(|symmetry| (symmetry.name(), symmetry.about())))
}

fn techniques() -> Vec<PossibleValue> {
    TECHNIQUES.iter().map(PossibleValue::new).collect()
}

/// Reads two numbers of cells; both belong to the range.
fn span(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
    let numbers = text.split_once("..").and_then(|(least, most)| number(least).zip(number(most)));
    let numbers = numbers.filter(|(least, most)| least <= most);
    numbers.map(|(least, most)| least..=most).ok_or_else(|| "expected two numbers A..B, such as 5..20".to_owned())
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let (rows, columns) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |text: &str| text.parse::<usize>().ok().filter(|&side| side > 0);
    side(rows).zip(side(columns)).ok_or_else(|| "expected rows and columns, such as 9 or 6x8".to_owned())
}

impl Arguments {
    /// The folder for the puzzles, if they do not go to standard output.
    fn folder(&self) -> Option<&Path> {
        self.output.as_deref().filter(|folder| folder.as_os_str() != "-")
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let time = Deadline::start(arguments.timeout, READING);
    let pattern = arguments.pattern.as_deref().map(read_pattern).transpose()?;
    let words = arguments.words.as_deref().map(|name| read_words(name, arguments.folder())).transpose()?;
    // Nothing is made before the board is stated, which cannot be interrupted.
    let left = time.remaining();
    let budget = time.limit(Budget::unlimited());
    let stating = Deadline::start(left, STATING);
    let mut request = request(arguments, pattern.as_ref());
    request.words = words;
    let refused = |error: RequestError| match (error, &pattern) {
        (RequestError::Construct(error), _) => Failure::from(error),
        (RequestError::Pattern(error), Some(Source { name, .. })) => {
            Failure::from(SourceError::Parse { name: name.clone(), error, looks: None })
        }
        (wrong, _) => Failure::Input(format!("cnfab: {wrong}")),
    };
    let wishes = Criteria {
        clues: arguments.clues,
        grade: arguments.grade,
        needs: arguments.needs.clone(),
        avoid: arguments.avoid.clone(),
        pattern: request.pattern_of_board().map_err(refused)?,
        is_whole_pattern: !arguments.minimal && arguments.clues.is_none(),
    };
    if let Some(folder) = arguments.folder() {
        prepare(folder, arguments, request.kind().name)?;
    }
    if arguments.compare {
        stating.release();
        listen(&budget);
        let rows = compare::rows(arguments, &request, &wishes, &budget).map_err(refused)?;
        return compare::print(rows, request.kind().name, arguments);
    }
    let method = request.method_name();
    let series = arguments.series(&wishes, arguments.steps.then_some(Detail::Words), &budget);
    let mut run = Run { arguments, method, budget: &budget, series, made: 0 };
    listen(&budget);
    let work = |make: MakePuzzle<'_>| {
        stating.release();
        run.make_all(make)
    };
    request.start(&budget, work).map_err(refused)?
}

/// Makes the folder if it is not there, and looks for names that are taken.
fn prepare(folder: &Path, arguments: &Arguments, kind: &str) -> Result<(), Failure> {
    let failed = |why: io::Error| Failure::Input(format!("cnfab: '{}': {why}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    let start = format!("{kind}-{}-", arguments.seed);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let number =
            name.to_str().and_then(|name| name.strip_prefix(&start)?.strip_suffix(".txt")?.parse::<u64>().ok());
        if number.is_some_and(|number| (1..=arguments.count).contains(&number)) {
            return Err(taken(&folder.join(name)));
        }
    }
    Ok(())
}

/// The request that the options state.
fn request(arguments: &Arguments, pattern: Option<&Source>) -> GenerateRequest {
    let mut request = GenerateRequest::new(&arguments.kind).expect("read with the arguments");
    request.prefix = "--";
    (request.rows, request.columns) = arguments.size.unwrap_or((request.rows, request.columns));
    (request.method, request.minimal, request.clues) = (arguments.method, arguments.minimal, arguments.clues);
    (request.symmetry, request.pattern) = (arguments.symmetry, pattern.map(|source| source.text.clone()));
    (request.stars, request.regions) = (arguments.stars, arguments.regions.clone());
    request
}

/// A request to end ends the search, and what has been made is kept.
fn listen(budget: &Budget) {
    let cancelled = budget.clone();
    interrupt::handle(move || cancelled.cancel());
}

struct Run<'a> {
    arguments: &'a Arguments,
    method: &'static str,
    budget: &'a Budget,
    series: Series,
    made: u64,
}

impl Run<'_> {
    fn make_all(&mut self, make: MakePuzzle<'_>) -> Result<(), Failure> {
        let mut rng = Rng::with_seed(self.arguments.seed);
        while self.made < self.arguments.count {
            match self.series.next(make, &mut rng) {
                Ok(puzzle) => self.write(&puzzle, true)?,
                Err(SeriesEnd::OutOfBudget) => return self.give_up(limit_name()),
                Err(SeriesEnd::Failed(error)) if !matches!(error, ConstructError::NoBoard(_)) => {
                    return Err(error.into());
                }
                Err(end) => return self.give_up(&end.to_string()),
            }
        }
        Ok(())
    }

    /// Ends with the best puzzle that is not quite as wished.
    fn give_up(&mut self, why: &str) -> Result<(), Failure> {
        let made = format!("{why}: {} of {} made as wished", self.made, self.arguments.count);
        let Some(puzzle) = self.series.take_best()? else { return Err(Failure::Limit(made)) };
        self.write(&puzzle, false)?;
        let has = wishes::told(self.series.wishes(), puzzle.made.puzzle.as_ref(), puzzle.explanation.as_ref());
        Err(Failure::Limit(format!("{made}, and one with {has}")))
    }

    fn write(&mut self, puzzle: &SeriesPuzzle, is_wished: bool) -> Result<(), Failure> {
        self.made += 1;
        let arguments = self.arguments;
        let record = Record {
            made: &puzzle.made,
            explanation: puzzle.explanation.as_ref(),
            has_steps: arguments.steps,
            number: self.made,
            seed: arguments.seed,
            method: self.method,
            is_wished,
        };
        match (arguments.folder(), arguments.json) {
            (_, true) => record.print_json(),
            (None, false) => record.print_text(),
            (Some(folder), false) => {
                record.write_to(folder)?;
                listen(self.budget);
                Ok(())
            }
        }
    }
}
