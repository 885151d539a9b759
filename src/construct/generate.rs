//! Makes puzzles whose clues are given values: a board with one solution.
//!
//! Two methods, both of the founding document or near it:
//!
//! - `constrain` begins with an empty board. It gives a random value to a random cell that is still open, goes back if
//!   no solution has it, and stops as soon as exactly one solution is left.
//! - `dig` begins with a random solution and leaves out givens in random order while the solution stays the only one.
//!   The puzzle is minimal then.
//!
//! One solver serves all puzzles of a board (`completions`), and givens are left out by halves (`dig`). The result is
//! the same as of one by one.
//!
//! Solutions are not uniformly distributed: some cells are filled at random, and the solver completes them. Neither are
//! minimal puzzles; those with few givens come too often (D. Berthier, "Unbiased statistics of a CSP", 2009).

use fastrand::Rng;

use crate::model::{Model, Var};
use crate::puzzle::{Cells, Puzzle, Violation};
use crate::solve::{Budget, SolveError};

use super::ConstructError;
use super::completions::Completions;
use super::dig::Fact;

/// Of how many cells one is filled at random before the solver completes the board.
const FILLED: usize = 4;

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
    completions: Completions<'p>,
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
        let mut completions = Completions::new(model, budget)?;
        let solution = completions.some(&[])?.ok_or(ConstructError::NotUnique("none"))?;
        let cells = completions.cells();
        let values = solution.project(cells);
        if board.output(view, &solution).0 != values || board.with_givens(&vec![None; cells.len()]).is_none() {
            return Err(ConstructError::NoGivens(board.kind().name));
        }
        Ok(Generator { board, view, completions })
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.completions.cells().len()
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
        let (solution, givens) = match wish.method {
            Method::Dig => {
                let solution = self.random_solution(rng)?;
                let givens = solution.iter().copied().map(Some).collect();
                let givens = self.dig(&solution, givens, wish, rng)?;
                (solution, givens)
            }
            Method::Constrain => {
                let (solution, givens) = self.constrain(rng)?;
                let givens = if wish.minimal { self.dig(&solution, givens, wish, rng)? } else { givens };
                (solution, givens)
            }
        };
        let puzzle = self.board.with_givens(&givens).expect("the board takes givens");
        let backend = || format!("the model of view {}", self.view);
        let failed = |violation: Violation| SolveError::Failed { backend: backend(), detail: violation.0 };
        puzzle.check(&Cells(solution)).map_err(failed)?;
        Ok(puzzle)
    }

    fn random_solution(&mut self, rng: &mut Rng) -> Result<Vec<i32>, ConstructError> {
        if let Some(Cells(solution)) = self.board.random_solution(rng) {
            return Ok(solution);
        }
        if let Some(solution) = self.completions.random(rng)? {
            return Ok(solution.project(self.completions.cells()));
        }
        let count = self.completions.cells().len();
        let mut cells: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut cells);
        let mut givens = vec![None; count];
        let mut solution = self.some(&givens)?.expect("the board has a solution");
        for &cell in cells.iter().take(count.div_ceil(FILLED)) {
            solution = self.give(cell, &mut givens, solution, rng)?;
        }
        Ok(solution)
    }

    /// A solution under givens.
    fn some(&mut self, givens: &[Option<i32>]) -> Result<Option<Vec<i32>>, ConstructError> {
        let solution = self.completions.some(&self.facts(givens))?;
        Ok(solution.map(|solution| solution.project(self.completions.cells())))
    }

    fn facts(&self, givens: &[Option<i32>]) -> Vec<Fact> {
        self.completions.cells().iter().zip(givens).filter_map(|(&var, given)| Some((var, (*given)?, true))).collect()
    }

    /// Gives a random value to a cell that leaves a solution, which is returned. `solution` is one without it.
    fn give(
        &mut self,
        cell: usize,
        givens: &mut [Option<i32>],
        solution: Vec<i32>,
        rng: &mut Rng,
    ) -> Result<Vec<i32>, ConstructError> {
        let mut values = self.completions.values(cell);
        rng.shuffle(&mut values);
        for value in values {
            givens[cell] = Some(value);
            if solution[cell] == value {
                return Ok(solution);
            }
            if let Some(other) = self.some(givens)? {
                return Ok(other);
            }
        }
        unreachable!("the solution has a value for the cell")
    }

    fn constrain(&mut self, rng: &mut Rng) -> Result<(Vec<i32>, Vec<Option<i32>>), ConstructError> {
        let mut givens = vec![None; self.completions.cells().len()];
        let mut solution = self.some(&givens)?.expect("the board has a solution");
        while let Some(other) = self.completions.other(&self.facts(&givens), &solution)? {
            let other = other.project(self.completions.cells());
            let open: Vec<usize> = (0..solution.len()).filter(|&cell| solution[cell] != other[cell]).collect();
            let cell = *rng.choice(&open).expect("two solutions differ");
            solution = self.give(cell, &mut givens, solution, rng)?;
        }
        Ok((solution, givens))
    }

    /// Leaves out givens of a solution.
    fn dig(
        &mut self,
        solution: &[i32],
        mut givens: Vec<Option<i32>>,
        wish: &Wish,
        rng: &mut Rng,
    ) -> Result<Vec<Option<i32>>, ConstructError> {
        let across = |cell: usize| if wish.half_turn { solution.len() - 1 - cell } else { cell };
        let given: Vec<usize> = (0..givens.len()).filter(|&cell| givens[cell].is_some()).collect();
        let values: Vec<(Var, i32)> =
            given.iter().map(|&cell| (self.completions.cells()[cell], solution[cell])).collect();
        let number = |cell: usize| given.binary_search(&cell).ok();
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for (own, &cell) in given.iter().enumerate() {
            match number(across(cell)) {
                Some(other) if own < other => orbits.push(vec![own, other]),
                Some(other) if own > other => {}
                _ => orbits.push(vec![own]),
            }
        }
        rng.shuffle(&mut orbits);
        let mut out = Vec::new();
        self.completions.left_out(solution, &values, &orbits, (wish.clues, false), &mut out)?;
        let gone = orbits.iter().zip(out).filter(|(_, is_out)| *is_out).flat_map(|(orbit, _)| orbit);
        gone.for_each(|&number| givens[given[number]] = None);
        Ok(givens)
    }
}
