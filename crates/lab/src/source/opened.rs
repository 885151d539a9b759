//! Files that have been opened, and standard input: what they hold, uncompressed.

use std::fs;
use std::io::{self, Read, Seek};
use std::path::Path;

use cnfab_base::display;
use cnfab_format::compressed;
use cnfab_frontend::file_kind::{FileKind, LOOKED_AT, guess};

use super::{SourceError, utf8};

/// A file, or standard input, that has been opened: what it holds, uncompressed.
pub struct Opened {
    /// The name as messages print it; `<stdin>` for standard input.
    pub name: String,
    /// The kind of file that it looks like.
    pub looks: Option<FileKind>,
    reader: Box<dyn Read>,
}

impl Opened {
    /// Opens a file, or standard input for `-`. A path that is no file and no pipe is not even opened: a device may
    /// have no end.
    ///
    /// # Errors
    /// If it cannot be opened, is neither a file nor a pipe, or the first bytes cannot be read.
    pub fn open(path: &str) -> Result<Self, SourceError> {
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
        Self::named(Path::new(path), path)
    }

    /// Opens the file at `path`, which is no pipe, with a name for messages.
    ///
    /// # Errors
    /// If it cannot be opened, is no file, or the first bytes cannot be read.
    pub(super) fn named(path: &Path, name: &str) -> Result<Self, SourceError> {
        Self::of(name, name, open_file(path, name, false)?)
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
        let text = utf8(&name, self.bytes_within(megabytes)?).map_err(|error| match error {
            SourceError::Parse { name, error, .. } => SourceError::Parse { name, error, looks },
            other => other,
        })?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// Opens a file to be read at any offset: one that is compressed is expanded into a file without a name first.
///
/// # Errors
/// If it cannot be opened or expanded, or is no file.
pub fn open_to_seek(path: &str) -> Result<fs::File, SourceError> {
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
