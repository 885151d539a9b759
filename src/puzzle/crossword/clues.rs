//! The clues of crosswords: given letters.

use crate::puzzle::clue::{self, Clue, Kept, file};

use super::grid::CrosswordSquare;
use super::words::capital;
use super::{Crossword, KIND};

/// Lists the clues.
pub(super) fn list(crossword: &Crossword) -> Vec<Clue> {
    let given = |square: &CrosswordSquare| match square {
        CrosswordSquare::Letter(given) => given.map(capital),
        CrosswordSquare::Block => None,
    };
    let givens: Vec<Option<char>> = crossword.grid.squares.iter().map(given).collect();
    clue::of_givens(&givens, |cell| place(crossword, cell))
}

/// Names a position of the grid.
pub(super) fn place(crossword: &Crossword, position: usize) -> String {
    let columns = crossword.grid.columns;
    format!("row {}, column {}", position / columns + 1, position % columns + 1)
}

/// Leaves clues out.
pub(super) fn keep(crossword: &Crossword, keep: &[bool]) -> Crossword {
    let (mut crossword, mut kept) = (crossword.clone(), Kept::new(keep));
    for square in &mut crossword.grid.squares {
        if let CrosswordSquare::Letter(given) = square {
            kept.among(std::slice::from_mut(given));
        }
    }
    crossword
}

/// Writes the text.
pub(super) fn text(crossword: &Crossword) -> String {
    let symbol = |square: &CrosswordSquare| match square {
        CrosswordSquare::Block => '#',
        CrosswordSquare::Letter(given) => given.map_or('_', capital),
    };
    let row = |squares: &[CrosswordSquare]| squares.iter().map(symbol).collect::<String>() + "\n";
    let body: String = crossword.grid.squares.chunks(crossword.grid.columns).map(row).collect();
    let repeat = if crossword.repeat { "yes" } else { "no" };
    file(&KIND, &[("words", crossword.file.clone()), ("repeat", repeat.to_owned())], &body)
}
