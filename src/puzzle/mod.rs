//! The kinds of puzzles: text in, model out, solutions checked and drawn.
//!
//! A kind states its rules twice, on purpose: once as a model, once in `check`, which never sees the model.
//! The module of each kind describes its text format; `cnfab help KIND` prints the same page.

pub mod binairo;
mod board;
mod boxes;
mod cages;
mod canvas;
mod cells;
mod clash;
pub mod crossword;
pub mod disks;
pub mod dissection;
mod draw;
pub mod equation;
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
mod preset;
pub mod seating;
pub mod skyscrapers;
pub mod star_battle;
pub mod sudoku;
mod symmetry;
#[cfg(test)]
mod testing;
mod text;

pub use crate::parse_error::ParseError;
pub use cells::Cells;
pub use kind::{Alias, Kind};
pub use preset::Preset;
pub use text::{Document, Header, ReadFile, Token};

use crate::model::{Assignment, Model};
use crate::names::UnknownName;
use crate::picture::{Drawing, Picture};

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

/// One puzzle that has been read.
pub trait Puzzle: Send + Sync {
    /// The kind.
    fn kind(&self) -> &'static Kind;

    /// The model from one of the kind's viewpoints.
    ///
    /// # Errors
    /// If the kind does not list the view.
    fn model(&self, view: &str) -> Result<Model, UnknownName> {
        Ok(self.make_model(self.kind().view(view)?))
    }

    /// Makes the model; [`Puzzle::model`] has looked the view up.
    ///
    /// # Panics
    /// If the kind does not list the view.
    fn make_model(&self, view: &str) -> Model;

    /// Declares the puzzle's symmetries on a model that [`Puzzle::model`] made from the same view: all those that the
    /// view's variables and values can express. The givens are not looked at; a [`Group`](crate::model::Group) does
    /// that. It may add implied constraints without which the model would not have the symmetry of the puzzle.
    ///
    /// Apart from [`Puzzle::model`], because most searches do not ask for it.
    fn declare_symmetries(&self, view: &str, model: &mut Model) {
        let _ = (view, model);
    }

    /// The solution in the kind's canonical form, the same for every view.
    ///
    /// # Panics
    /// If the kind does not list the view, or the solution is none of the view's model.
    fn cells(&self, view: &str, solution: &Assignment) -> Cells;

    /// Whether the cells solve the puzzle. Written from the rules; never looks at the model.
    ///
    /// # Errors
    /// The first rule that is broken, and where, as a sentence.
    fn check(&self, cells: &Cells) -> Result<(), Violation>;

    /// Why there is no solution, if givens or rules contradict each other in a way that can be seen without a search:
    /// the place and the rule, as a sentence. Where such a text cannot be meant, reading it is an error instead.
    fn contradiction(&self) -> Option<Violation> {
        None
    }

    /// The puzzle as text with inks, for a terminal; with the solution filled in if there is one. Lines end with a
    /// newline.
    fn drawing(&self, cells: Option<&Cells>) -> Drawing;

    /// The text of [`Puzzle::drawing`].
    fn draw(&self, cells: Option<&Cells>) -> String {
        self.drawing(cells).to_string()
    }

    /// The puzzle as a picture, with the solution filled in if there is one. What cells of another puzzle would show is
    /// not said, but it does not panic.
    fn picture(&self, cells: Option<&Cells>) -> Picture;

    /// The solution on one line, without the newline.
    fn plain(&self, cells: &Cells) -> String;

    /// Reads what [`Puzzle::plain`] writes.
    ///
    /// # Errors
    /// If the line does not have that form. Whether the rules hold is not looked at.
    fn read_plain(&self, line: &str) -> Result<Cells, ParseError>;
}

/// A broken rule, as a sentence that names the place: `row 3 adds up to 84, not 85`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// Reads a puzzle file. `read_file` reads what the puzzle refers to, such as a word list.
///
/// # Errors
/// At the first thing that cannot be read.
pub fn read(text: &str, read_file: ReadFile<'_>) -> Result<(&'static Kind, Puzzles), ParseError> {
    let mut document = Document::parse(text, read_file)?;
    let name = document.kind()?;
    let (kind, alias) = Kind::named(name.value).map_err(|unknown| {
        let hint = unknown.nearest().map(|near| format!("'{near}', or ")).unwrap_or_default();
        let known: Vec<String> = KINDS.iter().map(|kind| kind.name.to_owned()).collect();
        name.error(format!("{hint}one of: {}", crate::display::list(&known)))
    })?;
    document.only(kind.keys)?;
    if let Some(alias) = alias {
        document.imply(name, alias.implies)?;
    }
    Ok((kind, (kind.parse)(&document)?))
}
