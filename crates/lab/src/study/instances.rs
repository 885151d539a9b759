//! The instances of a study: from files, or made from a text or by a program with parameters.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use toml::Spanned;

use crate::source::{Content, Contents, Source, SourceError, advice};
use cnfab_base::display;
use cnfab_puzzle::Puzzle;
use cnfab_solve::process;

use super::file::{Instances, Names, StudyError, Text};
use super::generated::Generated;
use super::values::Values;
use super::{Parameter, digest, generated, template};

/// How long a program may take to print an instance, and how much it may print.
const PATIENCE: Duration = Duration::from_secs(60);
const MOST_BYTES: u64 = 16_000_000;

/// How many bytes all texts that a table makes may have.
const MOST_TOTAL: u64 = 256_000_000;

/// How long a program that has closed its output is waited for.
const LEAST: Duration = Duration::from_secs(2);

/// How many bytes a name of files may have, as a path on most systems.
const LONGEST_PATTERN: usize = 4096;

/// How many instances a table may stand for.
const MOST: usize = 1_000_000;

/// A puzzle of a study, or a model.
pub(super) struct Instance {
    /// Its name in rows.
    pub(super) name: String,
    /// The text it stands in.
    pub(super) source: Arc<Source>,
    /// Its position in the text, from 0.
    pub(super) index: usize,
    pub(super) subject: Content,
    /// The files that it was read from.
    pub(super) files: Arc<[PathBuf]>,
    /// SHA-256 of all texts; with the number of the puzzle, if there are several.
    pub(super) hash: String,
    pub(super) parameters: BTreeMap<String, Parameter>,
    /// The family that reports put it into, if the study says so.
    pub(super) group: Option<String>,
    /// Its source and licence, if it or the study says so.
    pub(super) origin: Option<String>,
    /// True if the study had it made.
    pub(super) is_generated: bool,
}

impl Instance {
    /// True if it only asks for a solution: a model of a front end without an objective. A puzzle asks for all, of
    /// which it should have one.
    pub(super) fn is_decision(&self) -> bool {
        self.subject.puzzle().is_none() && self.subject.make_model(self.subject.views()[0].0).objective().is_none()
    }
}

/// Instances that are not made: by a program, or as `cnfab generate` makes puzzles.
#[derive(Clone, Debug)]
pub struct Unmade {
    /// The command as the study writes it.
    pub command: String,
    /// The number of times that it would run: each time it prints one puzzle or several.
    pub times: u64,
}

/// The instances that are made, and those that others lack.
pub(super) enum Making {
    /// All.
    All,
    /// Those that need no program of the user's.
    NoPrograms(Vec<Unmade>),
    /// Only those that are written down.
    Nothing(Vec<Unmade>),
}

/// Reads or makes the instances of a table. `folder` is what names of files are relative to, `allowed` are the folders
/// whose files puzzles may name besides their own.
pub(super) fn of(
    table: &Spanned<Instances>,
    folder: &Path,
    allowed: &[PathBuf],
    text: &Text<'_>,
    making: &mut Making,
) -> Result<Vec<Instance>, StudyError> {
    let at = |what: &str| text.error(table.span(), what);
    let Instances { files, puzzles, name, text: template, command, generate, parameters, .. } = table.get_ref();
    if let Some(generate) = generate {
        let beside = [
            ("files", files.is_some()),
            ("puzzles", puzzles.is_some()),
            ("text", template.is_some()),
            ("command", command.is_some()),
            ("with", !parameters.is_empty()),
        ];
        if let Some((key, _)) = beside.iter().find(|(_, is_there)| *is_there) {
            return Err(at(&format!("found '{key}' beside 'generate', expected one of them")));
        }
        let wrong = |why: String| text.error(generate.span(), why);
        if let Making::Nothing(unmade) = making {
            let times = generated::times(generate.get_ref()).map_err(wrong)?;
            unmade.push(Unmade { command: format!("generate {}", generate.get_ref().kind), times });
            return Ok(Vec::new());
        }
        let generated = generated::of(generate.get_ref(), name.as_ref().map(|name| name.get_ref().as_str()));
        return read_generated(generated.map_err(wrong)?, folder, &at);
    }
    let made = match (files, template, command) {
        (Some(files), None, None) => {
            if name.is_some() {
                return Err(at("found a 'name' beside 'files', which have names"));
            }
            let several = parameters.values().find(|values| values.get_ref().all().is_ok_and(|all| all.len() != 1));
            if let Some(several) = several {
                return Err(
                    text.error(several.span(), "expected one value beside 'files', which it says something about")
                );
            }
            let kept: BTreeMap<_, _> = combinations(parameters, text)?.into_iter().flatten().collect();
            let instances = from_files(files, puzzles.as_ref(), folder, allowed, text)?;
            return Ok(instances.into_iter().map(|it| Instance { parameters: kept.clone(), ..it }).collect());
        }
        (None, Some(template), None) => Made::Text(template),
        (None, None, Some(command)) => Made::Command(command),
        _ => return Err(at("expected one of 'files', 'generate', 'text' and 'command' in '[[instances]]'")),
    };
    let name = name.as_ref().ok_or_else(|| at("expected a 'name' for what 'text' or 'command' makes"))?;
    if let Some(puzzles) = puzzles {
        return Err(text.error(puzzles.span(), "found 'puzzles' without 'files'"));
    }
    if let (Made::Command(written), Making::NoPrograms(unmade) | Making::Nothing(unmade)) = (&made, &mut *making) {
        unmade.push(Unmade { command: written.get_ref().clone(), times: 0 });
    }
    let mut instances = Vec::new();
    let mut bytes = 0;
    for parameters in combinations(parameters, text)? {
        let named = template::fill(name.get_ref(), &parameters).map_err(|why| text.error(name.span(), why))?;
        let source = match (&made, &mut *making) {
            (Made::Text(written), _) => written_out(written, &parameters, text)?,
            (Made::Command(written), Making::All) => printed(written, &parameters, folder, text)?,
            (Made::Command(written), Making::NoPrograms(unmade) | Making::Nothing(unmade)) => {
                words(written, &parameters, text)?;
                unmade.last_mut().expect("it has been added").times += 1;
                continue;
            }
        };
        bytes += source.len() as u64;
        if bytes > MOST_TOTAL {
            return Err(at(&format!("the instances have more than {} MB", MOST_TOTAL / 1_000_000)));
        }
        let source = Source { name: named.clone(), text: source, folder: folder.to_owned(), allowed: allowed.to_vec() };
        let kept: BTreeMap<String, Parameter> = parameters.into_iter().collect();
        let read = puzzles_of(source, named, None, None).map_err(|why| text.error(table.span(), why.to_string()))?;
        instances.extend(read.into_iter().map(|instance| Instance { parameters: kept.clone(), ..instance }));
    }
    Ok(instances)
}

/// Reads the puzzles that were made.
fn read_generated(
    generated: Vec<Generated>,
    folder: &Path,
    wrong: &dyn Fn(&str) -> StudyError,
) -> Result<Vec<Instance>, StudyError> {
    let mut instances = Vec::new();
    for Generated { name, text, parameters } in generated {
        let source = Source { name: name.clone(), text, folder: folder.to_owned(), allowed: Vec::new() };
        let read = puzzles_of(source, name, None, None).map_err(|why| wrong(&why.to_string()))?;
        let parameters: BTreeMap<String, Parameter> = parameters.into_iter().collect();
        let made = |instance| Instance { parameters: parameters.clone(), is_generated: true, ..instance };
        instances.extend(read.into_iter().map(made));
    }
    Ok(instances)
}

/// How a text comes about.
enum Made<'t> {
    Text(&'t Spanned<String>),
    Command(&'t Spanned<String>),
}

/// A text with the parameters in it.
fn written_out(
    written: &Spanned<String>,
    parameters: &[(String, Parameter)],
    text: &Text<'_>,
) -> Result<String, StudyError> {
    template::fill(written.get_ref(), parameters).map_err(|why| text.error(written.span(), why))
}

/// The words of a command with the parameters in them.
fn words(
    written: &Spanned<String>,
    parameters: &[(String, Parameter)],
    text: &Text<'_>,
) -> Result<Vec<String>, StudyError> {
    let words = cnfab_base::words::words(written.get_ref())
        .and_then(|words| words.iter().map(|word| template::fill(word, parameters)).collect());
    words.map_err(|why| text.error(written.span(), why))
}

/// The output of a command with these parameters.
fn printed(
    written: &Spanned<String>,
    parameters: &[(String, Parameter)],
    folder: &Path,
    text: &Text<'_>,
) -> Result<String, StudyError> {
    output(&words(written, parameters, text)?, folder).map_err(|why| text.error(written.span(), why))
}

/// The output of a program.
fn output(words: &[String], folder: &Path) -> Result<String, String> {
    let shown = words.join(" ");
    let (program, arguments) = words.split_first().ok_or("found no program")?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::inherit());
    if !folder.as_os_str().is_empty() {
        command.current_dir(folder);
    }
    let cannot = |why: io::Error| format!("cannot run '{shown}': {why}");
    let mut program = process::UserProgram::start(command.stdout(Stdio::piped())).map_err(cannot)?;
    let printed = program.stdout().expect("a pipe was asked for");
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        // A program that prints more cannot go on, because nobody reads it.
        printed.take(MOST_BYTES + 1).read_to_end(&mut bytes).map(|_| bytes)
    });
    let start = Instant::now();
    let status = program.wait(&|| start.elapsed() > PATIENCE || reader.is_finished() && start.elapsed() > LEAST);
    let bytes = if status.as_ref().is_ok_and(Option::is_none) && !reader.is_finished() {
        return Err(format!("'{shown}' takes more than {} s", PATIENCE.as_secs()));
    } else {
        reader.join().map_err(|_| format!("what '{shown}' prints cannot be read"))?.map_err(cannot)?
    };
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("'{shown}' prints more than {} MB", MOST_BYTES / 1_000_000));
    }
    match status.map_err(cannot)? {
        Some(status) if !status.success() => Err(format!("'{shown}' ended with {status}")),
        _ => String::from_utf8(bytes).map_err(|_| format!("what '{shown}' prints is no UTF-8")),
    }
}

/// Each value of each parameter with each of the others, the last one fastest; in the order of their names.
fn combinations(
    parameters: &BTreeMap<String, Spanned<Values>>,
    text: &Text<'_>,
) -> Result<Vec<Vec<(String, Parameter)>>, StudyError> {
    let mut all: Vec<Vec<(String, Parameter)>> = vec![Vec::new()];
    for (name, values) in parameters {
        let written = values.get_ref().all().map_err(|why| text.error(values.span(), why))?;
        if all.len().saturating_mul(written.len()) > MOST {
            return Err(text.error(values.span(), format!("found more than {MOST} instances")));
        }
        let with = |before: &Vec<(String, Parameter)>, value: &Parameter| {
            before.iter().cloned().chain([(name.clone(), value.clone())]).collect()
        };
        all = all.iter().flat_map(|before| written.iter().map(move |value| with(before, value))).collect();
    }
    Ok(all)
}

/// The puzzles of the files with these names, which may have `*`, `?`, `**` and `[a-z]`; in the order of the names.
fn from_files(
    files: &Spanned<Names>,
    puzzles: Option<&Spanned<Values>>,
    folder: &Path,
    allowed: &[PathBuf],
    text: &Text<'_>,
) -> Result<Vec<Instance>, StudyError> {
    let wrong = |what: String| text.error(files.span(), what);
    let chosen = match puzzles {
        Some(puzzles) => Some(puzzles.get_ref().numbers().map_err(|why| text.error(puzzles.span(), why))?),
        None => None,
    };
    let mut instances = Vec::new();
    for pattern in files.get_ref().all() {
        // Patterns are followed folder by folder, each one deeper.
        if pattern.len() > LONGEST_PATTERN {
            let found = format!("{} of {} bytes", display::quoted(pattern), pattern.len());
            return Err(wrong(format!("found {found}, expected at most {LONGEST_PATTERN}")));
        }
        let full = folder.join(pattern);
        let full = full
            .to_str()
            .ok_or_else(|| wrong(format!("found {} in a folder whose name is no UTF-8", display::quoted(pattern))))?;
        let found = glob::glob(full).map_err(|why| wrong(format!("in {}: {why}", display::quoted(pattern))))?;
        let mut paths: Vec<PathBuf> =
            found.collect::<Result<_, _>>().map_err(|why| wrong(format!("in {}: {why}", display::quoted(pattern))))?;
        paths.retain(|path| !path.is_dir());
        paths.sort();
        if paths.is_empty() {
            return Err(wrong(format!("found no file {} in '{}'", display::quoted(pattern), shown(folder))));
        }
        for path in paths {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let full = path.to_str().ok_or_else(|| wrong(format!("found '{name}', whose name is no UTF-8")))?;
            let read = Source::open_found(full)
                .and_then(|source| puzzles_of(source.allowing(allowed), name, Some(&path), chosen.as_deref()));
            instances.extend(read.map_err(|why| match why {
                // Begins with the position in that file.
                SourceError::Parse { name, error, looks } => StudyError::Place {
                    file: name,
                    line: error.line,
                    column: error.column,
                    what: format!("found {}, expected {}{}", error.found, error.expected, advice(&error, looks)),
                },
                other => wrong(other.to_string()),
            })?);
        }
    }
    Ok(instances)
}

/// The puzzle of a text whose instance hash in rows is this; `None` if it has none, or is no text of puzzles.
pub fn find_puzzle(source: Source, hash: &str) -> Option<Arc<dyn Puzzle>> {
    let name = source.name.clone();
    let mut puzzles = puzzles_of(source, name, None, None).ok()?.into_iter();
    puzzles.find(|instance| instance.hash == hash)?.subject.puzzle().cloned()
}

/// The chosen puzzles of a text, all if nothing is said; counted from 1. `path` is where the text was read from.
fn puzzles_of(
    source: Source,
    name: String,
    path: Option<&Path>,
    chosen: Option<&[u64]>,
) -> Result<Vec<Instance>, SourceError> {
    let name = display::escaped(&name).into_owned();
    let Contents { problems, files } = source.contents()?;
    let count = problems.len();
    let source = Arc::new(Source { name, ..source });
    let whole = digest::of(std::iter::once(source.text.as_str()).chain(files.iter().map(|file| file.text.as_str())));
    let files: Arc<[PathBuf]> =
        path.map(Path::to_owned).into_iter().chain(files.into_iter().map(|file| file.path)).collect();
    let origin = origin(&source.text);
    let instance = |(index, subject): (usize, Content)| {
        let hash = if count == 1 { whole.clone() } else { digest::of([&whole, "#", &(index + 1).to_string()]) };
        let name = source.instance_of(index, count);
        let (source, files) = (Arc::clone(&source), Arc::clone(&files));
        let (parameters, origin) = (BTreeMap::new(), origin.clone());
        Instance { name, source, index, subject, files, hash, parameters, group: None, origin, is_generated: false }
    };
    let wanted = |index: usize| chosen.is_none_or(|chosen| chosen.contains(&(index as u64 + 1)));
    Ok(problems.into_iter().enumerate().filter(|&(index, _)| wanted(index)).map(instance).collect())
}

/// The source that a text states in a comment near its beginning, such as `# Source: Cornell 1998 (MIT licence).`.
fn origin(text: &str) -> Option<String> {
    let mut comments = text.lines().take(50).filter_map(|line| line.split_once("Source:"));
    let is_mark = |mark: &str| mark == "c" || !mark.contains(char::is_alphanumeric);
    Some(comments.find(|(mark, _)| is_mark(mark.trim()))?.1.trim().to_owned())
}

fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { ".".to_owned() } else { folder.display().to_string() }
}
