//! Makes Star Battles: regions around a random placement of stars, changed until no other placement fits.
//!
//! Regions begin with their stars, joined by shortest free paths, and grow over the rest. A move gives a cell without a
//! star of the placement to a region beside it. Of the moves that keep regions connected, the one counts that leaves
//! the fewest counter-solutions; a counter-solution is excluded when one of its regions has a wrong number of stars.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::division::{Division, symbol};
use crate::draft::{Begun, BoardCriteria, BoardMaker, Draft};
use crate::grid::rect::Rect;
use crate::{Cells, Puzzle};

use super::StarBattle;

/// The maker of Star Battles.
pub(super) const MAKER: BoardMaker = BoardMaker {
    takes: &["stars", "regions"],
    changes: "cells go to other regions",
    repairs: 15,
    decisions: None,
    begin,
};

/// The most rows of a board that is made.
const MOST_SIZE: usize = 25;

/// The most rows that are filled for a placement, as a multiple of the number of rows.
const MOST_TRIES: usize = 20;

/// The most moves of one repair.
const MOST_MOVES: usize = 20;

/// Begins a board.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let (size, stars) = (wish.rows, wish.stars.unwrap_or(1));
    if wish.columns != size || size > MOST_SIZE {
        return Err(format!("as many rows as columns, at most {MOST_SIZE}"));
    }
    if stars == 0 || size / 4 < stars {
        return Err("one star or more, and at least 4 rows for each star of a row".to_owned());
    }
    // A region with one cell, or a row of 2 x stars - 1, is the smallest that holds its stars.
    let sizes = wish.regions.clone().unwrap_or(2 * stars - 1..=size * size);
    if *sizes.start() > size || *sizes.end() < size.max(2 * stars - 1) || sizes.is_empty() {
        return Err(format!("region sizes from at most {size} to at least {size}, since {size} is their mean"));
    }
    let grid = Rect::new(size, size);
    let Some(placement) = placement(size, stars, rng) else { return Ok(None) };
    Ok(regions(grid, stars, &placement, &sizes, rng).map(|division| {
        let mut stars_of = vec![0; grid.len()];
        placement.iter().for_each(|&cell| stars_of[cell] = 1);
        Box::new(StarDraft { grid, stars, sizes, solution: Cells(stars_of), division, counter_solutions: Vec::new() })
            as Box<dyn Draft>
    }))
}

/// Places stars at random, row by row; `None` if too many rows have to be taken back.
fn placement(size: usize, stars: usize, rng: &mut Rng) -> Option<Vec<usize>> {
    let mut search = Placement { size, stars, rows: Vec::new(), columns: vec![0; size], tries: MOST_TRIES * size };
    if !search.fill(rng) {
        return None;
    }
    let cells = |(row, columns): (usize, Vec<usize>)| columns.into_iter().map(move |column| row * size + column);
    Some(search.rows.into_iter().enumerate().flat_map(cells).collect())
}

/// A search for a placement.
struct Placement {
    size: usize,
    stars: usize,
    /// The columns of the stars of each row so far.
    rows: Vec<Vec<usize>>,
    /// The number of stars of each column.
    columns: Vec<usize>,
    /// The remaining tries.
    tries: usize,
}

impl Placement {
    /// Fills the rows that are left.
    fn fill(&mut self, rng: &mut Rng) -> bool {
        let left = self.size - self.rows.len();
        if left == 0 {
            return true;
        }
        // No two stars of a column are in successive rows.
        if self.columns.iter().any(|&count| self.stars - count > left.div_ceil(2)) {
            return false;
        }
        loop {
            let Some(tries) = self.tries.checked_sub(1) else { return false };
            self.tries = tries;
            let Some(row) = self.row(left, rng) else { return false };
            row.iter().for_each(|&column| self.columns[column] += 1);
            self.rows.push(row);
            if self.fill(rng) {
                return true;
            }
            let row = self.rows.pop().expect("the row that was filled");
            row.iter().for_each(|&column| self.columns[column] -= 1);
            // Another row after a failure at random: not every one is tried.
            if rng.u8(0..4) == 0 {
                return false;
            }
        }
    }

    /// Chooses the columns of a row: first those that need a star in each second row that is left.
    fn row(&self, left: usize, rng: &mut Rng) -> Option<Vec<usize>> {
        let touches = |above: &usize, column: usize| above.abs_diff(column) <= 1;
        let is_open = |column: &usize| {
            self.columns[*column] < self.stars
                && self.rows.last().is_none_or(|above| !above.iter().any(|one| touches(one, *column)))
        };
        let mut columns: Vec<usize> = (0..self.size).filter(is_open).collect();
        rng.shuffle(&mut columns);
        let is_urgent = |column: &usize| self.stars - self.columns[*column] > (left - 1).div_ceil(2);
        columns.sort_by_key(|column| !is_urgent(column));
        let mut row: Vec<usize> = Vec::new();
        for column in columns {
            if row.len() < self.stars && !row.iter().any(|one| touches(one, column)) {
                row.push(column);
            }
        }
        (row.len() == self.stars).then_some(row)
    }
}

/// Divides the board into regions with the right number of stars each.
fn regions(
    grid: Rect,
    stars: usize,
    placement: &[usize],
    sizes: &RangeInclusive<usize>,
    rng: &mut Rng,
) -> Option<Division> {
    let mut division = Division::new(grid, grid.rows);
    let mut is_star = vec![false; grid.len()];
    placement.iter().for_each(|&cell| is_star[cell] = true);
    let mut starts = placement.to_vec();
    rng.shuffle(&mut starts);
    for region in 0..grid.rows {
        let start = starts.iter().copied().find(|&cell| division.region(cell).is_none());
        division.put(start.expect("as many stars as the regions need"), region);
        for _ in 1..stars {
            let path = division.path(region, |cell| is_star[cell], |cell| !is_star[cell], rng)?;
            path.into_iter().for_each(|cell| division.put(cell, region));
        }
    }
    division.grow(sizes, rng).then_some(division)
}

/// A Star Battle while it is made.
struct StarDraft {
    grid: Rect,
    stars: usize,
    /// The least and the greatest size of a region.
    sizes: RangeInclusive<usize>,
    solution: Cells,
    division: Division,
    counter_solutions: Vec<CounterSolution>,
}

/// A placement that solved the board at some time.
struct CounterSolution {
    stars: Vec<usize>,
    is_star: Vec<bool>,
    /// The number of stars in each region.
    counts: Vec<usize>,
    /// The number of regions with a wrong number of stars.
    wrong: usize,
}

impl CounterSolution {
    fn new(cells: &Cells, division: &Division, regions: usize, stars: usize) -> Self {
        let is_star: Vec<bool> = cells.0.iter().map(|&value| value == 1).collect();
        let placed: Vec<usize> = (0..is_star.len()).filter(|&cell| is_star[cell]).collect();
        let mut counts = vec![0; regions];
        placed.iter().filter_map(|&cell| division.region(cell)).for_each(|region| counts[region] += 1);
        let wrong = counts.iter().filter(|&&count| count != stars).count();
        CounterSolution { stars: placed, is_star, counts, wrong }
    }

    /// Returns the number of wrong regions after a move.
    fn wrong_after(&self, step: Move, stars: usize) -> usize {
        if !self.is_star[step.cell] {
            return self.wrong;
        }
        let wrong = |count: usize| usize::from(count != stars);
        let (from, to) = (self.counts[step.from], self.counts[step.to]);
        self.wrong + wrong(from - 1) + wrong(to + 1) - wrong(from) - wrong(to)
    }

    fn follow(&mut self, step: Move, stars: usize) {
        self.wrong = self.wrong_after(step, stars);
        if self.is_star[step.cell] {
            self.counts[step.from] -= 1;
            self.counts[step.to] += 1;
        }
    }
}

/// A cell that goes from its region to another.
#[derive(Clone, Copy)]
struct Move {
    cell: usize,
    from: usize,
    to: usize,
}

impl StarDraft {
    /// Lists the moves that exclude a counter-solution.
    fn moves(&self, excluded: &CounterSolution) -> Vec<Move> {
        let mut moves = Vec::new();
        for &cell in excluded.stars.iter().filter(|&&cell| self.solution.0[cell] == 0) {
            let from = self.division.region(cell).expect("every cell has a region");
            if self.division.size(from) <= *self.sizes.start() {
                continue;
            }
            let beside = self.division.regions_beside(cell);
            if beside.is_empty() || !self.division.may_leave(cell) {
                continue;
            }
            let is_open = |to: &usize| self.division.size(*to) < *self.sizes.end();
            moves.extend(beside.into_iter().filter(is_open).map(|to| Move { cell, from, to }));
        }
        moves
    }

    /// Counts the counter-solutions that solve the board after a move.
    fn left_after(&self, step: Move) -> usize {
        self.counter_solutions.iter().filter(|one| one.wrong_after(step, self.stars) == 0).count()
    }
}

impl Draft for StarDraft {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        let cells = self.division.cells();
        let count = cells.len();
        let regions = cells.into_iter().enumerate().map(|(region, cells)| (symbol(region, count), cells)).collect();
        Box::new(StarBattle { grid: self.grid, stars: self.stars, regions })
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        for cells in counter_solutions {
            self.counter_solutions.push(CounterSolution::new(cells, &self.division, self.grid.rows, self.stars));
        }
        for _ in 0..MOST_MOVES {
            let Some(valid) = self.counter_solutions.iter().find(|one| one.wrong == 0) else { return true };
            let mut moves = self.moves(valid);
            rng.shuffle(&mut moves);
            let Some(step) = moves.into_iter().min_by_key(|&step| self.left_after(step)) else { return false };
            self.division.put(step.cell, step.to);
            self.counter_solutions.iter_mut().for_each(|one| one.follow(step, self.stars));
        }
        self.counter_solutions.iter().all(|one| one.wrong > 0)
    }
}
