//! Sizes of encodings against their formulas and against published figures.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab::cnf::{ClauseSink, ClauseStore, Lit, Meter, Name};
use cnfab::encode::{Contract, Recipe, amo, card, encode, linear};
use cnfab::model::{Cmp, Model, Relation, Var};
use cnfab::names::find;
use itertools::Itertools;

const SIZES: [usize; 11] = [0, 1, 2, 5, 9, 16, 19, 25, 50, 64, 100];

/// Auxiliary variables and clauses for n inputs.
fn size(n: usize, encode: impl Fn(&[Lit], &mut Meter)) -> (usize, usize) {
    let mut out = Meter::default();
    let inputs: Vec<Lit> = (0..n).map(|i| out.fresh(Name::aux("input", i, 0))).collect();
    encode(&inputs, &mut out);
    (out.size().variables as usize - n, out.size().clauses as usize)
}

fn amo_size(name: &str, n: usize) -> (usize, usize) {
    let encoding = find("encoding", amo::ALL, name).expect("registered");
    size(n, |inputs, out| encoding.at_most_one(inputs, out))
}

fn pairs(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

fn amo_formula(name: &str, n: usize) -> (usize, usize) {
    match name {
        "pairwise" => (0, pairs(n)),
        "pairwise-product" if n <= 256 => (0, pairs(n)),
        "sequential" | "ladder" if n <= 2 => (0, pairs(n)),
        "sequential" => (n - 1, 3 * n - 4),
        "ladder" => (n - 1, 4 * n - 5),
        "product" | "product-exact" | "commander" if n <= 4 => (0, pairs(n)),
        "product" | "product-exact" | "pairwise-product" => {
            let rows = (1..).take_while(|p| p * p <= n).last().expect("one row");
            let columns = n.div_ceil(rows);
            let reasons = if name == "product-exact" { rows + columns } else { 0 };
            (rows + columns, 2 * n + pairs(rows) + pairs(columns) + reasons)
        }
        "commander" => {
            let groups = n.div_ceil(3);
            let inside = (n / 3) * pairs(3) + pairs(n % 3);
            (groups, n + inside + pairs(groups))
        }
        _ => panic!("no formula for amo={name}"),
    }
}

#[test]
fn at_most_one_encodings_have_the_sizes_of_their_formulas() {
    for encoding in amo::ALL {
        for n in SIZES.into_iter().chain(3..12).chain([255, 256, 257, 1000]) {
            assert_eq!(amo_size(encoding.name(), n), amo_formula(encoding.name(), n), "{} of {n}", encoding.name());
            let (variables, clauses) = amo_formula(encoding.name(), n);
            let exactly = size(n, |inputs, out| encoding.exactly_one(inputs, out));
            assert_eq!(exactly, (variables, clauses + 1), "{} of {n}", encoding.name());
        }
    }
}

#[test]
fn at_most_one_encodings_have_published_sizes() {
    // n, pairwise, sequential, product, commander with groups of three.
    let table = [
        (9, (0, 36), (8, 23), (6, 24), (3, 21)),
        (16, (0, 120), (15, 44), (8, 44), (6, 46)),
        (19, (0, 171), (18, 53), (9, 54), (7, 58)),
        (25, (0, 300), (24, 71), (10, 70), (9, 85)),
        (64, (0, 2016), (63, 188), (16, 184), (22, 358)),
        (100, (0, 4950), (99, 296), (20, 290), (34, 760)),
    ];
    for (n, pairwise, sequential, product, commander) in table {
        assert_eq!(amo_size("pairwise", n), pairwise);
        assert_eq!(amo_size("pairwise-product", n), pairwise);
        assert_eq!(amo_size("sequential", n), sequential);
        assert_eq!(amo_size("product", n), product);
        assert_eq!(amo_size("commander", n), commander);
    }
}

#[test]
fn no_at_most_one_encoding_is_smaller_than_possible() {
    // A. Krapivin, B. Przybocki, B. Subercaseaux, "Near-Optimal Encodings of Cardinality Constraints", 2026.
    for encoding in amo::ALL {
        for n in [19, 25, 64, 100] {
            let least = 2.0 * n as f64 + (n as f64 + 1.0).sqrt() - 2.0;
            let (_, clauses) = amo_size(encoding.name(), n);
            assert!(clauses as f64 >= least, "{} of {n}: {clauses} clauses", encoding.name());
        }
    }
}

fn card_size(name: &str, cmp: Cmp, k: usize, n: usize) -> (usize, usize) {
    let encoding = find("encoding", card::ALL, name).expect("registered");
    size(n, |inputs, out| match cmp {
        Cmp::Le => encoding.at_most(inputs, k, out),
        Cmp::Eq => encoding.exactly(inputs, k, out),
        Cmp::Ge => encoding.at_least(inputs, k, out),
    })
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

#[test]
fn cardinality_encodings_have_the_sizes_of_their_formulas() {
    for n in SIZES.into_iter().filter(|&n| n >= 5) {
        for k in (2..n - 1).filter(|&k| k < 8 || k % 7 == 0 || k + 4 > n) {
            // At least k is at most n-k of the negations.
            for (cmp, most) in [(Cmp::Le, k), (Cmp::Ge, n - k)] {
                let found = card_size("sequential", cmp, k, n);
                assert_eq!(
                    found,
                    (most * (n - most), 2 * most * (n - most) + n - 2 * most),
                    "{} {k} of {n}",
                    cmp.symbol()
                );
            }
            let (variables, clauses) = card_size("sequential", Cmp::Eq, k, n);
            assert_eq!(variables, k * (n - k), "exactly {k} of {n}");
            assert!(clauses <= 4 * (k + 1) * (n - k + 1), "exactly {k} of {n}: {clauses}");
            // A totalizer counts true literals up to one cap or false ones up to the other, whichever is lower.
            for (cmp, up_cap, down_cap) in [(Cmp::Le, k + 1, n - k), (Cmp::Ge, n - k + 1, k)] {
                let expected =
                    if up_cap < down_cap { tree(n, up_cap, true, false) } else { tree(n, down_cap, false, true) };
                let found = card_size("totalizer", cmp, k, n);
                assert_eq!(found, (expected.0, expected.1 + 1), "{} {k} of {n}", cmp.symbol());
            }
            let expected = tree(n, k.min(n - k) + 1, true, true);
            assert_eq!(card_size("totalizer", Cmp::Eq, k, n), (expected.0, expected.1 + 2), "exactly {k} of {n}");
        }
    }
}

#[test]
fn cardinality_encodings_have_published_sizes() {
    assert_eq!(card_size("sequential", Cmp::Le, 2, 10), (16, 38));
    assert_eq!(card_size("sequential", Cmp::Le, 5, 20), (75, 160));
    // Untruncated: the bound leaves the last output free. One unit for the bound.
    assert_eq!(tree(8, 8, true, false), (24, 52));
    assert_eq!(tree(16, 16, true, false), (64, 184));
}

fn model_size(model: &Model, recipe: &str) -> (u64, u64) {
    let mut out = Meter::default();
    encode(model, &recipe.parse::<Recipe>().expect("a recipe"), &mut out).expect("encodable");
    (out.size().variables, out.size().clauses)
}

#[test]
fn domains_have_the_sizes_of_their_formulas() {
    for d in [2usize, 3, 5, 9, 16, 25, 50, 100] {
        let mut model = Model::new();
        model.var("x", 1..=d as i32);
        for encoding in amo::ALL {
            let (variables, clauses) = amo_formula(encoding.name(), d);
            let direct = if d == 2 { (1, 0) } else { (d + variables, clauses + 1) };
            let found = model_size(&model, &format!("domain=direct,amo={}", encoding.name()));
            assert_eq!(found, (direct.0 as u64, direct.1 as u64), "{} of {d}", encoding.name());
        }
        assert_eq!(model_size(&model, "domain=order"), (d as u64 - 1, d as u64 - 2), "{d} values");
    }
}

/// n x n places for n*n numbers, consecutive ones in places a king's move apart.
fn king_tour(n: i32) -> Model {
    let mut model = Model::new();
    let place: Vec<Var> = (0..n * n).map(|i| model.var(format!("place[{i}]"), 0..=n * n - 1)).collect();
    model.all_different("place", place.clone());
    let near = |a: i32, b: i32| a != b && (a / n - b / n).abs() <= 1 && (a % n - b % n).abs() <= 1;
    let rows = (0..n * n).flat_map(|a| (0..n * n).map(move |b| [a, b])).filter(|&[a, b]| near(a, b));
    let relation = Arc::new(Relation::new(2, rows));
    for pair in place.windows(2) {
        model.table("step", pair.to_vec(), &relation);
    }
    model
}

#[test]
fn king_tours_have_published_sizes() {
    // n, two-way exactly-one by pairs, support clauses, conflict clauses between different places.
    for (n, exactly_one, supports, conflicts) in [(7, 115_346, 4_704, 97_920), (8, 258_176, 8_064, 227_556)] {
        let model = king_tour(n);
        let cells = (n * n) as u64;
        // Staying in the same place is a conflict clause of its own here, although all-different rules it out already.
        let staying = cells * (cells - 1);
        assert_eq!(model_size(&model, "amo=pairwise,table=supports"), (cells * cells, exactly_one + supports));
        assert_eq!(
            model_size(&model, "amo=pairwise,table=conflicts"),
            (cells * cells, exactly_one + conflicts + staying)
        );
    }
}

/// The number of sets of k different values from low to high with this sum, as the subset table selects from.
fn sets(k: usize, low: i32, high: i32, sum: i64) -> usize {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..k).map(|i| model.var(format!("x[{i}]"), low..=high)).collect();
    model.all_different("all", vars.clone());
    model.sum_eq("sum", vars, sum);
    let mut out = ClauseStore::default();
    encode(&model, &"linear=subset-table,root=none".parse().expect("a recipe"), &mut out).expect("encodable");
    (1..=out.variables() as u32).filter(|&var| out.name(var).tag == "set").count()
}

#[test]
fn subset_tables_have_the_published_numbers_of_sets() {
    assert_eq!([3, 4, 5].map(|k| sets(k, 1, 19, 38)), [30, 147, 238]);
    assert_eq!(sets(5, 5, 29, 85), 1_394);
    assert_eq!(sets(4, 1, 16, 34), 86);
}

/// Aristotle's hexagon: the lines' lengths are 3 4 5 4 3 in each of three directions.
fn hexagon() -> Model {
    let mut model = Model::new();
    let cells: Vec<(i32, i32)> =
        (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y))).filter(|(x, y): &(i32, i32)| (x + y).abs() <= 2).collect();
    let vars: Vec<Var> = cells.iter().map(|(x, y)| model.var(format!("cell[{x},{y}]"), 1..=19)).collect();
    model.all_different("all", vars.clone());
    let axes: [fn((i32, i32)) -> i32; 3] = [|cell| cell.0, |cell| cell.1, |cell| cell.0 + cell.1];
    for axis in axes {
        for line in -2..=2 {
            let on_line = cells.iter().zip(&vars).filter(|&(&cell, _)| axis(cell) == line).map(|(_, &var)| var);
            model.sum_eq("line", on_line, 38);
        }
    }
    model
}

#[test]
fn the_hexagon_has_known_sizes() {
    let thresholds = 19 * 16;
    let expected = [
        ("one-hot-sum", (361 + 636 + 27, 61_610)),
        ("order-subset", (2_422 + thresholds + 636, 62_254)),
        // 27 partial sums. A less thrifty program of the same idea had 1,375 variables and 37,631 clauses.
        ("order-sum", (361 + thresholds + 636, 26_557)),
        // As published.
        ("subset-table", (2_422, 42_233)),
    ];
    assert!(expected.iter().map(|entry| entry.0).eq(linear::ALL.iter().map(|entry| entry.name())), "each has a size");
    for (name, expected) in expected {
        assert_eq!(model_size(&hexagon(), &format!("linear={name},amo=pairwise")), expected, "{name}");
    }
}

#[test]
fn partial_sums_are_those_that_are_reachable_from_both_ends() {
    let domains: [&[i32]; 4] = [&[0, 1, 5], &[1, 2, 3, 4], &[0, 10, 20], &[2, 3, 7, 9]];
    let coefficients = [1, -2, 3, 1];
    for total in -8..60 {
        let mut model = Model::new();
        let vars: Vec<Var> = domains.iter().map(|&values| model.var("x", values)).collect();
        model.linear("sum", coefficients.into_iter().zip(vars), Cmp::Eq, total);
        // By trying everything: the partial sums of the solutions.
        let mut partials = [BTreeSet::new(), BTreeSet::new()];
        for row in domains.iter().copied().map(|values| values.iter().copied()).multi_cartesian_product() {
            let terms: Vec<i64> = row.iter().zip(coefficients).map(|(&value, c)| c * i64::from(value)).collect();
            if terms.iter().sum::<i64>() == total {
                partials[0].insert(terms[..2].iter().sum::<i64>());
                partials[1].insert(terms[..3].iter().sum::<i64>());
            }
        }
        let base: u64 = domains.iter().map(|values| values.len() as u64).sum();
        // Thresholds that are no value literals: none for three values, one for four.
        let thresholds = 2;
        let sizes = partials.map(|values| values.len() as u64);
        if sizes[0] == 0 {
            continue;
        }
        let one_hot: u64 = sizes.iter().filter(|&&size| size > 1).sum();
        let order: u64 = sizes.iter().map(|size| size - 1).sum();
        assert_eq!(model_size(&model, "linear=order-sum,amo=pairwise,root=none").0, base + thresholds + order);
        assert_eq!(model_size(&model, "linear=one-hot-sum,amo=pairwise,root=none").0, base + one_hot);
    }
}

#[test]
fn the_default_formula_stays_in_proportion_to_its_literals() {
    for (n, contract) in [(256, Contract::Bijective), (257, Contract::ProjectedOnly), (20_000, Contract::ProjectedOnly)]
    {
        let mut model = Model::new();
        model.var("word[1]", 1..=n);
        let mut out = Meter::default();
        let vars = encode(&model, &Recipe::default(), &mut out).expect("encodable");
        let clauses = out.size().clauses;
        assert!(clauses < 128 * n as u64, "{n} values: {clauses} clauses");
        assert_eq!(vars.contract(), contract, "{n} values");
    }
}
