//! Draws the picture of a dissection: the board with coloured stones, or the empty board with the stones below it.

use crate::grid::polyomino::{Polyomino, Square};
use crate::grid::rect::Rect;
use crate::picture::{CELL, Ink, Picture, Point, Shape};

use super::super::{Cells, board};
use super::{Dissection, KIND};

/// The side of a square of a stone below the board.
const SMALL: f64 = 18.0;
/// The distance between two stones.
const APART: f64 = 14.0;

/// Draws the picture of a dissection.
pub(super) fn picture(puzzle: &Dissection, cells: Option<&Cells>) -> Picture {
    let rect = Rect::new(puzzle.rows, puzzle.columns);
    let mut colours = vec![None; rect.len()];
    for (number, square) in puzzle.board.squares().iter().enumerate() {
        colours[puzzle.cell_of(number)] = Some(square.colour);
    }
    let stone = |cell: usize| cells.and_then(|cells| usize::try_from(*cells.0.get(cell)?).ok()).unwrap_or(0);
    let region = |cell: usize| colours[cell].map(|_| stone(cell).min(puzzle.stones.len()));
    let tints = board::tints(rect, region);
    let ground = |cell: usize| match region(cell) {
        Some(stone) if stone > 0 => tints[stone],
        _ => Ink::Cell,
    };
    let title = board::title(&KIND, &format!("{} stones", puzzle.stones.len()), cells);
    let mut picture = board::board(title, rect, region, ground);
    for (cell, colour) in colours.iter().enumerate() {
        if let Some(colour) = colour.filter(|_| puzzle.colours) {
            mark(&mut picture, board::middle(rect, cell), CELL, colour);
        }
    }
    if cells.is_none() {
        shelf(&mut picture, puzzle);
    }
    let (stones, squares) = (puzzle.stones_area(), puzzle.board.squares().len());
    if stones != squares {
        board::below(&mut picture, &board::words(&format!("stones of {stones} squares on a board of {squares}")));
    }
    picture
}

/// Draws the colour of a square: a dark disc for B, a light one for W, else the character.
fn mark(picture: &mut Picture, at: Point, cell: f64, colour: char) {
    let circle = Shape::Circle { at, radius: 0.2 * cell };
    match colour {
        'B' => picture.area(circle, Ink::Dark, Ink::Wall, 1.0),
        'W' => picture.area(circle, Ink::Light, Ink::Wall, 1.0),
        _ => picture.text(at, 0.5 * cell, Ink::Note, colour.to_string()),
    }
}

/// Draws the stones side by side below the board, in as many lines as they take.
fn shelf(picture: &mut Picture, puzzle: &Dissection) {
    let most =
        |stone: &Polyomino, coordinate: fn(&Square) -> i32| stone.squares().iter().map(coordinate).max().unwrap_or(0);
    let bounds = |stone: &Polyomino| {
        Rect::new(most(stone, |square| square.row) as usize + 1, most(stone, |square| square.column) as usize + 1)
    };
    let needed = puzzle.stones.iter().map(|stone| bounds(stone).columns as f64 * SMALL).fold(0.0, f64::max);
    let total: f64 = puzzle.stones.iter().map(|stone| bounds(stone).columns as f64 * SMALL + APART).sum();
    picture.widen((needed + 2.0 * board::MARGIN).max(total.min(360.0)));
    let end = picture.width - board::MARGIN;
    let (mut x, mut y, mut height) = (board::MARGIN, picture.height + 4.0, 0.0f64);
    for (number, stone) in puzzle.stones.iter().enumerate() {
        let rect = bounds(stone);
        if x > board::MARGIN && x + rect.columns as f64 * SMALL > end {
            (x, y, height) = (board::MARGIN, y + height + APART, 0.0);
        }
        let at = |square: &Square| rect.cell(square.row as usize, square.column as usize);
        let squares: Vec<usize> = stone.squares().iter().map(at).collect();
        let region = |cell: usize| squares.contains(&cell).then_some(0);
        board::cells(picture, (x, y), SMALL, rect, region, |_| Ink::tint(number + 1));
        for square in stone.squares().iter().filter(|_| puzzle.colours) {
            let middle = (x + (f64::from(square.column) + 0.5) * SMALL, y + (f64::from(square.row) + 0.5) * SMALL);
            mark(picture, middle, SMALL, square.colour);
        }
        x += rect.columns as f64 * SMALL + APART;
        height = height.max(rect.rows as f64 * SMALL);
    }
    picture.grow(y + height + board::MARGIN - picture.height);
}
