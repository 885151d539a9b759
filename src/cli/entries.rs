//! Reads files and folders: each puzzle and model in them, or why it cannot be read.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::format::compressed::name_inside;
use crate::frontend::FRONT_ENDS;
use crate::puzzle::exchange::is_link;
use crate::source::{Content, Source, SourceError};
use crate::units::plural;

use super::args::AllowArguments;
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::message::say;

/// How the names of puzzle files in a folder end, before they are compressed. Those of models are the front ends'.
const ENDINGS: [&str; 5] = [".txt", ".sdk", ".sdm", ".ss", ".json"];

/// The most folders within each other that are looked into, and the most files that are read.
const MOST_DEEP: usize = 32;
const MOST_FILES: usize = 100_000;

/// A puzzle or model of a file, or why it could not be read.
pub(crate) struct Entry {
    /// The name of the file.
    pub(crate) file: String,
    /// The instance's name.
    pub(crate) name: String,
    /// The text; `None` if the file could not be read.
    pub(crate) source: Option<Arc<Source>>,
    /// The position in the text, from 0, and how many puzzles that has.
    pub(crate) index: usize,
    pub(crate) of: usize,
    pub(crate) content: Result<Content, SourceError>,
}

/// The message about what cannot be read.
pub(crate) fn message(error: SourceError) -> String {
    match Failure::from(error) {
        Failure::Input(message) => message,
        other => format!("cnfab: {other:?}"),
    }
}

/// Reads files and folders: all that is in them, in order, and the files that were read. There is at least one entry.
/// What changes a number of solutions and is not counted is refused if `counts` is true.
pub(crate) fn entries(
    names: &[String],
    allow: &AllowArguments,
    counts: bool,
) -> Result<(Vec<Entry>, Vec<FilePlace>), Failure> {
    if names.iter().filter(|name| *name == "-").count() > 1 {
        return Err(Failure::Input("cnfab: found '-' twice, expected standard input once".to_owned()));
    }
    let (mut found, mut files) = (Vec::new(), Vec::new());
    for name in names {
        if is_link(name) || name == "-" || !fs::metadata(name).is_ok_and(|about| about.is_dir()) {
            let (path, number) = numbered(name);
            let entries = file_entries(path, allow, counts, &mut files)?;
            match number {
                None => found.extend(entries),
                Some(_) => {
                    let picked = picked(number, entries[0].of, &entries[0].file)?;
                    found.extend(entries.into_iter().filter(|entry| picked.contains(&entry.index)));
                }
            }
            continue;
        }
        let (before, mut passed_over) = (found.len(), 0);
        for path in paths_below(name, &mut passed_over)? {
            let entries = file_entries(&path.to_string_lossy(), allow, counts, &mut files)?;
            let is_other = |entry: &Entry| matches!(entry.content, Err(SourceError::Parse { looks: Some(_), .. }));
            if entries.iter().all(is_other) { passed_over += 1 } else { found.extend(entries) }
        }
        if passed_over > 0 {
            let number = plural(passed_over, "file");
            say!("cnfab: note: {number} in '{name}' passed over: no puzzle and no model, by name or by content");
        }
        if found.len() == before {
            return Err(Failure::Input(format!("cnfab: found no puzzle and no model in the folder '{name}'")));
        }
    }
    Ok((found, files))
}

/// Reads one file.
fn file_entries(
    path: &str,
    allow: &AllowArguments,
    counts: bool,
    files: &mut Vec<FilePlace>,
) -> Result<Vec<Entry>, Failure> {
    let stdout = [FilePlace::output("-")];
    let place = FilePlace::input(path);
    distinct(&stdout, [&place])?;
    files.push(place);
    let source = match Source::open(path) {
        Ok(source) => Arc::new(source.allowing(&allow.folders)),
        Err(error) => {
            let (file, name) = (path.to_owned(), path.to_owned());
            return Ok(vec![Entry { file, name, source: None, index: 0, of: 1, content: Err(error) }]);
        }
    };
    let (contents, named) = source.contents_each();
    let named: Vec<FilePlace> = named.iter().map(|file| FilePlace::file(&file.path)).collect();
    distinct(&stdout, &named)?;
    files.extend(named);
    let of = contents.len();
    let entry = |(index, content): (usize, Result<Content, SourceError>)| {
        let content = if counts { content.and_then(|content| source.counted(content)) } else { content };
        let (file, name) = (source.name.clone(), source.instance_of(index, of));
        Entry { file, name, source: Some(Arc::clone(&source)), index, of, content }
    };
    Ok(contents.into_iter().enumerate().map(entry).collect())
}

/// The puzzles that a number, counted from 1, leaves of `count`, as positions.
pub(crate) fn picked(number: Option<usize>, count: usize, name: &str) -> Result<Range<usize>, Failure> {
    match number {
        None => Ok(0..count),
        Some(number) if (1..=count).contains(&number) => Ok(number - 1..number),
        Some(number) => {
            let known = if count == 1 { "holds one puzzle".to_owned() } else { format!("holds puzzles 1 to {count}") };
            Err(Failure::Input(format!("cnfab: no puzzle {number}: '{name}' {known}")))
        }
    }
}

/// Splits `FILE#NUMBER`, unless a file has this name.
fn numbered(name: &str) -> (&str, Option<usize>) {
    let split = || {
        let (path, number) = name.rsplit_once('#')?;
        let number = number.parse().ok()?;
        (path == "-" || fs::metadata(path).is_ok()).then_some((path, Some(number)))
    };
    let is_name = is_link(name) || fs::symlink_metadata(name).is_ok();
    Some(name).filter(|_| !is_name).and_then(|_| split()).unwrap_or((name, None))
}

/// The files below a folder whose names end as those of puzzles or models do, sorted; `passed_over` counts the others.
/// Links to folders are not followed.
fn paths_below(folder: &str, passed_over: &mut u64) -> Result<Vec<PathBuf>, Failure> {
    let endings: Vec<&str> =
        FRONT_ENDS.iter().flat_map(|front_end| front_end.endings).chain(&ENDINGS).copied().collect();
    let mut paths = Vec::new();
    let mut open = vec![(PathBuf::from(folder), 0)];
    while let Some((folder, depth)) = open.pop() {
        let refused =
            |why: &str| Failure::Input(format!("cnfab: cannot read the folder '{}': {why}", folder.display()));
        if depth > MOST_DEEP {
            return Err(refused(&format!("found more than {MOST_DEEP} folders within each other")));
        }
        for entry in fs::read_dir(&folder).map_err(|why| refused(&why.to_string()))? {
            let path = entry.map_err(|why| refused(&why.to_string()))?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let is_folder = fs::symlink_metadata(&path).is_ok_and(|about| about.is_dir());
            match (is_hidden, is_folder) {
                (true, _) => {}
                (false, true) => open.push((path, depth + 1)),
                (false, false) if ends_in(&path, &endings) => paths.push(path),
                (false, false) => *passed_over += 1,
            }
            if paths.len() > MOST_FILES {
                return Err(refused(&format!("found more than {MOST_FILES} files")));
            }
        }
    }
    paths.sort();
    Ok(paths)
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let name = path.to_string_lossy();
    let name = name_inside(&name).to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}
