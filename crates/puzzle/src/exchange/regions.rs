//! Regions that borders between cells separate.

use crate::boxes::Boxes;
use crate::grid::rect::{Neighbours, Rect};

use super::GridParts;

/// Numbers the parts of a grid that borders separate, in order of their first cells: the part of each cell.
pub(super) fn components(grid: Rect, is_border: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut part: Vec<Option<usize>> = vec![None; grid.len()];
    let mut parts = 0;
    for first in 0..grid.len() {
        if part[first].is_some() {
            continue;
        }
        part[first] = Some(parts);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in grid.neighbours(cell, Neighbours::Four) {
                if part[next].is_none() && !is_border(cell, next) {
                    part[next] = Some(parts);
                    open.push(next);
                }
            }
        }
        parts += 1;
    }
    part.into_iter().map(|part| part.expect("every cell begins a part or belongs to one")).collect()
}

/// Returns the boxes of a Sudoku of this size that needs no drawing; rows for a prime number.
pub(super) fn usual_boxes(size: usize) -> Boxes {
    Boxes::of_size(size).unwrap_or(Boxes { rows: 1, columns: size })
}

/// Divides a Sudoku into regions, or into boxes if the regions are the usual ones.
pub(super) fn divide(parts: &mut GridParts, of: Vec<usize>) {
    let boxes = usual_boxes(parts.grid.rows);
    if of.iter().enumerate().all(|(cell, &region)| region == boxes.box_of(cell)) {
        parts.boxes = Some(boxes);
    } else {
        parts.regions = of.into_iter().map(Some).collect();
    }
}

/// Returns the box or region of a cell of a Sudoku.
pub(super) fn region_of(parts: &GridParts, cell: usize) -> Option<usize> {
    match parts.boxes {
        Some(boxes) => Some(boxes.box_of(cell)),
        None => parts.regions[cell],
    }
}
