//! Draws Kakuro as text and as a picture.

use crate::draw::CellText;
use crate::picture::{CELL, Drawing, Ink, Picture, Shape};
use crate::{Cells, board, draw};

use super::{KIND, Kakuro, KakuroCell};

/// Formats a clue.
fn clue(sum: Option<i64>) -> String {
    sum.map_or_else(String::new, |sum| sum.to_string())
}

/// Draws the puzzle as text, with the clues of black cells as the reader accepts them.
pub(super) fn drawing(kakuro: &Kakuro, cells: Option<&Cells>) -> Drawing {
    let text = |down: Option<i64>, across: Option<i64>| format!("{}\\{}", clue(down), clue(across));
    let width = |cell: &KakuroCell| match *cell {
        KakuroCell::Black { down: None, across: None } | KakuroCell::White(_) => 1,
        KakuroCell::Black { down, across } => text(down, across).chars().count(),
    };
    let wide = kakuro.cells.iter().map(width).max().unwrap_or(1);
    let inside = |cell: usize| match kakuro.cells[cell] {
        KakuroCell::Black { down: None, across: None } => CellText::new("█".repeat(wide), None),
        KakuroCell::Black { down, across } => CellText::new(format!("{:^wide$}", text(down, across)), Some(Ink::Note)),
        KakuroCell::White(given) => match board::value(given, cells, cell) {
            Some((digit, ink)) => CellText::new(format!("{digit:^wide$}"), Some(ink)),
            None => CellText::new(format!("{:^wide$}", "."), Some(Ink::Note)),
        },
    };
    draw::boxed(kakuro.grid, Some, inside)
}

/// Draws the picture: black cells with their clues on either side of a diagonal.
pub(super) fn picture(kakuro: &Kakuro, cells: Option<&Cells>) -> Picture {
    let rect = kakuro.grid;
    let ground = |cell: usize| if kakuro.is_white(cell) { Ink::Cell } else { Ink::Block };
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, |_| Some(0), ground);
    for (cell, what) in kakuro.cells.iter().enumerate() {
        let (x, y) = board::middle(rect, cell);
        match *what {
            KakuroCell::White(given) => {
                board::write(&mut picture, (x, y), 0.8 * CELL, board::value(given, cells, cell))
            }
            KakuroCell::Black { down: None, across: None } => {}
            KakuroCell::Black { down, across } => {
                let half = 0.5 * CELL;
                let ends = vec![(x - half, y - half), (x + half, y + half)];
                picture.line(Shape::Line(ends), Ink::Grid, board::THIN);
                let (small, aside) = (0.32 * CELL, 0.22 * CELL);
                for (at, sum) in [((x - aside, y + aside), down), ((x + aside, y - aside), across)] {
                    if sum.is_some() {
                        picture.fitted(at, small, 0.5 * CELL, Ink::Light, clue(sum));
                    }
                }
            }
        }
    }
    picture
}
