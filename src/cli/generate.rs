//! `cnfab generate`: puzzles with one solution.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use fastrand::Rng;
use serde_json::json;

use crate::construct::{ConstructError, MakePuzzle, Method, Request, RequestError};
use crate::display::json_line;
use crate::puzzle::{KINDS, Kind, Puzzle};
use crate::solve::Budget;
use crate::units::plural;

use super::args::seconds;
use super::deadline::{Deadline, READING};
use super::drive::{limit_name, output};
use super::failure::Failure;
use super::file::to_file;
use super::interrupt;
use super::message::say;
use super::question::end_late;
use super::suggest::Suggest;

/// How many boards in succession may be no new puzzle.
const PATIENCE: u64 = 10_000;

/// Make puzzles with exactly one solution.
///
/// The method 'dig' begins with a random solution and leaves out givens while there is one solution; what it leaves is
/// minimal. The method 'constrain' adds random givens to an empty board until there is one solution.
///
/// One puzzle goes to standard output. Several go to the files of a folder (-o), or with --json to one object per line:
/// {"kind", "number", "seed", "method", "clues", "text"}. The same seed makes the same puzzles.
///
/// Puzzles are made for kinds whose clues are given values: sudoku, hidoku, numbrix, binairo, magic-board, hexagon.
///
/// The board itself is the puzzle for: star-battle (queens, two-not-touch), killer-sudoku, kenken, kakuro, skyscrapers.
/// A random board around a random solution is changed locally until there is no other solution. Cells go to other
/// regions or cages, cages are cut in two, digits change, heights are given. The method is 'repair' then.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The kind of puzzle.
    #[arg(value_name = "KIND", value_parser = Suggest::new(kind, kinds), hide_possible_values = true)]
    kind: String,

    /// Rows and columns: 9, or 6x8.
    #[arg(long, value_name = "SIZE", default_value = "9", value_parser = size)]
    size: (usize, usize),

    /// How many puzzles.
    #[arg(short = 'n', long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Seed of everything random.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// How a puzzle is made. The default is 'dig', or 'repair' if the board is the puzzle.
    #[arg(long, ignore_case = true)]
    method: Option<MethodName>,

    /// Leave out superfluous clues in the end; 'dig' leaves none in any case.
    #[arg(long)]
    minimal: bool,

    /// The number of givens. Puzzles that come to more are thrown away; within --timeout, the best is kept.
    #[arg(long, value_name = "NUMBER")]
    clues: Option<usize>,

    /// Which cells have givens together.
    #[arg(long, default_value = "none", ignore_case = true)]
    symmetry: SymmetryName,

    /// Star Battle: the number of stars in each row. The default is 1.
    #[arg(long, value_name = "NUMBER")]
    stars: Option<usize>,

    /// The least and the greatest number of cells of a region or a cage: 5..20.
    #[arg(long, value_name = "A..B", value_parser = span)]
    regions: Option<RangeInclusive<usize>>,

    /// A folder for the puzzles, a file each; files that are there are not replaced.
    #[arg(short, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// One JSON object per puzzle.
    #[arg(long, conflicts_with = "output")]
    json: bool,

    /// Seconds for all puzzles; fractions are allowed.
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// Add random givens until there is one solution.
    Constrain,
    /// Leave out givens of a random solution.
    Dig,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SymmetryName {
    /// Each cell for itself.
    None,
    /// A cell goes with the one across the middle.
    HalfTurn,
}

fn kind(name: &str) -> Result<String, String> {
    Request::new(name).map(|_| name.to_owned())
}

fn kinds() -> Vec<PossibleValue> {
    let made = KINDS.iter().filter(|kind| kind.is_made());
    made.flat_map(Kind::names).map(PossibleValue::new).collect()
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

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let time = Deadline::start(arguments.timeout, READING);
    if arguments.count > 1 && arguments.output.is_none() && !arguments.json {
        let found = format!("found --count {}, expected a folder (-o) or --json with it", arguments.count);
        return Err(Failure::Input(format!("cnfab: {found}")));
    }
    let budget = time.limit(Budget::unlimited());
    let late = end_late(arguments.timeout);
    let request = request(arguments);
    if let Some(folder) = &arguments.output {
        prepare(folder, arguments, request.kind().name)?;
    }
    let method = request.method_name();
    let mut maker = Maker { arguments, method, budget: &budget, made: 0, known: HashSet::new() };
    maker.listen();
    let work = |make: MakePuzzle<'_>| {
        late.release();
        maker.make_all(make)
    };
    request.start(&budget, work).map_err(|error| match error {
        RequestError::Construct(error) => Failure::from(error),
        wrong => Failure::Input(format!("cnfab: {wrong}")),
    })?
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

/// Returns the failure if a file is where a puzzle would be written.
fn taken(path: &Path) -> Failure {
    let found = format!("cnfab: found '{}'", path.display());
    Failure::Input(format!("{found}, expected a name that is free: nothing is replaced"))
}

/// The request that the options state.
fn request(arguments: &Arguments) -> Request {
    let mut request = Request::new(&arguments.kind).expect("read with the arguments");
    request.prefix = "--";
    (request.rows, request.columns) = arguments.size;
    request.method = arguments.method.map(|name| match name {
        MethodName::Constrain => Method::Constrain,
        MethodName::Dig => Method::Dig,
    });
    (request.minimal, request.clues) = (arguments.minimal, arguments.clues);
    request.half_turn = arguments.symmetry == SymmetryName::HalfTurn;
    (request.stars, request.regions) = (arguments.stars, arguments.regions.clone());
    request
}

struct Maker<'a> {
    arguments: &'a Arguments,
    method: &'static str,
    budget: &'a Budget,
    made: u64,
    /// The texts that were made.
    known: HashSet<String>,
}

impl Maker<'_> {
    /// A request to end ends the search, and what has been made is kept.
    fn listen(&self) {
        let cancelled = self.budget.clone();
        interrupt::handle(move || cancelled.cancel());
    }

    fn make_all(&mut self, make: MakePuzzle<'_>) -> Result<(), Failure> {
        let arguments = self.arguments;
        let mut rng = Rng::with_seed(arguments.seed);
        let mut best: Option<(usize, Box<dyn Puzzle>)> = None;
        let mut in_vain = 0;
        while self.made < arguments.count {
            let puzzle = match make(&mut rng) {
                Ok(puzzle) => puzzle,
                Err(ConstructError::OutOfBudget) => return self.give_up(limit_name(), best),
                Err(error @ ConstructError::NoBoard(_)) => return self.give_up(&error.to_string(), best),
                Err(error) => return Err(error.into()),
            };
            let clues = puzzle.clue_count();
            let is_met = arguments.clues.is_none_or(|wanted| clues == wanted);
            if is_met && self.known.insert(puzzle.text()) {
                self.write(puzzle.as_ref())?;
                (best, in_vain) = (None, 0);
                continue;
            }
            if !is_met && best.as_ref().is_none_or(|(least, _)| clues < *least) {
                best = Some((clues, puzzle));
            }
            in_vain += 1;
            if in_vain == PATIENCE && arguments.timeout.is_none() {
                let why = format!("{PATIENCE} boards in succession were no new puzzle as wished");
                return self.give_up(&why, best);
            }
        }
        Ok(())
    }

    /// Ends with the best puzzle that is not quite as wished.
    fn give_up(&mut self, why: &str, best: Option<(usize, Box<dyn Puzzle>)>) -> Result<(), Failure> {
        let made = format!("{why}: {} of {} made as wished", self.made, self.arguments.count);
        if let Some((clues, puzzle)) = best {
            self.write(puzzle.as_ref())?;
            return Err(Failure::Limit(format!("{made}, and one with {}", plural(clues as u64, "clue"))));
        }
        Err(Failure::Limit(made))
    }

    fn write(&mut self, puzzle: &dyn Puzzle) -> Result<(), Failure> {
        self.made += 1;
        let arguments = self.arguments;
        let method = self.method;
        let (seed, number, kind) = (arguments.seed, self.made, puzzle.kind().name);
        let clues = puzzle.clue_count();
        if arguments.json {
            let value = json!({
                "kind": kind,
                "number": number,
                "seed": seed,
                "method": method,
                "clues": clues,
                "text": puzzle.text(),
            });
            let mut out = output();
            writeln!(out, "{}", json_line(&value).expect("a value becomes a line"))?;
            return Ok(out.flush()?);
        }
        let source = format!("# Source: cnfab generate, method {method}, seed {seed}, number {number}\n");
        let text = format!("{source}# Solutions: 1\n{}", puzzle.text());
        let Some(folder) = &arguments.output else {
            let mut out = output();
            out.write_all(text.as_bytes())?;
            return Ok(out.flush()?);
        };
        let path = folder.join(format!("{kind}-{seed}-{number}.txt"));
        write_new(&path, &text)?;
        self.listen();
        Ok(())
    }
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    if path.symlink_metadata().is_ok() {
        return Err(taken(path));
    }
    to_file(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    say!("{}", path.display());
    Ok(())
}
