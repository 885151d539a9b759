//! `cnfab export`: the model for other programs.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cnfab::format::compressed;
use cnfab::format::{Export, ExportError, FORMATS, Format, States};
use cnfab::names::UnknownName;

use super::args::{EncodeArguments, Input, PuzzleArguments};
use super::failure::Failure;
use super::interrupt;

/// Write the model for other solvers: as clauses, as pseudo-Boolean constraints or as an integer program.
///
/// In a batch, say which puzzle (--puzzle NUMBER), or give '-o' a name with '{}' in it: one file per puzzle, its number in
/// place of '{}'.
#[derive(clap::Args)]
#[command(after_help = formats_help())]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    #[command(flatten)]
    encode: EncodeArguments,

    /// The format; see 'cnfab list formats'.
    #[arg(long, default_value = "dimacs", value_parser = find_format)]
    format: Chosen,

    /// Where to write; standard output if not given or '-'. The file appears when it is complete, compressed if its name ends
    /// in '.gz' or '.xz'.
    #[arg(short, value_name = "OUT")]
    output: Option<String>,
}

/// What is in the files, format by format.
fn formats_help() -> String {
    FORMATS.iter().map(|format| format.help).collect::<Vec<_>>().join("\n")
}

/// A format of the registry.
#[derive(Clone, Copy)]
pub(super) struct Chosen(pub(super) &'static Format);

impl Chosen {
    /// Says which parts of --encode have no effect on the format.
    pub(super) fn note_ignored(self, encode: &EncodeArguments) {
        let encodings = encode.encodings();
        match self.0.states {
            States::Clauses => encode.note_ignored("an export of clauses", Some(&encodings.recipe.to_string())),
            States::Program => {
                let ilp = format!("ilp={}", encodings.ilp.name());
                encode.note_ignored("an export of an integer program", Some(&ilp));
            }
        }
    }
}

pub(super) fn find_format(name: &str) -> Result<Chosen, UnknownName> {
    let found = FORMATS.iter().find(|format| format.name == name).map(Chosen);
    found.ok_or_else(|| UnknownName::new("format", name, FORMATS.iter().map(|format| format.name)))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let input = arguments.puzzle.read()?;
    arguments.encode.check(&input)?;
    arguments.format.note_ignored(&arguments.encode);
    let output = arguments.output.as_deref().filter(|&name| name != "-");
    if input.batch && !output.is_some_and(|name| name.contains("{}")) {
        return Err(Failure::Input(format!(
            "cnfab: '{}' holds {} puzzles: choose one with --puzzle NUMBER, or give -o a name with '{{}}' for the number",
            input.source.name,
            input.puzzles.len()
        )));
    }
    for index in 0..input.puzzles.len() {
        match output {
            None => write(arguments, &input, index, &mut io::stdout().lock(), None)?,
            Some(name) => {
                let name = name.replace("{}", &(index + 1).to_string());
                to_file(Path::new(&name), |out| {
                    compressed::write(&name, out, |out| write(arguments, &input, index, out, Some(&name)))
                })?;
            }
        }
    }
    Ok(())
}

/// Writes one export to a file of this name, or to standard output.
fn write(
    arguments: &Arguments,
    input: &Input,
    index: usize,
    out: &mut dyn Write,
    name: Option<&str>,
) -> Result<(), Failure> {
    let model = input.puzzles[index].make_model(input.view);
    if let States::Clauses = arguments.format.0.states {
        arguments.encode.fetch(&model)?;
    }
    let export = Export {
        model: &model,
        recipe: &arguments.encode.encodings().recipe,
        ilp: arguments.encode.encodings().ilp,
        instance: file_name(&input.instances[index]),
        kind: input.kind.name,
        view: input.view,
    };
    (arguments.format.0.write)(&export, out).map_err(|error| match error {
        ExportError::Unsupported(unsupported) => unsupported.into(),
        ExportError::Program(unsupported) => Failure::Input(format!("cnfab: {unsupported}")),
        ExportError::Io(error) => match name {
            Some(name) if error.kind() != io::ErrorKind::BrokenPipe => {
                Failure::Input(format!("cnfab: cannot write '{name}': {error}"))
            }
            _ => Failure::Output(error),
        },
    })
}

/// The instance's name without its folder, on which the export shall not depend.
fn file_name(instance: &str) -> &str {
    Path::new(instance).file_name().and_then(|name| name.to_str()).unwrap_or(instance)
}

/// The unfinished file, to be removed when the process is asked to end.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Writes beside the file under another name, which becomes the file's when all is written.
fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
    let cannot = |why: io::Error| Failure::Input(format!("cnfab: cannot write '{}': {why}", path.display()));
    // A link is followed: what it points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => {
            return Err(Failure::Input(format!("cnfab: cannot write '{}': it is a folder", path.display())));
        }
        // Devices and pipes cannot be replaced.
        Ok(there) if !there.is_file() => return write(&mut File::create(&target).map_err(cannot)?),
        _ => {}
    }
    let name = target.file_name().and_then(|name| name.to_str()).unwrap_or("export");
    let unfinished = target.with_file_name(format!(".{name}.{}.part", std::process::id()));
    remove_when_interrupted(&unfinished);
    let mut file = File::create(&unfinished).map_err(cannot)?;
    let result = write(&mut file).and_then(|()| fs::rename(&unfinished, &target).map_err(cannot));
    if result.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&unfinished);
    }
    result
}

fn remove_when_interrupted(unfinished: &Path) {
    let mut current = UNFINISHED.lock().expect("nobody panics while holding the name");
    if current.is_none() {
        interrupt::handle(|| {
            if let Some(path) = UNFINISHED.lock().ok().and_then(|path| path.clone()) {
                let _ = fs::remove_file(path);
            }
            eprintln!("cnfab: interrupted: nothing has been written");
            std::process::exit(3);
        });
    }
    *current = Some(unfinished.to_owned());
}
