//! Draws Skyscrapers as text and as a picture: the grid, with the clues around it.

use crate::draw::CellText;
use crate::grid::rect::Rect;
use crate::picture::{CELL, Drawing, Ink, Picture, Point};
use crate::{Cells, board, draw, numbers};

use super::{KIND, Skyscrapers};

/// A cell of the grid or of the frame of clues around it.
enum FramedCell {
    Corner,
    Clue(Option<i32>),
    Cell(usize),
}

/// Returns the grid with a frame for clues on each side.
fn outer(board: &Skyscrapers) -> Rect {
    Rect::new(board.size() + 2, board.size() + 2)
}

/// Returns the content of a position of the framed grid.
fn framed_cell(skyline: &Skyscrapers, position: usize) -> FramedCell {
    let (last, (row, column)) = (skyline.size() + 1, outer(skyline).place(position));
    let [above, below, left, right] = &skyline.clues;
    match (row, column) {
        (row, column) if (row == 0 || row == last) && (column == 0 || column == last) => FramedCell::Corner,
        (0, column) => FramedCell::Clue(above[column - 1]),
        (row, column) if row == last => FramedCell::Clue(below[column - 1]),
        (row, 0) => FramedCell::Clue(left[row - 1]),
        (row, column) if column == last => FramedCell::Clue(right[row - 1]),
        (row, column) => FramedCell::Cell(skyline.grid.cell(row - 1, column - 1)),
    }
}

/// Draws the puzzle as text that the reader accepts.
pub(super) fn drawing(skyline: &Skyscrapers, cells: Option<&Cells>) -> Drawing {
    let width = numbers::width([skyline.most]);
    let inside = |position: usize| match framed_cell(skyline, position) {
        FramedCell::Corner => CellText::new(format!("{:>width$}", "+"), Some(Ink::Note)),
        FramedCell::Clue(clue) => numbers::inside(clue.map(|clue| (clue, Ink::Note)), width),
        FramedCell::Cell(cell) => numbers::inside(board::value(skyline.givens[cell], cells, cell), width),
    };
    // A wall separates the clues from the cells; none surrounds the clues.
    draw::boxed(
        outer(skyline),
        |position| matches!(framed_cell(skyline, position), FramedCell::Cell(_)).then_some(0),
        inside,
    )
}

/// Returns the middle of a cell in the picture.
pub(super) fn middle(skyline: &Skyscrapers, cell: usize) -> Point {
    let (row, column) = skyline.grid.place(cell);
    let rect = outer(skyline);
    board::middle(rect, rect.cell(row + 1, column + 1))
}

/// Numbers rows and columns, outside the clues.
pub(super) fn labels(skyline: &Skyscrapers) -> Vec<(Point, String)> {
    let rows = (0..skyline.size()).map(|row| (board::AXIS, middle(skyline, skyline.grid.cell(row, 0)).1));
    let columns = (0..skyline.size()).map(|column| (middle(skyline, column).0, board::AXIS));
    board::numbered(rows).chain(board::numbered(columns)).collect()
}

/// Draws the picture.
pub(super) fn picture(skyline: &Skyscrapers, cells: Option<&Cells>) -> Picture {
    let rect = outer(skyline);
    let title = board::title(&KIND, &board::size(skyline.grid), cells);
    let region = |position: usize| matches!(framed_cell(skyline, position), FramedCell::Cell(_)).then_some(0);
    let mut picture = board::board(title, rect, region, |_| Ink::Cell);
    for position in 0..rect.len() {
        let at = board::middle(rect, position);
        match framed_cell(skyline, position) {
            FramedCell::Corner => {}
            FramedCell::Clue(clue) => {
                if let Some(clue) = clue {
                    picture.fitted(at, 0.8 * board::NUMBER, 0.8 * CELL, Ink::Note, clue.to_string());
                }
            }
            FramedCell::Cell(cell) => {
                board::write(&mut picture, at, 0.8 * CELL, board::value(skyline.givens[cell], cells, cell));
            }
        }
    }
    picture
}
