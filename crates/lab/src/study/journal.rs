//! The file of a study's rows: appended to, never rewritten. A row is there whole or not at all.
//!
//! Each row is one write, which the system has put on the disk before the next run is counted as done. A row that was
//! cut off, because the machine or the disk gave out, is the last line and has no end; it is taken away before anything
//! is added.
//!
//! A file is a journal of a study if its lines are rows of the study's runs. A last line without an end has to be the
//! beginning of such a row. Any other file is refused and stays as it is.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::json;
use cnfab_base::display;
use cnfab_base::units::plural;

use super::claims::{Claims, Head};
use super::file::StudyError;
use super::torn::{Expected, LONGEST, is_beginning};
use super::{Row, Study, outside};

/// A file of rows that this process, and no other, adds to.
pub struct Journal {
    path: String,
    file: File,
    /// Bytes of whole rows.
    length: u64,
    /// The names of the runs that are there.
    done: HashSet<String>,
    /// True if a cut-off row was taken away.
    repaired: bool,
    /// True if the last row is whole but for the end of its line.
    lacks_end: bool,
    /// Seconds that the runs took that were there.
    wall_s: f64,
    /// Where a row stands whose programs are others than those of now, and how.
    other: Option<StudyError>,
    claims: Claims,
}

/// Reads a line with its end, like [`BufRead::read_until`].
///
/// # Errors
/// If it cannot be read or is longer than any row: without a limit a file without line ends would fill the memory.
pub fn read_row(from: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let read = from.take(LONGEST + 1).read_until(b'\n', line)?;
    if line.len() as u64 > LONGEST {
        return Err(io::Error::other(format!("found a line of more than {} MB, expected a row", LONGEST / 1_000_000)));
    }
    Ok(read)
}

impl Journal {
    /// A journal of which nothing is known yet.
    fn new(path: &str, file: File) -> Self {
        let (done, claims) = (HashSet::new(), Claims::default());
        Journal {
            path: path.to_owned(),
            file,
            length: 0,
            done,
            repaired: false,
            lacks_end: false,
            wall_s: 0.0,
            other: None,
            claims,
        }
    }

    /// Refuses a file that [`open`](Self::open) will refuse, as far as that can be told of a study that lacks what its
    /// programs make. Changes nothing.
    ///
    /// # Errors
    /// If the path leads to something else than a file, or to one that cannot be written or is being written. If the
    /// file holds something else than rows of the study, or rows without `resume`.
    pub fn check(path: &str, study: &Study, resume: bool) -> Result<(), StudyError> {
        let cannot = |why| StudyError::Write { file: path.to_owned(), why };
        if is_there(path)? {
            lock(&File::options().append(true).open(path).map_err(cannot)?, path)?;
            return Self::look(path, study)?.goes_on(study, resume);
        }
        Ok(())
    }

    /// Refuses rows that are there already, unless they are to be continued and are by the programs of now.
    fn goes_on(&mut self, study: &Study, resume: bool) -> Result<(), StudyError> {
        if resume || self.done.is_empty() {
            return self.other.take().map_or(Ok(()), Err);
        }
        let (path, rows) = (&self.path, self.done.len());
        let of = if study.unmade().is_empty() { format!(" of {}", study.runs()) } else { String::new() };
        Err(StudyError::Input(format!(
            "'{path}' holds {rows}{of} rows: --resume goes on with it, -o names another file"
        )))
    }

    /// Opens the file for the rows of a study and takes the rows in it for done. A file that has rows is continued only
    /// with `resume`.
    ///
    /// # Errors
    /// If another process writes it, it holds rows already or anything else than rows of the study, or it cannot be
    /// written. Then it stays as it is.
    pub fn open(path: &str, study: &Study, resume: bool) -> Result<Self, StudyError> {
        let cannot = |why| StudyError::Write { file: path.to_owned(), why };
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let is_new = !is_there(path)?;
        let mut file = options.create(is_new).open(path).map_err(cannot)?;
        if !file.metadata().map_err(cannot)?.is_file() {
            let what = format!("cannot write '{path}': found a pipe or a device, expected a file");
            return Err(StudyError::Input(what));
        }
        lock(&file, path)?;
        if is_new {
            sync_folder(Path::new(path)).map_err(cannot)?;
        }
        let mut journal = Journal::new(path, file.try_clone().map_err(cannot)?);
        file.seek(SeekFrom::Start(0)).map_err(cannot)?;
        journal.take_stock(&mut BufReader::with_capacity(1 << 16, file), study)?;
        journal.goes_on(study, resume)?;
        if journal.lacks_end {
            journal.file.write_all(b"\n").map_err(cannot)?;
        }
        let whole = journal.file.metadata().map_err(cannot)?.len();
        if whole > journal.length {
            journal.cut().map_err(cannot)?;
            journal.repaired = true;
        }
        Ok(journal)
    }

    /// The number of rows that are there, which of them are of these runs, and the seconds that they took on average.
    /// Changes nothing, and another process may be adding to them.
    ///
    /// # Errors
    /// If the file cannot be read or holds something else.
    pub fn look(path: &str, study: &Study) -> Result<Self, StudyError> {
        let cannot = |why| StudyError::Input(format!("cannot read '{path}': {why}"));
        if !fs::metadata(path).map_err(cannot)?.is_file() {
            return Err(StudyError::Input(format!("cannot read '{path}': found a pipe or a device, expected a file")));
        }
        let file = File::open(path).map_err(cannot)?;
        let mut journal = Journal::new(path, file.try_clone().map_err(cannot)?);
        journal.take_stock(&mut BufReader::with_capacity(1 << 16, file), study)?;
        Ok(journal)
    }

    /// Reads the rows that are there.
    fn take_stock(&mut self, from: &mut impl BufRead, study: &Study) -> Result<(), StudyError> {
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            line.clear();
            let read = from.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            read.map_err(|why| StudyError::Input(format!("cannot read '{}': {why}", self.path)))?;
            number += 1;
            let place =
                |column: usize, what: String| StudyError::Place { file: self.path.clone(), line: number, column, what };
            let is_ended = line.pop_if(|last| *last == b'\n').is_some();
            // A row that lacks only its end is whole.
            if !is_ended && serde_json::from_slice::<Head>(&line).is_err() {
                if line.is_empty() || is_torn(&line, number > 1, study) {
                    return Ok(());
                }
                let is_short = number == 1 && is_torn(&line, true, study);
                let bytes = plural(line.len() as u64, "byte");
                let found = if is_short { format!("only {bytes},") } else { "a line without an end".to_owned() };
                let why = if is_short { "too little to tell whether it is a" } else { "that is no" };
                return Err(place(1, format!("found {found} {why} row of '{}' cut off", study.name)));
            }
            let head: Head = serde_json::from_slice(&line).map_err(|why| {
                place(why.column().max(1), format!("found no row of a study: {}", display::foreign(&why.to_string())))
            })?;
            // Without what its programs make, the study knows neither its hash nor all of its runs.
            let is_whole = study.unmade().is_empty();
            if head.study != study.name || is_whole && head.study_hash != study.hash {
                let other = if head.study == study.name {
                    format!("'{}' as it was before its file or its instances changed", head.study)
                } else {
                    format!("the study '{}'", head.study)
                };
                return Err(place(1, format!("found a row of {other}, expected rows of '{}'", study.name)));
            }
            if is_whole && !study.is_run(head.number, &head.run) {
                return Err(place(1, format!("found a row of a run that '{}' does not have", study.name)));
            }
            if !self.done.insert(head.run.clone()) {
                return Err(place(1, "found a run that stands in the file already".to_owned()));
            }
            if is_whole && self.other.is_none() {
                self.other = other_programs(&head, study).map(|what| place(1, what));
            }
            self.wall_s += head.wall_s.unwrap_or_default();
            self.length += line.len() as u64 + 1;
            self.lacks_end = !is_ended;
            self.claims.add(head);
        }
    }

    /// True if the row of the run is there.
    pub fn has(&self, run: &str) -> bool {
        self.done.contains(run)
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.done.len() as u64
    }

    /// Seconds that the runs took on average that were there when the file was opened.
    pub fn mean_wall_s(&self) -> Option<f64> {
        (self.rows() > 0).then(|| self.wall_s / self.rows() as f64)
    }

    /// The claims of all rows.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// True if a row that had been cut off was taken away when the file was opened.
    pub fn was_repaired(&self) -> bool {
        self.repaired
    }

    /// Adds a row. When it comes back, the row is on the disk.
    ///
    /// # Errors
    /// If it cannot be written; then nothing of it is left in the file, if the system lets that be done.
    pub fn add(&mut self, row: &Row) -> Result<(), StudyError> {
        let mut line = json::line(row).expect("a row is plain data").into_bytes();
        self.claims.add(Head::from(row));
        line.push(b'\n');
        if !is_same(&self.file, Path::new(&self.path)) {
            let why = io::Error::other("the file was taken away or replaced");
            return Err(StudyError::Write { file: self.path.clone(), why });
        }
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if let Err(why) = written {
            // What cannot be taken away now is taken away when the study goes on.
            let _ = self.cut();
            return Err(StudyError::Write { file: self.path.clone(), why });
        }
        self.length += line.len() as u64;
        self.done.insert(row.run.clone());
        Ok(())
    }

    /// Leaves only whole rows.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.sync_all()
    }
}

/// In which program of others a row differs from what its run would use now.
fn other_programs(head: &Head, study: &Study) -> Option<String> {
    let before = head.programs.as_ref()?;
    let now = study.run(head.number - 1).outside()?;
    let (word, before, now) = outside::difference(before, &now)?;
    Some(format!(
        "found a row by another {} ({}) than there is now ({}): -o names another file for rows by this one",
        display::quoted(word),
        display::escaped(before),
        display::escaped(now)
    ))
}

/// Keeps other processes from writing the file as long as it is open.
fn lock(file: &File, path: &str) -> Result<(), StudyError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StudyError::Input(format!("'{path}' is being written by another process")),
        TryLockError::Error(why) => StudyError::Write { file: path.to_owned(), why },
    })
}

/// True if the file is there. A path that is no file is not even opened: a pipe waits for somebody who reads.
fn is_there(path: &str) -> Result<bool, StudyError> {
    let found = match fs::metadata(path) {
        Ok(about) if about.is_file() => return Ok(true),
        Err(_) => return Ok(false),
        Ok(about) if about.is_dir() => "a folder",
        Ok(_) => "a pipe or a device",
    };
    Err(StudyError::Input(format!("cannot write '{path}': found {found}, expected a file")))
}

/// True if a line without an end is the beginning of a row of the study.
fn is_torn(line: &[u8], after_rows: bool, study: &Study) -> bool {
    let is_whole = study.unmade().is_empty();
    let expected = Expected { name: &study.name, hash: is_whole.then_some(&study.hash) };
    let is_run = |name: &str| !is_whole || (0..study.runs()).any(|number| study.run(number).name().starts_with(name));
    is_beginning(line, after_rows, Some(&expected), &is_run)
}

/// Puts the name of a new file on the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = fs::canonicalize(path)?;
    folder.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// True if the path still leads to the file.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |about: &fs::Metadata| (about.dev(), about.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(held), Ok(there)) if id(&held) == id(&there))
}

#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}
