//! Draws the parts that the kinds' pictures share: rectangles of cells, walls between regions, numbers, notes below.

use crate::grid::rect::{Neighbours, Rect};
use crate::picture::{CELL, Ink, Picture, Point, Shape, TINTS, ems};

use super::draw::{Border, Walls};
use super::{Cells, Kind, Spot, Violation};

/// The blank margin around a board.
pub(super) const MARGIN: f64 = 10.0;
/// The width of lines between cells.
pub(super) const THIN: f64 = 1.0;
/// The width of walls between regions.
pub(super) const THICK: f64 = 2.6;
/// The size of the numbers in cells.
pub(super) const NUMBER: f64 = 20.0;
/// The distance of the numbers of rows and columns from the left and the upper edge of a board's picture.
pub(super) const AXIS: f64 = 1.0;
/// How much of a cell's height a clue at its top takes.
const HEAD: f64 = 0.3;
/// The size of the text below a board.
const NOTE: f64 = 13.0;

/// Formats a picture's title: `sudoku, 9 x 9, with a solution`.
pub(super) fn title(kind: &Kind, size: &str, cells: Option<&Cells>) -> String {
    let solved = if cells.is_some() { ", with a solution" } else { "" };
    format!("{}, {size}{solved}", kind.name)
}

/// Formats the size of a grid: `9 x 9`.
pub(super) fn size(rect: Rect) -> String {
    format!("{} x {}", rect.rows, rect.columns)
}

/// Draws a board: cells on their grounds, thin lines within regions, walls between regions. Cells of no region are left
/// out.
pub(super) fn board(
    title: String,
    rect: Rect,
    region: impl Fn(usize) -> Option<usize>,
    ground: impl Fn(usize) -> Ink,
) -> Picture {
    let height = rect.rows as f64 * CELL + 2.0 * MARGIN;
    let mut picture = Picture::new(title, width(rect), height);
    cells(&mut picture, (MARGIN, MARGIN), CELL, rect, region, ground);
    picture
}

/// Returns the width of the picture of a board.
pub(super) fn width(rect: Rect) -> f64 {
    rect.columns as f64 * CELL + 2.0 * MARGIN
}

/// Draws a board into a picture, from an upper left corner, with cells of width `cell`.
pub(super) fn cells(
    picture: &mut Picture,
    from: Point,
    cell: f64,
    rect: Rect,
    region: impl Fn(usize) -> Option<usize>,
    ground: impl Fn(usize) -> Ink,
) {
    let corner = |row: usize, column: usize| (from.0 + column as f64 * cell, from.1 + row as f64 * cell);
    for position in (0..rect.len()).filter(|&position| region(position).is_some()) {
        let (row, column) = rect.place(position);
        let shape = Shape::Rect { at: corner(row, column), width: cell, height: cell, round: 0.0 };
        picture.fill(shape, ground(position));
    }
    let walls = Walls::new(rect, region);
    for wanted in [Border::Open, Border::Wall] {
        let (ink, width) = if wanted == Border::Wall { (Ink::Wall, THICK) } else { (Ink::Grid, THIN) };
        for row in 0..=rect.rows {
            runs(
                rect.columns,
                |column| walls.above(row, column) == wanted,
                |start, end| {
                    picture.line(Shape::Line(vec![corner(row, start), corner(row, end)]), ink, width);
                },
            );
        }
        for column in 0..=rect.columns {
            runs(
                rect.rows,
                |row| walls.beside(row, column) == wanted,
                |start, end| {
                    picture.line(Shape::Line(vec![corner(start, column), corner(end, column)]), ink, width);
                },
            );
        }
    }
}

/// Returns the centre of a cell on a board.
pub(super) fn middle(rect: Rect, cell: usize) -> Point {
    let (row, column) = rect.place(cell);
    (MARGIN + (column as f64 + 0.5) * CELL, MARGIN + (row as f64 + 0.5) * CELL)
}

/// Returns the room of each cell of a board.
pub(super) fn spots(rect: Rect) -> Vec<Spot> {
    (0..rect.len()).map(|cell| Spot::square(middle(rect, cell), CELL)).collect()
}

/// Returns the room of each cell of a board whose clues stand at the top of cells.
pub(super) fn spots_below_clues(rect: Rect) -> Vec<Spot> {
    spots(rect).into_iter().map(|spot| Spot { head: HEAD, ..spot }).collect()
}

/// Returns the numbers of rows and columns, on the left and the upper edge of a board.
pub(super) fn axes(rect: Rect) -> Vec<(Point, String)> {
    let rows = (0..rect.rows).map(|row| (AXIS, middle(rect, rect.cell(row, 0)).1));
    let columns = (0..rect.columns).map(|column| (middle(rect, column).0, AXIS));
    numbered(rows).chain(numbered(columns)).collect()
}

/// Numbers points from 1.
pub(super) fn numbered(points: impl Iterator<Item = Point>) -> impl Iterator<Item = (Point, String)> {
    (1..).zip(points).map(|(number, at): (usize, Point)| (at, number.to_string()))
}

/// Returns where the name of a region stands: the upper left corner of a cell.
pub(super) fn corner(rect: Rect, cell: usize) -> Point {
    let (x, y) = middle(rect, cell);
    (x - 0.36 * CELL, y - 0.34 * CELL)
}

/// Calls `each` with the start and the end of every maximal run of `0..count` on which `holds` is true.
fn runs(count: usize, holds: impl Fn(usize) -> bool, mut each: impl FnMut(usize, usize)) {
    let mut start = None;
    for position in 0..=count {
        match (start, position < count && holds(position)) {
            (None, true) => start = Some(position),
            (Some(from), false) => {
                each(from, position);
                start = None;
            }
            _ => {}
        }
    }
}

/// Chooses soft colours for regions: regions that touch, also at corners, differ as long as there are enough colours.
pub(super) fn tints(rect: Rect, region: impl Fn(usize) -> Option<usize>) -> Vec<Ink> {
    let count = (0..rect.len()).filter_map(&region).max().map_or(0, |last| last + 1);
    let mut touching = vec![Vec::new(); count];
    for cell in 0..rect.len() {
        let Some(own) = region(cell) else { continue };
        let others = rect.neighbours(cell, Neighbours::Eight).filter_map(&region);
        touching[own].extend(others.filter(|&other| other < own));
    }
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    for (own, others) in touching.iter().enumerate() {
        let wanted = (own..own + TINTS).map(|tint| tint % TINTS);
        let free = wanted.clone().find(|tint| others.iter().all(|&other| chosen[other] != *tint));
        chosen.push(free.unwrap_or(own % TINTS));
    }
    chosen.into_iter().map(Ink::tint).collect()
}

/// Returns the value to draw in a cell and its ink: the solution's value if there is one, else the given.
pub(super) fn value(given: Option<i32>, cells: Option<&Cells>, position: usize) -> Option<(i32, Ink)> {
    let ink = if given.is_some() { Ink::Given } else { Ink::Found };
    cells.and_then(|cells| cells.0.get(position).copied()).or(given).map(|value| (value, ink))
}

/// Writes a cell's value, at most `room` wide.
pub(super) fn write(picture: &mut Picture, at: Point, room: f64, value: Option<(i32, Ink)>) {
    if let Some((value, ink)) = value {
        picture.fitted(at, NUMBER, room, ink, value.to_string());
    }
}

/// Writes words below a picture, in as many lines as they take, and makes the picture higher.
pub(super) fn below(picture: &mut Picture, words: &[String]) {
    let room = picture.width - 2.0 * MARGIN;
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if ems(&format!("{line} {word}")) * NOTE <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    let (middle, mut at) = (picture.width / 2.0, picture.height + NOTE / 2.0 - 2.0);
    for line in &lines {
        picture.fitted((middle, at), NOTE, room, Ink::Note, line.as_str());
        at += 1.4 * NOTE;
    }
    picture.grow(lines.len() as f64 * 1.4 * NOTE + 2.0);
}

/// Splits a sentence into its words.
pub(super) fn words(sentence: &str) -> Vec<String> {
    sentence.split(' ').map(str::to_owned).collect()
}

/// Reports the first of some named sets of cells that is not connected by sides of cells.
pub(super) fn in_pieces<'c>(grid: Rect, sets: impl IntoIterator<Item = (String, &'c [usize])>) -> Option<Violation> {
    let name = |cells: &[usize]| super::latin::cell_name(grid, cells[0]);
    let mut sets = sets.into_iter().filter(|(_, cells)| !is_connected(grid, cells));
    sets.next().map(|(what, cells)| Violation(format!("{what} at {} is in several pieces", name(cells))))
}

/// Returns whether cells are connected by their sides.
pub(super) fn is_connected(grid: Rect, cells: &[usize]) -> bool {
    let mut is_open = vec![false; grid.len()];
    cells.iter().for_each(|&cell| is_open[cell] = true);
    let mut reached: Vec<usize> = cells.first().copied().into_iter().collect();
    reached.iter().for_each(|&cell| is_open[cell] = false);
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        let beside = grid.neighbours(at, Neighbours::Four);
        reached.extend(beside.filter(|&cell| std::mem::replace(&mut is_open[cell], false)));
        next += 1;
    }
    reached.len() == cells.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_that_touch_differ() {
        // Six regions in stripes of one column, and one below all of them.
        let rect = Rect::new(2, 6);
        let region = |cell: usize| Some(if cell < 6 { cell } else { 6 });
        let inks = tints(rect, region);
        assert_eq!(inks.len(), 7);
        assert!(inks[..6].iter().all(|ink| *ink != inks[6]));
        assert!(inks.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn walls_are_long_lines() {
        let lines = |regions: [Option<usize>; 4], wanted: Ink| {
            let picture = board(String::new(), Rect::new(2, 2), |cell| regions[cell], |_| Ink::Cell);
            let line = |item: &crate::picture::Item| matches!(item.line, Some((ink, _)) if ink == wanted);
            picture.items.iter().filter(|item| line(item)).count()
        };
        assert_eq!(lines([Some(0); 4], Ink::Wall), 4, "round the board");
        assert_eq!(lines([Some(0); 4], Ink::Grid), 2, "a cross within");
        assert_eq!(lines([Some(0), Some(1), Some(0), Some(1)], Ink::Wall), 5);
        assert_eq!(lines([Some(0), None, Some(0), Some(0)], Ink::Wall), 6);
    }

    #[test]
    fn words_below_make_the_picture_higher() {
        let mut picture = Picture::new("", 100.0, 50.0);
        below(&mut picture, &words("one two three four five six seven eight"));
        let texts = picture.items.iter().filter(|item| matches!(item.shape, Shape::Text(_))).count();
        assert!(texts > 2 && picture.height > 50.0 + 13.0 * texts as f64);
        let Shape::Rect { height, .. } = picture.items[0].shape else { panic!("the paper") };
        assert_eq!(height, picture.height);
    }
}
