//! Draws magic hexagons as text and as a picture.

use crate::picture::{Drawing, Ink, Look, Picture, Point, Shape};
use crate::{Cells, Spot, board, numbers};

use super::{Hexagon, KIND};

/// The distance from the centre of a cell to a corner.
const RADIUS: f64 = 23.0;

/// Draws the puzzle as text.
pub(super) fn drawing(hexagon: &Hexagon, cells: Option<&Cells>) -> Drawing {
    let width = numbers::width([*hexagon.numbers.start(), *hexagon.numbers.end()]);
    // Cells of a row are an even number of columns apart, so that the next row is shifted by half of it.
    let apart = (width + 2).next_multiple_of(2);
    let mut out = Drawing::default();
    for row in 0..hexagon.hex.rows() {
        let shift = (hexagon.hex.rows() - hexagon.hex.row_len(row)) * apart / 2;
        let mut line = vec![(' ', Look::default()); shift];
        for cell in hexagon.hex.row(row) {
            let inside = numbers::inside(board::value(hexagon.givens[cell], cells, cell), width);
            line.extend(format!("{:<apart$}", inside.text).chars().map(|c| (c, inside.look)));
        }
        out.push_line(&line);
    }
    out
}

/// Draws the picture of a magic hexagon: hexagonal cells that stand on a corner, and the sum below.
pub(super) fn picture(puzzle: &Hexagon, cells: Option<&Cells>) -> Picture {
    with_spots(puzzle, cells).0
}

/// Numbers the rows.
pub(super) fn labels(puzzle: &Hexagon) -> Vec<(Point, String)> {
    let spots = with_spots(puzzle, None).1;
    let hex = puzzle.hex;
    board::numbered((0..hex.rows()).map(|row| (board::AXIS, spots[hex.row(row)[0]].at.1))).collect()
}

/// Draws the picture, and returns the room of each cell.
pub(super) fn with_spots(puzzle: &Hexagon, cells: Option<&Cells>) -> (Picture, Vec<Spot>) {
    let hex = puzzle.hex;
    // The distances between the centres of neighbours in a row, and between rows.
    let (across, down) = (3f64.sqrt() * RADIUS, 1.5 * RADIUS);
    let (rows, margin) = (hex.rows() as f64, board::MARGIN);
    let (width, height) = (rows * across + 2.0 * margin, (rows - 1.0) * down + 2.0 * RADIUS + 2.0 * margin);
    let title = board::title(&KIND, &format!("order {}", hex.order()), cells);
    let mut picture = Picture::new(title, width, height);
    let middle = |row: usize, at: usize| -> Point {
        let from = width / 2.0 - (hex.row_len(row) as f64 - 1.0) / 2.0 * across;
        (from + at as f64 * across, margin + RADIUS + row as f64 * down)
    };
    let centres: Vec<Point> = (0..hex.rows())
        .flat_map(|row| (0..hex.row_len(row)).map(move |at| (row, at)))
        .map(|(r, at)| middle(r, at))
        .collect();
    for &centre in &centres {
        picture.area(cell(centre), Ink::Cell, Ink::Wall, 1.4);
    }
    for (index, (&centre, &given)) in centres.iter().zip(&puzzle.givens).enumerate() {
        board::write(&mut picture, centre, 1.4 * RADIUS, board::value(given, cells, index));
    }
    board::below(&mut picture, &[format!("sum {}", puzzle.sum)]);
    // The square lies in the hexagon: its corners are below the slanted sides.
    let spot = |centre| Spot { at: centre, size: (across, 1.1 * RADIUS), head: 0.0 };
    (picture, centres.into_iter().map(spot).collect())
}

/// Returns a hexagon around a point, with a corner at the top.
fn cell(at: Point) -> Shape {
    let corner = |number: i32| {
        let angle = std::f64::consts::FRAC_PI_3 * f64::from(number);
        (at.0 + RADIUS * angle.sin(), at.1 - RADIUS * angle.cos())
    };
    Shape::Polygon((0..6).map(corner).collect())
}
