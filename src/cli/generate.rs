//! `cnfab generate`: puzzles with one solution.

use std::collections::HashSet;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use fastrand::Rng;
use serde_json::json;

use crate::construct::{BoardGenerator, ConstructError, Generator, Method, Wish};
use crate::display::{json_line, list};
use crate::puzzle::{self, Alias, BoardMaker, BoardWish, KINDS, Kind, Puzzle};
use crate::solve::Budget;
use crate::units::plural;

use super::args::seconds;
use super::deadline::{Deadline, READING};
use super::drive::{limit_name, output};
use super::failure::Failure;
use super::file::to_file;
use super::interrupt;
use super::message::say;
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
/// The board itself is the puzzle for: star-battle (queens, two-not-touch), killer-sudoku, kenken, skyscrapers. A random
/// board around a random solution is changed locally until there is no other solution: cells go to other regions or
/// cages, cages are cut in two, heights are given. The method is 'repair' then.
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
    /// Change a random board until its solution is the only one.
    Repair,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SymmetryName {
    /// Each cell for itself.
    None,
    /// A cell goes with the one across the middle.
    HalfTurn,
}

fn kind(name: &str) -> Result<String, String> {
    let (kind, _) = Kind::named(name).map_err(|unknown| unknown.to_string())?;
    if kind.is_made() {
        return Ok(name.to_owned());
    }
    let made: Vec<String> = KINDS.iter().filter(|kind| kind.is_made()).map(|kind| kind.name.to_owned()).collect();
    Err(format!("puzzles of kind {} are not made; expected one of: {}", kind.name, list(&made)))
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
    let (kind, alias) = Kind::named(&arguments.kind).expect("looked up when the arguments were read");
    if let Some(maker) = kind.boards {
        let wish = board_wish(arguments, maker, alias)?;
        let sized = |expected: String| wrong_size(arguments, kind, &expected);
        let mut generator = BoardGenerator::new(maker, wish, arguments.minimal, &budget).map_err(sized)?;
        let mut maker =
            Maker { arguments, method: MethodName::Repair, budget: &budget, made: 0, known: HashSet::new() };
        maker.listen();
        return maker.make_all(&mut |rng| generator.make(rng));
    }
    let method = arguments.method.unwrap_or(MethodName::Dig);
    let options = [
        ("--method repair", method == MethodName::Repair),
        ("--stars", arguments.stars.is_some()),
        ("--regions", arguments.regions.is_some()),
    ];
    refuse(kind, &options)?;
    let board = board(arguments, kind)?;
    let board = board.as_ref();
    let view = Generator::view(board);
    let model = board.make_model(view);
    let mut generator = Generator::new(board, view, &model, &budget)?;
    let half_turn = arguments.symmetry == SymmetryName::HalfTurn;
    let minimal = arguments.minimal || arguments.clues.is_some() || half_turn;
    let by = if method == MethodName::Dig { Method::Dig } else { Method::Constrain };
    let wish = Wish { method: by, minimal, clues: arguments.clues.unwrap_or(0), half_turn };
    let mut maker = Maker { arguments, method, budget: &budget, made: 0, known: HashSet::new() };
    maker.listen();
    maker.make_all(&mut |rng| generator.make(&wish, rng))
}

/// Refuses options that a kind does not take.
fn refuse(kind: &Kind, options: &[(&str, bool)]) -> Result<(), Failure> {
    let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
    Err(Failure::Input(format!("cnfab: found {option}, expected options that {} takes", kind.name)))
}

/// The wish that the options state for a board that is the puzzle.
fn board_wish(arguments: &Arguments, maker: BoardMaker, alias: Option<&Alias>) -> Result<BoardWish, Failure> {
    let (kind, _) = Kind::named(&arguments.kind).expect("looked up when the arguments were read");
    let is_free = |option: &str| !maker.takes.contains(&option);
    let options = [
        ("--method dig", arguments.method == Some(MethodName::Dig)),
        ("--method constrain", arguments.method == Some(MethodName::Constrain)),
        ("--minimal", arguments.minimal && is_free("minimal")),
        ("--clues", arguments.clues.is_some()),
        ("--symmetry half-turn", arguments.symmetry != SymmetryName::None),
        ("--stars", arguments.stars.is_some() && is_free("stars")),
        ("--regions", arguments.regions.is_some() && is_free("regions")),
    ];
    refuse(kind, &options)?;
    let implied = alias.and_then(|alias| alias.implies.iter().find(|(key, _)| *key == "stars"));
    let implied: Option<usize> = implied.and_then(|(_, stars)| stars.parse().ok());
    if let (Some(stars), Some(implied)) = (arguments.stars, implied)
        && stars != implied
    {
        let found = format!("found --stars {stars}, expected --stars {implied}, which {} implies", arguments.kind);
        return Err(Failure::Input(format!("cnfab: {found}")));
    }
    let (rows, columns) = arguments.size;
    Ok(BoardWish { rows, columns, stars: arguments.stars.or(implied), regions: arguments.regions.clone() })
}

/// The error of a board that the kind does not make.
fn wrong_size(arguments: &Arguments, kind: &Kind, expected: &str) -> Failure {
    let (rows, columns) = arguments.size;
    let stars = arguments.stars.map(|stars| format!(" with --stars {stars}")).unwrap_or_default();
    let regions = arguments.regions.as_ref();
    let regions = regions.map(|span| format!(" with --regions {}..{}", span.start(), span.end())).unwrap_or_default();
    let found = format!("--size: found {rows}x{columns}{stars}{regions} for {}", kind.name);
    Failure::Input(format!("cnfab: {found}, expected {expected}"))
}

/// The empty board.
fn board(arguments: &Arguments, kind: &Kind) -> Result<Box<dyn Puzzle>, Failure> {
    let blank = kind.blank.expect("looked up when the arguments were read");
    let (rows, columns) = arguments.size;
    let wrong = |expected: &str| wrong_size(arguments, kind, expected);
    let text = format!("kind: {}\n{}", arguments.kind, blank(rows, columns).map_err(wrong)?);
    let (_, mut puzzles) =
        puzzle::read(&text, &|_| Err("no file".to_owned())).map_err(|error| wrong(&error.expected))?;
    Ok(puzzles.remove(0))
}

/// Makes the next puzzle.
type Make<'m> = &'m mut dyn FnMut(&mut Rng) -> Result<Box<dyn Puzzle>, ConstructError>;

struct Maker<'a> {
    arguments: &'a Arguments,
    method: MethodName,
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

    fn make_all(&mut self, make: Make<'_>) -> Result<(), Failure> {
        let arguments = self.arguments;
        let mut rng = Rng::with_seed(arguments.seed);
        let mut best: Option<(usize, Box<dyn Puzzle>)> = None;
        let mut in_vain = 0;
        while self.made < arguments.count {
            let puzzle = match make(&mut rng) {
                Ok(puzzle) => puzzle,
                Err(ConstructError::OutOfBudget) => return self.give_up(limit_name(), best),
                Err(error) => return Err(error.into()),
            };
            let clues = puzzle.clues().len();
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
        let method = match self.method {
            MethodName::Constrain => "constrain",
            MethodName::Dig => "dig",
            MethodName::Repair => "repair",
        };
        let (seed, number, kind) = (arguments.seed, self.made, puzzle.kind().name);
        let clues = puzzle.clues().len();
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
    if path.exists() {
        let path = path.display();
        return Err(Failure::Input(format!(
            "cnfab: found '{path}', expected a name that is free: nothing is replaced"
        )));
    }
    to_file(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    say!("{}", path.display());
    Ok(())
}
