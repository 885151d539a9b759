//! A judgement of one puzzle: has it one solution, which of its clues are superfluous, what is settled if not.

use crate::puzzle::{Cells, Clue, Puzzle};
use crate::solve::Budget;

use super::{Candidates, ConstructError, Reduction, Selectable, candidates};

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// None.
    None,
    /// One.
    One(Cells),
    /// More than one; the values that each cell takes in some of them.
    Several(Candidates),
}

/// What there is to say of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// How many solutions it has.
    pub uniqueness: Uniqueness,
    /// Its clues.
    pub clues: Vec<Clue>,
    /// The numbers of the clues each of which can be left out alone; empty unless there is one solution.
    pub superfluous: Vec<usize>,
    /// Whether these are all. The budget may have ended before that was known.
    pub complete: bool,
}

impl Judgement {
    /// Whether the puzzle has one solution and needs all of its clues. `None` for a kind without clues, or if the
    /// budget ended before that was known.
    pub fn is_minimal(&self) -> Option<bool> {
        let is_unique = matches!(self.uniqueness, Uniqueness::One(_));
        let is_known = self.complete || !self.superfluous.is_empty() || !is_unique;
        (is_known && !self.clues.is_empty()).then_some(is_unique && self.superfluous.is_empty())
    }
}

/// Judges a puzzle by the model of a view.
///
/// # Errors
/// If the kind cannot state the puzzle with some clues only, the model has no clauses, or the budget ends before it is
/// known how many solutions there are.
pub fn judge(puzzle: &dyn Puzzle, view: &str, budget: &Budget) -> Result<Judgement, ConstructError> {
    let clues = puzzle.clues();
    let found = candidates(puzzle, view, budget)?;
    let with = |uniqueness| Judgement { uniqueness, clues, superfluous: Vec::new(), complete: true };
    if found.cells.is_empty() && found.met == 0 {
        return Ok(with(Uniqueness::None));
    }
    if found.backbone() < found.cells.len() {
        return Ok(with(Uniqueness::Several(found)));
    }
    let values = found.cells.iter().filter_map(|values| values.first().copied()).collect();
    let mut judgement = with(Uniqueness::One(Cells(values)));
    let selectable = Selectable::new(puzzle, view).map_err(ConstructError::Clues)?;
    let reduction = Reduction::new(&selectable, budget);
    match reduction.and_then(|mut reduction| reduction.superfluous(&mut judgement.superfluous)) {
        Ok(()) => {}
        Err(ConstructError::OutOfBudget) => judgement.complete = false,
        Err(why) => return Err(why),
    }
    Ok(judgement)
}
