//! Draws a Jodici as text and as a picture.

use crate::canvas::Canvas;
use crate::grid::ring::Ring;
use crate::picture::{Drawing, Ink, Picture, Point, Sector, Shape};
use crate::{Cells, Spot, board};

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

/// Returns the radii of the hole and of the disc. The innermost fields are about as wide as a ring.
fn radii(puzzle: &Jodici) -> (f64, f64) {
    let hole = (0.8 * STEP * puzzle.sectors as f64 / std::f64::consts::TAU - STEP / 2.0).max(0.6 * STEP);
    (hole, hole + STEP * puzzle.rings as f64)
}

/// Numbers the sectors outside the disc, and the rings in the first field of each.
pub(super) fn labels(puzzle: &Jodici) -> Vec<(Point, String)> {
    let (_, outer) = radii(puzzle);
    let side = outer + board::MARGIN;
    let disc = Sector { at: (side, side), radii: (0.0, outer), turn: (0.0, 0.0) };
    let middle = |sector: usize| (sector as f64 + 0.5) / puzzle.sectors as f64;
    let sectors = (0..puzzle.sectors).map(|sector| disc.point(outer + 6.0, middle(sector)));
    let rings = (0..puzzle.rings).map(|ring| (side + 6.0, side - outer + STEP * ring as f64 + 8.0));
    let rings = (1..).zip(rings).map(|(number, at): (usize, Point)| (at, format!("ring {number}")));
    board::numbered(sectors).chain(rings.map(|((x, y), name)| ((x + 6.0, y), name))).collect()
}

/// Draws the picture, and returns the room of each field.
pub(super) fn with_spots(puzzle: &Jodici, cells: Option<&Cells>) -> (Picture, Vec<Spot>) {
    let (rings, sectors) = (puzzle.rings, puzzle.sectors);
    let (hole, outer) = radii(puzzle);
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
        spots.push(Spot::square(centre, 0.74 * STEP));
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
