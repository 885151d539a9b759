//! The things that may not outlive this process: programs that it has started, and temporary files.
//!
//! Whoever ends the process in an orderly way calls [`end_all`]. After SIGKILL nobody can, so a second process watches,
//! where [`watch_with`] has set how to start it. It receives the things to end through a pipe, and ends them when the
//! pipe ends, that is, when this process has ended in any way.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard};

use tempfile::NamedTempFile;

use super::groups::kill;

/// Everything that is held now.
static HELD: Mutex<Held> =
    Mutex::new(Held { groups: BTreeSet::new(), paths: BTreeSet::new(), folder: None, watch: Watch::Nobody });

struct Held {
    /// Process groups of programs.
    groups: BTreeSet<u32>,
    /// Temporary files, and the folder of a worker.
    paths: BTreeSet<PathBuf>,
    /// The folder for temporary files, if it is not the system's; it is made for the first one.
    folder: Option<PathBuf>,
    watch: Watch,
}

/// The process that watches this one.
enum Watch {
    /// There is none.
    Nobody,
    /// How to start it when there is something to watch.
    Later(PathBuf, Vec<OsString>),
    /// The pipe that it reads.
    Pipe(ChildStdin),
}

pub(super) fn held() -> HeldGuard {
    HeldGuard(HELD.lock().expect("nobody panics while holding it"))
}

/// The things held, as long as nobody else may change them.
pub(super) struct HeldGuard(MutexGuard<'static, Held>);

impl HeldGuard {
    /// Has the process watched, if somebody has said how.
    pub(super) fn watch(&mut self) {
        let held = &mut *self.0;
        let Watch::Later(program, arguments) = &held.watch else { return };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends this process from a terminal shall not end it too.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Without it everything is as on systems that cannot watch.
        let pipe = command.spawn().ok().and_then(|mut child| child.stdin.take());
        held.watch = pipe.map_or(Watch::Nobody, Watch::Pipe);
        let groups = held.groups.iter().map(|&group| record(true, Thing::Group(group)));
        let paths = held.paths.iter().map(|path| record(true, Thing::Path(path)));
        let all: Vec<u8> = groups.chain(paths).flatten().collect();
        held.tell(&all);
    }

    pub(super) fn add_group(&mut self, group: u32) {
        self.0.groups.insert(group);
        self.0.tell(&record(true, Thing::Group(group)));
    }

    pub(super) fn groups(&self) -> Vec<u32> {
        self.0.groups.iter().copied().collect()
    }

    pub(super) fn has_group(&self, group: u32) -> bool {
        self.0.groups.contains(&group)
    }

    /// The group ends, or has ended; its number may go to another one afterwards.
    pub(super) fn remove_group(&mut self, group: u32) {
        if self.0.groups.remove(&group) {
            self.0.tell(&record(false, Thing::Group(group)));
        }
    }

    /// The folder for temporary files.
    fn folder(&mut self) -> io::Result<PathBuf> {
        let Some(folder) = self.0.folder.clone() else { return Ok(std::env::temp_dir()) };
        if !self.0.paths.contains(&folder) {
            fs::create_dir(&folder)?;
            self.add_path(&folder);
        }
        Ok(folder)
    }

    fn add_path(&mut self, path: &Path) {
        self.0.paths.insert(path.to_owned());
        self.0.tell(&record(true, Thing::Path(path)));
    }

    fn remove_path(&mut self, path: &Path) {
        self.0.paths.remove(path);
        self.0.tell(&record(false, Thing::Path(path)));
    }
}

impl Held {
    fn tell(&mut self, records: &[u8]) {
        if let Watch::Pipe(pipe) = &mut self.watch
            && pipe.write_all(records).is_err()
        {
            // Somebody has ended it.
            self.watch = Watch::Nobody;
        }
    }
}

#[derive(Clone, Copy)]
enum Thing<'t> {
    Group(u32),
    Path(&'t Path),
}

/// The record that the watching process receives: `+` or `-`, `g` and a number or `p` and a path, and a zero.
fn record(is_new: bool, thing: Thing<'_>) -> Vec<u8> {
    let mut record = vec![if is_new { b'+' } else { b'-' }];
    match thing {
        Thing::Group(group) => record.extend(format!("g{group}").bytes()),
        Thing::Path(path) => {
            record.push(b'p');
            record.extend(path.as_os_str().as_encoded_bytes());
        }
    }
    record.push(0);
    record
}

/// Sets how to start a process that calls [`watch`]: it is started before the first program or the first temporary
/// file.
pub fn watch_with(program: PathBuf, arguments: Vec<OsString>) {
    held().0.watch = Watch::Later(program, arguments);
}

/// Watches the process at the other end of the pipe, and ends what that has left behind when it has ended.
///
/// # Errors
/// If the pipe cannot be read.
pub fn watch(mut pipe: impl BufRead) -> io::Result<()> {
    let mut left: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut record = Vec::new();
    loop {
        record.clear();
        pipe.read_until(0, &mut record)?;
        // What was cut off is not known.
        if record.pop() != Some(0) {
            break;
        }
        match record.split_first() {
            Some((b'+', thing)) => drop(left.insert(thing.to_owned())),
            Some((_, thing)) => drop(left.remove(thing)),
            None => {}
        }
    }
    for thing in left {
        match thing.split_first() {
            Some((b'g', group)) => {
                std::str::from_utf8(group).ok().and_then(|group| group.parse().ok()).into_iter().for_each(kill);
            }
            Some((_, path)) => remove(&path_of(path)),
            None => {}
        }
    }
    Ok(())
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// Ends all programs and removes all temporary files, for a process that is about to end itself: from now on there are
/// no new ones, and whoever asks for one waits.
pub fn end_all() {
    let held = held();
    held.0.groups.iter().for_each(|&group| kill(group));
    held.0.paths.iter().for_each(|path| remove(path));
    std::mem::forget(held);
}

/// Removes a file or a folder; it may be missing.
fn remove(path: &Path) {
    if fs::remove_file(path).is_err() {
        let _ = fs::remove_dir_all(path);
    }
}

/// Has all temporary files from now on in this folder, which is made for the first of them, and removed with the
/// process.
pub fn temporary_files_in(folder: PathBuf) {
    held().0.folder = Some(folder);
}

/// Makes a file in a folder, with a name that a builder finds.
type Make<'m> = dyn Fn(&mut tempfile::Builder<'_, '_>, &Path) -> io::Result<NamedTempFile> + 'm;

/// A file that is removed when this is dropped, or when the process ends.
#[derive(Debug)]
pub struct TemporaryFile(Option<NamedTempFile>);

impl TemporaryFile {
    /// An empty file whose name ends so.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn new(suffix: &str) -> io::Result<Self> {
        let mut held = held();
        let folder = held.folder()?;
        Self::make(held, tempfile::Builder::new().suffix(suffix), &folder, &|builder, folder| {
            builder.tempfile_in(folder)
        })
    }

    /// A file in this folder, made by `make`, that is to become another file of it.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn beside(folder: &Path, make: &Make<'_>) -> io::Result<Self> {
        Self::make(held(), tempfile::Builder::new().prefix(".cnfab-").suffix(".part"), folder, make)
    }

    fn make(
        mut held: HeldGuard,
        builder: &mut tempfile::Builder<'_, '_>,
        folder: &Path,
        make: &Make<'_>,
    ) -> io::Result<Self> {
        // A file with a name is watched from its first moment on.
        held.watch();
        // The process that watches may be in another folder.
        let file = make(builder, &std::path::absolute(folder)?).map_err(|why| {
            // The name is of no use to anybody.
            let text = why.to_string();
            io::Error::new(why.kind(), text.split(" at path ").next().unwrap_or(&text).to_owned())
        })?;
        held.add_path(file.path());
        Ok(TemporaryFile(Some(file)))
    }

    fn named(&self) -> &NamedTempFile {
        self.0.as_ref().expect("it is there until it is dropped or kept")
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.named().path()
    }

    /// Its path as a word of a command.
    pub(crate) fn name(&self) -> String {
        self.path().to_string_lossy().into_owned()
    }

    /// The open file.
    pub(crate) fn file(&self) -> &File {
        self.named().as_file()
    }

    /// Gives it another name, under which it stays.
    ///
    /// # Errors
    /// If it cannot have the name.
    pub(crate) fn keep_as(mut self, name: &Path) -> io::Result<()> {
        let mut held = held();
        let Some(file) = self.0.take() else { return Ok(()) };
        let path = file.path().to_owned();
        let kept = file.persist(name).map(drop).map_err(|error| error.error);
        held.remove_path(&path);
        kept
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(file) = self.0.take() {
            let mut held = held();
            let path = file.path().to_owned();
            drop(file);
            held.remove_path(&path);
        }
    }
}

/// A folder that gets its name when it is complete. Before that it is removed when this is dropped, or when the process
/// ends.
pub struct PendingFolder(Option<tempfile::TempDir>);

impl PendingFolder {
    /// An empty folder in this one.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn within(folder: &Path) -> io::Result<Self> {
        let mut held = held();
        // It is watched from its first moment on, by a process that may be in another folder.
        held.watch();
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let made = builder.prefix(".cnfab-").tempdir_in(std::path::absolute(folder)?)?;
        held.add_path(made.path());
        Ok(PendingFolder(Some(made)))
    }

    /// An empty folder that nobody wants to keep.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn temporary() -> io::Result<Self> {
        let folder = held().folder()?;
        Self::within(&folder)
    }

    /// The path of the file until it has its name.
    pub fn path(&self) -> &Path {
        self.0.as_ref().expect("it is there until it has its name").path()
    }

    /// Gives it a name that nothing has.
    ///
    /// # Errors
    /// If it cannot have the name.
    pub fn keep_as(mut self, name: &Path) -> io::Result<()> {
        fs::rename(self.path(), name)?;
        if let Some(made) = self.0.take() {
            held().remove_path(&made.keep());
        }
        Ok(())
    }
}

impl Drop for PendingFolder {
    fn drop(&mut self) {
        if let Some(made) = self.0.take() {
            let path = made.path().to_owned();
            drop(made);
            held().remove_path(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_behind_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        ["left", "kept"].iter().for_each(|name| fs::write(path(name), "text").unwrap());
        fs::create_dir(path("folder")).unwrap();
        fs::write(path("folder/file"), "text").unwrap();
        let (left, kept, inner) = (path("left"), path("kept"), path("folder"));
        let mut told: Vec<u8> = [(true, &left), (true, &kept), (true, &inner), (false, &kept)]
            .iter()
            .flat_map(|&(is_new, path)| record(is_new, Thing::Path(path)))
            .collect();
        // One that is cut off is no record.
        told.extend(&record(true, Thing::Path(&kept))[..5]);
        watch(&told[..]).unwrap();
        assert_eq!([left, kept, inner].map(|path| path.exists()), [false, true, false]);
    }

    #[test]
    fn temporary_files_are_gone_or_kept() {
        let folder = tempfile::tempdir().unwrap();
        let beside = || TemporaryFile::beside(folder.path(), &|builder, folder| builder.tempfile_in(folder)).unwrap();
        let file = beside();
        let path = file.path().to_owned();
        assert!(path.exists() && held().0.paths.contains(&path));
        drop(file);
        assert!(!path.exists() && !held().0.paths.contains(&path));
        let file = beside();
        let path = file.path().to_owned();
        file.keep_as(&folder.path().join("name")).unwrap();
        assert!(!path.exists() && !held().0.paths.contains(&path));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
