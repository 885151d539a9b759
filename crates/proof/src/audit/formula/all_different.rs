//! Sizes of the all-different encodings, for n variables with the same d values, each of which has a literal.

use super::card::subsets;
use super::domain::thresholds;
use super::tally::Tally;

/// More clauses than this for sets of values are refused.
const MOST: u128 = 2_000_000;

/// Auxiliaries, clauses and literals; the at-most-one is `pairwise`.
pub(super) fn all_different(spelling: &str, n: usize, d: usize) -> Option<Tally> {
    let (name, number) = spelling.split_once('(').unwrap_or((spelling, "2"));
    let largest: usize = number.trim_end_matches(')').parse().ok()?;
    // Each value is taken by one of two variables at most.
    let pairs = *Tally::default().clauses(d * subsets(n, 2), 2);
    let bijection = match d {
        _ if d < n => *Tally::default().clauses(1, 0),
        // Each value is taken.
        _ if d == n => *pairs.clone().clauses(d, n),
        _ => pairs,
    };
    Some(match name {
        "amo-per-value" => pairs,
        "bijection" => bijection,
        "hall" => {
            let mut size = bijection;
            let clauses = |k: usize| (subsets(n, k + 1) as u128).checked_mul(subsets(d, k) as u128);
            let all = (2..=largest).map(clauses).try_fold(0u128, |sum, count| sum.checked_add(count?));
            all.filter(|&all| all <= MOST)?;
            for k in 2..=largest {
                // Of k+1 variables one has a value outside of the k.
                size.clauses(subsets(n, k + 1) * subsets(d, k), (k + 1) * d.saturating_sub(k));
            }
            size
        }
        "order-pigeonhole" if n < 2 || d < n => bijection,
        "order-pigeonhole" => *bijection.clone().and(thresholds(d).times(n)).clauses(2, n),
        _ => return None,
    })
}
