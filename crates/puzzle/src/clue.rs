//! Clues: statements of a puzzle that can be left out one by one; and the text of a puzzle with some of them.
//!
//! The rules and the shape of a board are no clues: without the border of a region, another puzzle is left and not one
//! with fewer clues. A kind whose board is all there is, such as a Star Battle, has no clues.

use std::fmt::Display;

use super::{Kind, Puzzle};

/// A statement of a puzzle that can be left out on its own: a given, the sum of a cage, a rule about guests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    /// Its statement, without the end of a sentence: `row 1, column 2 is 5`.
    pub text: String,
    /// The positions in an output that it is about.
    pub cells: Vec<usize>,
}

/// A change of what a puzzle states that keeps a solution and excludes another.
pub struct ClueChange {
    /// The change to make, without the end of a sentence.
    pub text: String,
    /// The puzzle with the change.
    pub puzzle: Box<dyn Puzzle>,
}

impl ClueChange {
    /// Reads the changed puzzle; `None` if the kind does not take it.
    pub(super) fn read(text: String, puzzle: &str) -> Option<Self> {
        let (_, puzzles) = super::read(puzzle, &|name| Err(format!("{name}: no files"))).ok()?;
        let [puzzle] = <[Box<dyn Puzzle>; 1]>::try_from(puzzles).ok()?;
        Some(ClueChange { text, puzzle })
    }
}

/// Lists the clues of given values, in the order of the cells.
pub(super) fn of_givens<T: Display>(givens: &[Option<T>], name: impl Fn(usize) -> String) -> Vec<Clue> {
    let clue = |(cell, given): (usize, &Option<T>)| {
        let text = format!("{} is {}", name(cell), given.as_ref()?);
        Some(Clue { text, cells: vec![cell] })
    };
    givens.iter().enumerate().filter_map(clue).collect()
}

/// The clues that are kept, one after the other.
pub(super) struct Kept<'k>(std::slice::Iter<'k, bool>);

impl<'k> Kept<'k> {
    /// Begins with the first clue.
    pub(super) fn new(keep: &'k [bool]) -> Self {
        Kept(keep.iter())
    }

    /// True if the next clue is kept.
    pub(super) fn next(&mut self) -> bool {
        *self.0.next().expect("there is a decision for each clue")
    }

    /// Takes away the values whose clues are not kept.
    pub(super) fn among<T>(&mut self, givens: &mut [Option<T>]) {
        for given in givens {
            *given = given.take().filter(|_| self.next());
        }
    }

    /// Takes away the statements that are not kept.
    pub(super) fn of<T>(&mut self, statements: &mut Vec<T>) {
        statements.retain(|_| self.next());
    }
}

/// Puts a puzzle file together: the kind, the header lines, and the body.
pub(super) fn file(kind: &Kind, headers: &[(&str, String)], body: &str) -> String {
    let mut text = format!("kind: {}\n", kind.name);
    for (key, value) in headers {
        text += &format!("{key}: {value}\n");
    }
    if body.is_empty() { text } else { text + "\n" + body }
}

/// Writes rows of cells, each as wide as the widest, with blanks between. Lines end with a newline.
pub(super) fn rows<R: IntoIterator<Item = String>>(rows: impl IntoIterator<Item = R>) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let width = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or_default();
    let line =
        |row: &Vec<String>| row.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ") + "\n";
    rows.iter().map(line).collect()
}

/// Formats a given value, or the symbol of an empty cell.
pub(super) fn cell(given: Option<impl Display>) -> String {
    given.map_or_else(|| "_".to_owned(), |value| value.to_string())
}
