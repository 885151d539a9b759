//! Sizes of cardinality encodings against their formulas and against published figures.

use cnfab::encode::card::CardEncoding;
use cnfab::encode::{Entry, spellings};
use cnfab::model::Cmp;

use crate::sizes::size;

fn card_size(name: &str, cmp: Cmp, k: usize, n: usize) -> (usize, usize) {
    let encoding = Entry::<dyn CardEncoding>::parse(name).expect("registered");
    size(n, |inputs, out| match cmp {
        Cmp::Le => encoding.at_most(inputs, k, out),
        Cmp::Eq => encoding.exactly(inputs, k, out),
        Cmp::Ge => encoding.at_least(inputs, k, out),
    })
}

/// The number of subsets of that size.
fn subsets(n: usize, size: usize) -> usize {
    (0..size.min(n - size)).fold(1, |count, i| count * (n - i) / (i + 1))
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
fn merge(a: usize, b: usize, cap: usize, up: bool) -> (usize, usize, usize) {
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

/// Variables and clauses of sorting so many literals, counting one way; the number of outputs.
fn sort(n: usize, cap: usize, up: bool) -> (usize, usize, usize) {
    if n <= 1 {
        return (0, 0, n);
    }
    let (left, right) = (sort(n / 2, cap, up), sort(n - n / 2, cap, up));
    let both = merge(left.2, right.2, cap, up);
    (left.0 + right.0 + both.0, left.1 + right.1 + both.1, both.2)
}

/// Variables and clauses of a totalizer over n literals: each node counts up to the cap.
fn tree(n: usize, cap: usize, up: bool, down: bool) -> (usize, usize) {
    if n == 1 {
        return (0, 0);
    }
    let (left, right) = (n / 2, n - n / 2);
    let (a, b) = (tree(left, cap, up, down), tree(right, cap, up, down));
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

/// Variables and clauses for a bound; no clauses where they have no formula, nothing where neither has.
fn card_formula(name: &str, cmp: Cmp, k: usize, n: usize) -> Option<(usize, Option<usize>)> {
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
        Some((size.0, Some(size.1 + units)))
    };
    let network = |whole: bool| {
        unary(&|cap: usize, up, down| {
            let cap = if whole { n } else { cap };
            let clauses = [true, false].map(|way| sort(n, cap, way).1);
            (sort(n, cap, true).0, usize::from(up) * clauses[0] + usize::from(down) * clauses[1])
        })
    };
    match (name, cmp) {
        ("sequential", Cmp::Eq) => Some((k * (n - k), None)),
        ("sequential", _) => Some((most * (n - most), Some(2 * most * (n - most) + n - 2 * most))),
        ("totalizer", _) => unary(&|cap, up, down| tree(n, cap, up, down)),
        ("sorting-network", _) => network(true),
        ("cardinality-network", _) => network(false),
        ("naive", Cmp::Le) => Some((0, Some(subsets(n, k + 1)))),
        ("naive", Cmp::Ge) => Some((0, Some(subsets(n, n - k + 1)))),
        ("naive", Cmp::Eq) => Some((0, Some(subsets(n, k + 1) + subsets(n, n - k + 1)))),
        ("sinz", Cmp::Eq) => {
            let both = [k, n - k].map(|most| (most * (n - 1), 2 * n * most + n - 3 * most - 1));
            Some((both[0].0 + both[1].0, Some(both[0].1 + both[1].1)))
        }
        ("sinz", _) => Some((most * (n - 1), Some(2 * n * most + n - 3 * most - 1))),
        ("bdd", Cmp::Eq) => Some(((k + 1) * (n - k + 1) - 3, None)),
        ("bdd", _) => {
            let (trues, falses) = if cmp == Cmp::Le { (k + 1, n - k) } else { (k, n - k + 1) };
            Some((trues * falses - 1, Some(4 * trues * falses - trues - falses - 2)))
        }
        ("adder", _) => {
            let (variables, clauses) = adders(n);
            let bits = n.ilog2() as usize + 1;
            let ones = k.count_ones() as usize;
            let compared = match cmp {
                Cmp::Le => bits - ones,
                Cmp::Eq => bits,
                Cmp::Ge => ones,
            };
            Some((variables, Some(clauses + compared)))
        }
        ("modulo-totalizer", _) => None,
        _ => panic!("no formula for card={name}"),
    }
}

#[test]
fn cardinality_encodings_have_the_sizes_of_their_formulas() {
    for spelling in spellings::<dyn CardEncoding>() {
        let name = spelling.split('(').next().expect("a name");
        let encoding = Entry::<dyn CardEncoding>::parse(&spelling).expect("registered");
        for n in (4..=20).chain([33, 50, 64, 99, 100]) {
            for k in (2..n - 1).filter(|&k| k < 8 || k % 7 == 0 || k + 4 > n) {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    // What the driver keeps to itself, and what would be too much.
                    if cmp == Cmp::Le && k == n - 1 || name == "naive" && n > 20 && (3..n - 3).contains(&k) {
                        continue;
                    }
                    if encoding.can(cmp, k, n).is_err() {
                        continue;
                    }
                    let found = card_size(&spelling, cmp, k, n);
                    let what = format!("{spelling} {} {k} of {n}", cmp.symbol());
                    let Some((variables, clauses)) = card_formula(name, cmp, k, n) else {
                        let is_large = spelling == name && n >= 50 && k.min(n - k) >= 14;
                        assert!(!is_large || found.1 < card_size("totalizer", cmp, k, n).1, "{what}: {found:?}");
                        continue;
                    };
                    assert_eq!(found, (variables, clauses.unwrap_or(found.1)), "{what}");
                    assert!(clauses.is_some() || found.1 <= 4 * (k + 1) * (n - k + 1), "{what}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn cardinality_encodings_have_published_sizes() {
    assert_eq!(card_size("sequential", Cmp::Le, 2, 10), (16, 38));
    assert_eq!(card_size("sequential", Cmp::Le, 5, 20), (75, 160));
    assert_eq!(card_size("sinz", Cmp::Le, 2, 10), (18, 43));
    // Untruncated: the bound leaves the last output free. One unit for the bound.
    assert_eq!(tree(8, 8, true, false), (24, 52));
    assert_eq!(tree(16, 16, true, false), (64, 184));
    // Batcher's numbers of comparators.
    for (n, comparators) in [(4, 5), (8, 19), (16, 63), (32, 191)] {
        assert_eq!(card_size("sorting-network", Cmp::Le, 2, n), (2 * comparators, 3 * comparators + 1));
    }
}
