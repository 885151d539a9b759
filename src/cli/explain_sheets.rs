//! The sheets of `cnfab explain --html`: steps of one kind that a reader sees on one board share a sheet.
//!
//! Steps by one rule share a sheet with others that place values, or with others of their technique that exclude some.
//! Such a step needs nothing but the board of its sheet and steps on it with smaller numbers. A step by several rules
//! has a sheet for itself.

use crate::construct::{BoardState, Explanation, ExplanationStep};
use crate::model::AtomRelation;

/// The most steps on a sheet: of those that place values, and of those that exclude some.
const MOST_PLACEMENTS: usize = 12;
const MOST_EXCLUSIONS: usize = 5;

/// Steps that follow from one board.
pub(super) struct Sheet<'e> {
    /// The steps with their numbers, from 1.
    pub(super) steps: Vec<(usize, &'e ExplanationStep)>,
    /// The knowledge before them.
    pub(super) board: BoardState,
}

impl Sheet<'_> {
    /// True if all steps place values.
    pub(super) fn places(&self) -> bool {
        self.steps.iter().all(|(_, step)| places(step))
    }
}

/// True if a step is by one rule and only places values.
fn places(step: &ExplanationStep) -> bool {
    step.rules.len() == 1 && step.facts.iter().all(|fact| fact.atom.relation == AtomRelation::Eq)
}

/// Distributes the steps over sheets.
pub(super) fn sheets(explanation: &Explanation) -> Vec<Sheet<'_>> {
    let steps = &explanation.steps;
    let mut sheets: Vec<Vec<usize>> = Vec::new();
    let mut sheet_of: Vec<usize> = Vec::new();
    // No step comes before a step by several rules that was found earlier.
    let mut first = 0;
    for (number, step) in steps.iter().enumerate() {
        let from = step.board.needs.iter().map(|&needed| sheet_of[needed]).fold(first, usize::max);
        let has_room = |sheet: &usize| {
            let (count, other) = (sheets[*sheet].len(), &steps[sheets[*sheet][0]]);
            match places(step) {
                true => places(other) && count < MOST_PLACEMENTS,
                false => !places(other) && other.technique == step.technique && count < MOST_EXCLUSIONS,
            }
        };
        let is_single = step.rules.len() == 1;
        let sheet = (from..sheets.len()).filter(|_| is_single).find(has_room).unwrap_or(sheets.len());
        match sheets.get_mut(sheet) {
            Some(steps) => steps.push(number),
            None => sheets.push(vec![number]),
        }
        sheet_of.push(sheet);
        if !is_single {
            first = sheets.len();
        }
    }
    let mut board = explanation.start.clone();
    let sheet = |numbers: Vec<usize>| {
        let steps: Vec<_> = numbers.iter().map(|&number| (number + 1, &explanation.steps[number])).collect();
        let sheet = Sheet { board: board.clone(), steps };
        for (_, step) in &sheet.steps {
            change(&mut board, step);
        }
        sheet
    };
    sheets.into_iter().map(sheet).collect()
}

/// Takes what a step says as known.
///
/// Sheets may have another order than the steps, so a change adds to the state, whatever that is.
pub(super) fn change(board: &mut BoardState, step: &ExplanationStep) {
    for (position, change) in &step.board.changes {
        let state = board.entry(*position).or_default();
        state.possible.retain(|value| change.possible.contains(value));
        state.known = state.known.or(change.known);
    }
}
