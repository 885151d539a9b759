//! Sums in binary: adders, and bits that are counted in unary.

use super::super::table::bit;
use super::super::tally::Tally;
use super::Sum;

/// The number of bits of d-1, the largest value.
fn width(d: usize) -> usize {
    (d - 1).ilog2() as usize + 1
}

/// The bits of a variable.
fn bits(d: usize) -> Tally {
    let numbers: Vec<usize> = (0..d).collect();
    let mut size = Tally::default();
    (0..width(d)).for_each(|place| {
        size.and(bit(&numbers, place));
    });
    size
}

/// Adders for `columns[i]` bits of weight 2^i: three become one and a carry, and so do the last two. The size and the
/// number of bits of the total.
pub(in super::super) fn adders(mut columns: Vec<usize>) -> (Tally, usize) {
    let mut size = Tally::default();
    let mut place = 0;
    while place < columns.len() {
        let count = columns[place];
        if count > 1 {
            let (full, half) = ((count - 1) / 2, (count - 1) % 2);
            size.variables(2 * (full + half));
            // Sum and carry of three bits by their truth tables, and of two.
            size.clauses(8 * full, 4).clauses(6 * full, 3).clauses(4 * half, 3).clauses(half, 3).clauses(2 * half, 2);
            if place + 1 == columns.len() {
                columns.push(0);
            }
            columns[place + 1] += full + half;
        }
        place += 1;
    }
    (size, columns.len())
}

/// All values added up, and the total compared with the bound.
pub(super) fn adder(sum: &Sum) -> Tally {
    let &Sum { m, d, bound, exact, .. } = sum;
    let mut size = bits(d).times(m);
    let columns = vec![m; width(d)];
    if exact {
        let (added, total) = adders(columns);
        size.and(added).clauses(total, 1);
    } else {
        size.and(bounded(columns, bound));
    }
    size
}

/// Columns that add up to at most the bound: no further than its highest bit, whose column has at most one literal.
fn bounded(mut columns: Vec<usize>, bound: usize) -> Tally {
    let mut size = Tally::default();
    let (bits, unread) = ((usize::BITS - bound.leading_zeros()) as usize, bound.trailing_ones() as usize);
    size.clauses(columns.iter().skip(bits).sum(), 1);
    let Some(top) = bits.checked_sub(1) else { return size };
    columns.resize(bits, 0);
    for place in 0..top {
        let (full, half) = (columns[place].saturating_sub(1) / 2, columns[place].saturating_sub(1) % 2);
        columns[place + 1] += full + half;
        // Where nobody reads the bit, the last sum is not made.
        let is_cut = usize::from(place < unread && full + half > 0);
        let (sums, half_sums) = (full - is_cut * (1 - half), half - is_cut * half);
        size.variables(full + half + sums + half_sums).clauses(8 * sums, 4).clauses(6 * full, 3);
        size.clauses(4 * half_sums, 3).clauses(half, 3).clauses(2 * half, 2);
    }
    let mut highest = columns[top];
    while highest > 1 {
        let some = highest.min(3);
        highest -= some;
        size.clauses(some * (some - 1) / 2, 2);
        if highest == 0 && unread == bits {
            break;
        }
        size.variables(1).clauses(some, 2).clauses(1, some + 1);
        highest += 1;
    }
    let is_one = |place: usize| bound >> place & 1 == 1;
    for place in (0..bits).filter(|&place| !is_one(place) && columns[place] > 0) {
        // A bit that the bound does not have needs one above that the bound has and the total does not.
        let above: Vec<usize> = (place + 1..bits).filter(|&above| is_one(above)).collect();
        if above.iter().all(|&above| columns[above] > 0) {
            size.clauses(1, 1 + above.len());
        }
    }
    size
}

/// The sum of two unary numbers up to `most`, one way; or both ways, and its digits in order. How far it goes.
fn merged(a: usize, b: usize, most: usize, exact: bool, size: &mut Tally) -> usize {
    let count = most.min(a + b);
    if a == 0 || b == 0 {
        return count;
    }
    size.variables(count);
    for (i, j) in (0..=a).flat_map(|i| (0..=b).map(move |j| (i, j))) {
        if i + j > 0 && i + j <= count {
            size.clause(&[i > 0, j > 0, true]);
        }
        if exact && i + j < count {
            size.clause(&[i < a, j < b, true]);
        }
    }
    if exact {
        size.clauses(count - 1, 2);
    }
    count
}

/// Counts `n` literals by halves, up to `most`.
fn counted(n: usize, most: usize, exact: bool, size: &mut Tally) -> usize {
    if n <= 1 {
        return n;
    }
    let (left, right) = (counted(n / 2, most, exact, size), counted(n - n / 2, most, exact, size));
    merged(left, right, most, exact, size)
}

/// The next multiple of the highest bit after the bound. No bit is counted further than to as much.
fn total(d: usize, bound: usize) -> usize {
    let whole = 1usize << (width(d) - 1);
    (bound + 1).div_ceil(whole) * whole
}

/// Counts the bits of as many terms, and returns how far.
fn counts(d: usize, terms: usize, bound: usize, exact: bool, size: &mut Tally) -> Vec<usize> {
    (0..width(d)).map(|place| counted(terms, total(d, bound) >> place, exact, size)).collect()
}

/// Adds up one count of literals per bit. Half of each count is carried to the next bit. A constant makes the bound one
/// less than a multiple of the highest weight, and counts where it has a bit.
fn exceeds(d: usize, counts: &[usize], bound: usize, exact: bool, size: &mut Tally) {
    let total = total(d, bound);
    let mut carried = 0;
    for (place, &count) in counts.iter().enumerate() {
        let constant = (total - bound - 1) >> place & 1;
        carried = (merged(carried, count, (total >> place) - constant, exact, size) + constant) / 2;
    }
}

/// The global watchdog: one for the sum.
pub(super) fn global(sum: &Sum, exact: bool) -> Tally {
    let &Sum { m, d, .. } = sum;
    let mut size = Tally::default();
    for bound in sum.inequalities() {
        size.and(watched(d, exact).times(m)).clauses(1, 1);
        let counts = counts(d, m, bound, exact, &mut size);
        exceeds(d, &counts, bound, exact, &mut size);
    }
    size
}

/// The local watchdogs: one for each value that the others may leave no room for.
pub(super) fn local(sum: &Sum) -> Tally {
    let &Sum { m, d, .. } = sum;
    let mut size = Tally::default();
    for bound in sum.inequalities() {
        size.and(watched(d, false).times(m));
        let mut of_one = Tally::default();
        let counts = counts(d, m - 1, bound, false, &mut of_one);
        for weight in 0..d {
            if weight > bound {
                of_one.clauses(1, 1);
            } else if bound - weight < (m - 1) * (d - 1) {
                exceeds(d, &counts, bound - weight, false, &mut of_one);
                of_one.clauses(1, 2);
            }
        }
        size.and(of_one.times(m));
    }
    size
}

/// The bits of a variable, implied by the values that have them, and excluded by the others if exact.
fn watched(d: usize, exact: bool) -> Tally {
    let mut size = Tally::default();
    for place in 0..width(d) {
        let with = (0..d).filter(|value| value >> place & 1 == 1).count();
        if with > 1 {
            size.variables(1).clauses(if exact { d } else { with }, 2);
        }
    }
    size
}
