//! Draws rectangles of cells with walls between regions as text.

use crate::grid::rect::Rect;
use crate::picture::{Drawing, Ink, Look};

/// The character for a corner, indexed by the walls that meet there: 1 up, 2 down, 4 left, 8 right.
const CORNERS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// The text of a cell, with its ink and its ground.
#[derive(Default)]
pub(super) struct CellText {
    pub(super) text: String,
    pub(super) look: Look,
}

impl CellText {
    /// Creates a text, in an ink if there is one.
    pub(super) fn new(text: String, ink: Option<Ink>) -> Self {
        CellText { text, look: Look { ink, ground: None } }
    }

    /// Sets the ground.
    pub(super) fn on(mut self, ground: Option<Ink>) -> Self {
        self.look.ground = ground;
        self
    }
}

/// Draws the cells' texts, all equally wide, with walls between regions and around the board. A cell of no region is
/// outside.
///
/// Two rows or columns without any wall between them have no gap either.
pub(super) fn boxed(
    rect: Rect,
    region: impl Fn(usize) -> Option<usize>,
    inside: impl Fn(usize) -> CellText,
) -> Drawing {
    let cells: Vec<CellText> = (0..rect.len()).map(inside).collect();
    let width = cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(0);
    let walls = Walls::new(rect, region);
    let open = (0..=rect.columns).map(|column| (0..rect.rows).any(|row| walls.left(row, column))).collect();
    let board = Boxed { rect, walls, cells, open, width };
    let mut out = Drawing::default();
    for row in 0..=rect.rows {
        if (0..rect.columns).any(|column| board.walls.top(row, column)) {
            out.push_line(&board.rule(row));
        }
        if row < rect.rows {
            out.push_line(&board.texts(row));
        }
    }
    out
}

/// A board to be written line by line. The first character of each line is always blank and left out.
struct Boxed {
    rect: Rect,
    walls: Walls,
    cells: Vec<CellText>,
    /// True if some row has a wall to the left of the column.
    open: Vec<bool>,
    /// Number of characters of each cell's text.
    width: usize,
}

impl Boxed {
    /// Returns the line above a row.
    fn rule(&self, row: usize) -> Vec<(char, Look)> {
        let (rect, walls) = (self.rect, &self.walls);
        let dash = |on: bool| if on { '─' } else { ' ' };
        let mut line = Vec::new();
        for (column, &open) in self.open.iter().enumerate() {
            let (left, right) = (column > 0 && walls.top(row, column - 1), walls.top(row, column));
            let (up, down) = (row > 0 && walls.left(row - 1, column), walls.left(row, column));
            let corner = [up, down, left, right].iter().rev().fold(0, |bits, &on| 2 * bits + usize::from(on));
            let (before, here) = (self.ground(row, column.wrapping_sub(1)), self.ground(row, column));
            if open {
                line.extend([
                    blank_on(dash(left), before),
                    blank_on(CORNERS[corner], here),
                    blank_on(dash(right), here),
                ]);
            } else {
                line.push(blank_on(dash(left && right), here));
            }
            let width = if column < rect.columns { self.width } else { 0 };
            line.extend(std::iter::repeat_n(blank_on(dash(right), here), width));
        }
        line.split_off(1)
    }

    /// Returns the line of a row's texts.
    fn texts(&self, row: usize) -> Vec<(char, Look)> {
        let mut line = Vec::new();
        for (column, &open) in self.open.iter().enumerate() {
            let (before, here) = (self.ground(row, column.wrapping_sub(1)), self.ground(row, column));
            if open {
                let wall = if self.walls.left(row, column) { '│' } else { ' ' };
                line.extend([blank_on(' ', before), blank_on(wall, here), blank_on(' ', here)]);
            } else {
                line.push(blank_on(' ', here));
            }
            if column < self.rect.columns {
                let cell = &self.cells[self.rect.cell(row, column)];
                line.extend(cell.text.chars().map(|c| (c, cell.look)));
            }
        }
        line.split_off(1)
    }

    /// Returns the ground of a cell; `None` outside the board.
    fn ground(&self, row: usize, column: usize) -> Option<Ink> {
        let inside = row < self.rect.rows && column < self.rect.columns;
        if inside { self.cells[self.rect.cell(row, column)].look.ground } else { None }
    }
}

/// Returns a character between cells: a blank takes the ground of its region, a wall takes none.
fn blank_on(c: char, ground: Option<Ink>) -> (char, Look) {
    (c, Look { ink: None, ground: ground.filter(|_| c == ' ') })
}

/// The border between two adjacent cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Border {
    /// Both are outside.
    Nothing,
    /// Both are in one region.
    Open,
    /// They are in two, or one is outside.
    Wall,
}

impl Border {
    /// Returns the border between two adjacent cells from their regions.
    fn between(one: Option<usize>, other: Option<usize>) -> Self {
        match (one, other) {
            (None, None) => Border::Nothing,
            _ if one == other => Border::Open,
            _ => Border::Wall,
        }
    }
}

/// The walls between the regions of a rectangle of cells.
pub(super) struct Walls {
    rect: Rect,
    region: Vec<Option<usize>>,
}

impl Walls {
    /// Finds the walls from the region of each cell; `None` is outside.
    pub(super) fn new(rect: Rect, region: impl Fn(usize) -> Option<usize>) -> Self {
        Walls { rect, region: (0..rect.len()).map(region).collect() }
    }

    /// Returns the region of a cell; `None` outside the rectangle.
    fn region(&self, row: usize, column: usize) -> Option<usize> {
        let inside = row < self.rect.rows && column < self.rect.columns;
        if inside { self.region[self.rect.cell(row, column)] } else { None }
    }

    /// Returns the border on the left side of a cell.
    pub(super) fn beside(&self, row: usize, column: usize) -> Border {
        let west = column.checked_sub(1).and_then(|west| self.region(row, west));
        Border::between(west, self.region(row, column))
    }

    /// Returns the border along the top of a cell.
    pub(super) fn above(&self, row: usize, column: usize) -> Border {
        let north = row.checked_sub(1).and_then(|north| self.region(north, column));
        Border::between(north, self.region(row, column))
    }

    /// Returns whether the left side of a cell is a wall.
    fn left(&self, row: usize, column: usize) -> bool {
        row < self.rect.rows && self.beside(row, column) == Border::Wall
    }

    /// Returns whether the top of a cell is a wall.
    fn top(&self, row: usize, column: usize) -> bool {
        column < self.rect.columns && self.above(row, column) == Border::Wall
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(rect: Rect, region: impl Fn(usize) -> Option<usize>, text: impl Fn(usize) -> String) -> String {
        super::boxed(rect, region, |cell| CellText::new(text(cell), None)).to_string()
    }

    #[test]
    fn walls_follow_the_regions() {
        let regions = [0, 0, 1, 0, 1, 1];
        let drawn = boxed(Rect::new(2, 3), |cell| Some(regions[cell]), |cell| cell.to_string());
        assert_eq!(drawn, "┌───────┬───┐\n│ 0   1 │ 2 │\n│   ┌───┘   │\n│ 3 │ 4   5 │\n└───┴───────┘\n");
    }

    #[test]
    fn rows_without_walls_stand_close() {
        let drawn = boxed(Rect::new(2, 2), |_| Some(0), |cell| cell.to_string());
        assert_eq!(drawn, "┌─────┐\n│ 0 1 │\n│ 2 3 │\n└─────┘\n");
    }

    #[test]
    fn a_hole_is_outside() {
        let drawn = boxed(Rect::new(1, 3), |cell| (cell != 1).then_some(cell), |_| "x".to_owned());
        assert_eq!(drawn, "┌───┐   ┌───┐\n│ x │ x │ x │\n└───┘   └───┘\n");
    }

    #[test]
    fn grounds_fill_regions_and_leave_walls_out() {
        let ground = |cell: usize| Some(Ink::tint(usize::from(cell > 1)));
        let inside = |cell: usize| CellText::new("x".to_owned(), Some(Ink::Star)).on(ground(cell));
        let drawn = super::boxed(Rect::new(2, 2), |cell| Some(usize::from(cell > 1)), inside);
        let on = |ground: Ink| {
            let runs = drawn.runs().iter().filter(move |run| run.look.ground == Some(ground));
            runs.map(|run| run.text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(drawn.to_string(), "┌─────┐\n│ x x │\n├─────┤\n│ x x │\n└─────┘\n");
        assert_eq!(on(Ink::tint(0)), [" ", "x", " ", "x", " "]);
        assert_eq!(on(Ink::tint(1)), [" ", "x", " ", "x", " "]);
        // In one region, the line between two rows is on its ground, too.
        let column = super::boxed(
            Rect::new(2, 2),
            |cell| [Some(0), Some(1), Some(0), Some(0)][cell],
            |_| CellText::default().on(Some(Ink::Cell)),
        );
        let filled: usize =
            column.runs().iter().filter(|run| run.look.ground.is_some()).map(|run| run.text.len()).sum();
        assert_eq!((column.to_string().as_str(), filled), ("┌──┬──┐\n│  │  │\n│  └──┤\n│     │\n└─────┘\n", 11));
    }
}
