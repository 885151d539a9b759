//! A file that gets its name when it is whole.
//!
//! Where the system can, it has no name until then, so that nothing is left of it however this process ends. Elsewhere,
//! and for the moment in which it replaces another file, it has a name of its own and is watched like other temporary
//! files.

use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use super::held::TemporaryFile;

/// A file without its name.
#[derive(Debug)]
pub struct PendingFile {
    folder: PathBuf,
    file: Written,
}

#[derive(Debug)]
enum Written {
    /// No name leads to it.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(TemporaryFile),
}

impl PendingFile {
    /// An empty file in this folder, with these permissions or those of new files.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn within(folder: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        // Nobody may read it before who may not read it in the end.
        let mode = if permissions.is_none() { 0o666 } else { 0o600 };
        #[cfg(target_os = "linux")]
        let unnamed = linux::unnamed_in(folder, mode).map(Written::Unnamed);
        #[cfg(not(target_os = "linux"))]
        let unnamed = None;
        let written = match unnamed {
            Some(file) => file,
            None => Written::Named(TemporaryFile::beside(folder, &|builder, folder| {
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
                #[cfg(not(unix))]
                let _ = mode;
                builder.tempfile_in(folder)
            })?),
        };
        let pending = PendingFile { folder: folder.to_owned(), file: written };
        if let Some(permissions) = permissions {
            pending.file().set_permissions(permissions)?;
        }
        Ok(pending)
    }

    /// The open file.
    pub fn file(&self) -> &File {
        match &self.file {
            #[cfg(target_os = "linux")]
            Written::Unnamed(file) => file,
            Written::Named(file) => file.file(),
        }
    }

    /// Gives it the name of a file of the same file system, which it replaces.
    ///
    /// # Errors
    /// If it cannot have the name.
    pub fn keep_as(self, name: &Path) -> io::Result<()> {
        match self.file {
            #[cfg(target_os = "linux")]
            Written::Unnamed(file) => linux::name(&file, &self.folder, name),
            Written::Named(file) => file.keep_as(name),
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::OpenOptions;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;

    use nix::errno::Errno;
    use nix::fcntl::{AT_FDCWD, AtFlags, OFlag};
    use nix::unistd::linkat;

    use super::*;

    /// A file in the folder to which no name leads; `None` where its file system has none, or where it could not be
    /// named.
    pub(super) fn unnamed_in(folder: &Path, mode: u32) -> Option<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).mode(mode).custom_flags(OFlag::O_TMPFILE.bits());
        let file = options.open(folder).ok()?;
        place(&file).exists().then_some(file)
    }

    /// Where the system shows the open file.
    fn place(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }

    fn link(file: &File, name: &Path) -> nix::Result<()> {
        linkat(AT_FDCWD, &place(file), AT_FDCWD, name, AtFlags::AT_SYMLINK_FOLLOW)
    }

    /// A link replaces nothing: where there is a file, the new one has another name for a moment.
    pub(super) fn name(file: &File, folder: &Path, name: &Path) -> io::Result<()> {
        match link(file, name) {
            Err(Errno::EEXIST) => {
                let named = TemporaryFile::beside(folder, &|builder, folder| {
                    builder.make_in(folder, |path| {
                        link(file, path)?;
                        file.try_clone()
                    })
                })?;
                named.keep_as(name)
            }
            linked => Ok(linked?),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_has_its_name_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("name");
        let entries = || fs::read_dir(folder.path()).unwrap().count();
        drop(PendingFile::within(folder.path(), None).unwrap());
        assert_eq!(entries(), 0);
        for text in ["one", "two"] {
            let pending = PendingFile::within(folder.path(), None).unwrap();
            pending.file().write_all(text.as_bytes()).unwrap();
            assert_ne!(fs::read(&target).ok().as_deref(), Some(text.as_bytes()));
            pending.keep_as(&target).unwrap();
            assert_eq!((entries(), fs::read_to_string(&target).unwrap()), (1, text.to_owned()));
        }
        let pending = PendingFile::within(folder.path(), None).unwrap();
        assert!(pending.keep_as(&folder.path().join("nowhere/name")).is_err());
        assert_eq!(entries(), 1);
    }
}
