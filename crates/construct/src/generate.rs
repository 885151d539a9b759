//! Makes puzzles whose clues are given values: a board with one solution.
//!
//! Two methods, both of the founding document or near it:
//!
//! - `constrain` begins with an empty board. It gives a random value to a random cell that is still open, goes back if
//!   no solution has it, and stops as soon as exactly one solution is left.
//! - `constrain:propagation` does the same, and stops only when propagation alone finds the solution (`constrain`).
//! - `dig` begins with a random solution and leaves out givens in random order while the solution stays the only one.
//!   The puzzle is minimal then.
//!
//! Where cells go together, as a symmetry wants it, they are given and left out together.
//!
//! One solver serves all puzzles of a board (`completions`), and givens are left out by halves (`dig`). The result is
//! the same as of one by one.
//!
//! Solutions are not uniformly distributed: some cells are filled at random, and the solver completes them. Neither are
//! minimal puzzles; those with few givens come too often (D. Berthier, "Unbiased statistics of a CSP", 2009).

use fastrand::Rng;

use cnfab_base::names::{UnknownName, means};
use cnfab_model::{Model, Var};
use cnfab_puzzle::{Cells, Puzzle, Violation};
use cnfab_solve::{Budget, SolveError};

use super::ConstructError;
use super::completions::Completions;
use super::dig::Fact;
use super::other_view::OtherView;

/// Of how many cells one is filled at random before the solver completes the board.
const FILLED: usize = 4;

/// The method by which a puzzle is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Givens are added until one solution is left.
    Constrain,
    /// Givens are added until propagation alone finds the solution.
    ConstrainByPropagation,
    /// Givens are taken away while one solution is left.
    Dig,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::Constrain, Method::ConstrainByPropagation, Method::Dig];

    /// The name that a user selects it by.
    pub fn name(self) -> &'static str {
        match self {
            Method::Constrain => "constrain",
            Method::ConstrainByPropagation => "constrain:propagation",
            Method::Dig => "dig",
        }
    }

    /// Its description in one line.
    pub fn about(self) -> &'static str {
        match self {
            Method::Constrain => "add random givens until there is one solution",
            Method::ConstrainByPropagation => "add random givens until propagation alone finds the solution",
            Method::Dig => "leave out givens of a random solution",
        }
    }

    /// Finds the method of this name.
    ///
    /// # Errors
    /// If there is none; the error lists those there are.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        let found = Method::ALL.into_iter().find(|method| means(name, method.name()));
        found.ok_or_else(|| UnknownName::new("method", name, Method::ALL.map(Method::name)))
    }
}

/// Criteria for a puzzle.
#[derive(Clone, Debug)]
pub struct GivenCriteria {
    /// The method by which it is made.
    pub method: Method,
    /// True if no given may be superfluous. `dig` leaves none, unless it stops at a number of givens.
    pub minimal: bool,
    /// Not fewer givens than this.
    pub clues: usize,
    /// The cells that have givens together, each cell in one set. `None` if each cell is for itself.
    pub orbits: Option<Vec<Vec<usize>>>,
    /// For each cell whether it may have a given; if not `minimal`, it has one then. No cell besides these has one, if
    /// that can be had.
    pub pattern: Option<Vec<bool>>,
}

impl GivenCriteria {
    /// Puzzles made by a method without further wishes.
    pub fn new(method: Method) -> Self {
        GivenCriteria { method, minimal: false, clues: 0, orbits: None, pattern: None }
    }
}

/// A puzzle and its only solution.
pub struct MadePuzzle {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// Its solution.
    pub solution: Cells,
}

/// Makes puzzles of one board.
pub struct Generator<'p> {
    board: &'p dyn Puzzle,
    view: &'static str,
    pub(super) model: &'p Model,
    pub(super) completions: Completions<'p>,
    /// The view by which givens are left out, if it is another one.
    other: Option<OtherView<'p>>,
    pub(super) budget: Budget,
}

/// A solution, and the givens that are kept of it.
pub(super) type Solved = (Vec<i32>, Vec<Option<i32>>);

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
        let solution = completions.some(&[], &[])?.ok_or(ConstructError::NotUnique("no"))?;
        let cells = completions.cells();
        let values = solution.project(cells);
        if board.output(view, &solution).0 != values || board.with_givens(&vec![None; cells.len()]).is_none() {
            return Err(ConstructError::NoGivens(board.kind().name));
        }
        Ok(Generator { board, view, model, completions, other: None, budget: budget.clone() })
    }

    /// Leaves out givens by the model of another view, if it has values of cells as values of variables.
    ///
    /// # Errors
    /// If native search does not take the model.
    pub fn dig_by(&mut self, view: &'static str, model: &'p Model) -> Result<(), ConstructError> {
        self.other = OtherView::new(self.board, view, model, &self.budget)?;
        Ok(())
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
    pub fn make(&mut self, wish: &GivenCriteria, rng: &mut Rng) -> Result<MadePuzzle, ConstructError> {
        let all = || (0..self.cells()).map(|cell| vec![cell]).collect();
        let orbits = wish.orbits.clone().unwrap_or_else(all);
        let (solution, givens) = match (wish.method, &wish.pattern) {
            (Method::Dig, Some(pattern)) => self.on_pattern(pattern, &orbits, wish, rng)?,
            (Method::Dig, None) => {
                let solution = self.random_solution(rng)?;
                let mut givens: Vec<Option<i32>> = solution.iter().copied().map(Some).collect();
                self.dig(&solution, &mut givens, orbits, wish, rng)?;
                (solution, givens)
            }
            (method, pattern) => {
                let (solution, mut givens) = match method {
                    Method::ConstrainByPropagation => {
                        self.constrain_by_propagation(&orbits, pattern.as_deref(), rng)?
                    }
                    Method::Constrain | Method::Dig => self.constrain(&orbits, pattern.as_deref(), rng)?,
                };
                if let Some(pattern) = pattern {
                    self.keep_to(pattern, &solution, &mut givens, &orbits, wish, rng)?;
                } else if wish.minimal || wish.clues > 0 {
                    if !wish.minimal {
                        add_givens(&solution, &mut givens, &orbits, wish.clues, rng);
                    }
                    self.dig(&solution, &mut givens, orbits, wish, rng)?;
                }
                (solution, givens)
            }
        };
        let puzzle = self.board.with_givens(&givens).expect("the board takes givens");
        let backend = || format!("the model of view {}", self.view);
        let failed = |violation: Violation| SolveError::Failed { backend: backend(), detail: violation.0 };
        let solution = Cells(solution);
        puzzle.check(&solution).map_err(failed)?;
        Ok(MadePuzzle { puzzle, solution })
    }

    pub(super) fn random_solution(&mut self, rng: &mut Rng) -> Result<Vec<i32>, ConstructError> {
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
        let mut solution = self.some(&givens, &[])?.expect("the board has a solution");
        for &cell in cells.iter().take(count.div_ceil(FILLED)) {
            solution = self.give(cell, &mut givens, solution, rng)?;
        }
        Ok(solution)
    }

    /// A solution under givens.
    pub(super) fn some(&mut self, givens: &[Option<i32>], near: &[i32]) -> Result<Option<Vec<i32>>, ConstructError> {
        let solution = self.completions.some(&self.facts(givens), near)?;
        Ok(solution.map(|solution| solution.project(self.completions.cells())))
    }

    fn facts(&self, givens: &[Option<i32>]) -> Vec<Fact> {
        self.completions.cells().iter().zip(givens).filter_map(|(&var, given)| Some((var, (*given)?, true))).collect()
    }

    /// Gives a random value to a cell that leaves a solution, which is returned. `solution` is one without it.
    pub(super) fn give(
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
            if let Some(other) = self.some(givens, &solution)? {
                return Ok(other);
            }
        }
        unreachable!("the solution has a value for the cell")
    }

    fn constrain(
        &mut self,
        orbits: &[Vec<usize>],
        pattern: Option<&[bool]>,
        rng: &mut Rng,
    ) -> Result<Solved, ConstructError> {
        let mut givens = vec![None; self.completions.cells().len()];
        let mut solution = self.some(&givens, &[])?.expect("the board has a solution");
        while let Some(other) = self.completions.other(&self.facts(&givens), &solution)? {
            let other = other.project(self.completions.cells());
            let mut open: Vec<usize> = (0..solution.len()).filter(|&cell| solution[cell] != other[cell]).collect();
            prefer(&mut open, pattern);
            let cell = *rng.choice(&open).expect("two solutions differ");
            for &cell in orbit_of(orbits, cell) {
                solution = self.give(cell, &mut givens, solution, rng)?;
            }
        }
        Ok((solution, givens))
    }

    /// Leaves out givens of a solution: whole orbits, in random order.
    pub(super) fn dig(
        &mut self,
        solution: &[i32],
        givens: &mut [Option<i32>],
        mut orbits: Vec<Vec<usize>>,
        wish: &GivenCriteria,
        rng: &mut Rng,
    ) -> Result<(), ConstructError> {
        orbits.retain(|orbit| orbit.iter().any(|&cell| givens[cell].is_some()));
        rng.shuffle(&mut orbits);
        if wish.method == Method::ConstrainByPropagation {
            self.dig_by_propagation(solution, givens, &orbits, wish.clues);
            return Ok(());
        }
        let given: Vec<usize> = (0..givens.len()).filter(|&cell| givens[cell].is_some()).collect();
        let other = self.other.as_mut().and_then(|other| Some((other.values(solution)?, &mut other.completions)));
        let (all, completions) = match other {
            Some(other) => other,
            None => (self.completions.with_values(solution), &mut self.completions),
        };
        let values: Vec<(Var, i32)> = given.iter().map(|&cell| all[cell]).collect();
        // Givens that are to stay come last, so that what is done with them makes no difference.
        let tried = orbits.len();
        let mut stays = vec![true; givens.len()];
        orbits.iter().flatten().for_each(|&cell| stays[cell] = false);
        let others: Vec<usize> = given.iter().copied().filter(|&cell| stays[cell]).collect();
        orbits.extend((!others.is_empty()).then_some(others));
        let number = |&cell: &usize| given.binary_search(&cell).expect("an orbit is given as a whole");
        let orbits: Vec<Vec<usize>> = orbits.iter().map(|orbit| orbit.iter().map(number).collect()).collect();
        let mut out = Vec::new();
        completions.left_out(&all, &values, &orbits, (wish.clues, false), &mut out)?;
        let gone = orbits.iter().zip(out).take(tried).filter(|(_, is_out)| *is_out).flat_map(|(orbit, _)| orbit);
        gone.for_each(|&number| givens[given[number]] = None);
        Ok(())
    }
}

/// Adds givens of a solution, whole orbits in random order, as long as there are no more than `most`.
fn add_givens(solution: &[i32], givens: &mut [Option<i32>], orbits: &[Vec<usize>], most: usize, rng: &mut Rng) {
    let mut count = givens.iter().flatten().count();
    let mut open: Vec<&Vec<usize>> = orbits.iter().filter(|orbit| givens[orbit[0]].is_none()).collect();
    rng.shuffle(&mut open);
    for orbit in open {
        if count + orbit.len() <= most {
            count += orbit.len();
            orbit.iter().for_each(|&cell| givens[cell] = Some(solution[cell]));
        }
    }
}

/// Leaves cells of the pattern, if there are some.
pub(super) fn prefer(open: &mut Vec<usize>, pattern: Option<&[bool]>) {
    let Some(pattern) = pattern else { return };
    if open.iter().any(|&cell| pattern[cell]) {
        open.retain(|&cell| pattern[cell]);
    }
}

/// The cells that have givens together with a cell.
pub(super) fn orbit_of(orbits: &[Vec<usize>], cell: usize) -> &[usize] {
    orbits.iter().find(|orbit| orbit.contains(&cell)).expect("each cell is in one orbit")
}
