//! The folder of a certificate and its files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use cnfab_solve::process::PendingFolder;

/// The place where the files of a certificate go, by name.
pub trait Folder {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be made.
    fn file(&mut self, name: &str) -> io::Result<Box<dyn Write>>;
}

impl Folder for PendingFolder {
    fn file(&mut self, name: &str) -> io::Result<Box<dyn Write>> {
        Ok(Box::new(BufWriter::new(File::create_new(self.path().join(name))?)))
    }
}

/// The size of the proofs in a folder, in bytes.
///
/// # Errors
/// If the folder cannot be read.
pub fn proof_bytes(folder: &PendingFolder) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder.path())? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|ending| ending == "pbp") {
            bytes += entry.metadata()?.len();
        }
    }
    Ok(bytes)
}
