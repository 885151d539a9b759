//! Sizes of the encodings of a variable.

use super::amo::at_most_one;
use super::tally::{SizeFormula, Tally};

/// Variables and clauses of a variable with d values; value literals are one of d by the given at-most-one.
pub(super) fn domain(name: &str, amo: &str, d: usize) -> Option<SizeFormula> {
    if d <= 1 {
        return Some(Tally::default().into());
    }
    let plain = |auxiliaries: usize, clauses: usize| SizeFormula {
        auxiliaries: auxiliaries as u64,
        clauses: clauses as u64,
        literals: None,
    };
    let (more, all) = at_most_one(amo, d)?;
    let direct = if d == 2 { (1, 0) } else { (d + more, all + 1) };
    let channelled = thresholds(d);
    Some(match name {
        "direct" => plain(direct.0, direct.1),
        "direct-order" => {
            let channelled = SizeFormula::from(channelled);
            plain(direct.0 + channelled.auxiliaries as usize, direct.1 + channelled.clauses as usize)
        }
        // "At most" all but the largest, each implies the next.
        "order" => (*Tally::default().variables(d - 1).clauses(d - 2, 2)).into(),
        // The largest code is d-1: a bit that is 0 in it may be 1 only if one of the higher ones of it is 0.
        "log" => {
            let bits = (d - 1).ilog2() as usize + 1;
            let mut size = *Tally::default().variables(bits);
            for place in (0..bits).filter(|place| (d - 1) >> place & 1 == 0) {
                size.clauses(1, 1 + ((d - 1) >> place).count_ones() as usize);
            }
            size.into()
        }
        // The codes of 1 to d: not 0, and none that is larger than d.
        "sign-magnitude" => {
            let bits = d.ilog2() as usize + 1;
            let mut size = *Tally::default().variables(bits).clauses(1, bits);
            for place in (0..bits).filter(|place| d >> place & 1 == 0) {
                size.clauses(1, 1 + (d >> place).count_ones() as usize);
            }
            size.into()
        }
        _ => return None,
    })
}

/// The size of the thresholds of a variable with d value literals: d-1 of them, the first and the last are value
/// literals. Each value but the first and the last has four clauses, three of them of two literals.
pub(super) fn thresholds(d: usize) -> Tally {
    match d {
        0..=2 => Tally::default(),
        _ => *Tally::default().variables(d - 3).clauses(3 * (d - 2), 2).clauses(d - 2, 3),
    }
}
