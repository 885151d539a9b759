//! Makes Skyscrapers: all clues at the sides of a random Latin square, and given heights until no other one has them.

use fastrand::Rng;

use crate::draft::{Begun, BoardCriteria, BoardMaker, GivenDraft};
use crate::grid::rect::Rect;
use crate::{Cells, fill, latin};

use super::{EDGES, Skyscrapers, seen};

/// The maker of Skyscrapers.
pub(super) const MAKER: BoardMaker =
    BoardMaker { takes: &["minimal"], changes: "heights are given", repairs: 1000, decisions: None, begin };

/// The most rows of a board that is made.
const MOST_SIZE: usize = 12;

/// Begins a board.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let size = wish.rows;
    if wish.columns != size || !(2..=MOST_SIZE).contains(&size) {
        return Err(format!("as many rows as columns, from 2 to {MOST_SIZE}"));
    }
    let grid = Rect::new(size, size);
    let lines: Vec<Vec<usize>> = latin::lines(grid).map(|(_, cells)| cells).collect();
    let Some(heights) = fill::different(grid.len(), &lines, size, rng) else { return Ok(None) };
    let empty = [const { Vec::new() }; 4];
    let mut board = Skyscrapers { grid, most: size as i32, givens: vec![None; grid.len()], clues: empty };
    let visible = |edge, number| Some(seen(board.sight(edge, number).into_iter().map(|cell| heights[cell])));
    board.clues = EDGES.map(|edge| (0..size).map(|number| visible(edge, number)).collect());
    Ok(Some(Box::new(GivenDraft { board, solution: Cells(heights), give })))
}

/// Gives heights.
fn give(board: &mut Skyscrapers, cells: &[usize], solution: &Cells) -> bool {
    cells.iter().for_each(|&cell| board.givens[cell] = Some(solution.0[cell]));
    true
}
