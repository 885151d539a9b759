//! The files that commands read and write: none is lost, and none is left behind half-written.
//!
//! An output never is the same file as an input or another output, under any names, links or redirections. It is
//! written beside its path, without a name if the system can, and gets its name when it is whole; devices and pipes are
//! written directly.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::format::compressed;
use crate::process::PendingFile;

use super::failure::Failure;
use super::interrupt;
use super::message::{self, say};

/// Most links that lead to a name.
const LINKS: u32 = 40;

/// Something that is read or written, by its name and by what it is.
#[derive(Clone, Debug)]
pub(crate) struct FilePlace {
    name: String,
    identity: Option<Identity>,
}

/// The identity of a file, by which two names are one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// The device and the number of a file on it.
    #[cfg(unix)]
    Number(u64, u64),
    /// The path without links, of a file that is not there yet, or where files have no numbers.
    Path(PathBuf),
}

impl FilePlace {
    /// A file of this name.
    pub(crate) fn file(name: impl AsRef<Path>) -> Self {
        let name = name.as_ref();
        let identity = match fs::metadata(name) {
            Ok(about) => identity_of(&about, &resolved(name)),
            Err(_) => Some(Identity::Path(resolved(name))),
        };
        FilePlace { name: name.display().to_string(), identity }
    }

    /// The input of a command: a file, or standard input for `-`.
    pub(crate) fn input(name: &str) -> Self {
        if name == "-" { Self::standard("<stdin>", &about(io::stdin())) } else { Self::file(name) }
    }

    /// The output of a command: a file, or standard output for `-`.
    pub(crate) fn output(name: &str) -> Self {
        if name == "-" { Self::standard("<stdout>", &about(io::stdout())) } else { Self::file(name) }
    }

    /// True if it is the same file as another one.
    pub(crate) fn is_same(&self, other: &FilePlace) -> bool {
        self.identity.is_some() && self.identity == other.identity
    }

    fn standard(name: &str, about: &Option<Metadata>) -> Self {
        // Without numbers of files there is no telling.
        let identity = about.as_ref().and_then(|about| identity_of(about, Path::new("")));
        FilePlace {
            name: name.to_owned(),
            identity: identity.filter(|identity| *identity != Identity::Path(PathBuf::new())),
        }
    }
}

/// Refuses an output that is the same file as an input, or as another output: its content would be lost. So it would by
/// messages: standard error is no input, and no output but standard output.
pub(crate) fn distinct<'p>(
    outputs: &[FilePlace],
    inputs: impl IntoIterator<Item = &'p FilePlace>,
) -> Result<(), Failure> {
    let inputs: Vec<&FilePlace> = inputs.into_iter().collect();
    let messages = FilePlace::standard("<stderr>", &about(message::stream()));
    let stdout = FilePlace::output("-");
    let kept = outputs.iter().filter(|output| !output.is_same(&stdout)).chain(inputs.iter().copied());
    if let Some(FilePlace { name, .. }) = kept.into_iter().find(|kept| kept.is_same(&messages)) {
        let refused = format!("cnfab: '{name}' is standard error too: found one file, expected two");
        // Not even this may be written to it.
        message::elsewhere((!stdout.is_same(&messages)).then(io::stdout));
        return Err(Failure::Input(refused));
    }
    let mut written: HashMap<&Identity, &FilePlace> = HashMap::new();
    for output in outputs {
        let other = output.identity.as_ref().and_then(|identity| written.insert(identity, output));
        if let Some(FilePlace { name: one, .. }) = other {
            return Err(Failure::Input(format!(
                "cnfab: '{one}' and '{}' are one file: found it as two outputs, expected two files",
                output.name
            )));
        }
    }
    for input in inputs {
        if let Some(output) = input.identity.as_ref().and_then(|identity| written.get(identity)) {
            let other = if output.name == input.name { String::new() } else { format!(", which is '{}'", output.name) };
            return Err(Failure::Input(format!(
                "cnfab: '{}' is read: found it as the output too{other}, expected another file",
                input.name
            )));
        }
    }
    Ok(())
}

/// The identity of a standard stream.
#[cfg(unix)]
fn about(stream: impl std::os::fd::AsFd) -> Option<Metadata> {
    File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn about<S>(_: S) -> Option<Metadata> {
    None
}

/// `None` for devices, pipes and folders, where nothing is lost by writing.
#[cfg(unix)]
fn identity_of(about: &Metadata, _: &Path) -> Option<Identity> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let holds = about.is_file() || about.file_type().is_block_device();
    holds.then(|| Identity::Number(about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn identity_of(about: &Metadata, path: &Path) -> Option<Identity> {
    about.is_file().then(|| Identity::Path(path.to_owned()))
}

/// The path without links, also of a file that is not there yet.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(there) = fs::canonicalize(&path) {
            return there;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        match (fs::read_link(&path), path.file_name()) {
            // A link to a missing file.
            (Ok(to), _) => path = folder.join(to),
            (Err(_), Some(name)) => return folder.join(name),
            (Err(_), None) => break,
        }
    }
    path
}

/// An output that is not whole yet. It gets its name by [`finish`](Self::finish), and nothing is left of it otherwise.
pub(crate) struct Unfinished {
    name: String,
    target: PathBuf,
    to: To,
}

enum To {
    /// Beside the target.
    Pending(PendingFile),
    /// A device or a pipe, which cannot be replaced.
    Itself(File),
}

impl Unfinished {
    /// Begins to write a file.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let cannot = |why: &dyn std::fmt::Display| Failure::Input(format!("cnfab: cannot write '{name}': {why}"));
        let there = match fs::metadata(path) {
            Ok(there) => Some(there),
            Err(why) if why.kind() == io::ErrorKind::NotFound && path.file_name().is_some() => None,
            Err(why) => return Err(cannot(&why)),
        };
        // A link is followed: what it points to is replaced, not the link.
        let target = resolved(path);
        let to = match &there {
            Some(there) if there.is_dir() => return Err(cannot(&"it is a folder")),
            None if name.ends_with(std::path::is_separator) => return Err(cannot(&"it names a folder")),
            // The links to open pipes, as `/dev/stdout` is one, lead to no path.
            Some(there) if !there.is_file() => To::Itself(File::create(path).map_err(|why| cannot(&why))?),
            _ => {
                let folder = target.parent().unwrap_or(Path::new("/"));
                if there.is_some() {
                    // One that may not be written is not replaced either.
                    File::options().write(true).open(&target).map_err(|why| cannot(&why))?;
                }
                let permissions = there.as_ref().map(Metadata::permissions);
                let file = PendingFile::within(folder, permissions.clone()).map_err(|why| cannot(&why))?;
                if let (Some(there), Some(permissions)) = (&there, permissions) {
                    own_as(file.file(), there);
                    // A change of the owner may take some of them away.
                    file.file().set_permissions(permissions).map_err(|why| cannot(&why))?;
                }
                To::Pending(file)
            }
        };
        Ok(Unfinished { name, target, to })
    }

    /// The open file.
    pub(crate) fn file(&self) -> &File {
        match &self.to {
            To::Pending(file) => file.file(),
            To::Itself(file) => file,
        }
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Unfinished { name, target, to } = self;
        let done = match to {
            // A file that replaces another one has to be on the disk first.
            To::Pending(file) => file.file().sync_all().and_then(|()| file.keep_as(&target)),
            To::Itself(_) => Ok(()),
        };
        done.map_err(|why| Failure::Input(format!("cnfab: cannot write '{name}': {why}")))
    }
}

/// Refuses a file that cannot be written, before hours of work, and leaves everything as it is.
pub(crate) fn try_out(path: &Path) -> Result<(), Failure> {
    // To open a pipe already tells its reader that something was written.
    let is_device = |there: Metadata| !there.is_file() && !there.is_dir();
    if fs::metadata(path).is_ok_and(is_device) { Ok(()) } else { Unfinished::create(path).map(drop) }
}

/// Gives a file the owner of the one that it replaces, if that is another one and the system lets us.
#[cfg(unix)]
fn own_as(file: &File, there: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    if file.metadata().is_ok_and(|own| (own.uid(), own.gid()) != (there.uid(), there.gid())) {
        let _ = fchown(file, Some(there.uid()), Some(there.gid()));
    }
}

#[cfg(not(unix))]
fn own_as(_: &File, _: &Metadata) {}

/// Writes a file, which is there when it is whole, and compressed if its name says so. A write that fails is an error
/// of this file.
pub(crate) fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
    interrupt::handle(|| {
        say!("cnfab: interrupted: nothing has been written");
        interrupt::leave();
    });
    let unfinished = Unfinished::create(path)?;
    compressed::write(&unfinished.name, &mut unfinished.file(), write).map_err(|failure| match failure {
        Failure::Output(why) if why.kind() != io::ErrorKind::BrokenPipe => {
            Failure::Input(format!("cnfab: cannot write '{}': {why}", unfinished.name))
        }
        other => other,
    })?;
    unfinished.finish()
}

/// The files without those that stand there already under this or another name, which are noted: two groups of rows
/// could not be distinguished.
pub(crate) fn once(files: &[String]) -> Vec<&String> {
    let mut once: Vec<(&String, FilePlace)> = Vec::new();
    for file in files {
        let place = FilePlace::input(file);
        match once.iter().find(|(name, before)| *name == file || before.is_same(&place)) {
            Some((name, _)) if *name == file => say!("cnfab: note: '{file}' is given twice: it is compared once"),
            Some((name, _)) => say!("cnfab: note: '{file}' and '{name}' are one file: it is compared once"),
            None => once.push((file, place)),
        }
    }
    once.into_iter().map(|(file, _)| file).collect()
}
