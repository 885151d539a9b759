//! Makes Skyscrapers: all clues at the sides of a random Latin square, and given heights until no other one has them.

use fastrand::Rng;

use crate::grid::rect::Rect;
use crate::puzzle::draft::{Begun, BoardMaker, BoardWish, Draft, telling_cells};
use crate::puzzle::{Cells, Puzzle, fill, latin};

use super::{EDGES, Skyscrapers, seen};

/// How Skyscrapers are made.
pub(super) const MAKER: BoardMaker = BoardMaker { takes: &["minimal"], repairs: 1000, decisions: None, begin };

/// The most rows of a board that is made.
const MOST_SIZE: usize = 12;

/// Begins a board.
fn begin(wish: &BoardWish, rng: &mut Rng) -> Begun {
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
    Ok(Some(Box::new(SkylineDraft { board, solution: Cells(heights) })))
}

/// A Skyscrapers puzzle while it is made.
struct SkylineDraft {
    board: Skyscrapers,
    solution: Cells,
}

impl Draft for SkylineDraft {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(self.board.clone())
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    /// Gives the height at which most counter-solutions differ, until all of them do. What is given stays, so earlier
    /// ones need no further look.
    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        for cell in telling_cells(&self.solution, counter_solutions, rng) {
            self.board.givens[cell] = Some(self.solution.0[cell]);
        }
        true
    }
}
