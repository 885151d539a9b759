//! Checks the rules of Binairo without the model.

use crate::text::count;
use crate::{Cells, Violation, latin};

use super::Binairo;

/// Reports the first rule that the cells break.
pub(super) fn check(binairo: &Binairo, cells: &Cells) -> Result<(), Violation> {
    latin::check_numbers(cells, binairo.grid, &(0..=1), |cell| binairo.givens[cell])?;
    for (name, line) in latin::lines(binairo.grid) {
        let ones = line.iter().filter(|&&cell| cells.0[cell] == 1).count();
        let zeros = line.len() - ones;
        if ones != zeros {
            let (ones, zeros) = (count(ones, "one"), count(zeros, "zero"));
            return Err(Violation(format!("{name} has {ones} and {zeros}")));
        }
    }
    match broken(binairo, |cell| Some(cells.0[cell])) {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

/// Reports three equal digits in a row, or two equal complete lines, among the cells with a value.
pub(super) fn broken(binairo: &Binairo, value: impl Fn(usize) -> Option<i32>) -> Option<Violation> {
    for (name, line) in latin::lines(binairo.grid) {
        let alike =
            |three: &&[usize]| value(three[0]).is_some() && three.iter().all(|&cell| value(cell) == value(three[0]));
        if let Some(three) = line.windows(3).find(alike) {
            let at = latin::cell_name(binairo.grid, three[0]);
            return Some(Violation(format!("{name} has three alike from {at} on")));
        }
    }
    for (what, lines) in ["row", "column"].into_iter().zip(binairo.lines()).filter(|_| !binairo.repeat) {
        let values: Vec<Vec<Option<i32>>> =
            lines.iter().map(|line| line.iter().map(|&cell| value(cell)).collect()).collect();
        for (second, line) in values.iter().enumerate().filter(|(_, line)| line.iter().all(Option::is_some)) {
            if let Some(first) = values[..second].iter().position(|other| other == line) {
                return Some(Violation(format!("{what} {} and {what} {} are alike", first + 1, second + 1)));
            }
        }
    }
    None
}
