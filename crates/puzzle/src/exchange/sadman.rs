//! Files of SadMan Sudoku (`.sdk`): a section `[Puzzle]` with the rows of a Sudoku.
//!
//! Lines `#A` and `#D` before the rows have the author and a description. Sections behind the puzzle hold what a player
//! entered, and are passed over. The rows are read as those of our text.

use crate::{About, ParseError, ReadFile, ReadPuzzle, read_own};

/// The sections of a player.
const OF_PLAYERS: [&str; 3] = ["state", "pencilmarks", "notes"];

/// Returns the name of the section that a line begins, in lower case.
fn section(line: &str) -> Option<String> {
    Some(line.trim().strip_prefix('[')?.strip_suffix(']')?.trim().to_ascii_lowercase())
}

/// Returns whether a line begins the puzzle of such a file.
pub(super) fn is_section(line: &str) -> bool {
    section(line).as_deref() == Some("puzzle")
}

/// Reads a file whose section of the puzzle begins at a line, from 1.
pub(super) fn read(text: &str, begin: usize) -> Result<ReadPuzzle, ParseError> {
    let lines: Vec<&str> = text.lines().collect();
    let rest = (begin + 1..).zip(&lines[begin..]);
    let mut ends = rest.filter_map(|(number, line)| Some((number, section(line)?)));
    let end = ends.next();
    for (number, name) in end.iter().cloned().chain(ends) {
        if !OF_PLAYERS.contains(&name.as_str()) {
            let found = format!("a section [{}]", cnfab_base::display::excerpt(&name));
            return Err(ParseError::new(
                number,
                1,
                found,
                "sections [State], [PencilMarks] or [Notes] after the puzzle",
            ));
        }
    }
    let last = end.map_or(lines.len(), |(number, _)| number - 1);
    let rows: String = lines[begin..last].iter().map(|line| format!("{line}\n")).collect();
    let no_files: ReadFile<'_> = &|_| Err("it names no files".to_owned());
    let mut read = read_own(begin + 1, &rows, no_files)?;
    if read.len() != 1 {
        let found = format!("{} puzzles", read.len());
        return Err(ParseError::new(begin + 1, 1, found, "one puzzle in the section [Puzzle]"));
    }
    let said = |key: &str| lines[..last].iter().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    Ok(ReadPuzzle { about: About::of(said("#D"), said("#A"), ""), ..read.swap_remove(0)? })
}
