//! Unit propagation is as strong as the heads of the encodings claim. At-most-one, cardinality and tables but conflicts
//! are domain consistent over all partial assignments of small inputs, and keep their contracts. Order-encoded sums are
//! bounds consistent. Sums over groups find what follows from values that are taken.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab::cnf::Lit;
use cnfab::encode::amo::AmoEncoding;
use cnfab::encode::card::CardEncoding;
use cnfab::encode::{Contract, EncodingInstance, LitOrConst, Recipe, VarMap, encode, find_class};
use cnfab::model::{Cmp, Domain, Model, Relation, narrow};
use fastrand::Rng;
use itertools::Itertools;

use crate::common::cnf::{Cnf, Partial, is_false, is_true};

/// Checks one encoded constraint over its inputs: `allowed` decides which numbers of true inputs satisfy it. Returns
/// how many conflicts and values unit propagation does not find.
fn check(what: &str, cnf: &Cnf, inputs: &[Lit], contract: Contract, allowed: impl Fn(usize) -> bool) -> usize {
    let n = inputs.len();
    let mut missed = 0;
    for ternary in 0..3usize.pow(n as u32) {
        let digits: Vec<usize> = (0..n).map(|i| ternary / 3usize.pow(i as u32) % 3).collect();
        let assumed: Vec<Lit> = inputs
            .iter()
            .zip(&digits)
            .filter(|&(_, &digit)| digit < 2)
            .map(|(&lit, &digit)| if digit == 1 { lit } else { !lit })
            .collect();
        let trues = digits.iter().filter(|&&digit| digit == 1).count();
        let open = digits.iter().filter(|&&digit| digit == 2).count();
        let possible = |from: usize, to: usize| (from..=to).any(&allowed);
        let mut follows = |found: bool, right: bool| {
            assert!(right || !found, "{what}: wrong after {digits:?}");
            missed += usize::from(right && !found);
        };
        let propagated = cnf.propagate(&assumed);
        follows(propagated.is_none(), !possible(trues, trues + open));
        if let Some(partial) = propagated.filter(|_| possible(trues, trues + open)) {
            for (&lit, _) in inputs.iter().zip(&digits).filter(|&(_, &digit)| digit == 2) {
                follows(is_true(&partial, lit), !possible(trues, trues + open - 1));
                follows(is_false(&partial, lit), !possible(trues + 1, trues + open));
            }
        }
        if open == 0 {
            let models = cnf.count(&assumed, 2);
            match contract {
                Contract::Bijective | Contract::Functional => {
                    assert_eq!(models, usize::from(allowed(trues)), "{what}: {digits:?}");
                }
                Contract::ProjectedOnly => assert_eq!(models > 0, allowed(trues), "{what}: {digits:?}"),
            }
        }
    }
    missed
}

#[test]
fn at_most_one_encodings_are_domain_consistent() {
    for name in (find_class("amo").unwrap().specifications)() {
        let encoding = EncodingInstance::<dyn AmoEncoding>::parse(&name).expect("registered");
        for n in 0..=7 {
            let mut cnf = Cnf::default();
            let inputs = cnf.inputs(n);
            encoding.at_most_one(&inputs, &mut cnf);
            assert_eq!(check(&name, &cnf, &inputs, encoding.contract(n), |trues| trues <= 1), 0, "{name} of {n}");
            let mut cnf = Cnf::default();
            let inputs = cnf.inputs(n);
            encoding.exactly_one(&inputs, &mut cnf);
            assert_eq!(check(&name, &cnf, &inputs, encoding.contract(n), |trues| trues == 1), 0, "{name} of {n}");
        }
    }
}

#[test]
fn cardinality_encodings_are_as_strong_as_they_say() {
    for spelling in (find_class("card").unwrap().specifications)() {
        let encoding = EncodingInstance::<dyn CardEncoding>::parse(&spelling).expect("registered");
        let mut missed = 0;
        for n in 3..=6 {
            for k in 1..n {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    // The driver keeps the other cases to itself.
                    let mut cnf = Cnf::default();
                    let inputs = cnf.inputs(n);
                    match cmp {
                        Cmp::Le if (2..=n - 2).contains(&k) => encoding.at_most(&inputs, k, &mut cnf),
                        Cmp::Eq if (2..=n - 2).contains(&k) => encoding.exactly(&inputs, k, &mut cnf),
                        Cmp::Ge if (2..=n - 2).contains(&k) => encoding.at_least(&inputs, k, &mut cnf),
                        _ => continue,
                    }
                    let what = format!("{spelling} {} {k} of {n}", cmp.symbol());
                    let allowed = |trues: usize| cmp.holds(trues as i64, k as i64);
                    missed += check(&what, &cnf, &inputs, encoding.contract(cmp), allowed);
                    assert!(missed == 0 || !encoding.is_domain_consistent(), "{what} misses {missed} conclusions");
                }
            }
        }
        assert_eq!(missed == 0, encoding.is_domain_consistent(), "{spelling} misses {missed} conclusions");
    }
}

/// The values of each variable that unit propagation leaves under these domains, `None` after a conflict.
fn propagated(model: &Model, domains: &[Domain], cnf: &mut Cnf, vars: &mut VarMap) -> Option<Vec<Vec<i32>>> {
    let mut assumed = Vec::new();
    let mut value_lits = Vec::new();
    for (var, domain) in model.vars().zip(domains) {
        let mut lits = Vec::new();
        for value in model.domain(var).values() {
            let LitOrConst::Lit(lit) = vars.atom(var.is(value), cnf) else { panic!("no variable is fixed") };
            lits.push((value, lit));
            if !domain.contains(value) {
                assumed.push(!lit);
            }
        }
        value_lits.push(lits);
    }
    let partial: Partial = cnf.propagate(&assumed)?;
    let left = |lits: Vec<(i32, Lit)>| {
        lits.into_iter().filter(|&(_, lit)| !is_false(&partial, lit)).map(|(value, _)| value).collect()
    };
    Some(value_lits.into_iter().map(left).collect())
}

/// Checks over all sets of values left of 0..=2 that unit propagation leaves those values that some row has.
fn assert_domain_consistent(model: &Model, rows: &[Vec<i32>], recipe: &str) {
    let arity = model.variables().len();
    let mut cnf = Cnf::default();
    let mut map = encode(model, &recipe.parse().expect("a recipe"), &mut cnf).expect("encodable");
    for bits in 0..1 << (3 * arity) {
        let domains: Vec<Domain> = (0..arity)
            .map(|i| (0..3).filter(|value| bits >> (3 * i + *value as usize) & 1 == 1).collect::<Vec<i32>>().into())
            .collect();
        if domains.iter().any(Domain::is_empty) {
            continue;
        }
        let fits = |row: &&Vec<i32>| row.iter().zip(&domains).all(|(&value, domain)| domain.contains(value));
        let fitting: Vec<&Vec<i32>> = rows.iter().filter(fits).collect();
        let supported = |i: usize| fitting.iter().map(|row| row[i]).collect::<BTreeSet<i32>>();
        let expected = (!fitting.is_empty())
            .then(|| (0..arity).map(|i| supported(i).into_iter().collect()).collect::<Vec<Vec<i32>>>());
        assert_eq!(propagated(model, &domains, &mut cnf, &mut map), expected, "{recipe}: {rows:?} {domains:?}");
    }
}

#[test]
fn tables_are_domain_consistent() {
    let mut rng = Rng::with_seed(5);
    for round in 0..60 {
        let arity = 2 + round % 2;
        let mut model = Model::new();
        let vars: Vec<_> = (0..arity).map(|i| model.var(format!("x[{i}]"), 0..=2)).collect();
        let rows: Vec<Vec<i32>> = (0..rng.usize(1..12)).map(|_| (0..arity).map(|_| rng.i32(0..3)).collect()).collect();
        model.table("it", vars, &Arc::new(Relation::new(arity, rows.clone())));
        for table in DOMAIN_CONSISTENT_TABLES {
            assert_domain_consistent(&model, &rows, &format!("table={table},domain=direct,root=none"));
        }
    }
}

/// Encodings whose heads claim it.
const DOMAIN_CONSISTENT_TABLES: [&str; 4] = ["mdd", "supports", "supports(2)", "supports-conflicts"];

#[test]
fn sums_by_tuples_and_by_edges_are_domain_consistent() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..60 {
        let mut model = Model::new();
        let vars: Vec<_> = (0..rng.usize(2..4)).map(|i| model.var(format!("x[{i}]"), 0..=2)).collect();
        let coefficients: Vec<i64> = vars.iter().map(|_| [-2, -1, 1, 1, 3][rng.usize(..5)]).collect();
        let ends = |sign: i64| 2 * coefficients.iter().filter(|&&c| c * sign > 0).sum::<i64>();
        if ends(1) - ends(-1) < 3 {
            continue;
        }
        let (cmp, rhs) = ([Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)], rng.i64(ends(-1) + 1..ends(1)));
        model.linear("it", coefficients.iter().copied().zip(vars.iter().copied()), cmp, rhs);
        let all = vars.iter().map(|_| 0..=2).multi_cartesian_product();
        let sum = |row: &Vec<i32>| coefficients.iter().zip(row).map(|(&c, &value)| c * i64::from(value)).sum::<i64>();
        let rows: Vec<Vec<i32>> = all.filter(|row| cmp.holds(sum(row), rhs)).collect();
        for linear in ["mdd", "tuple-table"] {
            assert_domain_consistent(&model, &rows, &format!("linear={linear},domain=direct,root=none"));
        }
    }
}

/// The consequences that encodings with groups find for `<=` in the literature: they know which literal of a group is
/// true, not which are false. A variable with several values left counts as its smallest one of all.
#[test]
fn sums_over_groups_find_what_follows_from_values_that_are_taken() {
    let (cells, values) = (3usize, 4i32);
    let mut missed = 0;
    for (bound, name) in [2, 4, 6].into_iter().cartesian_product(["ggt", "ggt(1)", "glpw", "gswc"]) {
        let mut model = Model::new();
        let vars: Vec<_> = (0..cells).map(|i| model.var(format!("x[{i}]"), 0..=values - 1)).collect();
        model.linear("it", vars.iter().map(|&var| (1, var)), Cmp::Le, bound);
        let mut cnf = Cnf::default();
        let recipe = format!("linear={name},domain=direct,root=none").parse().expect("a recipe");
        let mut map = encode(&model, &recipe, &mut cnf).expect("encodable");
        for bits in 0..1u32 << (4 * cells) {
            let left = |i: usize| (0..values).filter(|value| bits >> (4 * i + *value as usize) & 1 == 1).collect();
            let mut boxes: Vec<Vec<i32>> = (0..cells).map(left).collect();
            if boxes.iter().any(Vec::is_empty) {
                continue;
            }
            let domains: Vec<Domain> = boxes.iter().map(|values| values.clone().into()).collect();
            let found = propagated(&model, &domains, &mut cnf, &mut map);
            let least: i64 = boxes.iter().map(|values| i64::from(values[0])).sum();
            missed += usize::from(least > bound && found.is_some());
            // Until nothing changes: values that are too much with those that are taken.
            loop {
                let taken: Vec<i32> =
                    boxes.iter().map(|values| if let [only] = values[..] { only } else { 0 }).collect();
                let all: i64 = taken.iter().map(|&value| i64::from(value)).sum();
                let before = boxes.clone();
                for (values, &taken) in boxes.iter_mut().zip(&taken) {
                    values.retain(|&value| i64::from(value) + all - i64::from(taken) <= bound);
                }
                if boxes == before || boxes.iter().any(Vec::is_empty) {
                    break;
                }
            }
            let expected = boxes.iter().all(|values| !values.is_empty()).then_some(boxes);
            assert_eq!(found, expected, "{name}, at most {bound}: {domains:?}");
        }
    }
    assert!(missed > 0, "which is not everything");
}

/// Encodings whose heads claim it.
const IN_ORDER: [&str; 5] = ["binary-merge", "by-cardinality", "mdd", "order-sum", "tree"];

#[test]
fn sums_in_order_and_by_diagrams_are_bounds_consistent() {
    let mut rng = Rng::with_seed(6);
    let mut pruned = 0;
    for _ in 0..150 {
        let mut model = Model::new();
        let vars: Vec<_> = (0..rng.usize(2..5)).map(|i| model.var(format!("x[{i}]"), -1..=3)).collect();
        let terms: Vec<(i64, _)> = vars.iter().map(|&var| ([-2, -1, 1, 1, 3][rng.usize(..5)], var)).collect();
        let cmp = [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)];
        model.linear("it", terms, cmp, rng.i64(-6..10));
        for (linear, domain) in IN_ORDER.into_iter().cartesian_product(["direct", "order"]) {
            let mut cnf = Cnf::default();
            let recipe: Recipe = format!("linear={linear},domain={domain},root=none").parse().expect("a recipe");
            let mut map = encode(&model, &recipe, &mut cnf).expect("encodable");
            for _ in 0..20 {
                let (low, high) = (|rng: &mut Rng| rng.i32(-1..2), |rng: &mut Rng| rng.i32(1..4));
                let domains: Vec<Domain> = vars.iter().map(|_| (low(&mut rng)..=high(&mut rng)).into()).collect();
                // Interval reasoning to a fixpoint, by code that shares nothing with the encoding.
                let expected = narrow(&model.with_domains(domains.clone()));
                let found = propagated(&model, &domains, &mut cnf, &mut map);
                let Some(expected) = expected else {
                    assert_eq!(found, None, "{domain}: {model:#?} {domains:?}");
                    continue;
                };
                for ((found, expected), before) in found.into_iter().flatten().zip(&expected).zip(&domains) {
                    assert!(found.iter().all(|&value| expected.contains(value)), "{domain}: {model:#?} {domains:?}");
                    pruned += before.len() - expected.len();
                }
            }
        }
    }
    assert!(pruned > 500, "{pruned} values were pruned");
}
