//! Writes Jodicis.

use std::ops::RangeInclusive;

use crate::clue::{cell, file, rows};

use super::{Jodici, KIND};

/// Writes the text of a Jodici.
pub(super) fn text(jodici: &Jodici) -> String {
    let body = rows(jodici.givens.chunks(jodici.sectors).map(|ring| ring.iter().map(|&given| cell(given))));
    let numbers = format!("{}..{}", jodici.numbers.start(), jodici.numbers.end());
    let sums = [("ring-sum", jodici.ring_sum.to_string()), ("sector-sum", jodici.sector_sum.to_string())];
    file(&KIND, &[vec![("numbers", numbers)], sums.to_vec()].concat(), &body)
}

/// The rings of a Jodici that is made.
const RINGS: RangeInclusive<usize> = 2..=6;

/// The sectors of a Jodici that is made.
const SECTORS: RangeInclusive<usize> = 3..=12;

/// The highest number of a Jodici that is made.
const HIGHEST: usize = 9;

/// Writes an empty disc with these numbers of rings and sectors, and with the most numbers from 1 on for which rings
/// and sectors have sums.
pub(super) fn blank(rings: usize, sectors: usize) -> Result<String, &'static str> {
    if !RINGS.contains(&rings) || !SECTORS.contains(&sectors) {
        return Err("from 2 to 6 rings and from 3 to 12 sectors, such as 3x6");
    }
    let has_sums = |highest: &usize| {
        let fields = rings * sectors;
        let is_whole = |parts: usize| (fields / parts * (highest + 1)).is_multiple_of(2);
        fields.is_multiple_of(*highest) && is_whole(rings) && is_whole(sectors)
    };
    let highest = (2..=HIGHEST).rev().find(has_sums).ok_or("rings and sectors whose sums are whole, such as 3x6")?;
    let body = rows((0..rings).map(|_| (0..sectors).map(|_| cell(None::<i32>)).collect::<Vec<_>>()));
    Ok(format!("numbers: 1..{highest}\n\n{body}"))
}
