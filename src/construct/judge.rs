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
}

impl Judgement {
    /// Whether the puzzle has one solution and needs all of its clues. `None` for a kind without clues.
    pub fn is_minimal(&self) -> Option<bool> {
        let is_unique = matches!(self.uniqueness, Uniqueness::One(_));
        (!self.clues.is_empty()).then_some(is_unique && self.superfluous.is_empty())
    }
}

/// Judges a puzzle by the model of a view.
///
/// # Errors
/// If the kind cannot state the puzzle with some clues only, the model has no clauses, or the budget ends.
pub fn judge(puzzle: &dyn Puzzle, view: &str, budget: &Budget) -> Result<Judgement, ConstructError> {
    let clues = puzzle.clues();
    let found = candidates(puzzle, view, budget)?;
    let with =
        |uniqueness: Uniqueness, superfluous: Vec<usize>| Judgement { uniqueness, clues: clues.clone(), superfluous };
    if found.cells.is_empty() && found.met == 0 {
        return Ok(with(Uniqueness::None, Vec::new()));
    }
    if found.backbone() < found.cells.len() {
        return Ok(with(Uniqueness::Several(found), Vec::new()));
    }
    let selectable = Selectable::new(puzzle, view).map_err(ConstructError::Clues)?;
    let superfluous = Reduction::new(&selectable, budget)?.superfluous()?;
    let values = found.cells.iter().filter_map(|values| values.first().copied()).collect();
    Ok(with(Uniqueness::One(Cells(values)), superfluous))
}
