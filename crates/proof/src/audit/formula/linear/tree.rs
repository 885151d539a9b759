//! Sums by halves, in a balanced tree: with a literal per sum, or in digits.

use super::super::domain::thresholds;
use super::super::tally::Tally;
use super::Sum;
use super::partial::{Level, addition, one_of, ordered};

/// The generalised totalizer.
pub(super) fn tree(sum: &Sum, reduced: bool) -> Tally {
    let mut size = Tally::default();
    if sum.exact {
        exact(sum, sum.m, &mut size);
        return size;
    }
    upwards(sum, sum.m, reduced, &mut size);
    size
}

/// The sums that `terms` variables can reach, if the others can reach the rest. Adds the literals and clauses to
/// `size`.
fn exact(sum: &Sum, terms: usize, size: &mut Tally) -> Vec<usize> {
    let &Sum { m, d, bound, .. } = sum;
    if terms == 1 {
        return (0..d).collect();
    }
    let halves = [terms / 2, terms - terms / 2].map(|half| (half, exact(sum, half, size)));
    let values: Vec<usize> = (bound.saturating_sub((m - terms) * (d - 1))..=bound.min(terms * (d - 1))).collect();
    size.and(one_of(values.len()));
    let to = |sum: usize| values.binary_search(&sum).ok();
    let [left, right] = &halves;
    let lits = |(terms, values): &(usize, Vec<usize>)| *terms == 1 || values.len() > 1;
    size.and(addition((&left.1, lits(left)), (&right.1, lits(right)), (&to, values.len()), true));
    values
}

/// The same for at most, with a literal "at least" for each sum that differs from the one before, but the first.
fn upwards(sum: &Sum, terms: usize, reduced: bool, size: &mut Tally) -> Vec<usize> {
    let &Sum { m, d, bound, .. } = sum;
    if terms == 1 {
        return (0..d).collect();
    }
    let [left, right] = [terms / 2, terms - terms / 2].map(|half| upwards(sum, half, reduced, size));
    // Up to here nothing that the others come to is too much.
    let harmless = if reduced { bound.saturating_sub((m - terms) * (d - 1)) } else { 0 };
    let values: Vec<usize> = std::iter::once(0).chain(harmless + 1..=bound.min(terms * (d - 1))).collect();
    let is_root = terms == m;
    if !is_root {
        size.variables(values.len() - 1);
    }
    // The position of a sum, more than any other beyond the bound; up to the harmless one it is the first.
    let place = |sum: usize| match sum > bound {
        true => usize::MAX,
        false if is_root => 0,
        false => sum.saturating_sub(harmless),
    };
    let implied = |in_order: [bool; 2]| {
        let pairs =
            left.iter().enumerate().flat_map(|(i, &a)| right.iter().enumerate().map(move |(j, &b)| (i, a, j, b)));
        let before = |values: &[usize], i: usize, in_order: bool| values[if in_order { i - 1 } else { 0 }];
        let is_new = |&(i, a, j, b): &(usize, usize, usize, usize)| {
            place(a + b) > 0
                && (i == 0 || place(before(&left, i, in_order[0]) + b) < place(a + b))
                && (j == 0 || place(a + before(&right, j, in_order[1])) < place(a + b))
        };
        pairs.filter(is_new).map(|(_, a, _, b)| [a > 0, b > 0, a + b <= bound]).collect::<Vec<_>>()
    };
    // If reduced, the sums of each half are in order where that is smaller with the clauses for it.
    let chain = |values: &[usize], half: usize, in_order: bool| match in_order {
        false => Some(0),
        true => (reduced && half > 1).then(|| values.len().saturating_sub(2)),
    };
    let ways = [[false, false], [false, true], [true, false], [true, true]].into_iter().filter_map(|in_order| {
        let left = chain(&left, terms / 2, in_order[0])?;
        let clauses = implied(in_order);
        Some((left + chain(&right, terms - terms / 2, in_order[1])?, clauses))
    });
    let (chained, clauses) = ways.min_by_key(|(chained, clauses)| chained + clauses.len()).expect("one without order");
    size.clauses(chained, 2);
    clauses.iter().for_each(|clause| {
        size.clause(clause);
    });
    values
}

/// A tree of order-encoded sums.
pub(super) fn integers(sum: &Sum) -> Tally {
    let mut size = thresholds(sum.d).times(sum.m);
    in_order(sum, sum.m, &mut size);
    size
}

/// Adds the tree of order-encoded sums without the variables' own literals.
pub(super) fn at_most(sum: &Sum, size: &mut Tally) {
    in_order(sum, sum.m, size);
}

/// The same for the sum of `terms` variables, whose values it returns.
fn in_order(sum: &Sum, terms: usize, size: &mut Tally) -> Vec<usize> {
    let &Sum { m, d, bound, exact, .. } = sum;
    if terms == 1 {
        return (0..d).collect();
    }
    let [left, right] = [terms / 2, terms - terms / 2].map(|half| in_order(sum, half, size));
    let (most, others) = (bound.min(terms * (d - 1)), (m - terms) * (d - 1));
    let floor = bound.checked_sub(others);
    let values = match exact {
        true => (floor.unwrap_or(0)..=most).collect(),
        false => std::iter::once(0).chain(floor.unwrap_or(0) + 1..=most).collect(),
    };
    let level = Level { values, floor: floor.filter(|_| !exact) };
    size.and(ordered(&left, &right, &level, exact));
    level.values
}

/// The bases for which the nodes add up the fewest pairs of digits, the shortest sequence and the smallest first.
pub(super) fn radix(sum: &Sum) -> Vec<usize> {
    fn extended(sum: &Sum, unit: usize, bases: &mut Vec<usize>, so_far: usize, best: &mut (usize, Vec<usize>)) {
        let last = so_far + pairs(sum, sum.m, unit, None).0;
        if last < best.0 {
            *best = (last, bases.clone());
        }
        for base in [2, 3, 5, 7, 11, 13, 17].into_iter().filter(|&base| base <= sum.bound / unit) {
            let with = so_far + pairs(sum, sum.m, unit, Some(base)).0;
            if with < best.0 {
                bases.push(base);
                extended(sum, unit * base, bases, with, best);
                bases.pop();
            }
        }
    }
    let mut best = (usize::MAX, Vec::new());
    extended(sum, 1, &mut Vec::new(), 0, &mut best);
    best.1
}

/// The pairs of a digit that are added up for as many terms, twice where something may be carried; how far the digit
/// goes, and all that is below it.
fn pairs(sum: &Sum, terms: usize, unit: usize, base: Option<usize>) -> (usize, usize, usize) {
    let most = base.map_or(sum.bound / unit + 1, |base| base - 1);
    if terms == 1 {
        return (0, ((sum.d - 1) / unit).min(most), (sum.d - 1).min(unit - 1));
    }
    let [left, right] = [terms / 2, terms - terms / 2].map(|half| pairs(sum, half, unit, base));
    let rest = left.2 + right.2;
    let carry = usize::from(rest >= unit);
    let own = (left.1 + 1) * (right.1 + 1) * (1 + carry);
    (left.0 + right.0 + own, (left.1 + right.1 + carry).min(most), rest.min(unit - 1))
}

/// Digits to bases, each in unary.
struct Digits {
    /// Of each digit but the highest.
    bases: Vec<usize>,
    /// Those of the bound, lowest first.
    bound: Vec<usize>,
}

/// The modulo totalizer, with these bases.
pub(super) fn digits(sum: &Sum, bases: impl Iterator<Item = usize>) -> Tally {
    let mut digits = Digits { bases: Vec::new(), bound: Vec::new() };
    let mut rest = sum.bound;
    for base in bases {
        if rest < base {
            break;
        }
        digits.bases.push(base);
        digits.bound.push(rest % base);
        rest /= base;
    }
    digits.bound.push(rest);
    let mut size = Tally::default();
    let root = digits.node(sum.d, sum.m, &mut size);
    for (level, &wanted) in digits.bound.iter().enumerate() {
        // Not above the wanted digit, unless a higher digit is below; and if exact, not below.
        if sum.exact {
            size.clauses(usize::from(wanted < root[level]), 1);
            size.clauses(usize::from(wanted > 0), usize::from(wanted <= root[level]));
        } else {
            let above = (level + 1..root.len()).map(|above| (digits.bound[above], root[above]));
            if wanted < root[level] && above.clone().all(|(wanted, most)| wanted <= most) {
                size.clauses(1, 1 + above.filter(|&(wanted, _)| wanted > 0).count());
            }
        }
    }
    size
}

impl Digits {
    /// How far each digit of the sum of `terms` variables is counted.
    fn node(&self, d: usize, terms: usize, size: &mut Tally) -> Vec<usize> {
        let levels = self.bound.len();
        let highest = self.bound[levels - 1] + 1;
        if terms == 1 {
            let of = |level: usize, value: usize| {
                let rest = value / self.bases[..level].iter().product::<usize>();
                if level + 1 == levels { rest.min(highest) } else { rest % self.bases[level] }
            };
            let most: Vec<usize> =
                (0..levels).map(|level| (0..d).map(|value| of(level, value)).max().unwrap_or(0)).collect();
            size.and(thresholds(d));
            for (level, j) in (0..levels).flat_map(|level| (1..=most[level]).map(move |j| (level, j))) {
                let changes = (1..d).filter(|&value| (of(level, value - 1) >= j) != (of(level, value) >= j)).count();
                if changes > 1 {
                    size.variables(1).clauses(2, 2).clauses(changes - 1, 3);
                }
            }
            return most;
        }
        let [left, right] = [terms / 2, terms - terms / 2].map(|half| self.node(d, half, size));
        let mut carried = false;
        let mut own = Vec::new();
        for level in 0..levels {
            let (a, b) = (left[level], right[level]);
            let most = a + b + usize::from(carried);
            let base = self.bases.get(level).copied();
            let carries = base.is_some_and(|base| most >= base);
            let count = most.min(base.map_or(highest, |base| base - 1));
            size.variables(count + usize::from(carries));
            for extra in 0..=usize::from(carried) {
                for (i, j) in (0..=a).flat_map(|i| (0..=b).map(move |j| (i, j))) {
                    step((i, a), (j, b), extra, carried, count, base.map(|base| (base, carries)), size);
                }
            }
            if let Some(base) = base.filter(|_| carries) {
                // After a carry less is left than without one.
                size.clauses(count - (most - base).min(count), 2);
            }
            own.push(count);
            carried = carries;
        }
        own
    }
}

/// At least i and at least j, and a carry or not, make a digit; and so for at most.
fn step(
    (i, a): (usize, usize),
    (j, b): (usize, usize),
    extra: usize,
    carried: bool,
    count: usize,
    wrap: Option<(usize, bool)>,
    size: &mut Tally,
) {
    let total = i + j + extra;
    let with = |more: [bool; 2], size: &mut Tally| {
        size.clause(&[i > 0, j > 0, carried, more[0], more[1]]);
    };
    let within = |more: [bool; 2], size: &mut Tally| {
        size.clause(&[i < a, j < b, carried, more[0], more[1]]);
    };
    match wrap {
        None => {
            if (1..=count).contains(&total) {
                with([true, false], size);
            }
            if total < count {
                within([true, false], size);
            }
        }
        Some((base, carries)) if total < base => {
            if total > 0 {
                with([carries, total <= count], size);
            }
            if total + 1 < base && total < count {
                within([true, false], size);
            }
            if carries {
                within([true, false], size);
            }
        }
        Some((base, carries)) => {
            with([carries, false], size);
            if total > base {
                with([total - base <= count, false], size);
            }
            if carries && total + 1 - base <= count {
                within([true, true], size);
            }
        }
    }
}
