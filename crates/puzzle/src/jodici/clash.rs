//! Finds Jodicis whose rings or sectors cannot reach their sums.

use crate::Violation;
use crate::clash::{SumLine, Sums};
use crate::text::count;

use super::Jodici;

/// Reports a number given too often, unequal totals of rings or sectors, or a contradiction in one line or two.
pub(super) fn of(puzzle: &Jodici) -> Option<Violation> {
    let often = |number: &i32| puzzle.givens.iter().filter(|given| **given == Some(*number)).count();
    if let Some(number) = puzzle.numbers.clone().find(|number| often(number) > puzzle.times) {
        let (given, times) = (count(often(&number), "time"), count(puzzle.times, "time"));
        return Some(Violation(format!("{number} is given {given}, but each number comes {times}")));
    }
    let fields: Vec<usize> = (0..puzzle.givens.len()).collect();
    let rings = fields.chunks(puzzle.sectors).zip(1..);
    let rings = rings.map(|(ring, number)| {
        let name = format!("ring {number}");
        SumLine { name, cells: ring.to_vec(), sum: puzzle.ring_sum }
    });
    let sectors = (0..puzzle.sectors).map(|sector| {
        let name = format!("sector {}", sector + 1);
        SumLine { name, cells: puzzle.sector(&fields, sector), sum: puzzle.sector_sum }
    });
    let numbers = puzzle.numbers.clone().flat_map(|number| std::iter::repeat_n(number, puzzle.times));
    let sums = Sums::new(rings.chain(sectors).collect(), &puzzle.givens, numbers);
    sums.total("rings", puzzle.rings, puzzle.ring_sum)
        .or_else(|| sums.total("sectors", puzzle.sectors, puzzle.sector_sum))
        .or_else(|| sums.wrong_line())
        .or_else(|| sums.wrong_pair(|field| puzzle.field_name(field)))
}
