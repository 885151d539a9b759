//! Draws Binairo as text and as a picture.

use crate::picture::{CELL, Drawing, Ink, Picture};
use crate::{Cells, board, draw, numbers};

use super::{Binairo, KIND};

/// Draws the puzzle as text that the reader accepts.
pub(super) fn drawing(binairo: &Binairo, cells: Option<&Cells>) -> Drawing {
    let inside = |cell: usize| numbers::inside(board::value(binairo.givens[cell], cells, cell), 1);
    draw::boxed(binairo.grid, |_| Some(0), inside)
}

/// Draws the picture, with ones on a shaded ground.
pub(super) fn picture(binairo: &Binairo, cells: Option<&Cells>) -> Picture {
    let rect = binairo.grid;
    let value = |cell: usize| board::value(binairo.givens[cell], cells, cell);
    let ground = |cell: usize| if value(cell).is_some_and(|(digit, _)| digit == 1) { Ink::Shade } else { Ink::Cell };
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, |_| Some(0), ground);
    for cell in 0..rect.len() {
        board::write(&mut picture, board::middle(rect, cell), 0.8 * CELL, value(cell));
    }
    picture
}
