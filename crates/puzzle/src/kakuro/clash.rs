//! Finds runs of a Kakuro that no digits fill.

use crate::text::count;
use crate::{Violation, latin};

use super::{DigitRun, Kakuro, MOST_DIGIT};

/// Reports a run that is too long, has a digit twice, or cannot reach its sum with the unused digits.
pub(super) fn of(kakuro: &Kakuro) -> Option<Violation> {
    if let Some(run) = kakuro.runs.iter().find(|run| run.cells.len() > MOST_DIGIT as usize) {
        let (name, cells) = (kakuro.name(run), count(run.cells.len(), "cell"));
        return Some(Violation(format!("{name} has {cells}, but there are {MOST_DIGIT} digits")));
    }
    latin::twice(kakuro.groups(), kakuro.grid, |cell| kakuro.given(cell))
        .or_else(|| kakuro.runs.iter().find_map(|run| out_of_reach(kakuro, run)))
}

/// Reports a sum outside the bounds that the givens and the unused digits imply.
fn out_of_reach(kakuro: &Kakuro, run: &DigitRun) -> Option<Violation> {
    let sum = run.sum?;
    let givens: Vec<i32> = run.cells.iter().filter_map(|&cell| kakuro.given(cell)).collect();
    let fixed: i64 = givens.iter().copied().map(i64::from).sum();
    let open = run.cells.len() - givens.len();
    let left: Vec<i64> = (1..=MOST_DIGIT).filter(|digit| !givens.contains(digit)).map(i64::from).collect();
    let least = fixed + left.iter().take(open).sum::<i64>();
    let most = fixed + left.iter().rev().take(open).sum::<i64>();
    let why = || {
        let (name, cells) = (kakuro.name(run), count(run.cells.len(), "cell"));
        Violation(format!("{name} of {cells} adds up to {least} to {most}, not {sum}"))
    };
    (!(least..=most).contains(&sum)).then(why)
}
