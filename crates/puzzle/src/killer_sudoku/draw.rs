//! Killer Sudokus as text and as a picture: walls between cages, every other box shaded.

use crate::picture::{Drawing, Ink, Picture};
use crate::{Cells, board, cages, draw};

use super::{KIND, KillerSudoku};

/// Returns the cage of each cell, and the sum in the first cell of each cage.
fn map(killer: &KillerSudoku) -> (Vec<usize>, Vec<Option<String>>) {
    let cage_of = cages::cage_of_cells(killer.grid(), killer.cages.iter().map(|cage| &cage.cells[..]));
    let clues = killer.cages.iter().map(|cage| (cage.cells[0], cage.sum.to_string()));
    (cage_of, cages::clue_of_cells(killer.grid(), clues))
}

/// Returns the ground of a cell.
fn ground(killer: &KillerSudoku, cell: usize) -> Ink {
    if killer.boxes.is_shaded(cell) { Ink::Shade } else { Ink::Cell }
}

/// Draws the puzzle as text.
pub(super) fn drawing(killer: &KillerSudoku, cells: Option<&Cells>) -> Drawing {
    let (cage_of, clues) = map(killer);
    let inside = |cell: usize| cages::inside(&clues, killer.size(), cells, cell).on(Some(ground(killer, cell)));
    draw::boxed(killer.grid(), |cell| Some(cage_of[cell]), inside)
}

/// Draws the picture.
pub(super) fn picture(killer: &KillerSudoku, cells: Option<&Cells>) -> Picture {
    let (cage_of, clues) = map(killer);
    let title = board::title(&KIND, &board::size(killer.grid()), cells);
    cages::picture(title, killer.grid(), &cage_of, &clues, |cell| ground(killer, cell), cells)
}
