//! Draws Star Battles as text and as a picture.

use crate::draw::CellText;
use crate::picture::{CELL, Drawing, Ink, Picture, Point, Shape};
use crate::{Cells, board, draw};

use super::{KIND, StarBattle};

/// Draws the puzzle as text.
pub(super) fn drawing(battle: &StarBattle, cells: Option<&Cells>) -> Drawing {
    let region = battle.region_of_cells();
    let tints = board::tints(battle.grid, |cell| Some(region[cell]).filter(|&region| region < battle.regions.len()));
    let inside = |cell: usize| {
        let (text, ink) = match cells.map(|cells| cells.0[cell]) {
            Some(1) => ("*", Ink::Star),
            Some(_) => (" ", Ink::Note),
            None => (".", Ink::Note),
        };
        let ground = tints.get(region[cell]).copied();
        CellText::new(text.to_owned(), Some(ink)).on(ground)
    };
    draw::boxed(battle.grid, |cell| Some(region[cell]), inside)
}

/// Names rows and columns, and the regions by their symbols.
pub(super) fn labels(puzzle: &StarBattle) -> Vec<(Point, String)> {
    let region = |(symbol, cells): &(String, Vec<usize>)| {
        cells.first().map(|&cell| (board::corner(puzzle.grid, cell), symbol.clone()))
    };
    board::axes(puzzle.grid).into_iter().chain(puzzle.regions.iter().filter_map(region)).collect()
}

/// Draws the picture of a Star Battle: regions in soft colours, stars with five points.
pub(super) fn picture(puzzle: &StarBattle, cells: Option<&Cells>) -> Picture {
    let rect = puzzle.grid;
    let region = puzzle.region_of_cells();
    let plain = puzzle.regions.is_empty();
    let tints = board::tints(rect, |cell| Some(region[cell]).filter(|&region| region < puzzle.regions.len()));
    let ground = |cell: usize| tints.get(region[cell]).copied().unwrap_or(Ink::Cell);
    let title = board::title(&KIND, &board::size(rect), cells);
    let mut picture = board::board(title, rect, |cell| Some(region[cell]), ground);
    let values = cells.map_or(&[][..], |cells| &cells.0);
    for (cell, _) in values.iter().take(rect.len()).enumerate().filter(|(_, value)| **value == 1) {
        picture.area(star(board::middle(rect, cell), 0.36 * CELL), Ink::Star, Ink::Wall, 1.0);
    }
    let stars = if puzzle.stars == 1 { "1 star".to_owned() } else { format!("{} stars", puzzle.stars) };
    let unit = if plain { "in each row and column" } else { "in each row, column and region" };
    board::below(&mut picture, &board::words(&format!("{stars} {unit}")));
    picture
}

/// Returns a star with five points around a point.
fn star(at: Point, radius: f64) -> Shape {
    // The star is fuller than a pentagram.
    let inner = 0.43 * radius;
    // The points reach further up than down, so the star is moved down.
    let down = at.1 + 0.08 * radius;
    let corner = |number: i32| {
        let radius = if number % 2 == 0 { radius } else { inner };
        let angle = std::f64::consts::PI * f64::from(number) / 5.0;
        (at.0 + radius * angle.sin(), down - radius * angle.cos())
    };
    Shape::Polygon((0..10).map(corner).collect())
}
