//! Draws magic boards as text and as a picture.

use crate::picture::{CELL, Drawing, Ink, Picture};
use crate::{Cells, board, draw, numbers};

use super::{KIND, MagicBoard};

/// Draws the puzzle as text.
pub(super) fn drawing(board: &MagicBoard, cells: Option<&Cells>) -> Drawing {
    let width = numbers::width([*board.numbers.start(), *board.numbers.end()]);
    let inside = |cell: usize| numbers::inside(board::value(board.givens[cell], cells, cell), width);
    draw::boxed(board.grid, |_| Some(0), inside)
}

/// Draws the picture of a magic board, with the sum below.
pub(super) fn picture(puzzle: &MagicBoard, cells: Option<&Cells>) -> Picture {
    let rect = puzzle.grid;
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, |_| Some(0), |_| Ink::Cell);
    for (cell, &given) in puzzle.givens.iter().enumerate() {
        board::write(&mut picture, board::middle(rect, cell), 0.8 * CELL, board::value(given, cells, cell));
    }
    board::below(&mut picture, &[format!("sum {}", puzzle.sum)]);
    picture
}
