//! `cnfab export`: the model for other programs.

use std::io::{self, Write};
use std::path::Path;

use clap::builder::PossibleValue;

use crate::format::{self, Export, ExportError, FORMATS, Format, States, clause_map, row_map};
use crate::names::UnknownName;

use super::deadline::TimeArguments;
use super::encode::EncodeArguments;
use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file};
use super::inputs::{FilesArguments, Input};
use super::map_json::{map_json, row_map_json};
use super::suggest::{Suggest, values};

/// Write the model for other solvers: clauses, pseudo-Boolean constraints, a program.
///
/// In a batch, select a puzzle (--puzzle NUMBER), or give '-o' a name with '{}' in it: one file per puzzle, its number
/// instead of '{}'.
#[derive(clap::Args)]
#[command(after_long_help = formats_help())]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: FilesArguments,

    #[command(flatten)]
    encode: EncodeArguments,

    /// The format; see 'cnfab list formats'.
    #[arg(short, long, value_name = "FORMAT", default_value = "dimacs",
        value_parser = Suggest::new(find_format, format_names), hide_possible_values = true)]
    format: Chosen,

    /// A comment before the clauses of each constraint: 'c constraint row[0]', and before those of each variable.
    ///
    /// In 'opb' before its rows; the rows of 'lp' and 'mps' have the names of their constraints in any case.
    #[arg(long, conflicts_with = "map")]
    comments: bool,

    /// Write what variables and clauses are about, in place of the formula.
    ///
    /// An object with the variables of the model and their literals, and names of the text that stand for others. It
    /// also has the meaning of each variable of the formula, and the clauses of each constraint; of lp, mps and opb,
    /// the columns and rows. 'cnfab schema map' describes it. Numbers are those of the file, except in knf.
    #[arg(long, value_name = "FORM", ignore_case = true)]
    map: Option<MapForm>,

    #[command(flatten)]
    time: TimeArguments,

    /// Where to write; standard output if not given or '-'. The file appears when it is complete, compressed if its
    /// name ends in '.gz' or '.xz'.
    #[arg(short, value_name = "OUT")]
    output: Option<String>,
}

/// The form of a map.
#[derive(Clone, Copy, clap::ValueEnum)]
enum MapForm {
    /// A JSON object.
    Json,
}

/// The content of the files, format by format.
fn formats_help() -> String {
    FORMATS.iter().map(|format| format.help).collect::<Vec<_>>().join("\n")
}

/// A format of the registry.
#[derive(Clone, Copy)]
pub(super) struct Chosen(pub(super) &'static Format);

impl Chosen {
    /// Reports which parts of --encode have no effect on the format.
    pub(super) fn note_ignored(self, encode: &EncodeArguments) {
        let encodings = encode.encodings();
        match self.0.states {
            States::Clauses => encode.note_ignored("an export of clauses", Some(&encodings.recipe.to_string())),
            States::Binaries | States::Program => {
                let ilp = format!("ilp={}", encodings.formulation().name());
                encode.note_ignored("an export of an integer program", Some(&ilp));
            }
        }
    }
}

/// The formats, for shells to complete.
pub(super) fn format_names() -> Vec<PossibleValue> {
    values(FORMATS.iter().map(|format| (format.name, format.about)))
}

pub(super) fn find_format(name: &str) -> Result<Chosen, UnknownName> {
    format::find_format(name).map(Chosen)
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.time.start();
    let input = arguments.puzzle.read()?;
    arguments.encode.check(&input)?;
    arguments.format.note_ignored(&arguments.encode);
    if arguments.comments && arguments.format.0.answers.names_rows() {
        let found = format!("the rows of {} have the names of their constraints", arguments.format.0.name);
        return Err(Failure::Input(format!("cnfab: {found}: found --comments, expected none")));
    }
    let output = arguments.output.as_deref().filter(|&name| name != "-");
    if input.batch && !output.is_some_and(|name| name.contains("{}")) {
        let choose = input.choose();
        return Err(Failure::Input(format!("cnfab: {choose}, or give -o a name with '{{}}' for the number")));
    }
    let name_of = |index: usize| output.map(|name| name.replace("{}", &input.number(index).to_string()));
    let outputs: Vec<FilePlace> = (0..input.problems.len()).filter_map(name_of).map(FilePlace::file).collect();
    distinct(&outputs, &input.files)?;
    for index in 0..input.problems.len() {
        match name_of(index) {
            None => write(arguments, &input, index, &mut io::stdout().lock())?,
            Some(name) => to_file(Path::new(&name), |out| write(arguments, &input, index, out))?,
        }
    }
    input.all_read()
}

/// Writes one export.
fn write(arguments: &Arguments, input: &Input, index: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let (problem, view) = (&input.problems[index], input.view(index));
    let model = problem.make_model(view);
    let recipe = match arguments.format.0.states {
        States::Clauses => arguments.encode.resolve(&model)?,
        States::Binaries | States::Program => arguments.encode.encodings().recipe.clone(),
    };
    let aliases = input.problems[index].aliases(input.view(index));
    let export = Export {
        model: &model,
        recipe: &recipe,
        aliases: &aliases,
        ilp: arguments.encode.encodings().formulation(),
        instance: file_name(&input.instances[index]),
        kind: problem.name(),
        view,
        comments: arguments.comments,
    };
    let written = match arguments.map {
        Some(MapForm::Json) => {
            let map = match arguments.format.0.states {
                States::Clauses => clause_map(&export, &|_, _, _| false).map(|map| map_json(&export, &map)),
                states => row_map(&export, states).map(|map| row_map_json(&export, &map)),
            };
            map.and_then(|map| Ok(writeln!(out, "{map}")?))
        }
        None => (arguments.format.0.write)(&export, out),
    };
    written.map_err(|error| match error {
        ExportError::Unsupported(unsupported) => unsupported.into(),
        ExportError::Program(unsupported) => Failure::Input(format!("cnfab: {unsupported}")),
        ExportError::Io(error) => Failure::Output(error),
    })
}

/// The instance's name without its folder, on which the export shall not depend.
fn file_name(instance: &str) -> &str {
    Path::new(instance).file_name().and_then(|name| name.to_str()).unwrap_or(instance)
}
