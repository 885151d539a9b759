//! Draws the picture of a dissection: the board with coloured stones, or the empty board with the stones below it.

use crate::grid::polyomino::{Polyomino, Square};
use crate::grid::rect::Rect;
use crate::picture::{Anchor, CELL, Ink, Picture, Point, Shape, Text};

use super::super::{Cells, Spot, board};
use super::{Dissection, KIND};

/// The side of a square of a stone below the board.
const SMALL: f64 = 18.0;
/// The distance between two stones, in which the number of the second stands.
const APART: f64 = 20.0;

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

/// Returns how far the board lies to the right in the picture without a solution, which is as wide as the stones need.
fn aside(puzzle: &Dissection) -> f64 {
    (picture(puzzle, None).width - board::width(Rect::new(puzzle.rows, puzzle.columns))) / 2.0
}

/// Returns the room of each cell. The colours of squares take all of it.
pub(super) fn spots(puzzle: &Dissection) -> Vec<Spot> {
    let (right, head) = (aside(puzzle), if puzzle.colours { 1.0 } else { 0.0 });
    let spots = board::spots(Rect::new(puzzle.rows, puzzle.columns)).into_iter();
    spots.map(|spot| Spot { at: (spot.at.0 + right, spot.at.1), head, ..spot }).collect()
}

/// Numbers rows and columns.
pub(super) fn labels(puzzle: &Dissection) -> Vec<(Point, String)> {
    let right = aside(puzzle);
    let labels = board::axes(Rect::new(puzzle.rows, puzzle.columns)).into_iter();
    labels.map(|((x, y), name)| ((x + right, y), name)).collect()
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
    let left = board::MARGIN + 0.5 * APART;
    picture.widen((needed + left + board::MARGIN).max(total.min(360.0)));
    let end = picture.width - board::MARGIN;
    let (mut x, mut y, mut height) = (left, picture.height + 4.0, 0.0f64);
    for (number, stone) in puzzle.stones.iter().enumerate() {
        let rect = bounds(stone);
        if x > left && x + rect.columns as f64 * SMALL > end {
            (x, y, height) = (left, y + height + APART, 0.0);
        }
        let at = |square: &Square| rect.cell(square.row as usize, square.column as usize);
        let squares: Vec<usize> = stone.squares().iter().map(at).collect();
        let region = |cell: usize| squares.contains(&cell).then_some(0);
        board::cells(picture, (x, y), SMALL, rect, region, |_| Ink::tint(number + 1));
        let name = (x - 0.3 * APART, y + 0.2 * SMALL);
        let text = Text { at: name, size: 9.0, anchor: Anchor::End, bold: false, text: (number + 1).to_string() };
        picture.fill(Shape::Text(text), Ink::Note);
        for square in stone.squares().iter().filter(|_| puzzle.colours) {
            let middle = (x + (f64::from(square.column) + 0.5) * SMALL, y + (f64::from(square.row) + 0.5) * SMALL);
            mark(picture, middle, SMALL, square.colour);
        }
        x += rect.columns as f64 * SMALL + APART;
        height = height.max(rect.rows as f64 * SMALL);
    }
    picture.grow(y + height + board::MARGIN - picture.height);
}
