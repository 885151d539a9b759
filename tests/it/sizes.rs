//! Sizes of encodings against their formulas and against published figures.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab::audit::at_most_one;
use cnfab::cnf::{ClauseSink, ClauseStore, Lit, Meter, Name};
use cnfab::encode::amo::{self, AmoEncoding};
use cnfab::encode::{Contract, EncodingInstance, Recipe, encode, find_class};
use cnfab::model::{Cmp, Model, Relation, Var};
use itertools::Itertools;

/// Auxiliary variables and clauses for n inputs.
pub(crate) fn size(n: usize, encode: impl Fn(&[Lit], &mut Meter)) -> (usize, usize) {
    let mut out = Meter::default();
    let inputs: Vec<Lit> = (0..n).map(|i| out.fresh(Name::aux("input", i, 0))).collect();
    encode(&inputs, &mut out);
    (out.size().variables as usize - n, out.size().clauses as usize)
}

fn amo_size(name: &str, n: usize) -> (usize, usize) {
    let encoding = EncodingInstance::<dyn AmoEncoding>::parse(name).expect("registered");
    size(n, |inputs, out| encoding.at_most_one(inputs, out))
}

#[test]
fn at_most_one_encodings_have_the_sizes_of_their_formulas() {
    for name in (find_class("amo").unwrap().specifications)() {
        let encoding = EncodingInstance::<dyn AmoEncoding>::parse(&name).expect("registered");
        for n in (0..=100).chain([255, 256, 257, 1000]) {
            let (variables, clauses) = at_most_one(&name, n).expect("a formula");
            assert_eq!(amo_size(&name, n), (variables, clauses), "{name} of {n}");
            let exactly = size(n, |inputs, out| encoding.exactly_one(inputs, out));
            assert_eq!(exactly, (variables, clauses + 1), "{name} of {n}");
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
    let table = [(9, (4, 36), (3, 31)), (16, (4, 64), (3, 56)), (19, (5, 95), (4, 85)), (25, (5, 125), (4, 112))];
    for (n, bitwise, bimander) in table.into_iter().chain([(64, (6, 384), (5, 352)), (100, (7, 700), (6, 650))]) {
        assert_eq!(amo_size("bitwise", n), bitwise);
        assert_eq!(amo_size("bimander", n), bimander);
    }
}

/// The clauses of a grid whose rows and columns are limited by grids again.
fn grids_of_grids(n: usize) -> usize {
    match n {
        0..=6 => n * n.saturating_sub(1) / 2,
        _ => 2 * n + grids_of_grids(n.isqrt()) + grids_of_grids(n.div_ceil(n.isqrt())),
    }
}

#[test]
fn near_optimal_sizes_come_close_to_the_bound() {
    for n in [1_000_000, 10_000_000] {
        let clauses = |name: &str| amo_size(name, n).1 as f64;
        let (n, root) = (n as f64, (2.0 * n as f64).sqrt());
        assert!(clauses("near-optimal") < 2.0 * n + 2.0 * root + 13.0 * n.cbrt());
        assert!(clauses("near-optimal") < grids_of_grids(n as usize) as f64);
    }
}

#[test]
fn no_at_most_one_encoding_is_smaller_than_possible() {
    // A. Krapivin, B. Przybocki, B. Subercaseaux, "Near-Optimal Encodings of Cardinality Constraints", 2026.
    for name in (find_class("amo").unwrap().specifications)() {
        // For fewer than seven literals encodings with 3n-6 clauses are smaller than that.
        for n in (7..=100).chain([1000, 10_000]) {
            let least = 2.0 * n as f64 + (n as f64 + 1.0).sqrt() - 2.0;
            let (_, clauses) = at_most_one(&name, n).expect("a formula");
            assert!(clauses as f64 >= least, "{name} of {n}: {clauses} clauses");
        }
    }
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
            let (variables, clauses) = at_most_one(encoding.name(), d).expect("a formula");
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
    // Where no other source is named, as measured when the encoding was made.
    let expected = [
        ("adder", (1_066, 14_768)),
        ("binary-merge", (30_755, 55_930)),
        ("binary-merge(1)", (15_431, 30_505)),
        ("by-cardinality", (2_291, 28_354)),
        ("ggpw", (2_638, 25_568)),
        ("ggpw(1)", (2_638, 14_381)),
        ("ggt", (1_201, 77_240)),
        ("ggt(1)", (1_201, 77_240)),
        ("glpw", (37_498, 99_281)),
        ("gswc", (3_385, 51_140)),
        ("mdd", (10_696, 37_136)),
        ("mixed-radix", (1_331, 13_168)),
        ("modulo", (1_331, 14_608)),
        ("one-hot-forward", (361 + 636 + 27, 32_633)),
        ("one-hot-sum", (361 + 636 + 27, 61_610)),
        ("order-subset", (2_422 + thresholds + 636, 62_254)),
        // 27 partial sums. A less thrifty program of the same idea had 1,375 variables and 37,631 clauses.
        ("order-sum", (361 + thresholds + 636, 26_557)),
        // One digit, as there are only steps of 1.
        ("sorters", (15_431, 30_505)),
        // As published.
        ("subset-table", (2_422, 42_233)),
        ("tree", (1_478, 27_568)),
        // As published, and for each of the 15 lines the clause that some combination is taken.
        ("tuple-table", (108_289, 523_931 + 15)),
    ];
    assert!(expected.map(|entry| entry.0).to_vec() == find_class("linear").unwrap().catalogue(), "each has a size");
    for (name, expected) in expected {
        assert_eq!(model_size(&hexagon(), &format!("linear={name},amo=pairwise")), expected, "{name}");
    }
}

/// Variables and clauses beyond those of the cells, for m cells from 0 to d-1 whose sum is at most, or exactly, the
/// bound.
fn sum_size(linear: &str, (m, d): (usize, usize), cmp: Cmp, bound: usize) -> (usize, usize) {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..m).map(|i| model.var(format!("x[{i}]"), 0..=d as i32 - 1)).collect();
    model.linear("sum", vars.into_iter().map(|var| (1, var)), cmp, bound as i64);
    let (variables, clauses) = model_size(&model, &format!("linear={linear},domain=direct,amo=pairwise,root=none"));
    (variables as usize - m * d, clauses as usize - m * (1 + d * (d - 1) / 2))
}

#[test]
fn encodings_of_sums_have_the_sizes_of_their_formulas() {
    for (m, d) in [(3, 3), (4, 4), (5, 3), (3, 9), (6, 5)] {
        for bound in 2..m * (d - 1) - 1 {
            // The counter: all numbers up to the bound, after each term but the last.
            let each: usize = (1..d).map(|weight| weight.min(bound)).sum();
            let more: usize = (1..d).map(|weight| bound.saturating_sub(weight)).sum();
            let over = (1..d).filter(|&weight| weight > bound).count();
            let clauses = each + over + (m - 2) * (bound + each + more + d - 1) + d - 1;
            assert_eq!(sum_size("gswc", (m, d), Cmp::Le, bound), ((m - 1) * bound, clauses), "{m} {d} {bound}");
            // The table: combinations, their values, each value's combinations, and one of all.
            let rows = (0..m).map(|_| 0..d).multi_cartesian_product();
            let rows = rows.filter(|row| row.iter().sum::<usize>() == bound).count();
            let expected = (rows, rows * m + m * d + 1);
            assert_eq!(sum_size("tuple-table", (m, d), Cmp::Eq, bound), expected, "{m} {d} {bound}");
            // The tree: sums up to the bound, no more than what the halves make.
            let tree = tree_of_sums(m, d, bound);
            assert_eq!(sum_size("ggt", (m, d), Cmp::Le, bound).0, tree, "{m} {d} {bound}");
            let (reduced, full) = (sum_size("ggt(1)", (m, d), Cmp::Le, bound), sum_size("ggt", (m, d), Cmp::Le, bound));
            assert!(reduced.0 <= full.0 && reduced.1 <= full.1, "{m} {d} {bound}: {reduced:?} {full:?}");
        }
    }
}

/// The variables of a totalizer over `m` cells from 0 to d-1, without its root.
fn tree_of_sums(m: usize, d: usize, bound: usize) -> usize {
    fn below(m: usize, d: usize, bound: usize) -> usize {
        if m == 1 { 0 } else { (m * (d - 1)).min(bound) + below(m / 2, d, bound) + below(m - m / 2, d, bound) }
    }
    below(m / 2, d, bound) + below(m - m / 2, d, bound)
}

#[test]
fn partial_sums_are_those_that_are_reachable_from_both_ends() {
    let domains: [&[i32]; 4] = [&[0, 1, 5], &[1, 2, 3, 4], &[0, 10, 20], &[2, 3, 7, 9]];
    let coefficients = [1, -2, 3, 1];
    for total in -8..60 {
        let mut model = Model::new();
        let vars: Vec<Var> = domains.iter().zip(0..).map(|(&values, i)| model.var(format!("x[{i}]"), values)).collect();
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
        let auxiliaries =
            |linear: &str| model_size(&model, &format!("linear={linear},amo=pairwise,root=none,literal-order=given")).0;
        assert_eq!(auxiliaries("order-sum"), base + thresholds + order);
        assert_eq!(auxiliaries("one-hot-sum"), base + one_hot);
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
