//! Writes crosswords, with other givens if wanted.

use crate::clue::file;
use crate::grid::rect::Rect;

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

/// Writes the text of a crossword.
pub(super) fn text(crossword: &Crossword) -> String {
    let symbol = |square: &CrosswordSquare| match square {
        CrosswordSquare::Block => '#',
        CrosswordSquare::Letter(given) => given.map_or('_', capital),
    };
    let row = |squares: &[CrosswordSquare]| squares.iter().map(symbol).collect::<String>() + "\n";
    let body: String = crossword.grid.squares.chunks(crossword.grid.columns).map(row).collect();
    let repeat = if crossword.repeat { "yes" } else { "no" };
    let words = crossword.file.clone().map(|file| ("words", file));
    file(&KIND, &words.into_iter().chain([("repeat", repeat.to_owned())]).collect::<Vec<_>>(), &body)
}

/// Returns numbers that are equal for crosswords that are equal up to the exchange of across and down.
pub(super) fn canonical(crossword: &Crossword) -> Vec<i32> {
    let squares = &crossword.grid.squares;
    let grid = Rect::new(squares.len() / crossword.grid.columns, crossword.grid.columns);
    let number = |cell: usize| match squares[cell] {
        CrosswordSquare::Block => -1,
        CrosswordSquare::Letter(given) => given.unwrap_or(0),
    };
    let form = |lines: usize, cells: Vec<usize>| {
        std::iter::once(lines as i32).chain(cells.into_iter().map(number)).collect::<Vec<i32>>()
    };
    let rows = form(grid.rows, (0..grid.len()).collect());
    rows.min(form(grid.columns, (0..grid.columns).flat_map(|column| grid.column(column)).collect()))
}
