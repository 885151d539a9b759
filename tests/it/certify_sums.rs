//! Certificates of sums: clauses that a justification once missed.

use cnfab::certify::{CertifyError, Claim};
use cnfab::cnf::Meter;
use cnfab::encode::encode;
use cnfab::model::{Cmp, Linear, Model, Var};
use fastrand::Rng;

use crate::certify::{certified, has_checker, recipe};
use crate::common::scale::rounds;
use crate::random_model::{brute_force, sum_beside_at_most_ones};

/// Carries are cut off, skip bits that no weight has, and are counted beside bits that have the same literals.
#[test]
fn carries_of_any_weights_have_certificates() {
    if !has_checker() {
        return;
    }
    let mut rng = Rng::with_seed(8);
    // A build that knew carries by the first two literals alone had no certificates of these.
    let known = [
        (vec![5, 5, 12, 9], 18),
        (vec![10, 10, 10, 7, 11], 11),
        (vec![6, 12, 10, 4, 20, 16], 43),
        (vec![2, 5, 20, 5, 10, 10, 18], 47),
        (vec![15, 16, 12, 10, 15, 10], 17),
    ];
    let random = (0..20).map(|_| {
        let weights: Vec<i64> = (0..rng.usize(3..7)).map(|_| rng.i64(1..25)).collect();
        let bound = rng.i64(1..weights.iter().sum());
        (weights, bound)
    });
    for (weights, bound) in known.into_iter().chain(random) {
        let mut model = Model::new();
        let terms: Vec<(i64, Var)> =
            (weights.iter().zip(0..)).map(|(&weight, i)| (weight, model.var(format!("x[{i}]"), 0..=1))).collect();
        model.post("low", Linear { terms: terms.clone(), cmp: Cmp::Le, rhs: bound });
        model.post("high", Linear { terms, cmp: Cmp::Ge, rhs: bound + 1 });
        for encoding in ["linear=binary-merge", "linear=binary-merge(1)", "linear=sorters"] {
            let found = certified(&model, &recipe(encoding), "varisat");
            let (claim, files) = found.unwrap_or_else(|error| panic!("{encoding}, {weights:?}, {bound}: {error}"));
            assert_eq!(claim, Claim::Solutions(0));
            assert!(files.are_accepted(claim), "{encoding}, {weights:?}, {bound}");
        }
    }
}

/// The value 0 is in no sum, and sums rule it out.
#[test]
fn zero_is_ruled_out_by_a_sum() {
    if !has_checker() {
        return;
    }
    let mut model = Model::new();
    let [x, y] = [model.var("x", 0..=12), model.var("y", -9..=3)];
    model.post("sum", Linear { terms: vec![(1, x), (-1, y)], cmp: Cmp::Ge, rhs: 10 });
    let (claim, files) = certified(&model, &recipe(""), "varisat").expect("a certificate");
    assert_eq!(claim, Claim::Solutions(brute_force(&model).len() as u64));
    assert!(files.are_accepted(claim));
}

/// More cases than a tree may have that goes through all values.
#[test]
fn thousands_of_combinations_are_proved() {
    if !has_checker() {
        return;
    }
    let mut model = Model::new();
    let vars: Vec<Var> = (0..4).map(|i| model.var(format!("x[{i}]"), 1..=14)).collect();
    model.all_different("different", vars.iter().copied());
    model.sum_eq("sum", vars.iter().copied(), 30);
    let terms = [1, 1, -1, -1].into_iter().zip(vars.iter().copied()).collect();
    model.post("odd", Linear { terms, cmp: Cmp::Eq, rhs: 1 });
    let (claim, files) = certified(&model, &recipe("linear=tuple-table,root=none"), "varisat").expect("a certificate");
    assert_eq!(claim, Claim::Solutions(0));
    assert!(files.are_accepted(claim));
}

/// Coefficients are divided and saturated, and multiples of "exactly one" are taken off a sum. Of encodings that count
/// in digits, a few clauses have no justification.
#[test]
fn sums_in_normal_form_have_certificates() {
    if !has_checker() {
        return;
    }
    let mut rng = Rng::with_seed(52);
    let encodings = ["order-sum", "ggt", "ggt(1)", "gswc", "mdd", "tree", "one-hot-sum", "adder", "ggpw", "modulo"];
    let (all, mut open) = (rounds(60).end, 0);
    for round in 0..all {
        let model = sum_beside_at_most_ones(&mut rng);
        let encoding = encodings[round as usize % encodings.len()];
        let root = ["none", "narrow"][round as usize / encodings.len() % 2];
        let (claim, files) = match certified(&model, &recipe(&format!("linear={encoding},root={root}")), "varisat") {
            Ok(found) => found,
            Err(CertifyError::Unjustified(_)) if ["ggpw", "modulo"].contains(&encoding) => {
                open += 1;
                continue;
            }
            Err(error) => panic!("{round}, {encoding}: {error}: {model:#?}"),
        };
        assert_eq!(claim, Claim::Solutions(brute_force(&model).len() as u64), "{encoding}: {model:#?}");
        assert!(files.are_accepted(claim), "{round}, {encoding}: {model:#?}");
    }
    // Every fifth sum is in digits.
    assert!(open * 50 <= all, "{open} of {all} without a justification");
}

/// Variables in binary go into adders bit by bit, upwards and downwards.
#[test]
fn sums_of_bits_have_certificates() {
    if !has_checker() {
        return;
    }
    let mut rng = Rng::with_seed(53);
    for round in 0..rounds(20).end {
        let mut model = Model::new();
        let mut term = |i: usize| {
            let (low, width) = (rng.i32(-4..=2), rng.i32(1..=6));
            (rng.i64(1..=6) * if rng.bool() { 1 } else { -1 }, model.var(format!("x[{i}]"), low..=low + width))
        };
        let terms: Vec<(i64, Var)> = (0..3).map(&mut term).collect();
        let cmp = [Cmp::Le, Cmp::Ge, Cmp::Eq][round as usize % 3];
        model.post("sum", Linear { terms, cmp, rhs: rng.i64(-12..12) });
        let found = certified(&model, &recipe("linear=adder,domain=log,root=none"), "varisat");
        let (claim, files) = found.unwrap_or_else(|error| panic!("{round}: {error}: {model:#?}"));
        assert_eq!(claim, Claim::Solutions(brute_force(&model).len() as u64), "{model:#?}");
        assert!(files.are_accepted(claim), "{round}: {model:#?}");
    }
}

/// Three variables of 1,024 values need no literals of their values.
#[test]
fn sums_of_bits_are_small() {
    let mut model = Model::new();
    let vars = ["x", "y", "z"].map(|name| model.var(name, 0..=1023));
    model.post("sum", Linear { terms: [3, 5, -7].into_iter().zip(vars).collect(), cmp: Cmp::Le, rhs: 1500 });
    let mut size = Meter::default();
    encode(&model, &recipe("linear=adder,domain=log"), &mut size).expect("it is stated");
    assert!(size.size().clauses < 1000, "{:?}", size.size());
}
