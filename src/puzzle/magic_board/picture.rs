//! The picture of a magic board, with the sum below.

use crate::picture::{CELL, Ink, Picture};

use super::super::{Cells, board};
use super::{KIND, MagicBoard};

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
