//! At-most-ones whose windows move along a sequence: `amo=staircase` shares chains between them, and means the same.

use cnfab::cnf::Meter;
use cnfab::encode::{Contract, encode};
use cnfab::model::{Cmp, Model, Var};
use fastrand::Rng;

use crate::common::cnf::Cnf;

/// `count` variables of the values 0 and 1, and at most one 1 in each window, which is given by its first place and its
/// length.
fn windows(count: usize, windows: &[(usize, usize)], exactly: bool) -> Model {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..count).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    for &(first, length) in windows {
        let cmp = if exactly { Cmp::Eq } else { Cmp::Le };
        model.count("window", vars[first..first + length].iter().map(|var| var.is(1)), cmp, 1);
    }
    model
}

fn size(model: &Model, amo: &str) -> (usize, usize) {
    let mut out = Meter::default();
    encode(model, &format!("amo={amo},root=none").parse().expect("a recipe"), &mut out).expect("encodable");
    (out.size().variables as usize, out.size().clauses as usize)
}

#[test]
fn windows_of_a_sequence_have_the_size_of_the_formula() {
    for w in 3..=12 {
        for count in w..=50 {
            let all: Vec<(usize, usize)> = (0..=count - w).map(|first| (first, w)).collect();
            let (blocks, rest) = (count / w, count % w);
            // Blocks that windows go on from, but the first, whose chain is there already.
            let left = if rest > 0 { blocks - 1 } else { blocks.saturating_sub(2) };
            let variables = (w - 2) + (blocks - 1) * (w - 2) + left * (w - 2) + rest.saturating_sub(1);
            let over = if rest > 0 { 5 * rest - 4 } else { 0 };
            let clauses = (4 * w - 7) + (blocks - 1) * (5 * w - 8) + left * (3 * w - 6) + over;
            let found = size(&windows(count, &all, false), "staircase");
            assert_eq!(found, (count + variables, clauses), "{count} literals, windows of {w}");
            let apart = size(&windows(count, &all, false), "sequential");
            assert!(count < w + 8 || found.0 < apart.0 && found.1 < apart.1, "{count} literals, windows of {w}");
        }
    }
}

#[test]
fn windows_mean_what_they_say() {
    let mut rng = Rng::with_seed(8);
    let mut shared = 0;
    for round in 0..400 {
        let count = rng.usize(3..=9);
        let mut all: Vec<(usize, usize)> = (0..rng.usize(2..=6))
            .map(|_| {
                let first = rng.usize(..count - 1);
                (first, rng.usize(2..=count - first))
            })
            .collect();
        if round % 4 > 0 {
            all.sort_unstable();
        }
        let exactly = round % 5 == 0;
        let model = windows(count, &all, exactly);
        let holds = |bits: &u32| {
            all.iter().all(|&(first, length)| {
                let ones = (bits >> first & ((1 << length) - 1)).count_ones();
                ones == 1 || ones == 0 && !exactly
            })
        };
        let solutions = (0..1u32 << count).filter(holds).count();
        let mut cnf = Cnf::default();
        let vars = encode(&model, &"amo=staircase,root=none".parse().expect("a recipe"), &mut cnf).expect("encodable");
        assert_eq!(vars.contract(), Contract::Bijective);
        assert_eq!(cnf.count(&[], 1 << count), solutions, "{all:?}, exactly: {exactly}");
        let alone: usize = all.iter().map(|&(_, length)| length - 2).sum();
        shared += usize::from(cnf.store.variables() < count + alone);
    }
    assert!(shared > 50, "{shared} models share something");
}

#[test]
fn what_holds_under_a_condition_is_not_shared() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..6).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    let count = |range: std::ops::Range<usize>| cnfab::model::Cardinality {
        atoms: vars[range].iter().map(|var| var.is(1)).collect(),
        cmp: Cmp::Le,
        k: 1,
    };
    model.post_when("window", vec![vars[5].is(1)], count(0..3));
    model.post("window", count(1..4));
    model.post_when("window", vec![vars[5].is(0)], count(2..5));
    let at_most_one = |bits: u32, first: u32| (bits >> first & 7).count_ones() <= 1;
    let holds = |&bits: &u32| {
        let given = bits >> 5 & 1 == 1;
        at_most_one(bits, 1) && if given { at_most_one(bits, 0) } else { at_most_one(bits, 2) }
    };
    let mut cnf = Cnf::default();
    encode(&model, &"amo=staircase,root=none".parse().expect("a recipe"), &mut cnf).expect("encodable");
    assert_eq!(cnf.count(&[], 1 << 6), (0..1u32 << 6).filter(holds).count());
}
