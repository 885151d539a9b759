//! Skyscrapers as text and as a picture: the grid, with the clues around it.

use crate::grid::rect::Rect;
use crate::picture::{CELL, Drawing, Ink, Picture};
use crate::puzzle::draw::Inside;
use crate::puzzle::{Cells, board, draw, numbers};

use super::{KIND, Skyscrapers};

/// What stands in a place of the grid with its clues around it.
enum Around {
    Corner,
    Clue(Option<i32>),
    Cell(usize),
}

/// The grid with a place for clues on each side.
fn outer(board: &Skyscrapers) -> Rect {
    Rect::new(board.size() + 2, board.size() + 2)
}

fn around(skyline: &Skyscrapers, place: usize) -> Around {
    let (last, (row, column)) = (skyline.size() + 1, outer(skyline).place(place));
    let [above, below, left, right] = &skyline.clues;
    match (row, column) {
        (row, column) if (row == 0 || row == last) && (column == 0 || column == last) => Around::Corner,
        (0, column) => Around::Clue(above[column - 1]),
        (row, column) if row == last => Around::Clue(below[column - 1]),
        (row, 0) => Around::Clue(left[row - 1]),
        (row, column) if column == last => Around::Clue(right[row - 1]),
        (row, column) => Around::Cell(skyline.grid.cell(row - 1, column - 1)),
    }
}

/// The puzzle as text, which is read again.
pub(super) fn drawing(skyline: &Skyscrapers, cells: Option<&Cells>) -> Drawing {
    let width = numbers::width([skyline.most]);
    let inside = |place: usize| match around(skyline, place) {
        Around::Corner => Inside::new(format!("{:>width$}", "+"), Some(Ink::Note)),
        Around::Clue(clue) => numbers::inside(clue.map(|clue| (clue, Ink::Note)), width),
        Around::Cell(cell) => numbers::inside(board::value(skyline.givens[cell], cells, cell), width),
    };
    // A wall between the clues and the cells, and none around the clues.
    draw::boxed(outer(skyline), |place| matches!(around(skyline, place), Around::Cell(_)).then_some(0), inside)
}

/// The picture.
pub(super) fn picture(skyline: &Skyscrapers, cells: Option<&Cells>) -> Picture {
    let rect = outer(skyline);
    let title = board::title(&KIND, &board::size(skyline.grid), cells);
    let region = |place: usize| matches!(around(skyline, place), Around::Cell(_)).then_some(0);
    let mut picture = board::board(title, rect, region, |_| Ink::Cell);
    for place in 0..rect.len() {
        let at = board::middle(rect, place);
        match around(skyline, place) {
            Around::Corner => {}
            Around::Clue(clue) => {
                if let Some(clue) = clue {
                    picture.fitted(at, 0.8 * board::NUMBER, 0.8 * CELL, Ink::Note, clue.to_string());
                }
            }
            Around::Cell(cell) => {
                board::write(&mut picture, at, 0.8 * CELL, board::value(skyline.givens[cell], cells, cell));
            }
        }
    }
    picture
}
