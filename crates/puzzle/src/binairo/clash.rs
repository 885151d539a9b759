//! Finds givens of a Binairo that break a rule.

use crate::text::count;
use crate::{Violation, latin};

use super::Binairo;
use super::check::broken;

/// Reports more than half of a line with one digit, three equal digits in a row, or two equal complete lines.
pub(super) fn of(binairo: &Binairo) -> Option<Violation> {
    let given = |cell: usize| binairo.givens[cell];
    let too_many = latin::lines(binairo.grid).find_map(|(name, line)| {
        let often = |digit: &i32| line.iter().filter(|&&cell| given(cell) == Some(*digit)).count();
        let digit = (0..=1).find(|digit| often(digit) > line.len() / 2)?;
        let (found, most) = (count(often(&digit), "time"), line.len() / 2);
        Some(Violation(format!("{name} has {digit} {found}, which is more than {most}")))
    });
    too_many.or_else(|| broken(binairo, given))
}
