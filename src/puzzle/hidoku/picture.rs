//! The picture of a Hidoku: the way through the cells as a ribbon below the numbers, its ends as discs.

use crate::picture::{CELL, Ink, Picture, Shape};

use super::super::{Cells, board};
use super::{Hidoku, KIND};

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
