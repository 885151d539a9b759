//! The picture of a Sudoku: every other box shaded.

use crate::picture::{CELL, Ink, Picture};

use super::super::{Cells, board};
use super::{KIND, Sudoku};

pub(super) fn picture(puzzle: &Sudoku, cells: Option<&Cells>) -> Picture {
    let (shape, rect) = (puzzle.shape, puzzle.shape.grid());
    let ground = |cell: usize| {
        let (row, column) = rect.place(cell);
        if (row / shape.rows + column / shape.columns) % 2 == 1 { Ink::Shade } else { Ink::Cell }
    };
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, |cell| Some(shape.box_of(cell)), ground);
    for cell in 0..rect.len() {
        if let Some((digit, ink)) = board::value(puzzle.given(cell), cells, cell) {
            picture.fitted(board::middle(rect, cell), board::NUMBER, 0.8 * CELL, ink, puzzle.notation.text(digit));
        }
    }
    picture
}
