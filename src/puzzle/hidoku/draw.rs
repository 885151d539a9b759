//! Hidokus as text and as a picture.

use crate::picture::{CELL, Drawing, Ink, Picture, Shape};
use crate::puzzle::draw::Inside;
use crate::puzzle::{Cells, board, draw, numbers};

use super::{Hidoku, KIND};

/// The puzzle as text.
pub(super) fn drawing(hidoku: &Hidoku, cells: Option<&Cells>) -> Drawing {
    let width = numbers::width([hidoku.len() as i32]);
    let inside = |place: usize| match hidoku.places.binary_search(&place) {
        Ok(cell) => numbers::inside(board::value(hidoku.givens[cell], cells, cell), width),
        Err(_) => Inside::new(" ".repeat(width), None),
    };
    // Around missing cells every cell has its walls, so that all are equally far apart.
    let whole = hidoku.len() == hidoku.grid.len();
    let region = |place: usize| match hidoku.places.binary_search(&place) {
        Ok(cell) => Some(if whole { 0 } else { cell }),
        Err(_) => None,
    };
    draw::boxed(hidoku.grid, region, inside)
}

/// The picture of a Hidoku: the way through the cells as a ribbon below the numbers, its ends as discs.
pub(super) fn picture(puzzle: &Hidoku, cells: Option<&Cells>) -> Picture {
    let rect = puzzle.grid;
    let region = |place: usize| puzzle.places.binary_search(&place).ok().map(|_| 0);
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, region, |_| Ink::Cell);
    let middle = |cell: usize| board::middle(rect, puzzle.places[cell]);
    // The cell of each number.
    let mut way = vec![None; puzzle.len()];
    for cell in 0..puzzle.len() {
        let number = board::value(puzzle.givens[cell], cells, cell).map(|(number, _)| number);
        if let Some(place) = number.and_then(|number| way.get_mut(usize::try_from(number).ok()?.checked_sub(1)?)) {
            *place = Some(cell);
        }
    }
    if cells.is_some() {
        for step in way.windows(2) {
            if let [Some(from), Some(to)] = *step {
                picture.line(Shape::Line(vec![middle(from), middle(to)]), Ink::Path, 0.26 * CELL);
            }
        }
    }
    for end in [way.first(), way.last()].into_iter().flatten().flatten() {
        picture.fill(Shape::Circle { at: middle(*end), radius: 0.42 * CELL }, Ink::Path);
    }
    for (cell, &given) in puzzle.givens.iter().enumerate() {
        board::write(&mut picture, middle(cell), 0.76 * CELL, board::value(given, cells, cell));
    }
    picture
}
