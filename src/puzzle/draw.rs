//! Drawing rectangles of cells with walls between regions.

use crate::grid::rect::Rect;

/// The line that meets at a corner, by where it goes: 1 up, 2 down, 4 left, 8 right.
const CORNERS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// Draws the cells' texts, all equally wide, with walls between cells of different regions and round the outside. A cell
/// of no region is outside.
///
/// Where no wall runs between two rows or columns anywhere on the board, they stand close together.
pub(super) fn boxed(rect: Rect, region: impl Fn(usize) -> Option<usize>, text: impl Fn(usize) -> String) -> String {
    let walls = Walls::new(rect, region);
    let open: Vec<bool> = (0..=rect.columns).map(|column| (0..rect.rows).any(|row| walls.left(row, column))).collect();
    let width = (0..rect.len()).map(|cell| text(cell).chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for row in 0..=rect.rows {
        if (0..rect.columns).any(|column| walls.top(row, column)) {
            let mut line = String::new();
            for (column, &open) in open.iter().enumerate() {
                let (left, right) = (column > 0 && walls.top(row, column - 1), walls.top(row, column));
                let (up, down) = (row > 0 && walls.left(row - 1, column), walls.left(row, column));
                let corner = [up, down, left, right].iter().rev().fold(0, |bits, &on| 2 * bits + usize::from(on));
                let dash = |on: bool| if on { '─' } else { ' ' };
                if open {
                    line.extend([dash(left), CORNERS[corner], dash(right)]);
                } else {
                    line.push(dash(left && right));
                }
                line.extend(std::iter::repeat_n(dash(right), if column < rect.columns { width } else { 0 }));
            }
            push_line(&mut out, &line);
        }
        if row < rect.rows {
            let mut line = String::new();
            for (column, &open) in open.iter().enumerate() {
                if open {
                    line.extend([' ', if walls.left(row, column) { '│' } else { ' ' }, ' ']);
                } else {
                    line.push(' ');
                }
                if column < rect.columns {
                    line.push_str(&text(rect.cell(row, column)));
                }
            }
            push_line(&mut out, &line);
        }
    }
    out
}

/// Adds a line without the first column, which is always blank, and without blanks at the end.
fn push_line(out: &mut String, line: &str) {
    out.push_str(line.get(1..).unwrap_or_default().trim_end());
    out.push('\n');
}

struct Walls {
    rect: Rect,
    region: Vec<Option<usize>>,
}

impl Walls {
    fn new(rect: Rect, region: impl Fn(usize) -> Option<usize>) -> Self {
        Walls { rect, region: (0..rect.len()).map(region).collect() }
    }

    fn region(&self, row: usize, column: usize) -> Option<usize> {
        let inside = row < self.rect.rows && column < self.rect.columns;
        if inside { self.region[self.rect.cell(row, column)] } else { None }
    }

    /// Whether a wall runs along the left side of a place.
    fn left(&self, row: usize, column: usize) -> bool {
        row < self.rect.rows
            && (column.checked_sub(1).and_then(|west| self.region(row, west)) != self.region(row, column))
    }

    /// Whether a wall runs along the top of a place.
    fn top(&self, row: usize, column: usize) -> bool {
        column < self.rect.columns
            && (row.checked_sub(1).and_then(|north| self.region(north, column)) != self.region(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
