//! Arguments that several commands share.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use clap::{Args, ValueHint};

use crate::model::Selection;
use crate::parse_error::ParseError;
use crate::puzzle::KINDS;
use crate::run::{Choice, Limits, Orbits, RunSpec, Wanted};
use crate::solve::{Log, STRATEGIES, Strategy, StrategyError};
use crate::source::Content;
use crate::units::{grouped, plural};

use super::encode::EncodeArguments;
use super::failure::Failure;
use super::inputs::{FilesArguments, Input};
use super::message::say;
use super::suggest::{Suggest, values};

/// The files that a puzzle may name.
#[derive(Args, Clone, Default)]
pub(crate) struct AllowArguments {
    /// Let puzzles name files in and below this folder, such as word lists.
    ///
    /// May be given several times. Without it they name only files in or below the folder that they are in, and from
    /// standard input the current one.
    #[arg(long = "allow-files", value_name = "FOLDER", value_hint = ValueHint::DirPath,
        value_parser = PathBufValueParser::new().try_map(folder))]
    pub(crate) folders: Vec<PathBuf>,
}

/// Refuses a path that is no folder: a slip would be found only when a word list is not.
fn folder(path: PathBuf) -> Result<PathBuf, String> {
    match fs::metadata(&path) {
        Ok(about) if about.is_dir() => Ok(path),
        Ok(_) => Err("found a file, expected a folder".to_owned()),
        Err(why) => Err(format!("found no folder: {why}")),
    }
}

/// The most puzzles of a batch that are named as puzzles without a solution.
const MOST_NAMED: usize = 3;

/// Reports on standard error what was taken though its format has it otherwise. And which puzzles have no solution,
/// where that can be seen without a search, and why.
pub(crate) fn note_contradictions<'p>(problems: impl IntoIterator<Item = (&'p Content, &'p str)>) {
    let named = problems.into_iter().inspect(|(subject, name)| {
        if let Some(ParseError { line, column, found, expected, .. }) = subject.note() {
            say!("cnfab: note: {name}:{line}:{column}: found {found}, expected {expected}; it is taken all the same");
        }
    });
    let mut all = named.filter_map(|(subject, name)| Some((subject.puzzle()?.contradiction()?, name)));
    for (why, name) in all.by_ref().take(MOST_NAMED) {
        say!("cnfab: note: '{name}' has no solution: {why}");
    }
    match all.count() {
        0 => {}
        others => say!("cnfab: note: nor has, in the same way, {}", plural(others as u64, "further puzzle")),
    }
}

/// Reports on standard error what may well be a slip in a puzzle.
pub(crate) fn note_oddities<'p>(problems: impl IntoIterator<Item = (&'p Content, &'p str)>) {
    let named = problems.into_iter();
    let mut all = named.filter_map(|(subject, name)| Some((subject.puzzle()?.oddity()?, name)));
    for (what, name) in all.by_ref().take(MOST_NAMED) {
        say!("cnfab: note: '{name}': {what}");
    }
    if let others @ 1.. = all.count() {
        say!("cnfab: note: nor is, in the same way, {} in one piece", plural(others as u64, "further puzzle"));
    }
}

/// The problem's view with this name; its first without a name.
pub(crate) fn find_view(problem: &Content, name: Option<&str>) -> Result<&'static str, Failure> {
    let Some(name) = name else {
        return Ok(problem.views().first().map_or("", |view| view.0));
    };
    problem.view(name).map_err(|unknown| Failure::Input(format!("cnfab: {unknown}")))
}

/// The arguments of a search.
#[derive(Args)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    pub(crate) puzzle: FilesArguments,

    /// The strategy, with options if it has some: 'backtrack:order=spiral'.
    ///
    /// If not given, 'auto', which tries several engines and reports which had the answer. With --encode or --shuffle,
    /// which speak of clauses, 'sat'. See 'cnfab list strategies'. 'preset:NAME' is one that the document which the
    /// kind comes from describes, in the view it is for if none is given; see 'cnfab list kinds'. Its former name
    /// 'document:NAME' is read, too. 'sat:cmd=kissat --seed={seed} {}' runs a SAT solver of your own: '{}' is the file
    /// with the formula, '{seed}' the seed, '{out}' a file for the answer if the program writes none to its output.
    /// 'ilp:cmd=highs --solution_file {out} {}' runs a solver of integer programs: '{}' is the program as LP, '{mps}'
    /// as MPS.
    #[arg(short, long, value_name = "STRATEGY",
        value_parser = Suggest::new(one, strategies), hide_possible_values = true)]
    strategy: Option<Choice>,

    #[command(flatten)]
    pub(crate) encode: EncodeArguments,

    /// Stop after N solutions of each puzzle; 0 means all.
    ///
    /// If not given, 'solve' stops after one, 'count' does not.
    #[arg(short = 'n', value_name = "N")]
    pub(crate) number: Option<u64>,

    /// All solutions.
    #[arg(long, conflicts_with = "number")]
    pub(crate) all: bool,

    /// One solution of each orbit under the puzzle's symmetries.
    ///
    /// It is the smallest, and the sizes of the orbits are printed. Two solutions are in one orbit if a symmetry of the
    /// puzzle with its givens maps the one to the other. Without GROUPS what looks the same counts as the same; GROUPS
    /// are names that 'cnfab show' lists, separated by commas, or 'all'. However many elements these have, at most
    /// 100,000 of them may keep the givens.
    #[arg(long, value_name = "GROUPS", num_args = 0..=1, require_equals = true, default_missing_value = "usual")]
    pub(crate) up_to_symmetry: Option<Selection>,

    /// The number of threads that share the search; in a batch, the puzzles.
    ///
    /// For strategies that have the option 'threads'; the same as 'auto:threads=N'. In a batch, each puzzle is one
    /// thread's; the answers are the same, and in order.
    #[arg(short, long, value_name = "N")]
    pub(crate) threads: Option<u64>,

    /// Seconds for the whole command, reading included; fractions are allowed.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Seed of everything random.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,

    /// Seed by which a SAT solver gets the formula in another order.
    ///
    /// The order of its variables, clauses and literals.
    #[arg(long, value_name = "SEED")]
    pub(crate) shuffle: Option<u64>,

    /// No summary on standard error.
    ///
    /// Notes, errors and ends by a limit are still reported.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Say on standard error which engine 'auto' has at work, and for how many steps.
    ///
    /// 'count' has the summary of 'solve' then, for each puzzle.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl SearchArguments {
    /// The number of solutions that are wanted if nothing is said about it.
    pub(crate) fn limit(&self, default: Option<u64>) -> Option<u64> {
        match (self.all, self.number) {
            (true, _) | (_, Some(0)) => None,
            (_, Some(number)) => Some(number),
            (false, None) => default,
        }
    }

    /// Refuses families that the model does not have.
    pub(crate) fn check(&self, input: &Input) -> Result<(), Failure> {
        self.encode.check_with(input, self.up_to_symmetry.as_ref())
    }

    /// The strategy that was asked for.
    fn strategy(&self) -> Choice {
        let of_formulas = self.shuffle.is_some() || self.encode.speaks_of_formulas();
        let default = if of_formulas { "sat" } else { DEFAULT_STRATEGY };
        self.strategy.clone().unwrap_or_else(|| default.parse().expect("a registered strategy"))
    }

    /// Reads the files, and finds the strategy for their kinds. What is not counted is refused where numbers matter.
    pub(crate) fn read(&self, counts: bool) -> Result<(Input, Strategy), Failure> {
        let mut input = self.puzzle.read_to(counts)?;
        let strategy = input.strategy(&self.strategy())?;
        if self.shuffle.is_some() && strategy.kind().name == DEFAULT_STRATEGY {
            say!("cnfab: note: {strategy} shuffles only what batsat gets, if it comes to that");
        } else if self.shuffle.is_some() && !strategy.kind().name.starts_with("sat") {
            return Err(Failure::Input(format!("cnfab: {strategy} has no clauses to shuffle")));
        }
        Ok((input, threaded(&strategy, self.threads)?))
    }

    /// The specification of a search.
    pub(crate) fn spec(&self, strategy: Strategy, input: &Input, limit: Option<u64>, wanted: Wanted) -> RunSpec {
        RunSpec {
            strategy,
            encodings: self.encode.encodings().clone(),
            view: input.view_of_all(),
            symmetry: self.up_to_symmetry.clone(),
            wanted,
            limits: Limits { limit_solutions: limit, ..Limits::default() },
            seed: self.seed,
            shuffle: self.shuffle,
            ..RunSpec::default()
        }
    }
}

/// Lines about the search on standard error, if they are asked for.
pub(crate) fn log(is_asked: bool) -> Log {
    if is_asked { Log::new(|line| say!("cnfab: {line}")) } else { Log::default() }
}

/// The strategy if none is asked for.
pub(crate) const DEFAULT_STRATEGY: &str = Strategy::DEFAULT;

/// The strategy with its number of threads.
pub(crate) fn threaded(strategy: &Strategy, threads: Option<u64>) -> Result<Strategy, Failure> {
    let Some(threads) = threads else { return Ok(strategy.clone()) };
    strategy.clone().with("threads", &threads.to_string()).map_err(|error| match error {
        StrategyError::Unknown(_) => Failure::Input(format!("cnfab: {strategy} does not search with several threads")),
        other => Failure::Input(format!("cnfab: {other}")),
    })
}

/// Strategies, for shells to complete.
pub(crate) fn strategies() -> Vec<PossibleValue> {
    let presets = KINDS.iter().flat_map(|kind| kind.presets);
    let presets: BTreeMap<String, &str> =
        presets.map(|preset| (format!("preset:{}", preset.name), preset.about)).collect();
    let registered = STRATEGIES.iter().map(|strategy| (strategy.name, strategy.about));
    values(registered.chain(presets.iter().map(|(name, about)| (name.as_str(), *about))))
}

/// Reads one strategy.
pub(crate) fn one(text: &str) -> Result<Choice, String> {
    match text.parse() {
        Ok(Choice::Presets) => Err("expected one strategy; 'preset:NAME' is one of the presets".to_owned()),
        Ok(choice) => Ok(choice),
        Err(error) => Err(error.to_string()),
    }
}

/// The symmetry that was used and what the orbits found hold.
pub(crate) fn orbits_text(orbits: &Orbits) -> String {
    let names = if orbits.symmetry.is_empty() { "none declared".to_owned() } else { orbits.symmetry.join(", ") };
    let (order, declared) = (grouped(orbits.order), grouped(&orbits.declared_order));
    let total = plural(&orbits.total, "solution");
    let wider = match orbits.searched_order {
        searched if searched == orbits.order => String::new(),
        searched => format!("; counted through all symmetries, {} elements", grouped(searched)),
    };
    format!("one per orbit of {total} in all; symmetry {names}, {order} of {declared} elements keep the puzzle{wider}")
}

/// Reads the name of a folder to be made. Standard output is none.
pub(crate) fn new_folder(name: &str) -> Result<PathBuf, String> {
    if name == "-" { Err("expected the name of a folder; './-' is one".to_owned()) } else { Ok(PathBuf::from(name)) }
}

/// Reads a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds, such as 10 or 0.5".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if !seconds.is_finite() || seconds < 0.0 {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
