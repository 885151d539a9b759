//! Wishes as they are written, and what a puzzle has instead.

use crate::construct::{Explanation, GradeRange, Wishes};
use crate::puzzle::Puzzle;
use crate::units::plural;

/// Reads grades: one, from one to another, or from one on.
pub(super) fn grade(text: &str) -> Result<GradeRange, String> {
    let wrong = || "expected grades A..B, such as 3..5, or 4, or '4..' for 4 and more".to_owned();
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let (least, most) = match text.split_once("..") {
        None => (number(text)?, Some(number(text)?)),
        Some((least, "")) => (number(least)?, None),
        Some((least, most)) => (number(least)?, Some(number(most)?)),
    };
    if most.is_some_and(|most| most < least) { Err(wrong()) } else { Ok(GradeRange { least, most }) }
}

/// Says what a puzzle has where something is wished.
pub(super) fn told(wishes: &Wishes, puzzle: &dyn Puzzle, explanation: Option<&Explanation>) -> String {
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
