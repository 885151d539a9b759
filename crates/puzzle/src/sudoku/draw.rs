//! Draws Sudokus as text and as a picture.

use crate::draw::CellText;
use crate::picture::{CELL, Drawing, Ink, Picture, Point};
use crate::{Cells, Spot, board, draw, numbers};

use super::{KIND, Sudoku};

/// Draws the puzzle as text.
pub(super) fn drawing(sudoku: &Sudoku, cells: Option<&Cells>) -> Drawing {
    let width = sudoku.notation.width();
    let inside = |index: usize| match board::value(sudoku.given(index), cells, index) {
        Some((digit, ink)) => CellText::new(format!("{:>width$}", sudoku.notation.text(digit)), Some(ink)),
        None => numbers::inside(None, width),
    };
    draw::boxed(sudoku.shape.grid(), |index| Some(sudoku.region_of(index)), inside)
}

/// Returns the room of each cell; irregular regions have their numbers in the corners of cells.
pub(super) fn spots(sudoku: &Sudoku) -> Vec<Spot> {
    match sudoku.regions {
        Some(_) => board::spots_below_clues(sudoku.shape.grid()),
        None => board::spots(sudoku.shape.grid()),
    }
}

/// Names rows and columns, and irregular regions.
pub(super) fn labels(sudoku: &Sudoku) -> Vec<(Point, String)> {
    let rect = sudoku.shape.grid();
    let mut labels = board::axes(rect);
    if sudoku.regions.is_some() {
        labels.extend(board::numbered(sudoku.regions().iter().map(|cells| board::corner(rect, cells[0]))));
    }
    labels
}

/// Draws the picture of a Sudoku: every other box shaded, irregular regions in soft colours.
pub(super) fn picture(puzzle: &Sudoku, cells: Option<&Cells>) -> Picture {
    let (shape, rect) = (puzzle.shape, puzzle.shape.grid());
    let region = |cell: usize| Some(puzzle.region_of(cell));
    let tints = puzzle.regions.as_ref().map(|_| board::tints(rect, region));
    let ground = |cell: usize| match &tints {
        Some(tints) => tints[puzzle.region_of(cell)],
        None if shape.is_shaded(cell) => Ink::Shade,
        None => Ink::Cell,
    };
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, region, ground);
    for cell in 0..rect.len() {
        if let Some((digit, ink)) = board::value(puzzle.given(cell), cells, cell) {
            picture.fitted(board::middle(rect, cell), board::NUMBER, 0.8 * CELL, ink, puzzle.notation.text(digit));
        }
    }
    picture
}
