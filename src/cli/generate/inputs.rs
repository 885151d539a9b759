//! The files that `generate` reads.

use std::fs;
use std::path::Path;

use crate::display::{excerpt, is_invisible, quoted};
use crate::puzzle::crossword::NamedWords;
use crate::source::Source;

use super::super::failure::Failure;
use super::super::file::{FilePlace, distinct};

/// Reads the text of a pattern.
pub(super) fn read_pattern(name: &str) -> Result<Source, Failure> {
    distinct(&[FilePlace::output("-")], &[FilePlace::input(name)])?;
    Ok(Source::open(name)?)
}

/// Reads a list of words for puzzles that stand in a folder, or in the present one. They can name no other files.
pub(super) fn read_words(name: &str, folder: Option<&Path>) -> Result<NamedWords, Failure> {
    let text = Source::open(name)?.text;
    let wrong = |expected: &str| Failure::Input(format!("cnfab: --words: found {}, {expected}", quoted(name)));
    let [folder, file] = [folder.unwrap_or(Path::new(".")), Path::new(name)].map(|path| fs::canonicalize(path).ok());
    let known = folder.zip(file).and_then(|(folder, file)| Some(file.strip_prefix(folder).ok()?.to_str()?.to_owned()));
    let known = known.ok_or_else(|| {
        wrong("expected a file below the present folder, or that of -o, since puzzles name files of their own folder")
    })?;
    if known.trim() != known || known.chars().any(is_invisible) {
        return Err(wrong("expected a name without blanks at its ends and without control characters"));
    }
    let expected = "expected words of the letters A to Z, one a line";
    NamedWords::read(&known, &text).map_err(|why| Failure::Input(format!("{}: {why}, {expected}", excerpt(name))))
}
