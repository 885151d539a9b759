//! Writing files so that nothing half-written stays behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::failure::Failure;
use super::interrupt;
use super::message::say;

/// The unfinished file, to be removed when the process is asked to end.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Writes beside the file under another name, which becomes the file's when all is written.
pub(crate) fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
    let cannot = |why: io::Error| Failure::Input(format!("cnfab: cannot write '{}': {why}", path.display()));
    // A link is followed: what it points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => {
            return Err(Failure::Input(format!("cnfab: cannot write '{}': it is a folder", path.display())));
        }
        // Devices and pipes cannot be replaced.
        Ok(there) if !there.is_file() => return write(&mut File::create(&target).map_err(cannot)?),
        _ => {}
    }
    let name = target.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    let unfinished = target.with_file_name(format!(".{name}.{}.part", std::process::id()));
    remove_when_interrupted(&unfinished);
    let mut file = File::create(&unfinished).map_err(cannot)?;
    // What takes the place of another file has to be on the disk first.
    let whole = write(&mut file).and_then(|()| file.sync_all().map_err(cannot));
    let result = whole.and_then(|()| fs::rename(&unfinished, &target).map_err(cannot));
    if result.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&unfinished);
    }
    result
}

/// Refuses to write to a file that is read.
pub(crate) fn not_among(output: &str, inputs: &[String]) -> Result<(), Failure> {
    let same = |input: &String| matches!((fs::canonicalize(input), fs::canonicalize(output)), (Ok(a), Ok(b)) if a == b);
    match inputs.iter().any(same) {
        true => {
            Err(Failure::Input(format!("cnfab: '{output}' is read: found it as the output too, expected another file")))
        }
        false => Ok(()),
    }
}

fn remove_when_interrupted(unfinished: &Path) {
    let mut current = UNFINISHED.lock().expect("nobody panics while holding the name");
    if current.is_none() {
        interrupt::handle(|| {
            if let Some(path) = UNFINISHED.lock().ok().and_then(|path| path.clone()) {
                let _ = fs::remove_file(path);
            }
            say!("cnfab: interrupted: nothing has been written");
            interrupt::leave();
        });
    }
    *current = Some(unfinished.to_owned());
}
