//! Sums as lists of combinations or of sets: how many there are is counted by dynamic programming, not listed.

use super::super::table::supports;
use super::super::tally::Tally;
use super::Sum;

/// More combinations than this have no formula: their table is refused.
const MOST: u128 = 200_000;

/// One literal per combination of values.
pub(super) fn rows(sum: &Sum) -> Option<Tally> {
    let holds = |total: usize| if sum.exact { total == sum.bound } else { total <= sum.bound };
    let most = sum.m * (sum.d - 1);
    let by_total: Vec<u128> = if sum.distinct {
        let orders = (1..=sum.m as u128).fold(1u128, |product, i| product.saturating_mul(i));
        let of_size = subsets(sum.d, sum.m, most, None).pop()?;
        of_size.into_iter().map(|count| count.saturating_mul(orders)).collect()
    } else {
        let mut by_total = vec![0u128; most + 1];
        by_total[0] = 1;
        for _ in 0..sum.m {
            let before = std::mem::replace(&mut by_total, vec![0; most + 1]);
            for (total, &count) in before.iter().enumerate().filter(|&(_, &count)| count > 0) {
                for value in 0..sum.d {
                    by_total[total + value] = by_total[total + value].saturating_add(count);
                }
            }
        }
        by_total
    };
    let counts = (0..=most).filter(|&total| holds(total)).map(|total| by_total[total]);
    let rows = counts.fold(0u128, |sum, count| sum.saturating_add(count));
    (rows <= MOST).then(|| supports(&vec![sum.d; sum.m], rows as usize))
}

/// By size and total the number of sets of values below d, all of them or those without one value.
fn subsets(d: usize, size: usize, most: usize, without: Option<usize>) -> Vec<Vec<u128>> {
    let mut count = vec![vec![0u128; most + 1]; size + 1];
    count[0][0] = 1;
    for value in (0..d).filter(|&value| Some(value) != without) {
        for taken in (1..=size).rev() {
            for total in (value..=most).rev() {
                count[taken][total] = count[taken][total].saturating_add(count[taken - 1][total - value]);
            }
        }
    }
    count
}

/// One literal per set of values, and one per value that is in some sets and not in all.
pub(super) fn sets(sum: &Sum) -> Option<Tally> {
    let &Sum { m, d, bound, exact, distinct } = sum;
    if !exact || !distinct {
        return None;
    }
    let count = |without: Option<usize>| subsets(d, m, bound, without)[m][bound];
    let all = count(None);
    if all > MOST {
        return None;
    }
    let sets = all as usize;
    let mut size = Tally::default();
    if sets == 0 {
        return Some(*size.clauses(1, 0));
    }
    size.variables(sets);
    let mut open = 0;
    for value in 0..d {
        let uses = sets - count(Some(value)) as usize;
        // What the variables imply for the value: those that have it, and that one has it.
        match uses {
            0 => size.clauses(m, 1),
            _ if uses == sets => size.clauses(1, m),
            _ => size.variables(1).clauses(m, 2).clauses(1, m + 1),
        };
        if uses == 0 || uses == sets {
            // All sets agree with the certain values.
            size.clauses(1, sets);
        } else {
            open += 1;
            size.clauses(1, 1 + uses).clauses(1, 1 + sets - uses);
        }
    }
    Some(*size.clauses(sets * open, 2).clauses(1, sets))
}
