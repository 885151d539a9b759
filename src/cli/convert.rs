//! `cnfab convert`: a puzzle in a format of other programs, or in our text.

use std::io::{self, Write};
use std::path::Path;

use clap::builder::PossibleValue;

use crate::names::UnknownName;
use crate::puzzle::exchange::{EXCHANGE_FORMATS, ExchangeFormat};

use super::args::{AllowArguments, Input, PuzzleArguments};
use super::deadline::TimeArguments;
use super::failure::Failure;
use super::file::{Place, distinct, to_file};
use super::suggest::{Suggest, values};

/// Write a puzzle in another format: as a link for other programs, as characters, as our text.
///
/// Every command reads these formats, too: a file may hold a link, or several, one a line, and a link may stand for
/// FILE. Nothing is fetched from the network. Of a file with several puzzles, each gets a line. A part of a puzzle that
/// the format cannot state is an error; nothing is left out. 'cnfab list puzzle-formats' names what each format states.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The puzzle file, or a link; '-' is standard input.
    file: String,

    /// The format.
    #[arg(long, value_name = "FORMAT", value_parser = Suggest::new(format, formats), hide_possible_values = true)]
    to: Format,

    /// Only this puzzle of a file with several, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    puzzle: Option<usize>,

    #[command(flatten)]
    time: TimeArguments,

    /// Where to write; standard output if not given or '-'. The file appears when it is complete.
    #[arg(short, value_name = "OUT")]
    output: Option<String>,

    #[command(flatten)]
    allow: AllowArguments,
}

/// A registered format.
type Format = &'static ExchangeFormat;

fn format(name: &str) -> Result<Format, UnknownName> {
    ExchangeFormat::named(name)
}

/// The formats, for shells to complete.
fn formats() -> Vec<PossibleValue> {
    values(EXCHANGE_FORMATS.iter().map(|format| (format.name, format.about)))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.time.start();
    let input = PuzzleArguments::of(&arguments.file, None, arguments.puzzle, &arguments.allow).read()?;
    let output = arguments.output.as_deref().filter(|&name| name != "-");
    distinct(&[Place::output(output.unwrap_or("-"))], &input.files)?;
    let text = written(arguments.to, &input)?;
    match output {
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
        Some(name) => to_file(Path::new(name), |out| Ok(out.write_all(text.as_bytes())?)),
    }
}

/// The puzzles in the format, one after the other.
fn written(format: &ExchangeFormat, input: &Input) -> Result<String, Failure> {
    let puzzles = input.puzzles()?;
    if input.batch && !format.is_of_lines {
        let (name, count) = (&input.source.name, puzzles.len());
        let error = format!("cnfab: '{name}' holds {count} puzzles: choose one with --puzzle NUMBER");
        return Err(Failure::Input(error));
    }
    let mut text = String::new();
    for (puzzle, instance) in puzzles.iter().zip(&input.instances) {
        let written = format.write(puzzle.as_ref());
        text += &written.map_err(|why| {
            Failure::Input(format!("cnfab: '{instance}' cannot be written as {}: {why}", format.name))
        })?;
    }
    Ok(text)
}
