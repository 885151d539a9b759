//! Sudokus by the parts that formats of other programs share.

use crate::clue::{cell, file, rows};
use crate::exchange::GridParts;

use super::{KIND, Sudoku};

/// Describes a Sudoku.
pub(super) fn of(sudoku: &Sudoku) -> GridParts {
    let grid = sudoku.shape.grid();
    let regions = sudoku.regions.iter().flat_map(|regions| regions.of.iter().copied().map(Some)).collect();
    let boxes = sudoku.regions.is_none().then_some(sudoku.shape);
    let givens = (0..grid.len()).map(|cell| sudoku.given(cell)).collect();
    GridParts { givens, boxes, regions, ..GridParts::new(grid) }
}

/// Writes the text of a Sudoku.
pub(super) fn text(parts: &GridParts) -> String {
    let grid = parts.grid;
    let headers: Vec<_> =
        parts.boxes.iter().map(|boxes| ("box", format!("{}x{}", boxes.rows, boxes.columns))).collect();
    let mut body = rows((0..grid.rows).map(|row| grid.row(row).map(|index| cell(parts.givens[index]))));
    if parts.boxes.is_none() {
        let region = |index: usize| parts.regions[index].map_or_else(|| "-".to_owned(), |region| region.to_string());
        body += "\nregions:\n";
        body += &rows((0..grid.rows).map(|row| grid.row(row).map(region)));
    }
    file(&KIND, &headers, &body)
}
