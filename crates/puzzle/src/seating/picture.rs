//! Draws a seating: a table with a place card per seat, and without a solution the guests below it.

use crate::grid::ring::Ring;
use crate::picture::{Ink, Picture, Point, Shape, ems};

use super::super::{Cells, Spot, board};
use super::{KIND, Seating};

/// The size of the names.
const NAME: f64 = 15.0;
/// The height of a place card.
const CARD: f64 = 26.0;

/// Draws the picture of a seating.
pub(super) fn picture(puzzle: &Seating, cells: Option<&Cells>) -> Picture {
    with_spots(puzzle, cells).0
}

/// Draws the picture, and returns the room of each place card.
pub(super) fn with_spots(puzzle: &Seating, cells: Option<&Cells>) -> (Picture, Vec<Spot>) {
    let count = puzzle.guests.len();
    let guest = |seat: usize| cells.and_then(|cells| puzzle.guest(*cells.0.get(seat)?));
    let widest = puzzle.guests.iter().map(|guest| ems(guest)).fold(1.6, f64::max);
    let width = widest * NAME + 14.0;
    let form = if puzzle.round { "round a table" } else { "in a row" };
    let title = board::title(&KIND, &format!("{count} guests {form}"), cells);
    let (mut picture, positions) = if puzzle.round { round(title, count, width) } else { row(title, count, width) };
    for (seat, &(x, y)) in positions.iter().enumerate() {
        let at = (x - width / 2.0, y - CARD / 2.0);
        let shape = Shape::Rect { at, width, height: CARD, round: CARD / 2.0 };
        match guest(seat) {
            Some(name) => {
                picture.area(shape, Ink::tint(seat), Ink::Wall, 1.4);
                picture.fitted((x, y), NAME, width - 10.0, Ink::Given, name.as_str());
            }
            None => {
                picture.area(shape, Ink::Cell, Ink::Wall, 1.4);
                picture.text((x - width / 2.0 + 9.0, y), 0.7 * NAME, Ink::Note, (seat + 1).to_string());
            }
        }
    }
    if cells.is_none() {
        let last = puzzle.guests.len() - 1;
        let comma = |(index, name): (usize, &String)| if index < last { format!("{name},") } else { name.clone() };
        let names: Vec<String> = puzzle.guests.iter().enumerate().map(comma).collect();
        board::below(&mut picture, &names);
    }
    // The number of the seat stands at the left end.
    let spot = |at| Spot { at, size: (width - 30.0, CARD), head: 0.0 };
    (picture, positions.into_iter().map(spot).collect())
}

/// Draws a round table and returns the centres of its seats: the first at the top, then clockwise.
fn round(title: String, count: usize, width: f64) -> (Picture, Vec<Point>) {
    // Cards lie on an ellipse; their near ends are as far from the centre at the sides as above.
    let across = |down: f64| down + (width - CARD) / 2.0;
    let position = |down: f64, seat: usize| {
        let (right, up) = Ring::new(count).point(seat as f64);
        (across(down) * right, down * up)
    };
    // The ellipse grows until neighbours do not touch.
    let apart = |down: f64| {
        let touch = |(one, other): &(usize, usize)| {
            let ((x, y), (right, low)) = (position(down, *one), position(down, *other));
            (x - right).abs() < width + 6.0 && (y - low).abs() < CARD + 6.0
        };
        !Ring::new(count).edges().iter().any(touch)
    };
    let mut down = 2.0 * CARD;
    while !apart(down) {
        down += 2.0;
    }
    let (half_width, half_height) = (across(down) + width / 2.0 + board::MARGIN, down + CARD / 2.0 + board::MARGIN);
    let mut picture = Picture::new(title, 2.0 * half_width, 2.0 * half_height);
    let at = (half_width, half_height);
    picture.area(Shape::Circle { at, radius: down - CARD / 2.0 - 8.0 }, Ink::Shade, Ink::Wall, board::THICK);
    let position = |seat: usize| {
        let (right, low) = position(down, seat);
        (at.0 + right, at.1 + low)
    };
    (picture, (0..count).map(position).collect())
}

/// Draws a long table and returns the centres of the seats in front of it.
fn row(title: String, count: usize, width: f64) -> (Picture, Vec<Point>) {
    let apart = width + 8.0;
    let (margin, table) = (board::MARGIN, CARD);
    let length = count as f64 * apart;
    let mut picture = Picture::new(title, length + 2.0 * margin, table + CARD + 8.0 + 2.0 * margin);
    let shape = Shape::Rect { at: (margin, margin), width: length, height: table, round: 4.0 };
    picture.area(shape, Ink::Shade, Ink::Wall, board::THICK);
    let position = |seat: usize| (margin + (seat as f64 + 0.5) * apart, margin + table + 8.0 + CARD / 2.0);
    (picture, (0..count).map(position).collect())
}
