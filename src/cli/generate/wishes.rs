//! The notes on a puzzle that has something else than was wished.

use crate::construct::{Criteria, Explanation};
use crate::puzzle::Puzzle;
use crate::units::plural;

/// Says what a puzzle has where something is wished.
pub(super) fn told(wishes: &Criteria, puzzle: &dyn Puzzle, explanation: Option<&Explanation>) -> String {
    let mut told = Vec::new();
    let cells = wishes.misses(puzzle).cells;
    if cells > 0 {
        told.push(format!("{} not as in the pattern", plural(cells as u64, "cell")));
    }
    if let Some(Explanation { grade, .. }) = explanation.filter(|_| wishes.is_about_steps()) {
        let least = if grade.complete { "" } else { "at least " };
        told.push(format!("grade {least}{}", grade.level));
    }
    let has = |name: &&String| explanation.is_some_and(|all| all.steps.iter().any(|step| step.technique == **name));
    told.extend(wishes.needs.iter().filter(|name| !has(name)).map(|name| format!("no step '{name}'")));
    told.extend(wishes.avoid.iter().filter(has).map(|name| format!("a step '{name}'")));
    if wishes.clues.is_some() || told.is_empty() {
        told.push(plural(puzzle.clue_count() as u64, "clue"));
    }
    told.join(", ")
}
