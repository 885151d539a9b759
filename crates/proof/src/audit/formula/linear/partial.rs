//! Sums term by term: what the sum so far can be, and the clauses of each step.

use super::super::domain::thresholds;
use super::super::table::paths;
use super::super::tally::Tally;
use super::Sum;

/// The counter: after each term but the last, "at least j so far" for j up to the bound.
pub(super) fn counter(sum: &Sum) -> Tally {
    let mut size = Tally::default();
    for bound in sum.inequalities() {
        size.variables((sum.m - 1) * bound);
        for term in 0..sum.m {
            let (is_first, is_last) = (term == 0, term + 1 == sum.m);
            if !is_first && !is_last {
                size.clauses(bound, 2);
            }
            for weight in 1..sum.d {
                if !is_last {
                    size.clauses(weight.min(bound), 2);
                }
                if !is_first && !is_last {
                    size.clauses(bound.saturating_sub(weight), 3);
                }
                if weight > bound {
                    size.clauses(1, 1);
                } else if !is_first {
                    // The sum before that is too much with it.
                    size.clauses(1, 2);
                }
            }
        }
    }
    size
}

/// The values that a sum so far can have.
pub(super) struct Level {
    pub(super) values: Vec<usize>,
    /// All sums up to this one are as good as the first, if less than the total is allowed.
    pub(super) floor: Option<usize>,
}

impl Level {
    fn place(&self, sum: usize) -> Option<usize> {
        if self.floor.is_some_and(|floor| sum <= floor) { Some(0) } else { self.values.binary_search(&sum).ok() }
    }
}

/// The sum after each term.
fn levels(sum: &Sum) -> Vec<Level> {
    let &Sum { m, d, bound, exact, distinct } = sum;
    // Different values leave less room at both ends.
    let spread = |terms: usize| if distinct { terms * terms.saturating_sub(1) / 2 } else { 0 };
    let most = |terms: usize| (terms * (d - 1)).saturating_sub(spread(terms));
    let mut levels = vec![Level { values: (0..d).collect(), floor: None }];
    for terms in 2..=m {
        let last = &levels[terms - 2].values;
        let (rest_least, rest_most) = (spread(m - terms), most(m - terms));
        let high = most(terms).min(bound.saturating_sub(rest_least));
        let low = if exact { spread(terms).max(bound.saturating_sub(rest_most)) } else { 0 };
        let possible = |value: &usize| last.iter().any(|&before| (before..before + d).contains(value));
        let mut values: Vec<usize> = (low..=high).filter(possible).collect();
        let floor = if exact { None } else { bound.checked_sub(rest_most) };
        if let Some(floor) = floor {
            let first = values.first().copied();
            values.retain(|&value| value > floor || Some(value) == first);
        }
        levels.push(Level { values, floor });
    }
    if exact {
        for after in (2..m).rev() {
            let next = std::mem::take(&mut levels[after].values);
            levels[after - 1].values.retain(|&value| next.iter().any(|sum| (value..value + d).contains(sum)));
            levels[after].values = next;
        }
    }
    levels
}

/// One literal per value of a sum, exactly one of them true; a sum with one value needs none.
pub(super) fn one_hot(sum: &Sum, all_directions: bool) -> Tally {
    let levels = levels(sum);
    let mut size = Tally::default();
    for (number, pair) in levels.windows(2).enumerate() {
        let from = if number == 0 { sum.d } else { pair[0].values.len() };
        let by: Vec<usize> = (0..sum.d).collect();
        size.and(one_of(pair[1].values.len()));
        let to = |sum: usize| pair[1].place(sum);
        let count = pair[1].values.len();
        size.and(addition((&pair[0].values, from > 1), (&by, true), (&to, count), all_directions));
    }
    size
}

/// The size of `count` literals of which exactly one is true; no literal for a count of one.
pub(super) fn one_of(count: usize) -> Tally {
    match count {
        1 => Tally::default(),
        _ => *Tally::default().variables(count).clauses(count * (count - 1) / 2, 2).clauses(1, count),
    }
}

/// Two summands imply their sum, or exclude each other if it cannot be; and if wanted, each summand and a sum imply the
/// other. With each list comes whether it has literals; the sum has some unless it is only one.
pub(super) fn addition(
    (a, a_lits): (&[usize], bool),
    (b, b_lits): (&[usize], bool),
    (to, count): (&dyn Fn(usize) -> Option<usize>, usize),
    all_directions: bool,
) -> Tally {
    let mut size = Tally::default();
    let to_lits = count > 1;
    for &left in a {
        for &right in b {
            match to(left + right) {
                Some(_) if !to_lits => {}
                target => {
                    size.clause(&[a_lits, b_lits, target.is_some()]);
                }
            }
        }
    }
    for ((these, this_lits), (others, other_lits)) in [((a, a_lits), (b, b_lits)), ((b, b_lits), (a, a_lits))] {
        for this in these.iter().filter(|_| all_directions) {
            let mut makes = vec![0; count];
            others.iter().filter_map(|other| to(this + other)).for_each(|target| makes[target] += 1);
            // A summand that is certain satisfies what it is in.
            for made in makes.into_iter().filter(|&made| other_lits || made == 0) {
                size.clause(&[this_lits, to_lits]).literals(made);
            }
        }
    }
    size
}

/// Thresholds "at least" for each value of a sum but the first, and the clauses that none of their neighbours implies.
pub(super) fn order(sum: &Sum) -> Tally {
    let by: Vec<usize> = (0..sum.d).collect();
    let mut size = thresholds(sum.d).times(sum.m);
    for pair in levels(sum).windows(2) {
        size.and(ordered(&pair[0].values, &by, &pair[1], sum.exact));
    }
    size
}

/// Two summands in order encoding and what they come to, from below and, if exact, from above.
pub(super) fn ordered(from: &[usize], by: &[usize], to: &Level, exact: bool) -> Tally {
    let values = to.values.len();
    let mut size = *Tally::default().variables(values - 1).clauses(values.saturating_sub(2), 2);
    // How many thresholds a sum reaches, and how many it stays below of from above.
    let reached = |sum: usize| match to.floor {
        Some(floor) if sum <= floor => 0,
        _ => to.values.partition_point(|&value| value < sum),
    };
    let below = |sum: usize| to.values.partition_point(|&value| value <= sum);
    for (place, &a) in from.iter().enumerate() {
        for (other, &b) in by.iter().enumerate() {
            let target = reached(a + b);
            let weaker_a = if place > 0 { reached(from[place - 1] + b) } else { 0 };
            let weaker_b = if other > 0 { reached(a + by[other - 1]) } else { 0 };
            if target > weaker_a.max(weaker_b) {
                size.clause(&[place > 0, other > 0, target < values]);
            }
            let target = below(a + b);
            let weaker_a = from.get(place + 1).map_or(values, |&next| below(next + b));
            let weaker_b = by.get(other + 1).map_or(values, |&next| below(a + next));
            if exact && target < weaker_a.min(weaker_b) {
                size.clause(&[place + 1 < from.len(), other + 1 < by.len(), target > 0]);
            }
        }
    }
    size
}

/// The diagram: for a sum that is exact paths of edges through what it can be, else a node for each amount that is
/// left.
pub(super) fn diagram(sum: &Sum) -> Tally {
    let &Sum { m, d, bound, exact, .. } = sum;
    if exact {
        let levels = levels(sum);
        let mut layers = vec![(1, levels[0].values.len(), levels[0].values.len())];
        for pair in levels.windows(2) {
            let sums = pair[0].values.iter().flat_map(|&a| (a..a + d).filter(|&sum| pair[1].place(sum).is_some()));
            layers.push((pair[0].values.len(), sums.count(), pair[1].values.len()));
        }
        return paths(&vec![d; m], &layers);
    }
    let mut size = thresholds(d).times(m);
    for term in 0..m {
        // What may be left is less than all that comes, or everything would be allowed.
        let (rest, after) = ((m - term) * (d - 1), (m - term - 1) * (d - 1));
        let least = bound.saturating_sub(term * (d - 1));
        for left in least..=bound.min(rest - 1) {
            let is_root = term == 0;
            size.variables(usize::from(!is_root));
            for weight in (0..=left).filter(|&weight| weight < d && left - weight < after) {
                size.clause(&[!is_root, weight > 0, true]);
            }
            if left + 1 < d {
                size.clause(&[!is_root, true]);
            }
        }
    }
    size
}
