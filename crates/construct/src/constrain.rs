//! The first generator of the founding document: givens are added until propagation alone finds the solution.
//!
//! Two copies of the board are kept: the givens, and what follows from them by propagation. A random value is given to
//! a random cell that is open there. A value with which no solution is left is taken back, and another one is tried.
//! The solution is then the only one, since each step of propagation is certain.
//!
//! A search for a solution is dear while few cells are given, and finds one nearly always. So one search is made for
//! several new givens. If it fails, halving finds the first given with which no solution is left, and those behind it
//! are taken back, too. Values are as random as if each was searched for at once. The number of givens for a search
//! doubles after each solution that is found, and falls to one after a failure.
//!
//! Givens that propagation does not need are left out by halves, as in `dig`. Both halves of a range begin with what
//! follows from all other givens. Where that is the solution, the whole range is left out.

use std::ops::Range;

use fastrand::Rng;

use cnfab_model::{Left, Narrowed, Var};

use super::ConstructError;
use super::generate::{Generator, Solved, orbit_of, prefer};

/// One search is made for at most this part of the open cells: where few are open, values are wrong more often.
const SEARCHED_PART: usize = 8;

/// A cell that gets a value.
struct Turn<'o> {
    /// The cells that have givens together, and the place of the cell among them.
    orbit: &'o [usize],
    place: usize,
    /// Values with which no solution is left.
    refuted: Vec<i32>,
}

impl<'o> Turn<'o> {
    fn new(orbit: &'o [usize], place: usize) -> Self {
        Turn { orbit, place, refuted: Vec::new() }
    }

    fn cell(&self) -> usize {
        self.orbit[self.place]
    }
}

/// A given since the last solution, which need not have its value.
struct NewGiven<'o> {
    turn: Turn<'o>,
    value: i32,
    /// The values that were left before it.
    before: Left,
}

/// A board whose givens become more.
struct Board<'o> {
    givens: Vec<Option<i32>>,
    /// The last of the givens.
    new: Vec<NewGiven<'o>>,
    /// It has all givens but the new ones.
    solution: Vec<i32>,
}

impl Board<'_> {
    /// Keeps the first of the new givens only.
    fn keep(&mut self, count: usize) {
        for (number, given) in self.new.iter().enumerate() {
            self.givens[given.turn.cell()] = (number < count).then_some(given.value);
        }
    }

    fn agrees(&self, count: usize) -> bool {
        self.new[..count].iter().all(|given| self.solution[given.turn.cell()] == given.value)
    }
}

impl Generator<'_> {
    /// Adds givens until propagation alone finds the solution.
    pub(super) fn constrain_by_propagation(
        &mut self,
        orbits: &[Vec<usize>],
        pattern: Option<&[bool]>,
        rng: &mut Rng,
    ) -> Result<Solved, ConstructError> {
        let cells = self.completions.cells().to_vec();
        let givens = vec![None; cells.len()];
        let solution = self.some(&givens, &[])?.expect("the board has a solution");
        let mut board = Board { givens, new: Vec::new(), solution };
        let mut narrowed = Narrowed::new(self.model).expect("the board has a solution");
        let mut next: Option<Turn<'_>> = None;
        let mut per_search = cells.len();
        loop {
            if self.budget.is_over() {
                return Err(ConstructError::OutOfBudget);
            }
            let mut open: Vec<usize> = (0..cells.len()).filter(|&cell| narrowed.fixed(cells[cell]).is_none()).collect();
            per_search = per_search.min(open.len() / SEARCHED_PART).max(1);
            prefer(&mut open, pattern);
            let turn = next.take().or_else(|| rng.choice(&open).map(|&cell| Turn::new(orbit_of(orbits, cell), 0)));
            let is_done = turn.is_none();
            let mut is_refuted = false;
            if let Some(turn) = turn {
                let var = cells[turn.cell()];
                let mut values = self.completions.values(turn.cell());
                values.retain(|value| narrowed.has(var, *value) && !turn.refuted.contains(value));
                match rng.choice(&values) {
                    Some(&value) => {
                        let (place, before) = (turn.place + 1, narrowed.left());
                        next = (place < turn.orbit.len()).then(|| Turn::new(turn.orbit, place));
                        board.givens[turn.cell()] = Some(value);
                        board.new.push(NewGiven { turn, value, before });
                        if board.new.len() < per_search {
                            if narrowed.give(var, value) {
                                continue;
                            }
                            is_refuted = true;
                        }
                    }
                    // Of the new givens one is wrong: where there is a solution, the cell has its value.
                    None => is_refuted = true,
                }
            }
            if let Some(wrong) = self.first_wrong(&mut board, is_refuted)? {
                per_search = 1;
                let NewGiven { mut turn, value, before } = board.new.swap_remove(wrong);
                narrowed.go_back(&before);
                turn.refuted.push(value);
                next = Some(turn);
            } else if is_done {
                return Ok((board.solution, board.givens));
            } else if let Some(last) = board.new.last() {
                per_search *= 2;
                let holds = narrowed.give(cells[last.turn.cell()], last.value);
                debug_assert!(holds, "there is a solution with it");
            }
            board.new.clear();
        }
    }

    /// The first of the new givens with which no solution is left, if there is one; it and those behind it are no
    /// givens any more. The board's solution then has all that are. `is_refuted` says that there is no solution with
    /// all of them.
    fn first_wrong(&mut self, board: &mut Board<'_>, is_refuted: bool) -> Result<Option<usize>, ConstructError> {
        let all = board.new.len();
        // There is a solution with the first `good`, and none with the first `bad`.
        let (mut good, mut bad) = (0, is_refuted.then_some(all));
        while bad.is_none_or(|bad| bad - good > 1) && good < all {
            let count = bad.map_or(all, |bad| good.midpoint(bad));
            board.keep(count);
            let found = if board.agrees(count) { None } else { self.some(&board.givens, &board.solution)? };
            if let Some(solution) = found {
                board.solution = solution;
            }
            if board.agrees(count) {
                good = count;
            } else {
                bad = Some(count);
            }
        }
        board.keep(good);
        Ok((good < all).then_some(good))
    }

    /// Leaves out givens, whole orbits in order, while propagation alone finds the solution.
    pub(super) fn dig_by_propagation(
        &self,
        solution: &[i32],
        givens: &mut [Option<i32>],
        orbits: &[Vec<usize>],
        fewest: usize,
    ) {
        let mut narrowed = Narrowed::new(self.model).expect("the board has a solution");
        let mut tried = vec![false; givens.len()];
        orbits.iter().flatten().for_each(|&cell| tried[cell] = true);
        let cells = self.completions.cells();
        for cell in (0..givens.len()).filter(|&cell| !tried[cell] && givens[cell].is_some()) {
            narrowed.give(cells[cell], solution[cell]);
        }
        let count = givens.iter().flatten().count();
        let mut dig = Dig { cells, solution, orbits, fewest, narrowed, givens, count };
        dig.range(0..orbits.len());
    }
}

struct Dig<'d, 'm> {
    cells: &'d [Var],
    solution: &'d [i32],
    orbits: &'d [Vec<usize>],
    fewest: usize,
    /// The consequences of the givens outside of the present range.
    narrowed: Narrowed<'m>,
    /// The givens that are left.
    givens: &'d mut [Option<i32>],
    /// How many givens are left.
    count: usize,
}

impl Dig<'_, '_> {
    fn range(&mut self, range: Range<usize>) {
        if self.cells.iter().all(|&var| self.narrowed.fixed(var).is_some()) {
            for orbit in &self.orbits[range] {
                if self.count >= self.fewest + orbit.len() {
                    self.count -= orbit.len();
                    orbit.iter().for_each(|&cell| self.givens[cell] = None);
                }
            }
        } else if range.len() > 1 {
            let middle = range.start + range.len() / 2;
            let left = self.narrowed.left();
            self.give(middle..range.end);
            self.range(range.start..middle);
            self.narrowed.go_back(&left);
            self.give(range.start..middle);
            self.range(middle..range.end);
        }
    }

    /// Gives what is left of a range of orbits.
    fn give(&mut self, range: Range<usize>) {
        for &cell in self.orbits[range].iter().flatten().filter(|&&cell| self.givens[cell].is_some()) {
            let holds = self.narrowed.give(self.cells[cell], self.solution[cell]);
            debug_assert!(holds, "the solution has all givens");
        }
    }
}
