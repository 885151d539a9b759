//! Joins the files of a study's parts.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};

use crate::source::{hint, open_to_seek};
use cnfab_base::display;
use cnfab_frontend::file_kind;

use super::claims::{Claims, Head};
use super::file::StudyError;
use super::torn::{Expected, LONGEST, is_beginning};

/// Where a row stands.
struct RowPlace {
    number: u64,
    file: usize,
    line: usize,
    start: u64,
    length: usize,
}

/// The result of joining.
#[derive(Clone, Debug)]
pub struct Merged {
    /// Rows written.
    pub rows: u64,
    /// Rows that stood in several files, equal to each other, and were written once.
    pub repeated: u64,
    /// Rows without an end, which were left out.
    pub torn: u64,
    /// The number of runs of the study.
    pub runs: u64,
    /// The claims of all rows.
    pub claims: Claims,
}

/// Joins files of rows: in the order of the study, each run once.
///
/// # Errors
/// Fails if a file cannot be read, or a line is no row or one of another study, or by another version of a program than
/// a row before. Fails if a last line without an end is
/// not the beginning of a row, or two files have different rows of one run.
pub fn merge(files: &[String], out: &mut dyn Write) -> Result<Merged, StudyError> {
    let mut readers = Vec::new();
    let mut places: Vec<RowPlace> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut study: Option<(Head, String)> = None;
    let mut programs: HashMap<String, (String, String)> = HashMap::new();
    let mut torn: Vec<(usize, usize, Vec<u8>)> = Vec::new();
    let mut merged = Merged { rows: 0, repeated: 0, torn: 0, runs: 0, claims: Claims::default() };
    for (file, name) in files.iter().enumerate() {
        let cannot = |why: std::io::Error| StudyError::Input(format!("cannot read '{name}': {why}"));
        let open = open_to_seek(name).map_err(|error| StudyError::Input(error.to_string()))?;
        let mut reader = BufReader::with_capacity(1 << 16, open);
        let (mut text, mut start, mut line) = (Vec::new(), 0, 0);
        loop {
            text.clear();
            let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut text).map_err(cannot)?;
            line += 1;
            // A row that lacks only its end is whole.
            if text.pop_if(|last| *last == b'\n').is_none() && serde_json::from_slice::<Head>(&text).is_err() {
                if read > 0 {
                    torn.push((file, line, text));
                }
                break;
            }
            let error = |column: usize, what: String| StudyError::Place { file: name.clone(), line, column, what };
            let head: Head = serde_json::from_slice(&text).map_err(|why| {
                let looks = if line == 1 { hint(file_kind::guess(&text)) } else { String::new() };
                let what = format!("found no row of a study: {}{looks}", display::foreign(&why.to_string()));
                error(why.column().max(1), what)
            })?;
            match &study {
                Some((first, from)) if first.study_hash != head.study_hash => {
                    let what = format!(
                        "found a row of the study '{}' ({}), expected '{}' ({}) as in '{from}'",
                        head.study, head.study_hash, first.study, first.study_hash
                    );
                    return Err(error(1, what));
                }
                _ => {}
            }
            let place = RowPlace { number: head.number, file, line, start, length: text.len() };
            start += read as u64;
            match known.get(&head.run) {
                None => {
                    known.insert(head.run.clone(), places.len());
                    places.push(place);
                }
                Some(&first) => {
                    let first = &places[first];
                    let same = {
                        let other = if first.file == file { &mut reader } else { &mut readers[first.file] };
                        let back = start;
                        let mut before = vec![0; first.length];
                        let read = other.seek(SeekFrom::Start(first.start)).and_then(|_| other.read_exact(&mut before));
                        read.map_err(cannot)?;
                        if first.file == file {
                            reader.seek(SeekFrom::Start(back)).map_err(cannot)?;
                        }
                        before == text
                    };
                    if !same {
                        let (other, at) = (&files[first.file], first.line);
                        let what = format!("found another row of run {} than in '{other}', line {at}", head.run);
                        return Err(error(1, what));
                    }
                    merged.repeated += 1;
                }
            }
            for (word, about) in head.programs.iter().flatten() {
                let (first, from) = programs.entry(word.clone()).or_insert_with(|| (about.clone(), name.clone()));
                if first != about {
                    let what = format!(
                        "found a row by another {} ({}) than in '{from}' ({}), expected rows by one version",
                        display::quoted(word),
                        display::escaped(about),
                        display::escaped(first)
                    );
                    return Err(error(1, what));
                }
            }
            if study.is_none() {
                merged.runs = head.runs;
                study = Some((head.clone(), name.clone()));
            }
            merged.claims.add(head);
        }
        readers.push(reader);
    }
    for (file, line, text) in &torn {
        let expected = study.as_ref().map(|(head, _)| Expected { name: &head.study, hash: Some(&head.study_hash) });
        if !is_beginning(text, *line > 1, expected.as_ref(), &|_| true) {
            let what = "found a line without an end that is no row of the study cut off".to_owned();
            return Err(StudyError::Place { file: files[*file].clone(), line: *line, column: 1, what });
        }
    }
    merged.torn = torn.len() as u64;
    if places.is_empty() {
        return Err(StudyError::Input(format!("found no row in {}", files.join(", "))));
    }
    places.sort_unstable_by_key(|place| place.number);
    let mut text = Vec::new();
    for RowPlace { file, start, length, .. } in &places {
        text.resize(*length, 0);
        let reader = &mut readers[*file];
        let read = reader.seek(SeekFrom::Start(*start)).and_then(|_| reader.read_exact(&mut text));
        read.map_err(|why| StudyError::Input(format!("cannot read '{}': {why}", files[*file])))?;
        // A row is shown as it is, but for what a terminal would obey.
        let shown = display::json(std::str::from_utf8(&text).expect("JSON is UTF-8"));
        let written = out.write_all(shown.as_bytes()).and_then(|()| out.write_all(b"\n"));
        written.map_err(|why| StudyError::Write { file: "the output".to_owned(), why })?;
    }
    merged.rows = places.len() as u64;
    Ok(merged)
}
