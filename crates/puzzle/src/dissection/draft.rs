//! Makes dissections: a checkerboard is cut into random stones. Squares go to a stone beside them, or get the other
//! colour, until the stones cover the board in one way.
//!
//! Stones may be turned, but not turned over. A half-turn of a whole board often keeps its colours, so one square at
//! least gets the other colour then.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::division::Division;
use crate::draft::{Begun, BoardCriteria, BoardMaker, Draft};
use crate::grid::polyomino::{Board, Polyomino, Square};
use crate::grid::rect::Rect;
use crate::{Cells, Puzzle};

use super::Dissection;

/// The maker of dissections.
pub(super) const MAKER: BoardMaker = BoardMaker {
    takes: &["regions"],
    changes: "squares go to other stones or get the other colour",
    repairs: 60,
    decisions: None,
    begin,
};

/// The rows and columns of a board that is made.
const SIDES: RangeInclusive<usize> = 4..=12;

/// The most squares of a board that is made. With more, it takes too long to see that there is no other solution.
const MOST_SQUARES: usize = 81;

/// The usual least and greatest number of squares of a stone.
const SIZES: RangeInclusive<usize> = 3..=8;

/// The most changes of one repair.
const MOST_CHANGES: usize = 40;

/// Of how many changes one gives a square the other colour, where a square could go to another stone.
const RECOLOURED: usize = 4;

/// The symmetries of stones: whether they may be turned, and turned over.
const TURNS: (bool, bool) = (true, false);

/// Begins a board.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    if !SIDES.contains(&wish.rows) || !SIDES.contains(&wish.columns) || wish.rows * wish.columns > MOST_SQUARES {
        let (least, most) = (SIDES.start(), SIDES.end());
        return Err(format!(
            "from {least} to {most} rows and columns, with at most {MOST_SQUARES} squares, such as 8x8"
        ));
    }
    let grid = Rect::new(wish.rows, wish.columns);
    let sizes = wish.regions.clone().unwrap_or(SIZES);
    // Single squares and dominoes can always be put otherwise.
    if *sizes.start() == 0 || !(3..=grid.len()).contains(sizes.end()) {
        return Err(format!("stones of 1 square or more, some of 3 to {} squares, such as 3..8", grid.len()));
    }
    // As many stones as there are with sizes in the middle.
    let stones = 2 * grid.len() / (sizes.start() + sizes.end());
    if stones < 2 || !(stones * sizes.start()..=stones * sizes.end()).contains(&grid.len()) {
        return Err(format!("stone sizes that {} squares can be cut into, such as 3..8", grid.len()));
    }
    let mut division = Division::new(grid, stones);
    let mut seeds: Vec<usize> = (0..grid.len()).collect();
    rng.shuffle(&mut seeds);
    seeds.iter().take(stones).enumerate().for_each(|(stone, &cell)| division.put(cell, stone));
    if !division.grow(&sizes, rng) {
        return Ok(None);
    }
    let is_black = (0..grid.len()).map(|cell| {
        let (row, column) = grid.place(cell);
        (row + column).is_multiple_of(2)
    });
    let turns = (0..stones).map(|_| rng.usize(0..4)).collect();
    let mut draft = DissectionDraft {
        grid,
        sizes,
        is_black: is_black.collect(),
        turns,
        solution: Cells(Vec::new()),
        division,
        counter_solutions: Vec::new(),
    };
    draft.state();
    Ok(Some(Box::new(draft)))
}

/// A dissection while it is made.
struct DissectionDraft {
    grid: Rect,
    sizes: RangeInclusive<usize>,
    is_black: Vec<bool>,
    /// The quarter turns by which each stone is shown.
    turns: Vec<usize>,
    /// The stone of each cell.
    division: Division,
    /// The same as numbers from 1.
    solution: Cells,
    counter_solutions: Vec<Vec<i32>>,
}

impl DissectionDraft {
    /// States the solution as the division has it.
    fn state(&mut self) {
        let stone = |cell: usize| self.division.region(cell).map_or(0, |stone| stone as i32 + 1);
        self.solution = Cells((0..self.grid.len()).map(stone).collect());
    }

    /// Returns a square of the board.
    fn square(&self, cell: usize) -> Square {
        let (row, column) = self.grid.place(cell);
        let colour = if self.is_black[cell] { 'B' } else { 'W' };
        Square { row: row as i32, column: column as i32, colour }
    }

    /// Returns the shape of the squares that have a stone's number.
    fn shape(&self, cells: &[i32], stone: usize) -> Polyomino {
        let own = cells.iter().enumerate().filter(|&(_, &other)| other == stone as i32 + 1);
        Polyomino::new(own.map(|(cell, _)| self.square(cell)))
    }

    /// Returns whether stones lie as a solution.
    fn is_solution(&self, cells: &[i32]) -> bool {
        (0..self.turns.len()).all(|stone| {
            let (own, other) = (self.shape(&self.solution.0, stone), self.shape(cells, stone));
            own.area() == other.area() && own.orientations(TURNS.0, TURNS.1).contains(&other)
        })
    }

    /// Moves a square to a stone beside it, or gives it the other colour, where a counter-solution differs. Returns
    /// whether a square was found.
    fn change(&mut self, other: &[i32], rng: &mut Rng) -> bool {
        let mut cells: Vec<usize> = (0..self.grid.len()).filter(|&cell| other[cell] != self.solution.0[cell]).collect();
        rng.shuffle(&mut cells);
        let half_turn = || (0..self.grid.len()).rev();
        let is_image = half_turn().zip(other).all(|(cell, &stone)| self.solution.0[cell] == stone);
        if is_image || rng.usize(0..RECOLOURED) == 0 {
            let Some(&cell) = cells.first() else { return false };
            self.is_black[cell] = !self.is_black[cell];
            return true;
        }
        let moved = cells.into_iter().find_map(|cell| {
            let stone = self.division.region(cell)?;
            let may_go = self.division.size(stone) > *self.sizes.start() && self.division.may_leave(cell);
            let mut beside = if may_go { self.division.regions_beside(cell) } else { Vec::new() };
            beside.retain(|&next| self.division.size(next) < *self.sizes.end());
            rng.shuffle(&mut beside);
            Some((cell, beside.pop()?))
        });
        let Some((cell, stone)) = moved else { return false };
        self.division.put(cell, stone);
        self.state();
        true
    }
}

impl Draft for DissectionDraft {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        let board = Board::new((0..self.grid.len()).map(|cell| self.square(cell)));
        let shown = |(stone, &turns): (usize, &usize)| {
            (0..turns).fold(self.shape(&self.solution.0, stone), |shape, _| shape.turned())
        };
        let stones: Vec<Polyomino> = self.turns.iter().enumerate().map(shown).collect();
        let placements = stones.iter().map(|stone| board.placements(&stone.orientations(TURNS.0, TURNS.1))).collect();
        Box::new(Dissection::new(board, stones, placements, TURNS.0, TURNS.1, true))
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        self.counter_solutions.extend(counter_solutions.iter().map(|cells| cells.0.clone()));
        for _ in 0..MOST_CHANGES {
            let is_other = |other: &&Vec<i32>| **other != self.solution.0 && self.is_solution(other);
            let Some(other) = self.counter_solutions.iter().find(is_other).cloned() else { return true };
            if !self.change(&other, rng) {
                return false;
            }
        }
        false
    }
}
