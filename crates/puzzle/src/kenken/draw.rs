//! KenKens as text and as a picture: walls between cages, targets in their first cells.

use crate::picture::{Drawing, Ink, Picture};
use crate::{Cells, board, cages, draw};

use super::{KIND, KenKen};

/// Returns the cage of each cell, and the target in the first cell of each cage.
fn map(kenken: &KenKen) -> (Vec<usize>, Vec<Option<String>>) {
    let cage_of = cages::cage_of_cells(kenken.grid, kenken.cages.iter().map(|cage| &cage.cells[..]));
    let clue = |target: i64, sign: &str| format!("{target}{sign}");
    let clues = kenken.cages.iter().map(|cage| (cage.cells[0], clue(cage.target, cage.operation.sign())));
    (cage_of, cages::clue_of_cells(kenken.grid, clues))
}

/// Draws the puzzle as text.
pub(super) fn drawing(kenken: &KenKen, cells: Option<&Cells>) -> Drawing {
    let (cage_of, clues) = map(kenken);
    let inside = |cell: usize| cages::inside(&clues, kenken.grid.rows, cells, cell);
    draw::boxed(kenken.grid, |cell| Some(cage_of[cell]), inside)
}

/// Draws the picture.
pub(super) fn picture(kenken: &KenKen, cells: Option<&Cells>) -> Picture {
    let (cage_of, clues) = map(kenken);
    let title = board::title(&KIND, &board::size(kenken.grid), cells);
    cages::picture(title, kenken.grid, &cage_of, &clues, |_| Ink::Cell, cells)
}
