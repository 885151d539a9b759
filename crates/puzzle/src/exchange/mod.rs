//! Formats in which other programs exchange puzzles: the registry [`EXCHANGE_FORMATS`], a file per format.
//!
//! A reader recognises its format by the text. It yields a kind and [`GridParts`]. The kind writes these as its own
//! text, which its own reader then checks, so that every rule about texts is stated once. Nothing is fetched from a
//! network: a link holds its whole puzzle.

mod base64;
mod characters;
mod f_puzzles;
mod link;
mod parts;
mod penpa;
mod puzz_link;
mod regions;
mod sadman;
mod sudoku_wiki;

pub use link::is_link;
pub use parts::GridParts;
pub(super) use parts::RunSums;

use cnfab_base::display;
use cnfab_base::names::{UnknownName, known};

use super::{About, Kind, ParseError, Puzzle, ReadFile, ReadPuzzle, Token, read_own};

/// A format in which puzzles are written, and perhaps read.
pub struct ExchangeFormat {
    /// The name, as `cnfab convert --to` takes it.
    pub name: &'static str,
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The kinds that the format can state, with what it can state of them. Empty if it takes every kind.
    pub kinds: &'static [(&'static str, &'static str)],
    /// True if a puzzle is one line, so that lines of several puzzles are a text.
    pub is_of_lines: bool,
    /// Reads one puzzle from a text that the format recognises; `None` if the kinds' own readers read the format.
    read: Option<Reader>,
    /// True if the format has places for what a puzzle says for people.
    pub has_about: bool,
    /// Writes a puzzle, and what it says for people, as one line or as a text of several lines.
    write: fn(&dyn Puzzle, &About) -> Result<String, Inexpressible>,
}

/// How a format recognises and reads texts.
struct Reader {
    recognises: fn(&str) -> bool,
    read: fn(Token<'_>) -> Result<(&'static str, GridParts), ParseError>,
}

/// All formats, by name.
pub static EXCHANGE_FORMATS: &[ExchangeFormat] = &[
    ExchangeFormat {
        name: "characters",
        about: "a Sudoku on one line, a character for each cell: digits, then letters (81, 256 or 625 characters)",
        kinds: characters::KINDS,
        is_of_lines: true,
        has_about: false,
        read: None,
        write: |puzzle, _| characters::write(puzzle),
    },
    ExchangeFormat {
        name: "f-puzzles",
        about: "a link of f-puzzles (https://www.f-puzzles.com/?load=...); JSON and links of SudokuPad are read, too",
        kinds: f_puzzles::KINDS,
        is_of_lines: true,
        has_about: true,
        read: Some(Reader { recognises: f_puzzles::recognises, read: f_puzzles::read }),
        write: f_puzzles::write,
    },
    ExchangeFormat {
        name: "letters",
        about: "a Sudoku of 16 x 16 or 25 x 25 on one line, a letter for each cell: A is 1",
        kinds: characters::KINDS_OF_LETTERS,
        is_of_lines: true,
        has_about: false,
        read: None,
        write: |puzzle, _| characters::write_letters(puzzle),
    },
    ExchangeFormat {
        name: "penpa",
        about: "a link of Penpa (https://swaroopg92.github.io/penpa-edit/#m=edit&p=...)",
        kinds: penpa::KINDS,
        is_of_lines: true,
        has_about: true,
        read: Some(Reader { recognises: penpa::recognises, read: penpa::read }),
        write: penpa::write,
    },
    ExchangeFormat {
        name: "puzz-link",
        about: "a link of puzz.link and other sites of PUZ-PRE (https://puzz.link/p?sudoku/...), whose files are read, too",
        kinds: puzz_link::KINDS,
        is_of_lines: true,
        has_about: false,
        read: Some(Reader { recognises: puzz_link::recognises, read: puzz_link::read }),
        write: |puzzle, _| puzz_link::write(puzzle),
    },
    ExchangeFormat {
        name: "sudokuwiki",
        about: "a link of the solver of SudokuWiki (https://www.sudokuwiki.org/sudoku.htm?bd=...)",
        kinds: sudoku_wiki::KINDS,
        is_of_lines: true,
        has_about: false,
        read: Some(Reader { recognises: sudoku_wiki::recognises, read: sudoku_wiki::read }),
        write: |puzzle, _| sudoku_wiki::write(puzzle),
    },
    ExchangeFormat {
        name: "text",
        about: "the text that every command reads; 'cnfab help KIND' describes it",
        kinds: &[],
        is_of_lines: false,
        has_about: true,
        read: None,
        write: |puzzle, about| Ok(about.add_to(&puzzle.text())),
    },
];

/// The part of a puzzle that a format cannot state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct Inexpressible {
    /// The clue that the puzzle has.
    found: String,
    /// The clue that the format can state.
    expected: String,
}

impl Inexpressible {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Inexpressible { found: found.into(), expected: expected.into() }
    }
}

impl ExchangeFormat {
    /// Finds the format of this name.
    ///
    /// # Errors
    /// If there is none; the error lists those there are.
    pub fn named(name: &str) -> Result<&'static ExchangeFormat, UnknownName> {
        let names = || EXCHANGE_FORMATS.iter().map(|format| format.name);
        let found = EXCHANGE_FORMATS.iter().find(|format| known([format.name], name).is_some());
        found.ok_or_else(|| UnknownName::new("format", name, names()))
    }

    /// Writes a puzzle without a word for people. The text ends with a newline.
    ///
    /// # Errors
    /// If the format cannot state a part of the puzzle.
    pub fn write(&self, puzzle: &dyn Puzzle) -> Result<String, Inexpressible> {
        self.write_with(puzzle, &About::default())
    }

    /// Writes a puzzle, and what it says for people if the format has places for that. The text ends with a newline.
    ///
    /// # Errors
    /// If the format cannot state a part of the puzzle.
    pub fn write_with(&self, puzzle: &dyn Puzzle, about: &About) -> Result<String, Inexpressible> {
        let kind = puzzle.kind().name;
        let mut kinds = self.kinds.iter().map(|&(name, _)| name);
        if !self.kinds.is_empty() && !kinds.clone().any(|name| name == kind) {
            return Err(Inexpressible::new(
                format!("a puzzle of kind {kind}"),
                format!("one of: {}", display::list(kinds.by_ref())),
            ));
        }
        let text = (self.write)(puzzle, about)?;
        Ok(if text.ends_with('\n') { text } else { text + "\n" })
    }
}

/// The parts of a puzzle whose kind a format lists.
fn parts_of(puzzle: &dyn Puzzle) -> GridParts {
    puzzle.grid_parts().expect("the kinds that formats list have parts")
}

/// The most lines of a file that are read; those behind are about a player's answer.
const MOST_LINES: usize = 10_000;

/// The format that recognises a text by its beginning.
fn recognise(text: &str) -> Option<&'static Reader> {
    EXCHANGE_FORMATS.iter().filter_map(|format| format.read.as_ref()).find(|reader| (reader.recognises)(text))
}

/// One puzzle of a text, or why it could not be read.
type Found = Result<ReadPuzzle, ParseError>;

/// Reads a text in a format of other programs: links, one a line, JSON, or files of PUZ-PRE. `None` if the text is in
/// no such format.
pub(super) fn read(text: &str) -> Option<Vec<Found>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_content = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_content(line));
    let first = lines.next()?;
    if is_link(first.1.trim()) {
        return Some(std::iter::once(first).chain(lines).map(|(line, text)| read_link(line, text)).collect());
    }
    let number = first.0;
    if puzz_link::is_file(first.1) {
        return Some(read_files(text, number));
    }
    if sadman::is_section(first.1) {
        return Some(vec![sadman::read(text, number)]);
    }
    if !first.1.trim_start().starts_with('{') {
        return None;
    }
    let json = text.split_inclusive('\n').skip(number - 1).collect::<String>();
    f_puzzles::is_json(&json).then(|| {
        let read = f_puzzles::read_json(&json, number);
        vec![read.and_then(|(name, parts)| of_parts(name, &parts, number, 1))]
    })
}

/// Reads the link that stands on a line.
fn read_link(line: usize, text: &str) -> Found {
    let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let link = Token { text: text.trim(), line, column };
    let reader = link::within_limit(link).map(|()| recognise(link.text))?;
    let reader = reader.ok_or_else(|| link.error("a link of puzz.link, f-puzzles, SudokuPad, SudokuWiki or Penpa"))?;
    let (name, parts) = (reader.read)(link)?;
    of_parts(name, &parts, line, column)
}

/// Reads files of PUZ-PRE, one after the other, from a line on.
fn read_files(text: &str, first_line: usize) -> Vec<Found> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let starts: Vec<usize> = (first_line - 1..lines.len()).filter(|&at| puzz_link::is_file(lines[at])).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let read = starts.iter().zip(ends).map(|(&start, end)| {
        let file: String = lines[start..end.min(start + MOST_LINES)].concat();
        let (name, parts) = puzz_link::read_file(&file, start + 1)?;
        of_parts(name, &parts, start + 1, 1)
    });
    read.collect()
}

/// Makes the puzzle of some parts. An error of the kind's own reader is reported at the begin of the puzzle: what it is
/// about has no position of its own there.
fn of_parts(name: &str, parts: &GridParts, line: usize, column: usize) -> Found {
    let (kind, _) = Kind::named(name).expect("formats name registered kinds");
    let text = kind.of_parts.expect("the kinds that formats list take parts")(parts);
    let no_files: ReadFile<'_> = &|_| Err("it names no files".to_owned());
    let mut read = read_own(1, &text, no_files).map_err(|error| ParseError { line, column, ..error })?;
    let read = read.swap_remove(0).map_err(|error| ParseError { line, column, ..error })?;
    Ok(ReadPuzzle { about: parts.about.clone(), ..read })
}
