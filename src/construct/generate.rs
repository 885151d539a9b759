//! Makes puzzles whose clues are given values: a board with one solution.
//!
//! Two methods, both of the founding document or near it:
//!
//! - `constrain` begins with an empty board. It gives a random value to a random cell that is still open, goes back if
//!   no solution has it, and stops as soon as exactly one solution is left.
//! - `dig` begins with a random solution and leaves out givens in random order while the solution stays the only one.
//!   The puzzle is minimal then.
//!
//! One solver serves all puzzles of a board: a given is an assumption, so nothing is encoded twice. As fewer givens
//! never have fewer solutions, a block of them is left out with one question, and halved if that was too much. The
//! result is the same as of one by one.
//!
//! Solutions are not uniformly distributed: some cells are filled at random, and the solver completes them. Neither are
//! minimal puzzles; those with few givens come too often (D. Berthier, "Unbiased statistics of a CSP", 2009).

use fastrand::Rng;

use crate::cnf::Lit;
use crate::model::{Assignment, Model, Var};
use crate::puzzle::{Cells, Puzzle, Violation};
use crate::solve::{Budget, SolveError};

use super::ConstructError;
use super::oracle::{Answer, Oracle};

/// Of how many cells one is filled at random before the solver completes the board.
const FILLED: usize = 4;

/// The number of givens that are left out with the first questions, and later.
const BLOCKS: [(usize, usize); 3] = [(32, 32), (50, 4), (usize::MAX, 1)];

/// How a puzzle is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Givens are added until one solution is left.
    Constrain,
    /// Givens are taken away while one solution is left.
    Dig,
}

/// What a puzzle is to be like.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// How it is made.
    pub method: Method,
    /// Whether no given may be superfluous. `dig` leaves none, unless it stops at a number of givens.
    pub minimal: bool,
    /// Not fewer givens than this.
    pub clues: usize,
    /// Whether a given at a cell goes with one at the cell across the middle.
    pub half_turn: bool,
}

/// Makes puzzles of one board.
pub struct Generator<'p> {
    board: &'p dyn Puzzle,
    view: &'static str,
    oracle: Oracle<'p>,
    /// For each cell its variable.
    vars: Vec<Var>,
}

impl<'p> Generator<'p> {
    /// Prepares the board, whose model without clues this is, made from `view`.
    ///
    /// # Errors
    /// If the board has no solution, clues are not values of cells, or the budget ends.
    pub fn new(
        board: &'p dyn Puzzle,
        view: &'static str,
        model: &'p Model,
        budget: &Budget,
    ) -> Result<Self, ConstructError> {
        let mut oracle = Oracle::new(model, budget)?;
        let Answer::Solution(solution) = oracle.ask(&[])? else { return Err(ConstructError::NotUnique("none")) };
        let vars = oracle.shown().to_vec();
        let values: Vec<i32> = vars.iter().map(|&var| solution[var]).collect();
        if board.output(view, &solution).0 != values || board.with_givens(&vec![None; vars.len()]).is_none() {
            return Err(ConstructError::NoGivens(board.kind().name));
        }
        Ok(Generator { board, view, oracle, vars })
    }

    /// The view of a kind in which cells are variables: the view `cell`, or the first.
    pub fn view(board: &dyn Puzzle) -> &'static str {
        let names = || board.views().iter().map(|&(name, _)| name);
        names().find(|&name| name == "cell").or_else(|| names().next()).expect("a kind has a view")
    }

    /// Makes a puzzle; the same for the same numbers from `rng` only if the puzzles before were the same, too.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn make(&mut self, wish: &Wish, rng: &mut Rng) -> Result<Box<dyn Puzzle>, ConstructError> {
        let (solution, kept) = match wish.method {
            Method::Dig => {
                let solution = self.random_solution(rng)?;
                let all: Vec<usize> = (0..self.vars.len()).collect();
                let kept = self.dig(&solution, &all, wish, rng)?;
                (solution, kept)
            }
            Method::Constrain => {
                let (solution, kept) = self.constrain(rng)?;
                let kept = if wish.minimal { self.dig(&solution, &kept, wish, rng)? } else { kept };
                (solution, kept)
            }
        };
        let mut givens = vec![None; self.vars.len()];
        kept.iter().for_each(|&cell| givens[cell] = Some(solution[cell]));
        let puzzle = self.board.with_givens(&givens).expect("the board takes givens");
        let backend = || format!("the model of view {}", self.view);
        let failed = |violation: Violation| SolveError::Failed { backend: backend(), detail: violation.0 };
        puzzle.check(&Cells(solution)).map_err(failed)?;
        Ok(puzzle)
    }

    fn given(&mut self, cell: usize, value: i32) -> Lit {
        self.oracle.lit(self.vars[cell].is(value))
    }

    fn values(&self, solution: &Assignment) -> Vec<i32> {
        self.vars.iter().map(|&var| solution[var]).collect()
    }

    fn random_solution(&mut self, rng: &mut Rng) -> Result<Vec<i32>, ConstructError> {
        if let Some(Cells(solution)) = self.board.random_solution(rng) {
            return Ok(solution);
        }
        let mut cells: Vec<usize> = (0..self.vars.len()).collect();
        rng.shuffle(&mut cells);
        let mut chosen: Vec<Lit> = Vec::new();
        let mut solution = self.complete(&chosen)?.expect("the board has a solution");
        for &cell in cells.iter().take(cells.len().div_ceil(FILLED)) {
            let mut values = self.oracle.values(self.vars[cell]);
            rng.shuffle(&mut values);
            for value in values {
                let lit = self.given(cell, value);
                chosen.push(lit);
                if solution[cell] == value {
                    break;
                }
                if let Some(other) = self.complete(&chosen)? {
                    solution = other;
                    break;
                }
                chosen.pop();
            }
        }
        Ok(solution)
    }

    fn complete(&mut self, chosen: &[Lit]) -> Result<Option<Vec<i32>>, ConstructError> {
        Ok(match self.oracle.ask(chosen)? {
            Answer::Solution(solution) => Some(self.values(&solution)),
            Answer::Core(_) => None,
        })
    }

    /// Another literal, under which a solution is excluded.
    fn other_than(&mut self, solution: &[i32]) -> Lit {
        let same: Vec<Lit> = (0..solution.len()).map(|cell| !self.given(cell, solution[cell])).collect();
        self.oracle.some_of(&same)
    }

    fn constrain(&mut self, rng: &mut Rng) -> Result<(Vec<i32>, Vec<usize>), ConstructError> {
        let mut chosen: Vec<Lit> = Vec::new();
        let mut kept: Vec<usize> = Vec::new();
        let mut solution = self.complete(&chosen)?.expect("the board has a solution");
        loop {
            let selector = self.other_than(&solution);
            let other = self.complete(&[&chosen[..], &[selector]].concat())?;
            self.oracle.forbid(selector);
            let Some(other) = other else { return Ok((solution, kept)) };
            let open: Vec<usize> = (0..solution.len()).filter(|&cell| solution[cell] != other[cell]).collect();
            let cell = *rng.choice(&open).expect("two solutions differ");
            let mut values = self.oracle.values(self.vars[cell]);
            rng.shuffle(&mut values);
            for value in values {
                chosen.push(self.given(cell, value));
                if let Some(found) = self.complete(&chosen)? {
                    solution = found;
                    kept.push(cell);
                    break;
                }
                chosen.pop();
            }
        }
    }

    /// Leaves out givens of a solution, of those at `cells`.
    fn dig(
        &mut self,
        solution: &[i32],
        cells: &[usize],
        wish: &Wish,
        rng: &mut Rng,
    ) -> Result<Vec<usize>, ConstructError> {
        let across = |cell: usize| if wish.half_turn { solution.len() - 1 - cell } else { cell };
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for &cell in cells {
            let other = across(cell);
            if cell == other || !cells.contains(&other) {
                orbits.push(vec![cell]);
            } else if cell < other {
                orbits.push(vec![cell, other]);
            }
        }
        rng.shuffle(&mut orbits);
        let lits: Vec<Lit> = (0..solution.len()).map(|cell| self.given(cell, solution[cell])).collect();
        let selector = self.other_than(solution);
        let mut is_kept = vec![false; solution.len()];
        cells.iter().for_each(|&cell| is_kept[cell] = true);
        let mut count = cells.len();
        // Blocks that are still to be tried, the next one last.
        let mut next = 0;
        let mut halves: Vec<std::ops::Range<usize>> = Vec::new();
        loop {
            let block = match halves.pop() {
                Some(block) => block,
                None if next < orbits.len() => {
                    let size = BLOCKS.iter().find(|(until, _)| next < *until).map_or(1, |&(_, size)| size);
                    let block = next..orbits.len().min(next + size);
                    next = block.end;
                    block
                }
                None => break,
            };
            let out: Vec<usize> = orbits[block.clone()].concat();
            let is_too_much = count < wish.clues + out.len();
            let is_left = if is_too_much {
                false
            } else {
                out.iter().for_each(|&cell| is_kept[cell] = false);
                let mut asked: Vec<Lit> =
                    (0..lits.len()).filter(|&cell| is_kept[cell]).map(|cell| lits[cell]).collect();
                asked.push(selector);
                matches!(self.oracle.ask(&asked)?, Answer::Core(_))
            };
            if is_left {
                count -= out.len();
                continue;
            }
            out.iter().for_each(|&cell| is_kept[cell] = true);
            if block.len() > 1 {
                let middle = block.start + block.len() / 2;
                halves.push(middle..block.end);
                halves.push(block.start..middle);
            }
        }
        self.oracle.forbid(selector);
        Ok((0..solution.len()).filter(|&cell| is_kept[cell]).collect())
    }
}
