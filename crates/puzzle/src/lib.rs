//! Defines the kinds of puzzles: each reads texts, builds models, and checks and draws solutions.
//!
//! A kind states its rules twice, on purpose: once as a model, once in `check`, which never sees the model. The module
//! of each kind describes its text format; `cnfab help KIND` prints the same page.
//!
//! A kind's files have fixed roles, and `by_files!` calls them by their names:
//! - `mod`: the rules, the `KIND` with all fields of [`Kind`], and the methods of [`Problem`] and [`Puzzle`] that other
//!   kinds have otherwise;
//! - `read` parses, `model` builds the model, `symmetries` or `model` declares symmetries, `draw` and `picture` draw;
//! - `check` verifies a solution, from the rules and without the model; `clash` finds contradictions without search;
//! - `write` writes the text, or `clues` does, where more than givens can be left out;
//! - `draft` changes boards that are themselves the puzzle until they have one solution; others have a `blank` board;
//! - `tests`: each parse error, each kind of violation, the shapes of a picture; `canonical`: equal up to symmetry;
//! - `help.md`: every header line, every name, and examples as `text` blocks with a line `# Solutions: K`.

pub mod binairo;
mod board;
mod boxes;
mod by_files;
mod cage_draft;
mod cages;
mod canvas;
mod clash;
mod clue;
pub mod crossword;
pub mod disks;
pub mod dissection;
mod division;
mod draft;
mod draw;
pub mod equation;
pub mod exchange;
mod feature;
mod fill;
pub mod grid;
pub mod hexagon;
pub mod hidoku;
pub mod jodici;
pub mod kakuro;
pub mod kenken;
pub mod killer_sudoku;
mod kind;
mod latin;
mod line;
pub mod magic_board;
mod numbers;
pub mod picture;
mod preset;
pub mod seating;
pub mod skyscrapers;
mod spot;
pub mod star_battle;
pub mod sudoku;
mod symmetry;
#[cfg(test)]
mod testing;
mod text;

pub use clue::{Clue, ClueChange};
pub use cnfab_base::parse_error::ParseError;
pub use cnfab_model::problem::{Cells, Problem, Violation};
pub use draft::{Begun, BoardCriteria, BoardMaker, Draft};
pub use exchange::GridParts;
pub use feature::Feature;
pub use kind::{Alias, BlankBoard, Kind};
pub use preset::Preset;
pub use spot::Spot;
pub use text::{About, Document, Header, ReadFile, Token};

use fastrand::Rng;

use crate::grid::rect::Rect;
use crate::picture::{Picture, Point};

use by_files::by_files;
use clue::Kept;

/// All kinds, by name.
pub static KINDS: &[Kind] = &[
    binairo::KIND,
    crossword::KIND,
    disks::KIND,
    dissection::KIND,
    equation::KIND,
    hexagon::KIND,
    hidoku::KIND,
    jodici::KIND,
    kakuro::KIND,
    kenken::KIND,
    killer_sudoku::KIND,
    magic_board::KIND,
    seating::KIND,
    skyscrapers::KIND,
    star_battle::KIND,
    sudoku::KIND,
];

/// The puzzles of one file.
pub type Puzzles = Vec<Box<dyn Puzzle>>;

/// A puzzle: the result of reading a text. A problem with a notation and drawings.
pub trait Puzzle: Problem {
    /// Returns the kind.
    fn kind(&self) -> &'static Kind;

    /// Explains, as a sentence, a contradiction of givens or rules that checks without search find; `None` if they find
    /// none.
    ///
    /// A text that nobody can mean as a puzzle is an error of the reader instead.
    fn contradiction(&self) -> Option<Violation> {
        None
    }

    /// Lists the clues, in the order of the text. The default is for kinds whose clues are given values.
    fn clues(&self) -> Vec<Clue> {
        let given = |given: Option<i32>| given.map(|value| self.value(value));
        let givens: Vec<Option<String>> = self.givens().unwrap_or_default().into_iter().map(given).collect();
        clue::of_givens(&givens, |cell| self.place(cell))
    }

    /// Returns the number of clues.
    fn clue_count(&self) -> usize {
        self.givens().map_or_else(|| self.clues().len(), |givens| givens.iter().flatten().count())
    }

    /// Returns the puzzle without the clues for which `keep` is false. The default is for kinds whose clues are given
    /// values.
    ///
    /// # Errors
    /// If the kind cannot state a puzzle with these clues, as a sentence.
    ///
    /// # Panics
    /// If there are fewer decisions than clues.
    fn with_clues(&self, keep: &[bool]) -> Result<Box<dyn Puzzle>, Violation> {
        let mut givens = self.givens().expect("a kind with other clues, or none, has a method of its own");
        Kept::new(keep).among(&mut givens);
        Ok(self.with_givens(&givens).expect("a kind with givens takes others"))
    }

    /// Returns the given value of each cell of an output. `None` if the kind has other clues, or none.
    fn givens(&self) -> Option<Vec<Option<i32>>> {
        None
    }

    /// Returns the board of this puzzle with these givens instead of its own. `None` if the kind has other clues, or
    /// none.
    fn with_givens(&self, givens: &[Option<i32>]) -> Option<Box<dyn Puzzle>> {
        let _ = givens;
        None
    }

    /// States as a clue of the kind that a position of an output has a value; `None` if the kind has no such clues.
    fn given(&self, position: usize, value: i32) -> Option<String> {
        self.givens().map(|_| self.statement(position, &[value], true))
    }

    /// Lists changes other than given values that keep the first solution and exclude the second. None if the kind has
    /// no such changes.
    fn changes(&self, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
        let _ = (kept, excluded);
        Vec::new()
    }

    /// Describes what tells the puzzle from others on a board of its size, besides the givens.
    fn features(&self) -> Vec<Feature> {
        Vec::new()
    }

    /// Returns numbers that are equal for two puzzles on one board if, and only if, a symmetry of the kind maps one to
    /// the other. `None` if the kind has no symmetries besides turns, mirror images and few changes of values.
    fn canonical(&self) -> Option<Vec<i32>> {
        None
    }

    /// Finds a random solution of the board without its clues, if the kind knows a way that is better than search.
    fn random_solution(&self, rng: &mut Rng) -> Option<Cells> {
        let _ = rng;
        None
    }

    /// Describes the puzzle by the parts that formats of other programs share; `None` if the kind has other parts.
    fn grid_parts(&self) -> Option<GridParts> {
        None
    }

    /// Writes the puzzle in the format that [`read`] reads.
    fn text(&self) -> String;

    /// Returns the numbers of rows and columns, if the positions of an output are the cells of a rectangle.
    fn rectangle(&self) -> Option<(usize, usize)> {
        None
    }

    /// Names a position of an output: `row 1, column 2`.
    fn place(&self, position: usize) -> String {
        let (rows, columns) = self.rectangle().expect("a kind without one has a method of its own");
        latin::cell_name(Rect::new(rows, columns), position)
    }

    /// Returns whether a position of an output is a cell to be filled. A kind whose outputs have black cells, too, says
    /// which these are.
    fn is_cell(&self, position: usize) -> bool {
        let _ = position;
        true
    }

    /// Returns the text for a value in drawings, by which it may be stated, too.
    fn mark(&self, value: i32) -> String {
        self.value(value)
    }

    /// Describes what the rules allow but what may well be a slip, as a sentence; `None` if there is nothing.
    fn oddity(&self) -> Option<Violation> {
        None
    }

    /// Formats a value of an output.
    fn value(&self, value: i32) -> String {
        value.to_string()
    }

    /// States that a position of an output has one of some values, or that it has none of them: a clause of a sentence.
    fn statement(&self, position: usize, values: &[i32], is: bool) -> String {
        let values = numbers::ranges(values, |value| self.value(value));
        let (not, between) = if is { ("", " or ") } else { ("not ", ", ") };
        format!("{} is {not}{}", self.place(position), values.join(between))
    }

    /// Returns what an output has where a shown variable of a view's model has a value: positions and their value. The
    /// variable is the one with this number among the shown ones. The default is for views whose variables are the
    /// positions.
    fn entry(&self, view: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        let _ = view;
        (vec![shown], value)
    }

    /// Names a rule, by the label of its constraint and its number, from 1, among the constraints of that label. `None`
    /// if label and number name it.
    fn rule(&self, label: &str, number: usize) -> Option<String> {
        let _ = (label, number);
        None
    }

    /// Names what the constraints with this label count, such as a star; `None` if it has no name.
    fn noun(&self, label: &str) -> Option<&'static str> {
        let _ = label;
        None
    }

    /// Returns whether the constraints with this label are links of a chain that a person follows as one.
    fn is_chain(&self, label: &str) -> bool {
        let _ = label;
        false
    }

    /// Returns a sign for a value in a cell of a picture.
    fn sign(&self, value: i32) -> String {
        self.value(value)
    }

    /// Returns for each position of an output its room in [`Puzzle::picture`]. None if the picture has no such cells.
    fn spots(&self) -> Vec<Spot> {
        self.rectangle().map_or_else(Vec::new, |(rows, columns)| board::spots(Rect::new(rows, columns)))
    }

    /// Returns the names of rows, columns and regions, each with the middle of its text in [`Puzzle::picture`]. Those
    /// of rows and columns may lie on the edge of the picture.
    fn labels(&self) -> Vec<(Point, String)> {
        self.rectangle().map_or_else(Vec::new, |(rows, columns)| board::axes(Rect::new(rows, columns)))
    }

    /// Draws the puzzle, or its solution, as a picture. Cells of another puzzle give an unspecified picture, but no
    /// panic.
    fn picture(&self, cells: Option<&Cells>) -> Picture;
}

/// A puzzle as it was read.
pub struct ReadPuzzle {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// Its lines for people.
    pub about: About,
}

/// One puzzle of a text, or why it could not be read.
pub type Parsed = Result<Box<dyn Puzzle>, ParseError>;

/// Reads a puzzle file: our text, or a format of other programs that is recognised by its beginning. `read_file` reads
/// the files that the puzzle names, such as a word list. The kind is the first puzzle's.
///
/// # Errors
/// At the first part of the text that cannot be read.
pub fn read(text: &str, read_file: ReadFile<'_>) -> Result<(&'static Kind, Puzzles), ParseError> {
    let read = read_each(text, read_file).into_iter().map(|read| read.map(|read| read.puzzle));
    let puzzles = read.collect::<Result<Puzzles, _>>()?;
    Ok((puzzles[0].kind(), puzzles))
}

/// Reads each puzzle of a file, of which some may be wrong: puzzles of our text one after the other, lines of a batch,
/// links one a line. There is at least one result.
pub fn read_each(text: &str, read_file: ReadFile<'_>) -> Vec<Result<ReadPuzzle, ParseError>> {
    exchange::read(text).unwrap_or_else(|| {
        let parts = text::split(text).into_iter();
        parts
            .flat_map(|(line, part)| read_own(line, part, read_file).unwrap_or_else(|error| vec![Err(error)]))
            .collect()
    })
}

/// Reads our text that begins at a line of a file: one puzzle, or a batch.
fn read_own(
    line: usize,
    text: &str,
    read_file: ReadFile<'_>,
) -> Result<Vec<Result<ReadPuzzle, ParseError>>, ParseError> {
    let mut document = Document::parse_from(line, text, read_file)?;
    let name = document.kind()?;
    let (kind, alias) = Kind::named(name.value).map_err(|unknown| {
        let hint = unknown.nearest().map(|near| format!("'{near}', or ")).unwrap_or_default();
        let known: Vec<String> = KINDS.iter().map(|kind| kind.name.to_owned()).collect();
        name.error(format!("{hint}one of: {}", cnfab_base::display::list(&known)))
    })?;
    document.only(kind.keys)?;
    if let Some(alias) = alias {
        document.imply(name, alias.implies)?;
    }
    let about = document.about();
    let read = |puzzle: Parsed| puzzle.map(|puzzle| ReadPuzzle { puzzle, about: about.clone() });
    Ok((kind.parse)(&document)?.into_iter().map(read).collect())
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
