//! Where a puzzle text comes from: a file or standard input, and the files beside it that it names.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::display;
use crate::parse_error::ParseError;
use crate::puzzle::{self, Kind, Puzzles};

/// A text with its name and its folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The name as it was given; `<stdin>` for standard input.
    pub name: String,
    /// The text.
    pub text: String,
    /// The folder that names in the text are relative to.
    pub folder: PathBuf,
}

/// A file that a text names.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub text: String,
}

/// Why a text could not be read, or what is wrong in it; begins with the name of the file.
#[derive(Debug, thiserror::Error)]
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
    /// The file is too large.
    #[error("cannot read '{0}': found more than {MOST_MEGABYTES} MB")]
    Size(String),
    /// Something in the text is wrong.
    #[error("{name}:{}:{}: found {}, expected {}", error.line, error.column, error.found, error.expected)]
    Parse {
        /// The file.
        name: String,
        /// What is wrong.
        error: ParseError,
    },
}

/// The largest puzzle file and word list that is read, in megabytes of a million bytes.
const MOST_MEGABYTES: u64 = 256;

impl Source {
    /// Reads a puzzle file, or standard input for `-`.
    ///
    /// # Errors
    /// If it cannot be read, is neither a file nor a pipe, is too large or is no UTF-8.
    pub fn open(path: &str) -> Result<Self, SourceError> {
        Self::open_within(path, MOST_MEGABYTES * 1_000_000)
    }

    /// Reads a file of answers, which may be of any size, or standard input for `-`.
    ///
    /// # Errors
    /// If it cannot be read, is neither a file nor a pipe or is no UTF-8.
    pub fn open_answers(path: &str) -> Result<Self, SourceError> {
        Self::open_within(path, u64::MAX)
    }

    fn open_within(path: &str, most: u64) -> Result<Self, SourceError> {
        if path == "-" {
            let name = "<stdin>".to_owned();
            let bytes = read_within(&mut io::stdin().lock(), &name, most)?;
            return Self::from_bytes(name, bytes, PathBuf::new());
        }
        let bytes = read_file(Path::new(path), path, most, true)?;
        let folder = Path::new(path).parent().map(Path::to_owned).unwrap_or_default();
        Self::from_bytes(path.to_owned(), bytes, folder)
    }

    fn from_bytes(name: String, bytes: Vec<u8>, folder: PathBuf) -> Result<Self, SourceError> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let found = format!("byte 0x{:02x}", error.as_bytes()[valid]);
            SourceError::Parse { name: name.clone(), error: ParseError::new(line, column, found, "UTF-8 text") }
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok(Source { name: display::escaped(&name).into_owned(), text, folder })
    }

    /// The instance's name of one of several puzzles in the text, from 0: the text's name as it was given, since files in
    /// different folders may have the same name; with `#` and the puzzle's number if there are several.
    pub fn instance_of(&self, puzzle: usize, of: usize) -> String {
        if of == 1 { self.name.clone() } else { format!("{}#{}", self.name, puzzle + 1) }
    }

    /// An error in this text.
    pub fn error(&self, error: ParseError) -> SourceError {
        SourceError::Parse { name: self.name.clone(), error }
    }

    /// Reads the puzzles.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn puzzles(&self) -> Result<(&'static Kind, Puzzles), SourceError> {
        self.puzzles_and_files().map(|(kind, puzzles, _)| (kind, puzzles))
    }

    /// The same, and the files that the text names.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn puzzles_and_files(&self) -> Result<(&'static Kind, Puzzles, Vec<NamedFile>), SourceError> {
        let files = RefCell::new(Vec::new());
        let read_file = |name: &str| -> Result<String, String> {
            let path = self.folder.join(name);
            let bytes = read_file(&path, name, MOST_MEGABYTES * 1_000_000, false).map_err(|error| match error {
                SourceError::Read { why, .. } => why.to_string(),
                _ => error.to_string(),
            })?;
            let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
            files.borrow_mut().push(NamedFile { path: path.clone(), text: text.clone() });
            Ok(text)
        };
        let (kind, puzzles) = puzzle::read(&self.text, &read_file).map_err(|error| self.error(error))?;
        Ok((kind, puzzles, files.into_inner()))
    }
}

/// The bytes of a file. What is no file is not even opened: a pipe may wait for ever, a device may have no end.
fn read_file(path: &Path, name: &str, most: u64, pipes: bool) -> Result<Vec<u8>, SourceError> {
    let cannot = |why: io::Error| SourceError::Read { name: name.to_owned(), why };
    let kind = fs::metadata(path).map_err(cannot)?.file_type();
    if kind.is_dir() {
        return Err(SourceError::Folder(name.to_owned()));
    }
    let readable = kind.is_file() || pipes && is_pipe(kind);
    if !readable {
        return Err(SourceError::Kind(name.to_owned()));
    }
    read_within(&mut fs::File::open(path).map_err(cannot)?, name, most)
}

fn read_within(from: &mut dyn Read, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
    let mut bytes = Vec::new();
    let read = from.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|why| SourceError::Read { name: name.to_owned(), why })?;
    if bytes.len() as u64 > most { Err(SourceError::Size(name.to_owned())) } else { Ok(bytes) }
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
