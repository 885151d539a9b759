//! The clues of Skyscrapers: the numbers at the sides, and given heights.

use crate::clue::{self, Clue, Kept, cell, file, rows};
use crate::latin;

use super::{KIND, Skyscrapers};

/// The symbol of a corner.
const CORNER: &str = "+";

/// Lists the clues: those at the sides, then the givens.
pub(super) fn list(board: &Skyscrapers) -> Vec<Clue> {
    let at_side = board.given_clues().map(|(edge, number, clue)| Clue {
        text: format!("{} shows {clue}", board.name(edge, number)),
        cells: board.sight(edge, number),
    });
    at_side.chain(clue::of_givens(&board.givens, |cell| latin::cell_name(board.grid, cell))).collect()
}

/// Leaves clues out.
pub(super) fn keep(board: &Skyscrapers, keep: &[bool]) -> Skyscrapers {
    let (mut board, mut kept) = (board.clone(), Kept::new(keep));
    board.clues.iter_mut().for_each(|clues| kept.among(clues));
    kept.among(&mut board.givens);
    board
}

/// Writes the text.
pub(super) fn text(board: &Skyscrapers) -> String {
    let [above, below, left, right] = &board.clues;
    let corner = || std::iter::once(CORNER.to_owned());
    let edge = |clues: &[Option<i32>]| -> Vec<String> {
        corner().chain(clues.iter().map(|&clue| cell(clue))).chain(corner()).collect()
    };
    let row = |number: usize| -> Vec<String> {
        let heights = board.grid.row(number).map(|index| cell(board.givens[index]));
        std::iter::once(cell(left[number])).chain(heights).chain([cell(right[number])]).collect()
    };
    let lines = std::iter::once(edge(above)).chain((0..board.size()).map(row)).chain([edge(below)]);
    file(&KIND, &[("heights", board.most.to_string())], &rows(lines))
}
