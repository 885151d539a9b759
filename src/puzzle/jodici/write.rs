//! Writes Jodicis.

use crate::puzzle::clue::{cell, file, rows};

use super::{Jodici, KIND};

/// Writes the text of a Jodici.
pub(super) fn text(jodici: &Jodici) -> String {
    let body = rows(jodici.givens.chunks(jodici.sectors).map(|ring| ring.iter().map(|&given| cell(given))));
    let numbers = format!("{}..{}", jodici.numbers.start(), jodici.numbers.end());
    let sums = [("ring-sum", jodici.ring_sum.to_string()), ("sector-sum", jodici.sector_sum.to_string())];
    file(&KIND, &[vec![("numbers", numbers)], sums.to_vec()].concat(), &body)
}
