//! Draws Hidokus as text and as a picture.

use crate::draw::CellText;
use crate::picture::{CELL, Drawing, Ink, Picture, Shape};
use crate::{Cells, board, draw, numbers};

use super::{Hidoku, KIND};

/// Draws the puzzle as text.
pub(super) fn drawing(hidoku: &Hidoku, cells: Option<&Cells>) -> Drawing {
    let width = numbers::width([hidoku.len() as i32]);
    let inside = |position: usize| match hidoku.positions.binary_search(&position) {
        Ok(cell) => numbers::inside(board::value(hidoku.givens[cell], cells, cell), width),
        Err(_) => CellText::new(" ".repeat(width), None),
    };
    // If cells are missing, every cell has walls, so that all are equally far apart.
    let whole = hidoku.len() == hidoku.grid.len();
    let region = |position: usize| match hidoku.positions.binary_search(&position) {
        Ok(cell) => Some(if whole { 0 } else { cell }),
        Err(_) => None,
    };
    draw::boxed(hidoku.grid, region, inside)
}

/// Draws the picture of a Hidoku: the path as a ribbon below the numbers, its ends as discs.
pub(super) fn picture(puzzle: &Hidoku, cells: Option<&Cells>) -> Picture {
    let rect = puzzle.grid;
    let region = |position: usize| puzzle.positions.binary_search(&position).ok().map(|_| 0);
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, region, |_| Ink::Cell);
    let middle = |cell: usize| board::middle(rect, puzzle.positions[cell]);
    // The path: the cell of each number.
    let mut path = vec![None; puzzle.len()];
    for cell in 0..puzzle.len() {
        let number = board::value(puzzle.givens[cell], cells, cell).map(|(number, _)| number);
        if let Some(position) = number.and_then(|number| path.get_mut(usize::try_from(number).ok()?.checked_sub(1)?)) {
            *position = Some(cell);
        }
    }
    if cells.is_some() {
        for step in path.windows(2) {
            if let [Some(from), Some(to)] = *step {
                picture.line(Shape::Line(vec![middle(from), middle(to)]), Ink::Path, 0.26 * CELL);
            }
        }
    }
    for end in [path.first(), path.last()].into_iter().flatten().flatten() {
        picture.fill(Shape::Circle { at: middle(*end), radius: 0.42 * CELL }, Ink::Path);
    }
    for (cell, &given) in puzzle.givens.iter().enumerate() {
        board::write(&mut picture, middle(cell), 0.76 * CELL, board::value(given, cells, cell));
    }
    picture
}
