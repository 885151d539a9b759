//! The rules of Kakuro, checked without the model, and clues that contradict the givens or no digits can meet.

use crate::puzzle::text::count;
use crate::puzzle::{Cells, Violation, clash, latin};

use super::{Kakuro, MOST_DIGIT, Place, Run};

/// The first rule that the cells break.
pub(super) fn check(kakuro: &Kakuro, cells: &Cells) -> Result<(), Violation> {
    if cells.0.len() != kakuro.grid.len() {
        return Err(Violation(format!("there are {}, not {}", count(cells.0.len(), "cell"), kakuro.grid.len())));
    }
    for (cell, (&digit, place)) in cells.0.iter().zip(&kakuro.places).enumerate() {
        let at = latin::place(kakuro.grid, cell);
        match *place {
            Place::Black { .. } if digit != 0 => return Err(Violation(format!("{at} is black, but has {digit}"))),
            Place::White(_) if !(1..=MOST_DIGIT).contains(&digit) => {
                return Err(Violation(format!("{at} has {digit}, which is not from 1 to {MOST_DIGIT}")));
            }
            Place::White(Some(given)) if given != digit => {
                return Err(Violation(format!("{at} has {digit}, but {given} is given")));
            }
            _ => {}
        }
    }
    latin::check_different(groups(kakuro), cells, kakuro.grid)?;
    for run in &kakuro.runs {
        let found: i64 = run.cells.iter().map(|&cell| i64::from(cells.0[cell])).sum();
        if let Some(sum) = run.sum.filter(|&sum| sum != found) {
            return Err(Violation(format!("{} adds up to {found}, not {sum}", kakuro.name(run))));
        }
    }
    Ok(())
}

/// The runs by name.
fn groups(kakuro: &Kakuro) -> impl Iterator<Item = (String, Vec<usize>)> {
    kakuro.runs.iter().map(|run| (kakuro.name(run), run.cells.clone()))
}

/// A run that is too long, has a digit twice, or cannot reach its sum with the digits that are left.
pub(super) fn contradiction(kakuro: &Kakuro) -> Option<Violation> {
    if let Some(run) = kakuro.runs.iter().find(|run| run.cells.len() > MOST_DIGIT as usize) {
        let (name, cells) = (kakuro.name(run), count(run.cells.len(), "cell"));
        return Some(Violation(format!("{name} has {cells}, but there are {MOST_DIGIT} digits")));
    }
    let twice = clash::twice(
        groups(kakuro),
        |cell| kakuro.given(cell),
        |cell| latin::place(kakuro.grid, cell),
        |value| value.to_string(),
    );
    twice.or_else(|| kakuro.runs.iter().find_map(|run| out_of_reach(kakuro, run)))
}

/// A sum below the smallest or above the largest that the givens and other digits make.
fn out_of_reach(kakuro: &Kakuro, run: &Run) -> Option<Violation> {
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
