//! Draws a Jodici as text and as a picture.

use crate::grid::ring::Ring;
use crate::picture::{Drawing, Ink, Picture, Point, Sector, Shape};
use crate::puzzle::canvas::Canvas;
use crate::puzzle::{Cells, board};

use super::{Jodici, KIND};

/// The width of a ring.
const STEP: f64 = 40.0;

/// Draws the puzzle as text.
pub(super) fn drawing(jodici: &Jodici, cells: Option<&Cells>) -> Drawing {
    let text = |index: usize| {
        let given = jodici.givens[index];
        let number = match cells {
            Some(cells) => cells.0.get(index).copied(),
            None => given,
        };
        let ink = if given.is_some() { Ink::Given } else { Ink::Found };
        (number.map(|number| number.to_string()).unwrap_or_default(), ink)
    };
    let texts: Vec<(String, Ink)> = (0..jodici.givens.len()).map(text).collect();
    let bounds = [jodici.numbers.start(), jodici.numbers.end()];
    let widest = bounds.map(|number| number.to_string().len()).into_iter().max().unwrap_or(1);
    disc(&texts, jodici.rings, jodici.sectors, widest)
}

/// Draws the picture of a Jodici: a disc of rings and sectors, every other sector shaded, with the sums below.
pub(super) fn picture(puzzle: &Jodici, cells: Option<&Cells>) -> Picture {
    with_spots(puzzle, cells).0
}

/// Draws the picture, and returns the centre and the width of each field.
pub(super) fn with_spots(puzzle: &Jodici, cells: Option<&Cells>) -> (Picture, Vec<(Point, f64)>) {
    let (rings, sectors) = (puzzle.rings, puzzle.sectors);
    // The innermost fields are about as wide as a ring.
    let hole = (0.8 * STEP * sectors as f64 / std::f64::consts::TAU - STEP / 2.0).max(0.6 * STEP);
    let outer = hole + STEP * rings as f64;
    let side = 2.0 * (outer + board::MARGIN);
    let at = (side / 2.0, side / 2.0);
    let title = board::title(&KIND, &format!("{rings} rings of {sectors} fields"), cells);
    let mut picture = Picture::new(title, side, side);
    let field = |index: usize| {
        let (ring, sector) = (index / sectors, index % sectors);
        let outside = outer - STEP * ring as f64;
        let turn = (sector as f64 / sectors as f64, 1.0 / sectors as f64);
        Sector { at, radii: (outside - STEP, outside), turn }
    };
    let circle = |radius: f64| Shape::Circle { at, radius };
    for index in 0..puzzle.givens.len() {
        let ground = if index % sectors % 2 == 1 { Ink::Shade } else { Ink::Cell };
        // A single sector is a full ring.
        if sectors > 1 {
            picture.area(Shape::Sector(field(index)), ground, Ink::Grid, board::THIN);
        } else {
            picture.area(circle(field(index).radii.1), ground, Ink::Grid, board::THIN);
        }
    }
    picture.area(circle(hole), Ink::Paper, Ink::Wall, board::THICK);
    picture.line(circle(outer), Ink::Wall, board::THICK);
    for ring in 1..rings {
        picture.line(circle(hole + STEP * ring as f64), Ink::Wall, 1.4);
    }
    let mut spots = Vec::with_capacity(puzzle.givens.len());
    for (index, &given) in puzzle.givens.iter().enumerate() {
        let field = field(index);
        let centre = field.point((field.radii.0 + field.radii.1) / 2.0, field.turn.0 + field.turn.1 / 2.0);
        board::write(&mut picture, centre, 0.7 * STEP, board::value(given, cells, index));
        spots.push((centre, 0.8 * STEP));
    }
    let (ring, sector) = (puzzle.ring_sum, puzzle.sector_sum);
    board::below(&mut picture, &board::words(&format!("each ring {ring}, each sector {sector}")));
    (picture, spots)
}

/// Draws a disc: the fields' texts in rings and sectors, with lines between the fields.
fn disc(texts: &[(String, Ink)], rings: usize, sectors: usize, widest: usize) -> Drawing {
    let circle = Ring::new(sectors);
    let step = 2.5;
    // The innermost texts fit side by side on the circle through the middle of their ring.
    let hole = ((sectors * (widest + 2)) as f64 / (2.0 * std::f64::consts::TAU) - step / 2.0).max(1.0);
    let outer = hole + step * rings as f64;
    let mut canvas = Canvas::new(outer, 0);
    for ring in 0..=rings {
        canvas.circle(hole + step * ring as f64);
    }
    for sector in 0..sectors {
        canvas.spoke(circle, sector as f64, hole, outer);
    }
    for (index, (text, ink)) in texts.iter().enumerate() {
        let radius = outer - step * ((index / sectors) as f64 + 0.5);
        let (x, y) = circle.point((index % sectors) as f64 + 0.5);
        canvas.text(radius * x, radius * y, text, *ink);
    }
    canvas.lines()
}
