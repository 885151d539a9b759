//! A run of puzzles: each as wished, and no two equal up to symmetry.

use fastrand::Rng;

use cnfab_solve::Budget;

use super::{
    ConstructError, Criteria, Detail, Distinct, End, Explanation, Extent, Generator, MadePuzzle, MakePuzzle, Misses,
    explain,
};

/// A puzzle of a run.
pub struct SeriesPuzzle {
    /// The puzzle and its solution.
    pub made: MadePuzzle,
    /// Its steps, if the run looks at them.
    pub explanation: Option<Explanation>,
}

/// Why a run has no next puzzle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeriesEnd {
    /// The budget ended.
    #[error("the budget ended the work")]
    OutOfBudget,
    /// Many puzzles were made, but none that is new and as wished.
    #[error("{0} boards in succession were no new puzzle as wished")]
    InVain(u64),
    /// A puzzle could not be made, or its steps not be found.
    #[error(transparent)]
    Failed(ConstructError),
}

impl From<ConstructError> for SeriesEnd {
    fn from(error: ConstructError) -> Self {
        match error {
            ConstructError::OutOfBudget => SeriesEnd::OutOfBudget,
            error => SeriesEnd::Failed(error),
        }
    }
}

/// A run of puzzles of one board or kind.
pub struct Series {
    wishes: Criteria,
    /// How much the steps of every puzzle tell, if they are found.
    steps: Option<Detail>,
    /// How many puzzles in succession may be of no use.
    patience: u64,
    budget: Budget,
    known: Distinct,
    /// The puzzle that misses least since the last one that missed nothing.
    best: Option<(Misses, SeriesPuzzle)>,
}

impl Series {
    /// How many puzzles in succession may be of no use, if nothing else is said.
    const PATIENCE: u64 = 10_000;

    /// Begins a run. With `steps`, the steps of every puzzle are found, whatever is wished.
    pub fn new(wishes: Criteria, steps: Option<Detail>, budget: &Budget) -> Self {
        let steps = steps.or(wishes.is_about_steps().then_some(Detail::Level));
        let (patience, known) = (Self::PATIENCE, Distinct::default());
        Series { wishes, steps, patience, budget: budget.clone(), known, best: None }
    }

    /// A run that uses up the budget before it ends without a puzzle as wished.
    #[must_use]
    pub fn until_budget_ends(self) -> Self {
        Series { patience: u64::MAX, ..self }
    }

    /// The criteria for the puzzles.
    pub fn wishes(&self) -> &Criteria {
        &self.wishes
    }

    /// The next puzzle that is new and as wished.
    ///
    /// # Errors
    /// If it is not found.
    pub fn next(&mut self, make: MakePuzzle<'_>, rng: &mut Rng) -> Result<SeriesPuzzle, SeriesEnd> {
        for _ in 0..self.patience {
            if self.budget.is_over() {
                return Err(SeriesEnd::OutOfBudget);
            }
            let (misses, puzzle) = self.looked_at(make(rng)?)?;
            if !misses.is_none() {
                if self.best.as_ref().is_none_or(|(least, _)| misses < *least) {
                    self.best = Some((misses, puzzle));
                }
            } else if self.known.is_new(puzzle.made.puzzle.as_ref()) {
                self.best = None;
                return Ok(puzzle);
            }
        }
        Err(SeriesEnd::InVain(self.patience))
    }

    /// The puzzle since the last one that misses least, with its steps if the run looks at them.
    ///
    /// # Errors
    /// If its steps cannot be found.
    pub fn take_best(&mut self) -> Result<Option<SeriesPuzzle>, ConstructError> {
        let Some((_, mut puzzle)) = self.best.take() else { return Ok(None) };
        if let (Some(detail), None) = (self.steps, &puzzle.explanation) {
            // The time may be over, but a grade takes little of it.
            puzzle.explanation = Some(explained(&puzzle.made, detail, &Budget::unlimited())?);
        }
        Ok(Some(puzzle))
    }

    /// The criteria that a puzzle misses. Its steps are looked at if nothing else is missed.
    fn looked_at(&self, made: MadePuzzle) -> Result<(Misses, SeriesPuzzle), ConstructError> {
        let mut misses = self.wishes.misses(made.puzzle.as_ref());
        let Some(detail) = self.steps else {
            return Ok((misses, SeriesPuzzle { made, explanation: None }));
        };
        if !misses.is_none() {
            return Ok((Misses { steps: usize::MAX, ..misses }, SeriesPuzzle { made, explanation: None }));
        }
        let explanation = explained(&made, detail, &self.budget)?;
        misses.steps = self.wishes.missed_by(&explanation);
        Ok((misses, SeriesPuzzle { made, explanation: Some(explanation) }))
    }
}

/// The steps of a puzzle, as far as a grade is worth it.
fn explained(made: &MadePuzzle, detail: Detail, budget: &Budget) -> Result<Explanation, ConstructError> {
    let puzzle = made.puzzle.as_ref();
    let explanation = explain(puzzle, Generator::view(puzzle), Extent { detail, ..Extent::of_grade() }, budget)?;
    // What the clock cut off says nothing of the puzzle.
    if explanation.end == End::Budget { Err(ConstructError::OutOfBudget) } else { Ok(explanation) }
}
