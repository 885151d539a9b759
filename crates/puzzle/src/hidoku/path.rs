//! Random paths through all cells of a board, by backbite moves.
//!
//! A path is changed at an end: the end is joined to a neighbour in the path, and what lies between is turned round, so
//! that the cell behind the neighbour is the new end. M. L. Mansfield, "Monte Carlo studies of polymer chain dimensions
//! in the melt", Journal of Chemical Physics 77, 1982. After many moves the path has little to do with the first one;
//! all paths come, but how evenly is not known.

use fastrand::Rng;

use crate::Cells;

use super::{Hidoku, model};

/// Moves for each cell.
const MOVES: usize = 40;

/// Returns a random path as the number of each cell. `None` if the board is no whole rectangle, where a first path is
/// not known.
pub(super) fn random(hidoku: &Hidoku, rng: &mut Rng) -> Option<Cells> {
    let (grid, adjacent) = (hidoku.grid, model::adjacent(hidoku));
    if hidoku.len() != grid.len() {
        return None;
    }
    let row = |row: usize| {
        let cells: Vec<usize> = grid.row(row).collect();
        if row.is_multiple_of(2) { cells } else { cells.into_iter().rev().collect() }
    };
    let mut path: Vec<usize> = (0..grid.rows).flat_map(row).collect();
    let mut at = vec![0; path.len()];
    path.iter().enumerate().for_each(|(number, &cell)| at[cell] = number);
    for _ in 0..MOVES * path.len() {
        if rng.bool() {
            path.reverse();
            path.iter().enumerate().for_each(|(number, &cell)| at[cell] = number);
        }
        let end = *path.last()?;
        let Some(&joined) = rng.choice(&adjacent[end]) else { continue };
        let behind = at[joined] + 1;
        path[behind..].reverse();
        path.iter().enumerate().skip(behind).for_each(|(number, &cell)| at[cell] = number);
    }
    Some(Cells(at.into_iter().map(|number| number as i32 + 1).collect()))
}
