//! Makes boards that are themselves the puzzle: regions, cages, sums.
//!
//! A kind begins a [`Draft`] around a random solution. Native search looks for other solutions of the board, and the
//! kind excludes them by local changes, until there is no other. Times are heavy-tailed, so a board that has other
//! solutions after a few tests is given up for a new one (C. P. Gomes, B. Selman, N. Crato, H. Kautz, "Heavy-tailed
//! phenomena in satisfiability and constraint satisfaction problems", 2000).
//!
//! Neither solutions nor boards are uniformly distributed.

use std::ops::ControlFlow;

use fastrand::Rng;

use cnfab_model::Assignment;
use cnfab_puzzle::{BoardCriteria, BoardMaker, Cells, Draft, Puzzle};
use cnfab_solve::{
    Backend, Backtrack, Budget, Effort, Encodings, Outcome, Refusal, SolveError, StackResult, Stacked, Strategy, Tries,
};

use super::{ConstructError, Generator, MadePuzzle, Reduction, Selectable, with_only};

/// The counter-solutions of one test.
const COUNTER_SOLUTIONS: usize = 4;

/// The boards in succession that may come to nothing.
const PATIENCE: usize = 100_000;

/// Makes boards of one kind.
pub struct BoardGenerator {
    maker: BoardMaker,
    wish: BoardCriteria,
    /// True if superfluous clues are left out.
    minimal: bool,
    /// How many clues are left at least.
    clues: usize,
    backend: Box<dyn Backend>,
    budget: Budget,
}

impl BoardGenerator {
    /// Prepares boards that are as wished; `minimal` ones have no superfluous clues.
    ///
    /// # Errors
    /// If the kind expects something else; the text says what.
    pub fn new(maker: BoardMaker, wish: BoardCriteria, minimal: bool, budget: &Budget) -> Result<Self, String> {
        (maker.begin)(&wish, &mut Rng::with_seed(0))?;
        let backend = Strategy::from(Backtrack::new()).backend(&Encodings::default());
        Ok(BoardGenerator { maker, wish, minimal, clues: 0, backend, budget: budget.clone() })
    }

    /// Leaves out superfluous clues as long as there are more than this.
    #[must_use]
    pub fn with_clues(self, clues: usize) -> Self {
        BoardGenerator { minimal: true, clues, ..self }
    }

    /// Makes a board with exactly one solution; the same for the same numbers from `rng`.
    ///
    /// # Errors
    /// If the budget ends, or no board can be made as wished.
    pub fn make(&mut self, rng: &mut Rng) -> Result<MadePuzzle, ConstructError> {
        for _ in 0..PATIENCE {
            if self.budget.is_over() {
                return Err(ConstructError::OutOfBudget);
            }
            let draft = (self.maker.begin)(&self.wish, rng).expect("the wish has been accepted");
            if let Some(mut draft) = draft
                && let Some(puzzle) = self.finish(draft.as_mut(), rng)?
            {
                let puzzle = if self.minimal { self.reduce(puzzle, rng)? } else { puzzle };
                return Ok(MadePuzzle { puzzle, solution: draft.solution().clone() });
            }
        }
        Err(ConstructError::NoBoard(PATIENCE))
    }

    /// Repairs a draft until there is one solution; `None` if it is given up.
    fn finish(&self, draft: &mut dyn Draft, rng: &mut Rng) -> Result<Option<Box<dyn Puzzle>>, ConstructError> {
        for _ in 0..self.maker.repairs {
            let puzzle = draft.puzzle();
            let Some(counter_solutions) = self.counter_solutions(puzzle.as_ref(), draft.solution())? else {
                return Ok(None);
            };
            if counter_solutions.is_empty() {
                return Ok(Some(puzzle));
            }
            if !draft.repair(&counter_solutions, rng) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Leaves out superfluous clues in random order.
    fn reduce(&self, puzzle: Box<dyn Puzzle>, rng: &mut Rng) -> Result<Box<dyn Puzzle>, ConstructError> {
        let selectable = Selectable::new(puzzle.as_ref(), Generator::view(puzzle.as_ref()));
        let selectable = selectable.map_err(ConstructError::Clues)?;
        let mut reduction = Reduction::new(&selectable, &self.budget)?;
        let all: Vec<usize> = (0..selectable.clues.len()).collect();
        let mut order = all.clone();
        rng.shuffle(&mut order);
        let mut kept = reduction.minimal(&all, &order)?;
        let more = self.clues.saturating_sub(kept.len());
        let left: Vec<usize> = order.into_iter().filter(|clue| !kept.contains(clue)).take(more).collect();
        kept.extend(left);
        kept.sort_unstable();
        with_only(puzzle.as_ref(), &kept).map_err(ConstructError::Clues)
    }

    /// Finds other solutions than the one that the board keeps: no solutions if it is the only one, and `None` if that
    /// takes too long.
    fn counter_solutions(&self, puzzle: &dyn Puzzle, solution: &Cells) -> Result<Option<Vec<Cells>>, ConstructError> {
        let view = Generator::view(puzzle);
        let model = puzzle.make_model(view);
        let mut others = Vec::new();
        let mut is_kept = false;
        let mut has_enough = |assignment: &Assignment| {
            let cells = puzzle.output(view, assignment);
            if cells == *solution {
                is_kept = true;
            } else {
                others.push(cells);
            }
            others.len() == COUNTER_SOLUTIONS
        };
        let is_complete = match self.maker.decisions {
            None => {
                let report = self.backend.solve(&model, &self.budget, &mut |assignment| {
                    if has_enough(assignment) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                if matches!(report.outcome, Outcome::Stopped(_)) {
                    return Err(ConstructError::OutOfBudget);
                }
                true
            }
            Some(decisions) => {
                if self.budget.is_over() {
                    return Err(ConstructError::OutOfBudget);
                }
                let unsupported = |why: Refusal| self.backend.unsupported(why.to_string());
                let effort = Effort { decisions, budget: &self.budget };
                let native = Stacked::new(&model).map_err(unsupported)?;
                let mut values = Vec::new();
                let found = native.with(|states| {
                    states.search(effort, Tries::Usual, &mut |states| {
                        states.solution(&mut values);
                        has_enough(&Assignment::new(values[..model.variables().len()].to_vec()))
                    })
                });
                found != Some(StackResult::Limit)
            }
        };
        if others.is_empty() {
            if !is_complete {
                return Ok(None);
            }
            let failed = |detail| SolveError::Failed { backend: self.backend.name(), detail };
            if !is_kept {
                return Err(failed("the solution that the board keeps is not found".to_owned()).into());
            }
            puzzle.check(solution).map_err(|violation| failed(violation.0))?;
        }
        Ok(Some(others))
    }
}
