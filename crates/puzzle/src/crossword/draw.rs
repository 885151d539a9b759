//! Draws crosswords as text and as a picture.

use crate::draw::CellText;
use crate::grid::rect::Rect;
use crate::picture::{Anchor, CELL, Drawing, Ink, Picture, Shape, Text};
use crate::{Cells, board, draw};

use super::grid::CrosswordSquare;
use super::words::capital;
use super::{Crossword, KIND};

/// Returns the grid with its black squares.
pub(super) fn rect(crossword: &Crossword) -> Rect {
    let grid = &crossword.grid;
    Rect::new(grid.squares.len() / grid.columns, grid.columns)
}

/// Draws the puzzle as text.
pub(super) fn drawing(crossword: &Crossword, cells: Option<&Cells>) -> Drawing {
    let squares = &crossword.grid.squares;
    let rect = rect(crossword);
    let inside = |index: usize| match squares[index] {
        CrosswordSquare::Block => CellText::new("█".to_owned(), None),
        CrosswordSquare::Letter(given) => {
            let (letter, ink) = board::value(given, cells, index).unzip();
            CellText::new(letter.map_or(' ', capital).to_string(), ink)
        }
    };
    draw::boxed(rect, Some, inside)
}

/// Draws the picture of a crossword: black squares, letters, and the numbers of the words.
pub(super) fn picture(puzzle: &Crossword, cells: Option<&Cells>) -> Picture {
    let squares = &puzzle.grid.squares;
    let rect = rect(puzzle);
    let ground = |index: usize| if squares[index] == CrosswordSquare::Block { Ink::Block } else { Ink::Cell };
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, |_| Some(0), ground);
    let mut numbered = None;
    for slot in &puzzle.grid.slots {
        let number = slot.name.split(' ').next().unwrap_or_default();
        // A word across and one down may begin in one cell.
        if numbered.replace(slot.cells[0]) == Some(slot.cells[0]) {
            continue;
        }
        let (x, y) = board::middle(rect, slot.cells[0]);
        let at = (x - 0.44 * CELL, y - 0.32 * CELL);
        let text = Text { at, size: 9.0, anchor: Anchor::Start, bold: false, text: number.to_owned() };
        picture.fill(Shape::Text(text), Ink::Note);
    }
    for (index, what) in squares.iter().enumerate() {
        if let CrosswordSquare::Letter(given) = *what
            && let Some((letter, ink)) = board::value(given, cells, index)
            && (1..=26).contains(&letter)
        {
            let (x, y) = board::middle(rect, index);
            picture.text((x, y + 0.06 * CELL), board::NUMBER, ink, capital(letter));
        }
    }
    picture
}
