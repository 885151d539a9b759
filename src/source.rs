//! Where texts come from: a file or standard input, compressed or not, and the files beside a puzzle that it names.
//!
//! A puzzle may come from a stranger. It names only regular files in or below its own folder, and in the folders that
//! the user allows; files that it names elsewhere are not even opened.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Read, Seek};
use std::ops::Deref;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::display;
use crate::file_kind::{FileKind, LOOKED_AT, guess};
use crate::format::compressed;
use crate::frontend::{self, FrontEnd};
use crate::parse_error::ParseError;
use crate::problem::Problem;
use crate::puzzle::exchange::is_link;
use crate::puzzle::{self, Kind, Puzzle};

/// A text with its name and its folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The name as it was given; `<stdin>` for standard input.
    pub name: String,
    /// The text.
    pub text: String,
    /// The folder that names in the text are relative to.
    pub folder: PathBuf,
    /// Further folders whose files the text may name.
    #[serde(default)]
    pub allowed: Vec<PathBuf>,
}

/// A file that a text names.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub text: String,
}

/// What stands in a text.
#[derive(Clone)]
pub struct Contents {
    /// The problems; at least one.
    pub problems: Vec<Content>,
    /// The files that the text names.
    pub files: Vec<NamedFile>,
}

/// A problem of a text: a puzzle, or a model that a front end read.
#[derive(Clone)]
pub enum Content {
    /// A puzzle.
    Puzzle(Arc<dyn Puzzle>),
    /// A model.
    Model(&'static FrontEnd, Arc<dyn Problem>),
}

impl Content {
    /// It as a problem.
    pub fn problem(&self) -> Arc<dyn Problem> {
        match self {
            Content::Puzzle(puzzle) => Arc::clone(puzzle) as Arc<dyn Problem>,
            Content::Model(_, problem) => Arc::clone(problem),
        }
    }

    /// It as a puzzle, if it is one.
    pub fn puzzle(&self) -> Option<&Arc<dyn Puzzle>> {
        match self {
            Content::Puzzle(puzzle) => Some(puzzle),
            Content::Model(..) => None,
        }
    }

    /// Its kind, if it is a puzzle.
    pub fn kind(&self) -> Option<&'static Kind> {
        self.puzzle().map(|puzzle| puzzle.kind())
    }
}

impl Deref for Content {
    type Target = dyn Problem;

    fn deref(&self) -> &Self::Target {
        match self {
            Content::Puzzle(puzzle) => puzzle.as_ref(),
            Content::Model(_, problem) => problem.as_ref(),
        }
    }
}

/// Why a text could not be read, or is wrong; begins with the name of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The file cannot be read.
    #[error("cannot read '{name}': {why}")]
    Read {
        /// The file.
        name: String,
        /// The system's reason.
        why: io::Error,
    },
    /// There is a folder where a file is expected.
    #[error("cannot read '{0}': found a folder, expected a file")]
    Folder(String),
    /// There is something else where a file is expected, such as a device.
    #[error("cannot read '{0}': found neither a file nor a pipe")]
    Kind(String),
    /// There is a pipe, or something else that is no file, where a pipe will not do.
    #[error("cannot read '{0}': found a pipe or a device, expected a file")]
    NoFile(String),
    /// The file is too large.
    #[error("cannot read '{name}': found more than {megabytes} MB")]
    Size {
        /// The file.
        name: String,
        /// What would be read, in megabytes of a million bytes.
        megabytes: u64,
    },
    /// Something in the text is wrong.
    #[error("{name}:{}:{}: found {}, expected {}{}", error.line, error.column, error.found, error.expected, advice(error, *looks))]
    Parse {
        /// The file.
        name: String,
        /// The error.
        error: ParseError,
        /// What the file looks like, if that is not what was expected.
        looks: Option<FileKind>,
    },
}

/// The addition to an error: that the file looks like something else, or else what the error advises.
pub(crate) fn advice(error: &ParseError, looks: Option<FileKind>) -> String {
    if looks.is_some() { hint(looks) } else { error.advice.iter().map(ToString::to_string).collect() }
}

/// The addition to a message about a file that looks like something else.
pub(crate) fn hint(looks: Option<FileKind>) -> String {
    looks.map(|kind| format!("; it looks like {}", kind.about())).unwrap_or_default()
}

/// The largest puzzle file and word list that is read, in megabytes of a million bytes.
const MOST_MEGABYTES: u64 = 256;

/// The largest file of answers.
const MOST_OF_ANSWERS: u64 = 2000;

/// The first characters of a link in its name.
const LINK_BEGIN: usize = 24;
/// The last characters of a link in its name.
const LINK_END: usize = 12;

/// A file, or standard input, that has been opened: what it holds, uncompressed.
pub(crate) struct Opened {
    /// The name as messages print it; `<stdin>` for standard input.
    pub name: String,
    /// What it looks like.
    pub looks: Option<FileKind>,
    reader: Box<dyn Read>,
}

impl Opened {
    /// Opens a file, or standard input for `-`. A path that is no file and no pipe is not even opened: a device may
    /// have no end.
    ///
    /// # Errors
    /// If it cannot be opened, is neither a file nor a pipe, or the first bytes cannot be read.
    pub(crate) fn open(path: &str) -> Result<Self, SourceError> {
        match path {
            "-" => Self::of(path, "<stdin>", io::stdin()),
            _ => Self::of(path, path, open_file(Path::new(path), path, true)?),
        }
    }

    /// Opens a file; no pipe, and `-` is a file's name like any other.
    ///
    /// # Errors
    /// If it cannot be opened, is no file, or the first bytes cannot be read.
    pub(crate) fn open_file(path: &str) -> Result<Self, SourceError> {
        Self::of(path, path, open_file(Path::new(path), path, false)?)
    }

    fn of(path: &str, name: &str, from: impl Read + 'static) -> Result<Self, SourceError> {
        let name = display::escaped(name).into_owned();
        let cannot = |why: io::Error| SourceError::Read { name: name.clone(), why };
        let mut whole = compressed::reader(path, from).map_err(cannot)?;
        let mut head = Vec::new();
        whole.by_ref().take(LOOKED_AT as u64).read_to_end(&mut head).map_err(cannot)?;
        let looks = guess(&head);
        Ok(Opened { name, looks, reader: Box::new(io::Cursor::new(head).chain(whole)) })
    }

    /// The whole text, if it has at most `megabytes` of a million bytes.
    ///
    /// # Errors
    /// If it is more or cannot be read.
    pub(crate) fn bytes_within(mut self, megabytes: u64) -> Result<Vec<u8>, SourceError> {
        let most = megabytes * 1_000_000;
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(most + 1).read_to_end(&mut bytes);
        read.map_err(|why| SourceError::Read { name: self.name.clone(), why })?;
        if bytes.len() as u64 > most { Err(SourceError::Size { name: self.name, megabytes }) } else { Ok(bytes) }
    }

    /// All that is in it as text.
    ///
    /// # Errors
    /// If it has more than `megabytes`, cannot be read or is no UTF-8.
    pub(crate) fn text_within(self, megabytes: u64) -> Result<String, SourceError> {
        let (name, looks) = (self.name.clone(), self.looks.filter(|kind| matches!(kind, FileKind::Binary(_))));
        let text = String::from_utf8(self.bytes_within(megabytes)?).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let found = format!("byte 0x{:02x}", error.as_bytes()[valid]);
            SourceError::Parse { name, error: ParseError::new(line, column, found, "UTF-8 text"), looks }
        })?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// Opens a file to be read at any offset: one that is compressed is expanded into a file without a name first.
///
/// # Errors
/// If it cannot be opened or expanded, or is no file.
pub(crate) fn open_to_seek(path: &str) -> Result<fs::File, SourceError> {
    let name = display::escaped(path).into_owned();
    let cannot = |why: io::Error| SourceError::Read { name: name.clone(), why };
    let mut file = open_file(Path::new(path), path, false)?;
    let is_compressed = compressed::is_compressed(path, &mut file).and_then(|is| file.rewind().map(|()| is));
    if !is_compressed.map_err(cannot)? {
        return Ok(file);
    }
    let mut expanded = tempfile::tempfile().map_err(cannot)?;
    let copied = compressed::reader(path, file).and_then(|mut whole| io::copy(&mut whole, &mut expanded));
    copied.and_then(|_| expanded.rewind()).map_err(cannot)?;
    Ok(expanded)
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl Source {
    /// Reads a puzzle file, or standard input for `-`. A link is no name of a file, but the puzzle itself.
    ///
    /// # Errors
    /// If it cannot be read, is neither a file nor a pipe, is too large or is no UTF-8.
    pub fn open(path: &str) -> Result<Self, SourceError> {
        if is_link(path) {
            let (text, name) = (path.to_owned(), name_of_link(path));
            return Ok(Source { name, text, folder: PathBuf::new(), allowed: Vec::new() });
        }
        Self::open_within(path, MOST_MEGABYTES)
    }

    /// Reads a file of answers, or standard input for `-`.
    ///
    /// # Errors
    /// If it cannot be read, is neither a file nor a pipe, is too large or is no UTF-8.
    pub fn open_answers(path: &str) -> Result<Self, SourceError> {
        Self::open_within(path, MOST_OF_ANSWERS)
    }

    fn open_within(path: &str, megabytes: u64) -> Result<Self, SourceError> {
        let opened = Opened::open(path)?;
        let name = opened.name.clone();
        let folder = if path == "-" { None } else { Path::new(path).parent() };
        let folder = folder.map(Path::to_owned).unwrap_or_default();
        Ok(Source { name, text: opened.text_within(megabytes)?, folder, allowed: Vec::new() })
    }

    /// The same text, which may name files of these folders, too.
    pub fn allowing(self, folders: &[PathBuf]) -> Self {
        Source { allowed: folders.to_owned(), ..self }
    }

    /// The instance's name of one of several puzzles in the text, from 0: the text's name as it was given, since files
    /// in different folders may have the same name; with `#` and the puzzle's number if there are several.
    pub fn instance_of(&self, puzzle: usize, of: usize) -> String {
        if of == 1 { self.name.clone() } else { format!("{}#{}", self.name, puzzle + 1) }
    }

    /// An error in this text, which should be of one of these kinds.
    pub fn error(&self, error: ParseError, expected: &[FileKind]) -> SourceError {
        let looks = guess(self.text.as_bytes()).filter(|kind| !expected.contains(kind));
        SourceError::Parse { name: self.name.clone(), error, looks }
    }

    /// Reads the problems: a text in the format of a front end is one, any other text is one or more puzzles. The name
    /// decides where the text does not tell.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn contents(&self) -> Result<Contents, SourceError> {
        if let Some(front_end) = frontend::for_text(&self.text, &self.name) {
            let problem = (front_end.read)(&self.text).map_err(|error| self.error(error, &[front_end.looks]))?;
            let problems = vec![Content::Model(front_end, Arc::from(problem))];
            return Ok(Contents { problems, files: Vec::new() });
        }
        let files = RefCell::new(Vec::new());
        let read_file = |name: &str| -> Result<String, String> {
            let (path, text) = self.read_file(name)?;
            files.borrow_mut().push(NamedFile { path, text: text.clone() });
            Ok(text)
        };
        let read = puzzle::read(&self.text, &read_file);
        let (_, puzzles) = read.map_err(|error| self.error(error, &[FileKind::Puzzle]))?;
        let problems = puzzles.into_iter().map(|puzzle| Content::Puzzle(Arc::from(puzzle))).collect();
        Ok(Contents { problems, files: files.into_inner() })
    }
}

impl Source {
    /// A file that the puzzle names: where it is, and its text.
    fn read_file(&self, name: &str) -> Result<(PathBuf, String), String> {
        let path = self.permitted(name)?;
        let read = open_file(&path, name, false).and_then(|file| Opened::of(name, name, file));
        let read = read.and_then(|opened| opened.text_within(MOST_MEGABYTES));
        let text = read.map_err(|error| match error {
            SourceError::Read { why, .. } => why.to_string(),
            SourceError::Folder(_) => "it is a folder".to_owned(),
            SourceError::Kind(_) | SourceError::NoFile(_) => "it is no regular file".to_owned(),
            SourceError::Size { megabytes, .. } => format!("it has more than {megabytes} MB"),
            SourceError::Parse { error, .. } => error.to_string(),
        })?;
        Ok((path, text))
    }

    /// Where the file is that the text names, if it may be read. Links are followed first.
    fn permitted(&self, name: &str) -> Result<PathBuf, String> {
        let outside = || "it is outside of the puzzle's folder, and of what --allow-files names".to_owned();
        let own = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        // A whole path into the folder is as good as one that begins there.
        let whole = [fs::canonicalize(own), std::path::absolute(own)];
        let below = whole.iter().flatten().find_map(|own| Path::new(name).strip_prefix(own).ok());
        let below = below.unwrap_or(Path::new(name));
        let plain = below.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !plain && self.allowed.is_empty() {
            return Err(outside());
        }
        let target = fs::canonicalize(own.join(name));
        // Whether there is a file outside is nobody's business.
        let target = target.map_err(|why| if plain { why.to_string() } else { outside() })?;
        let folders = plain.then_some(own).into_iter().chain(self.allowed.iter().map(PathBuf::as_path));
        let within = |folder: &Path| fs::canonicalize(folder).is_ok_and(|folder| target.starts_with(folder));
        if folders.into_iter().any(within) { Ok(target) } else { Err(outside()) }
    }
}

/// Names a link by its first and its last characters.
fn name_of_link(link: &str) -> String {
    let count = link.chars().count();
    if count <= LINK_BEGIN + LINK_END {
        return display::escaped(link).into_owned();
    }
    let (begin, end): (String, String) =
        (link.chars().take(LINK_BEGIN).collect(), link.chars().skip(count - LINK_END).collect());
    display::escaped(&format!("{begin}...{end}")).into_owned()
}

/// Opens a file. A path that is none is not even opened: a pipe may wait for ever, a device may have no end.
fn open_file(path: &Path, name: &str, pipes: bool) -> Result<fs::File, SourceError> {
    let name = display::escaped(name).into_owned();
    let cannot = |why: io::Error| SourceError::Read { name: name.clone(), why };
    let kind = fs::metadata(path).map_err(cannot)?.file_type();
    if kind.is_dir() {
        return Err(SourceError::Folder(name));
    }
    let readable = kind.is_file() || pipes && is_pipe(kind);
    if !readable {
        return Err(if pipes { SourceError::Kind(name) } else { SourceError::NoFile(name) });
    }
    fs::File::open(path).map_err(cannot)
}

#[cfg(unix)]
fn is_pipe(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: fs::FileType) -> bool {
    false
}
