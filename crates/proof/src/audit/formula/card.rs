//! Sizes of the cardinality encodings, as the heads of their files and the literature have them.

use cnfab_model::Cmp;

use super::modulo::modulo_totalizer;

/// The number of subsets of that size.
pub(super) fn subsets(n: usize, size: usize) -> usize {
    let Some(others) = n.checked_sub(size) else { return 0 };
    (0..size.min(others)).fold(1, |count, i| count * (n - i) / (i + 1))
}

/// Variables and clauses of adders for bits of one weight, and on.
fn adders(n: usize) -> (usize, usize) {
    if n <= 1 {
        return (0, 0);
    }
    let (full, half) = ((n - 1) / 2, (n + 1) % 2);
    let above = adders(full + half);
    (2 * (full + half) + above.0, 14 * full + 7 * half + above.1)
}

/// Variables and clauses of the odd-even merge of two lists, counting one way; the number of outputs.
pub(super) fn merge(a: usize, b: usize, cap: usize, up: bool) -> (usize, usize, usize) {
    if a == 0 || b == 0 {
        return (0, 0, (a + b).min(cap));
    }
    let comparator = |full: bool| match (full, up) {
        (true, _) => (2, 3),
        (false, true) => (1, 2),
        (false, false) => (1, 1),
    };
    if a == 1 && b == 1 {
        let (variables, clauses) = comparator(cap > 1);
        return (variables, clauses, variables);
    }
    let odd = merge(a.div_ceil(2), b.div_ceil(2), cap / 2 + 1, up);
    let even = merge(a / 2, b / 2, cap / 2, up);
    let mut sum = (odd.0 + even.0, odd.1 + even.1, 1);
    for i in 0..odd.2.max(even.2) {
        if sum.2 >= cap {
            break;
        }
        if i + 1 < odd.2 && i < even.2 {
            let (variables, clauses) = comparator(sum.2 + 1 < cap);
            sum = (sum.0 + variables, sum.1 + clauses, sum.2 + variables);
        } else if i + 1 < odd.2 || i < even.2 {
            sum.2 += 1;
        }
    }
    sum
}

/// Variables and clauses of sorting `n` literals, counting one way; the number of outputs.
fn sort(n: usize, cap: usize, up: bool) -> (usize, usize, usize) {
    if n <= 1 {
        return (0, 0, n);
    }
    let (left, right) = (sort(n / 2, cap, up), sort(n - n / 2, cap, up));
    let both = merge(left.2, right.2, cap, up);
    (left.0 + right.0 + both.0, left.1 + right.1 + both.1, both.2)
}

/// Variables and clauses of a totalizer over n literals: each node counts up to the cap.
pub fn totalizer_tree(n: usize, cap: usize, up: bool, down: bool) -> (usize, usize) {
    if n == 1 {
        return (0, 0);
    }
    let (left, right) = (n / 2, n - n / 2);
    let (a, b) = (totalizer_tree(left, cap, up, down), totalizer_tree(right, cap, up, down));
    let (most, size) = (|side: usize| side.min(cap), n.min(cap));
    let mut clauses = 0;
    for i in 0..=most(left) {
        for j in 0..=most(right) {
            clauses += usize::from(up && (1..=size).contains(&(i + j)));
            clauses += usize::from(down && i + j < size);
        }
    }
    (a.0 + b.0 + size, a.1 + b.1 + clauses)
}

/// Clauses of a count that needs no encoding: it always or never holds, or is one clause, or a unit for each literal.
fn plain(cmp: Cmp, k: usize, n: usize) -> Option<usize> {
    match cmp {
        Cmp::Le if k >= n => Some(0),
        Cmp::Ge if k == 0 => Some(0),
        Cmp::Eq | Cmp::Ge if k > n => Some(1),
        Cmp::Eq | Cmp::Le if k == 0 => Some(n),
        Cmp::Eq | Cmp::Ge if k == n => Some(n),
        Cmp::Le if k == n - 1 => Some(1),
        Cmp::Ge if k == 1 => Some(1),
        _ => None,
    }
}

/// Auxiliaries and clauses of a count of n literals; `None` for an encoding that is not known here.
pub fn cardinality(spelling: &str, cmp: Cmp, k: usize, n: usize) -> Option<(usize, usize)> {
    if let Some(clauses) = plain(cmp, k, n) {
        return Some((0, clauses));
    }
    let (name, number) = spelling.split_once('(').unwrap_or((spelling, "0"));
    let number: usize = number.trim_end_matches(')').parse().ok()?;
    // At least k is at most n-k of the negations.
    let most = if cmp == Cmp::Ge { n - k } else { k };
    // What counts in unary counts true literals up to one cap or false ones up to the other, whichever is lower.
    let unary = |size: &dyn Fn(usize, bool, bool) -> (usize, usize)| {
        let (up, down) = if cmp == Cmp::Le { (k + 1, n - k) } else { (n - k + 1, k) };
        let (size, units) = match cmp {
            Cmp::Eq => (size(k.min(n - k) + 1, true, true), 2),
            _ if up < down => (size(up, true, false), 1),
            _ => (size(down, false, true), 1),
        };
        Some((size.0, size.1 + units))
    };
    let network = |whole: bool| {
        unary(&|cap: usize, up, down| {
            let cap = if whole { n } else { cap };
            let clauses = [true, false].map(|way| sort(n, cap, way).1);
            (sort(n, cap, true).0, usize::from(up) * clauses[0] + usize::from(down) * clauses[1])
        })
    };
    match (name, cmp) {
        // A square of k(n-k) counts, each of which follows from two neighbours and they from it.
        ("sequential", Cmp::Eq) => Some((k * (n - k), 4 * k * (n - k))),
        ("sequential", _) => Some((most * (n - most), 2 * most * (n - most) + n - 2 * most)),
        ("totalizer", _) => unary(&|cap, up, down| totalizer_tree(n, cap, up, down)),
        ("sorting-network", _) => network(true),
        ("cardinality-network", _) => network(false),
        ("naive", Cmp::Le) => Some((0, subsets(n, k + 1))),
        ("naive", Cmp::Ge) => Some((0, subsets(n, n - k + 1))),
        ("naive", Cmp::Eq) => Some((0, subsets(n, k + 1) + subsets(n, n - k + 1))),
        ("sinz", Cmp::Eq) => {
            let both = [k, n - k].map(|most| (most * (n - 1), 2 * n * most + n - 3 * most - 1));
            Some((both[0].0 + both[1].0, both[0].1 + both[1].1))
        }
        ("sinz", _) => Some((most * (n - 1), 2 * n * most + n - 3 * most - 1)),
        ("bdd", Cmp::Eq) => {
            // Four clauses a node, fewer along two sides of the square.
            let nodes = (k + 1) * (n - k + 1) - 3;
            Some((nodes, 4 * nodes - (n - 2)))
        }
        ("bdd", _) => {
            let (trues, falses) = if cmp == Cmp::Le { (k + 1, n - k) } else { (k, n - k + 1) };
            Some((trues * falses - 1, 4 * trues * falses - trues - falses - 2))
        }
        ("modulo-totalizer", _) => Some(modulo_totalizer(number, most, n, cmp == Cmp::Eq)),
        ("adder", _) => {
            let (variables, clauses) = adders(n);
            let bits = n.ilog2() as usize + 1;
            let ones = k.count_ones() as usize;
            let compared = match cmp {
                Cmp::Le => bits - ones,
                Cmp::Eq => bits,
                Cmp::Ge => ones,
            };
            Some((variables, clauses + compared))
        }
        _ => None,
    }
}
