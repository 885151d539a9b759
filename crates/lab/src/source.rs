//! The sources of texts: a file or standard input, compressed or not, and the files beside a puzzle that it names.
//!
//! A puzzle may come from a stranger. It names only regular files in or below its own folder, and in the folders that
//! the user allows; files that it names elsewhere are not even opened.

mod text;

use std::cell::{LazyCell, RefCell};
use std::fs;
use std::io;
use std::ops::Deref;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use cnfab_base::parse_error::ParseError;
use cnfab_frontend::file_kind::{FileKind, guess};
use cnfab_frontend::{self as frontend, FrontEnd};
use cnfab_model::problem::Problem;
use cnfab_puzzle::exchange::is_link;
use cnfab_puzzle::{self as puzzle, About, Kind, Puzzle};

use text::name_of_link;
pub use text::utf8;

mod opened;

pub use opened::{Opened, open_to_seek};

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
    /// Its path.
    pub path: PathBuf,
    /// Its contents.
    pub text: String,
}

/// The contents of a text.
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
    /// A puzzle, and what it says for people.
    Puzzle(Arc<dyn Puzzle>, About),
    /// A model.
    Model(&'static FrontEnd, Arc<dyn Problem>),
}

impl Content {
    /// It as a problem.
    pub fn problem(&self) -> Arc<dyn Problem> {
        match self {
            Content::Puzzle(puzzle, _) => Arc::clone(puzzle) as Arc<dyn Problem>,
            Content::Model(_, problem) => Arc::clone(problem),
        }
    }

    /// It as a puzzle, if it is one.
    pub fn puzzle(&self) -> Option<&Arc<dyn Puzzle>> {
        match self {
            Content::Puzzle(puzzle, _) => Some(puzzle),
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
            Content::Puzzle(puzzle, _) => puzzle.as_ref(),
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
        /// The size of the text, in megabytes of a million bytes.
        megabytes: u64,
    },
    /// Something in the text is wrong.
    #[error("{name}:{}:{}: found {}, expected {}{}", error.line, error.column, error.found, error.expected, advice(error, *looks))]
    Parse {
        /// The file.
        name: String,
        /// The error.
        error: ParseError,
        /// The kind of the file, if that is not what was expected.
        looks: Option<FileKind>,
    },
}

/// The addition to an error: that the file looks like something else, or else what the error advises.
pub(crate) fn advice(error: &ParseError, looks: Option<FileKind>) -> String {
    if looks.is_some() { hint(looks) } else { error.advice.iter().map(ToString::to_string).collect() }
}

/// The addition to a message about a file that looks like something else.
pub fn hint(looks: Option<FileKind>) -> String {
    looks.map(|kind| format!("; it looks like {}", kind.about())).unwrap_or_default()
}

/// The largest puzzle file and word list that is read, in megabytes of a million bytes.
const MOST_MEGABYTES: u64 = 256;

/// The largest file of answers.
const MOST_OF_ANSWERS: u64 = 2000;

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
        Self::of(Opened::open(path)?, path, MOST_MEGABYTES)
    }

    /// Reads a puzzle file that was found in a folder: no pipe, which may wait for ever.
    ///
    /// # Errors
    /// If it cannot be read, is no file, is too large or is no UTF-8.
    pub fn open_found(path: &str) -> Result<Self, SourceError> {
        Self::of(Opened::open_file(path)?, path, MOST_MEGABYTES)
    }

    /// Reads a file of answers, or standard input for `-`.
    ///
    /// # Errors
    /// If it cannot be read, is neither a file nor a pipe, is too large or is no UTF-8.
    pub fn open_answers(path: &str) -> Result<Self, SourceError> {
        Self::of(Opened::open(path)?, path, MOST_OF_ANSWERS)
    }

    fn of(opened: Opened, path: &str, megabytes: u64) -> Result<Self, SourceError> {
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
    /// At the first thing that is wrong, or that changes a number of solutions and is not counted.
    pub fn contents(&self) -> Result<Contents, SourceError> {
        let Contents { problems, files } = self.contents_uncounted()?;
        let problems = problems.into_iter().map(|problem| self.counted(problem)).collect::<Result<_, _>>()?;
        Ok(Contents { problems, files })
    }

    /// Refuses a problem of this text if something changes its number of solutions and is not counted.
    ///
    /// # Errors
    /// If there is such a thing.
    pub fn counted(&self, problem: Content) -> Result<Content, SourceError> {
        match problem.uncounted() {
            None => Ok(problem),
            Some(error) => Err(SourceError::Parse { name: self.name.clone(), error: error.clone(), looks: None }),
        }
    }

    /// The same for whoever asks for solutions, not for their number.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn contents_uncounted(&self) -> Result<Contents, SourceError> {
        let (problems, files) = self.contents_each();
        Ok(Contents { problems: problems.into_iter().collect::<Result<_, _>>()?, files })
    }

    /// As [`contents_uncounted`](Self::contents_uncounted), where some of several puzzles may be wrong: each of them,
    /// or its error, and the files that the text names.
    pub fn contents_each(&self) -> (Vec<Result<Content, SourceError>>, Vec<NamedFile>) {
        if let Some(front_end) = frontend::for_text(&self.text, &self.name) {
            let problem = (front_end.read)(&self.text).map_err(|error| self.error(error, &[front_end.looks]));
            return (vec![problem.map(|problem| Content::Model(front_end, Arc::from(problem)))], Vec::new());
        }
        let files = RefCell::new(Vec::new());
        let read_file = |name: &str| -> Result<String, String> {
            let (path, text) = self.read_file(name)?;
            files.borrow_mut().push(NamedFile { path, text: text.clone() });
            Ok(text)
        };
        let looks = LazyCell::new(|| guess(self.text.as_bytes()).filter(|&kind| kind != FileKind::Puzzle));
        let error = |error| SourceError::Parse { name: self.name.clone(), error, looks: *looks };
        let read = puzzle::read_each(&self.text, &read_file).into_iter().map(|read| {
            let read = read.map_err(error)?;
            Ok(Content::Puzzle(Arc::from(read.puzzle), read.about))
        });
        (read.collect(), files.into_inner())
    }

    /// A file that the puzzle names: where it is, and its text.
    fn read_file(&self, name: &str) -> Result<(PathBuf, String), String> {
        let path = self.permitted(name)?;
        let read = Opened::named(&path, name);
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
