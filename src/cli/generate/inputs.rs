//! The files that `generate` reads.

use std::fs;
use std::path::Path;

use crate::display::{excerpt, quoted};
use crate::puzzle::crossword::NamedWords;
use crate::source::Source;

use super::super::failure::Failure;
use super::super::file::{Place, distinct};

/// Reads the text of a pattern.
pub(super) fn read_pattern(name: &str) -> Result<Source, Failure> {
    distinct(&[Place::output("-")], &[Place::input(name)])?;
    Ok(Source::open(name)?)
}

/// Reads a list of words for puzzles that stand in a folder, or in the present one.
pub(super) fn read_words(name: &str, folder: Option<&Path>) -> Result<NamedWords, Failure> {
    let text = Source::open(name)?.text;
    let known = match folder {
        None => name.to_owned(),
        Some(folder) => {
            let below = fs::canonicalize(folder)
                .ok()
                .zip(fs::canonicalize(name).ok())
                .and_then(|(folder, file)| Some(file.strip_prefix(folder).ok()?.to_str()?.to_owned()));
            let expected = "expected a file in the folder of -o, since puzzles name files of their own folder";
            below.ok_or_else(|| Failure::Input(format!("cnfab: --words: found {}, {expected}", quoted(name))))?
        }
    };
    let expected = "expected words of the letters A to Z, one a line";
    NamedWords::read(&known, &text).map_err(|why| Failure::Input(format!("{}: {why}, {expected}", excerpt(name))))
}
