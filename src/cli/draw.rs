//! `cnfab draw`: a puzzle and a solution of it as a picture.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;

use crate::file_kind::FileKind;
use crate::picture::{MOST_PIXELS, Picture, png, svg};
use crate::puzzle::{Cells, Puzzle};
use crate::run::{Choice, Event, RunSpec};
use crate::solve::{Budget, Outcome, Strategy};
use crate::source::Source;

use super::args::{DEFAULT_STRATEGY, one, seconds, strategies};
use super::deadline::{Deadline, READING};
use super::drive::{End, drive, ended_by, limit_name, output};
use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file};
use super::inputs::{Input, PuzzleArguments};
use super::message::say;
use super::suggest::Suggest;

/// Draw the puzzle as a picture, alone or with a solution.
///
/// SVG pictures follow the reader's choice of light or dark and can stand within a web page. Of several puzzles, choose
/// one (--puzzle NUMBER), or give '-o' a name with '{}' in it: one picture each, its number instead of '{}'.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// A file with solutions in the form that 'cnfab solve --plain' prints, one per line; '-' is standard input. The
    /// solution must keep the rules. Without it and without --solve, the puzzle alone is drawn.
    #[arg(value_name = "SOLUTION", conflicts_with = "solve")]
    answers: Option<String>,

    /// The number of the solution, if the file has several, counted from 1.
    #[arg(long, value_name = "NUMBER", requires = "answers")]
    solution: Option<usize>,

    /// Find a solution and draw it.
    #[arg(long)]
    solve: bool,

    /// The strategy that finds it; see 'cnfab list strategies'.
    #[arg(short, long, value_name = "STRATEGY", default_value = DEFAULT_STRATEGY, requires = "solve",
        value_parser = Suggest::new(one, strategies), hide_possible_values = true)]
    strategy: Choice,

    /// Seconds for the whole command, reading included; fractions are allowed.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Where to write; standard output if not given or '-'. The file appears when it is complete.
    #[arg(short, value_name = "OUT")]
    output: Option<String>,

    /// The form of the picture; by default what the name of the file ends in, and for standard output SVG.
    #[arg(short, long, ignore_case = true)]
    format: Option<PictureForm>,

    /// Pixels of the longer side of a PNG; if not given, two for each unit of the SVG, but at most 4096.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PIXELS)))]
    pixels: Option<u32>,

    /// Draw a PNG on dark paper.
    #[arg(long)]
    dark: bool,
}

/// The form of a picture's file.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PictureForm {
    /// Pixels, on light paper unless --dark is given.
    Png,
    /// Shapes as text, which browsers draw at any size.
    Svg,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.as_deref().filter(|&name| name != "-");
    let form = form(arguments.format, output)?;
    if form == PictureForm::Svg && (arguments.pixels.is_some() || arguments.dark) {
        return Err(Failure::Input("cnfab: --pixels and --dark are for PNG; an SVG adapts to its reader".to_owned()));
    }
    if form == PictureForm::Png && output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::Input("cnfab: a terminal does not show PNG: give a file with -o".to_owned()));
    }
    if arguments.puzzle.is_stdin() && arguments.answers.as_deref() == Some("-") {
        return Err(Failure::Input("cnfab: FILE and SOLUTION cannot both be standard input".to_owned()));
    }
    let time = Deadline::start(arguments.timeout, READING);
    let mut input = arguments.puzzle.read()?;
    let puzzles = input.puzzles()?;
    if input.batch && arguments.answers.is_some() {
        return Err(Failure::Input(format!("cnfab: SOLUTION is about one puzzle: {}", input.choose())));
    }
    if input.batch && !output.is_some_and(|name| name.contains("{}")) {
        let choose = input.choose();
        return Err(Failure::Input(format!("cnfab: {choose}, or give -o a name with '{{}}' for the number")));
    }
    let name_of = |index: usize| output.map(|name| name.replace("{}", &input.number(index).to_string()));
    let names: Vec<Option<String>> = (0..puzzles.len()).map(name_of).collect();
    let outputs: Vec<FilePlace> = names.iter().map(|name| FilePlace::output(name.as_deref().unwrap_or("-"))).collect();
    let answers = arguments.answers.as_deref().map(FilePlace::input);
    distinct(&outputs, input.files.iter().chain(&answers))?;
    let budget = time.limit(Budget::unlimited());
    let strategy = input.strategy(&arguments.strategy)?;
    let mut undrawn = 0;
    for (index, (puzzle, name)) in puzzles.iter().zip(&names).enumerate() {
        let cells = match &arguments.answers {
            Some(answers) => read(answers, arguments.solution, puzzle.as_ref()).map(Some),
            None if arguments.solve => find(&strategy, &input, index, &budget).map(Some),
            None => Ok(None),
        };
        let cells = match cells {
            Err(Failure::Input(why)) if input.batch => {
                say!("{why}");
                undrawn += 1;
                continue;
            }
            cells => cells?,
        };
        let bytes = drawn(arguments, form, &puzzle.picture(cells.as_ref()));
        match name {
            None => io::stdout().lock().write_all(&bytes)?,
            Some(name) => to_file(Path::new(name), |out| Ok(out.write_all(&bytes)?))?,
        }
    }
    match undrawn {
        0 => input.all_read(),
        _ => Err(Failure::Input(format!("cnfab: no picture for {undrawn} of {} puzzles", input.count()))),
    }
}

/// The form that is asked for, or else the form that the file's name implies.
fn form(asked: Option<PictureForm>, output: Option<&str>) -> Result<PictureForm, Failure> {
    let (None, Some(name)) = (asked, output) else { return Ok(asked.unwrap_or(PictureForm::Svg)) };
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let known = PictureForm::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let known: Vec<String> = known.map(|value| format!(".{}", value.get_name())).collect();
    PictureForm::from_str(extension, true).map_err(|_| {
        let known = known.join(" or ");
        Failure::Input(format!(
            "cnfab: found the name '{name}' for a picture, expected one that ends in {known}, or --format"
        ))
    })
}

fn drawn(arguments: &Arguments, form: PictureForm, picture: &Picture) -> Vec<u8> {
    let usual = (2.0 * picture.width.max(picture.height)).min(4096.0);
    match form {
        PictureForm::Png => png(picture, arguments.pixels.unwrap_or(usual as u32), arguments.dark),
        PictureForm::Svg => svg(picture).into_bytes(),
    }
}

/// A solution from a file; it keeps the rules.
fn read(name: &str, number: Option<usize>, puzzle: &dyn Puzzle) -> Result<Cells, Failure> {
    let source = Source::open_answers(name)?;
    let passed_over = |line: &str| line.is_empty() || matches!(line, "no solution" | "not found");
    let mut lines = source.text.lines().enumerate().filter(|(_, line)| !passed_over(line.trim()));
    let wanted = number.unwrap_or(1);
    let found = wanted.checked_sub(1).and_then(|before| lines.nth(before));
    let Some((index, line)) = found else {
        let count = source.text.lines().filter(|line| !passed_over(line.trim())).count();
        let holds = match count {
            0 => "holds none".to_owned(),
            1 => "holds one".to_owned(),
            _ => format!("holds solutions 1 to {count}"),
        };
        return Err(Failure::Input(format!("cnfab: no solution {wanted}: '{}' {holds}", source.name)));
    };
    let cells = puzzle.read_plain(line).map_err(|mut error| {
        error.line = index + 1;
        source.error(error, &[FileKind::Words])
    })?;
    puzzle
        .check(&cells)
        .map_err(|why| Failure::Input(format!("{}:{}:1: no solution: {why}", source.name, index + 1)))?;
    Ok(cells)
}

/// The first solution that the strategy finds.
fn find(strategy: &Strategy, input: &Input, index: usize, budget: &Budget) -> Result<Cells, Failure> {
    let mut spec = RunSpec::new(strategy.clone());
    spec.view = input.view_of_all();
    spec.limits.limit_solutions = Some(1);
    let deadline = budget.deadline;
    let mut budget = spec.budget();
    budget.deadline = deadline;
    let (mut cells, mut outcome) = (None, None);
    let end = drive(vec![input.problems[index].problem()], spec, &budget, &mut output(), &mut |_, event| {
        match event {
            Event::Solution { cells: found, .. } => cells = Some(found),
            Event::Better { .. } => {}
            Event::Ended(ended) => outcome = Some(ended.result?.outcome),
        }
        Ok(())
    })?;
    let why = match (cells, end, outcome) {
        (Some(cells), ..) => return Ok(cells),
        (None, End::Done, Some(Outcome::Exhausted)) => {
            return Err(Failure::Input(format!("cnfab: '{}' has no solution", input.instances[index])));
        }
        (None, _, Some(Outcome::Stopped(limit))) => ended_by(limit),
        _ => limit_name(),
    };
    Err(Failure::Limit(format!("{why}: no solution found until then")))
}
