//! `cnfab convert`: a puzzle in a format of other programs, or in our text.

use std::io::{self, Write};
use std::path::Path;

use clap::builder::PossibleValue;

use crate::names::UnknownName;
use crate::puzzle::About;
use crate::puzzle::exchange::{EXCHANGE_FORMATS, ExchangeFormat};

use super::args::AllowArguments;
use super::deadline::TimeArguments;
use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file};
use super::inputs::Input;
use super::message::say;
use super::suggest::{Suggest, values};

/// Write a puzzle in another format: a link for other programs, characters, our text.
///
/// Every command reads these formats, too: a file may hold a link, or several, one a line, and a link may stand for
/// FILE. Nothing is fetched from the network. Each of several puzzles gets a line, or a text with an empty line
/// between. A part of a puzzle that the format cannot state is an error. Title, author and rules in words are kept
/// where the format has a place for them, and a note says so where it has not. 'cnfab list puzzle-formats' names what
/// each format states.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The puzzle files, links, and folders of such files; '-' is standard input, 'FILE#2' the second puzzle of FILE.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// The format.
    #[arg(long, value_name = "FORMAT", value_parser = Suggest::new(format, formats), hide_possible_values = true)]
    to: Format,

    /// Only this puzzle of several, counted from 1.
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
    let input = Input::of(&arguments.files, None, arguments.puzzle, &arguments.allow)?;
    let output = arguments.output.as_deref().filter(|&name| name != "-");
    distinct(&[FilePlace::output(output.unwrap_or("-"))], &input.files)?;
    let (text, refused) = written(arguments.to, &input)?;
    match output {
        None => io::stdout().lock().write_all(text.as_bytes())?,
        Some(name) => to_file(Path::new(name), |out| Ok(out.write_all(text.as_bytes())?))?,
    }
    match refused {
        0 => input.all_read(),
        _ => Err(Failure::Input(format!("cnfab: {refused} of {} puzzles could not be written", input.count()))),
    }
}

/// The puzzles in the format, one after the other, and how many of several cannot be written: these are reported.
fn written(format: &ExchangeFormat, input: &Input) -> Result<(String, usize), Failure> {
    let puzzles = input.puzzles()?;
    let (mut text, mut refused) = (String::new(), 0);
    for (index, (puzzle, instance)) in puzzles.iter().zip(&input.instances).enumerate() {
        let about = input.about(index);
        match format.write_with(puzzle.as_ref(), &about) {
            Ok(written) => {
                if !format.has_about && about != About::default() {
                    say!(
                        "cnfab: note: '{instance}': {} has no place for title, author and rules in words",
                        format.name
                    );
                }
                if !format.is_of_lines && !text.is_empty() {
                    text.push('\n');
                }
                text += &written;
            }
            Err(why) => {
                let error = format!("cnfab: '{instance}' cannot be written as {}: {why}", format.name);
                if !input.batch {
                    return Err(Failure::Input(error));
                }
                say!("{error}");
                refused += 1;
            }
        }
    }
    Ok((text, refused))
}
