//! A judgement of one puzzle: has it one solution, which of its clues are superfluous, what is settled if not.

use cnfab_puzzle::{Cells, Clue, Puzzle};
use cnfab_solve::Budget;

use super::candidates::checked;
use super::completions::Completions;
use super::dig::Fact;
use super::selectable::Given;
use super::{Candidates, ConstructError, Reduction, Selectable, candidates};

/// The number of solutions, as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// None.
    None,
    /// One.
    One(Cells),
    /// More than one; the values that each cell takes in some of them.
    Several(Candidates),
}

/// A judgement of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The number of its solutions, as far as it matters.
    pub uniqueness: Uniqueness,
    /// Its clues.
    pub clues: Vec<Clue>,
    /// The numbers of the clues each of which can be left out alone; empty unless there is one solution.
    pub superfluous: Vec<usize>,
    /// True if these are all. The budget may have ended before that was known.
    pub complete: bool,
}

impl Judgement {
    /// True if the puzzle has one solution and needs all of its clues. `None` for a kind without clues, or if the
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
    let mut judgement =
        Judgement { uniqueness: Uniqueness::None, clues: puzzle.clues(), superfluous: Vec::new(), complete: true };
    let ended = match Given::new(puzzle, view) {
        Some(given) => judge_given(puzzle, view, &given, &mut judgement, budget),
        None => judge_stated(puzzle, view, &mut judgement, budget),
    };
    match ended {
        Err(ConstructError::OutOfBudget) if matches!(judgement.uniqueness, Uniqueness::One(_)) => {
            judgement.complete = false;
        }
        ended => ended?,
    }
    Ok(judgement)
}

/// Judges a puzzle whose clues are values of cells: one search answers all questions.
fn judge_given(
    puzzle: &dyn Puzzle,
    view: &str,
    given: &Given,
    judgement: &mut Judgement,
    budget: &Budget,
) -> Result<(), ConstructError> {
    let mut completions = Completions::new(&given.model, budget)?;
    let facts: Vec<Fact> = given.values.iter().map(|&(var, value)| (var, value, true)).collect();
    let Some(solution) = completions.some(&facts, &[])? else { return Ok(()) };
    let cells = solution.project(completions.cells());
    if completions.other(&facts, &cells)?.is_some() {
        judgement.uniqueness = Uniqueness::Several(candidates(puzzle, view, budget)?);
        return Ok(());
    }
    judgement.uniqueness = Uniqueness::One(Cells(checked(puzzle, view, &solution)?));
    let orbits: Vec<Vec<usize>> = (0..facts.len()).map(|clue| vec![clue]).collect();
    let (all, mut out) = (completions.with_values(&cells), Vec::new());
    let ended = completions.left_out(&all, &given.values, &orbits, (0, true), &mut out);
    judgement.superfluous = (0..out.len()).filter(|&clue| out[clue]).collect();
    ended
}

/// Judges a puzzle of any kind.
fn judge_stated(
    puzzle: &dyn Puzzle,
    view: &str,
    judgement: &mut Judgement,
    budget: &Budget,
) -> Result<(), ConstructError> {
    let found = candidates(puzzle, view, budget)?;
    if found.cells.is_empty() && found.met == 0 {
        return Ok(());
    }
    if found.backbone() < found.cells.len() {
        judgement.uniqueness = Uniqueness::Several(found);
        return Ok(());
    }
    let values = found.cells.iter().filter_map(|values| values.first().copied()).collect();
    judgement.uniqueness = Uniqueness::One(Cells(values));
    if judgement.clues.is_empty() {
        return Ok(());
    }
    let selectable = Selectable::new(puzzle, view).map_err(ConstructError::Clues)?;
    Reduction::new(&selectable, budget)?.superfluous(&mut judgement.superfluous)
}
