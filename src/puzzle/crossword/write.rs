//! Writes crosswords, with other givens if wanted.

use crate::puzzle::clue::file;

use super::grid::CrosswordSquare;
use super::words::capital;
use super::{Crossword, KIND};

/// Returns the given letter of each square.
pub(super) fn givens(crossword: &Crossword) -> Vec<Option<i32>> {
    let given = |square: &CrosswordSquare| match *square {
        CrosswordSquare::Letter(given) => given,
        CrosswordSquare::Block => None,
    };
    crossword.grid.squares.iter().map(given).collect()
}

/// Returns the crossword with other given letters; blocks take none.
pub(super) fn with_givens(crossword: &Crossword, givens: &[Option<i32>]) -> Crossword {
    let mut crossword = crossword.clone();
    for (square, &given) in crossword.grid.squares.iter_mut().zip(givens) {
        if let CrosswordSquare::Letter(letter) = square {
            *letter = given;
        }
    }
    crossword
}

/// Names a position of the grid.
pub(super) fn place(crossword: &Crossword, position: usize) -> String {
    let columns = crossword.grid.columns;
    format!("row {}, column {}", position / columns + 1, position % columns + 1)
}

/// Writes the text of a crossword.
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
