//! Sums by odd-even merges of order literals. With equal steps there is one bit, and no constant and no carry.

use super::super::card::merge;
use super::super::domain::thresholds;
use super::super::tally::Tally;
use super::Sum;

/// Watchdogs over merged order literals: one for each value, or one for the whole sum.
pub(super) fn watched(sum: &Sum, once: bool) -> Tally {
    let &Sum { m, d, .. } = sum;
    let mut size = thresholds(d).times(m);
    for bound in sum.inequalities() {
        // What the others may come to until a value has no room; a value alone may be too much.
        let rooms: Vec<usize> =
            (1..d).filter_map(|value| bound.checked_sub(value)).filter(|&room| room < (m - 1) * (d - 1)).collect();
        if once {
            inside(m, d, bound + 1, true, &mut size);
            size.clauses(1, 1);
            continue;
        }
        size.clauses(if d - 1 > bound { m } else { 0 }, 1);
        if let Some(cap) = rooms.iter().max().map(|room| room + 1) {
            inside(m, d, cap, false, &mut size);
            outside((m, d), cap, 0, &mut size);
            size.clauses(m * rooms.len(), 2);
        }
    }
    size
}

/// Adds a merge of two lists up to the cap; how long the list is that comes out.
fn merged(a: usize, b: usize, cap: usize, size: &mut Tally) -> usize {
    let (variables, clauses, outputs) = merge(a, b, cap, true);
    // A comparator has two outputs with three clauses, or one with two.
    let both = 2 * variables - clauses;
    let one = variables - 2 * both;
    size.variables(variables).clauses(2 * (both + one), 2).clauses(both, 3);
    outputs
}

/// Merges the literals of some variables, the last merge only if asked for.
fn inside(terms: usize, d: usize, cap: usize, all: bool, size: &mut Tally) -> usize {
    if terms == 1 {
        return cap.min(d - 1);
    }
    let [left, right] = [terms / 2, terms - terms / 2].map(|half| inside(half, d, cap, true, size));
    if all { merged(left, right, cap, size) } else { 0 }
}

/// For each half the literals of the other half and of all the others, which are that many, down to the variables.
fn outside((terms, d): (usize, usize), cap: usize, others: usize, size: &mut Tally) {
    if terms == 1 {
        return;
    }
    let halves = [terms / 2, terms - terms / 2];
    for (half, sibling) in [(halves[0], halves[1]), (halves[1], halves[0])] {
        let others = merged(others, cap.min(sibling * (d - 1)), cap, size);
        outside((half, d), cap, others, size);
    }
}
