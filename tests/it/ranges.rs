//! The public traits of encodings beyond the driver's calls: bounds that no number of literals meets, few literals, and
//! literals that come twice or with their opposites.

use fastrand::Rng;

use cnfab::cnf::{ClauseSink, Lit};
use cnfab::encode::amo::AmoEncoding;
use cnfab::encode::card::CardEncoding;
use cnfab::encode::{EncodingInstance, Further, Recipe, encode, encode_further, find_class};
use cnfab::model::{AllDifferent, Circuit, Cmp, Constraint, Linear, Model, Relation, Table, Var};

use crate::common::cnf::Cnf;
use crate::random_model::brute_force;
use crate::truth;

/// Inputs as numbers of variables, negative for their opposites: all different, one twice, one with its opposite.
fn inputs_of(n: i32) -> Vec<Vec<i32>> {
    let different: Vec<i32> = (1..=n).collect();
    let mut all = vec![different.clone()];
    if n >= 2 {
        for other in [1, -1] {
            let mut same = different.clone();
            same[n as usize - 1] = other;
            all.push(same);
        }
    }
    if n >= 4 {
        all.push((1..=n).map(|i| [1, 2, -1, 2][i as usize % 4]).collect());
    }
    all
}

/// Holds a formula over the inputs to a truth table.
fn check(what: &str, inputs: &[i32], state: impl Fn(&[Lit], &mut dyn ClauseSink), meant: impl Fn(usize) -> bool) {
    let mut cnf = Cnf::default();
    let n = inputs.iter().map(|input| input.unsigned_abs() as usize).max().unwrap_or(0);
    let variables = cnf.inputs(n);
    let of = |input: &i32| {
        let lit = variables[input.unsigned_abs() as usize - 1];
        if *input > 0 { lit } else { !lit }
    };
    let lits: Vec<Lit> = inputs.iter().map(of).collect();
    state(&lits, &mut cnf);
    // Few of the assignments of many inputs.
    for bits in (0..1usize << n).filter(|bits| n < 6 || bits % 7 == 0 || bits.count_ones() > 6) {
        let is_true = |input: &i32| (bits >> (input.unsigned_abs() - 1) & 1 == 1) == (*input > 0);
        let assumed: Vec<Lit> =
            variables.iter().enumerate().map(|(i, &lit)| if bits >> i & 1 == 1 { lit } else { !lit }).collect();
        let trues = inputs.iter().filter(|input| is_true(input)).count();
        assert_eq!(cnf.count(&assumed, 1) == 1, meant(trues), "{what} of {inputs:?}, {bits:b}");
    }
}

#[test]
fn counts_beyond_their_range_are_stated_as_meant() {
    for specification in (find_class("card").unwrap().specifications)() {
        let encoding = EncodingInstance::<dyn CardEncoding>::parse(&specification).expect("registered");
        for inputs in (0..=8).flat_map(inputs_of) {
            for k in 0..=inputs.len() + 1 {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    let what = format!("{specification} {} {k}", cmp.symbol());
                    let state = |lits: &[Lit], out: &mut dyn ClauseSink| match cmp {
                        Cmp::Le => encoding.at_most(lits, k, out),
                        Cmp::Eq => encoding.exactly(lits, k, out),
                        Cmp::Ge => encoding.at_least(lits, k, out),
                    };
                    check(&what, &inputs, state, |trues| cmp.holds(trues, k));
                }
            }
        }
    }
}

#[test]
fn at_most_ones_of_few_or_equal_literals_are_stated_as_meant() {
    for specification in (find_class("amo").unwrap().specifications)() {
        let encoding = EncodingInstance::<dyn AmoEncoding>::parse(&specification).expect("registered");
        for inputs in (0..=8).flat_map(inputs_of) {
            check(&specification, &inputs, |lits, out| encoding.at_most_one(lits, out), |trues| trues <= 1);
            check(&specification, &inputs, |lits, out| encoding.exactly_one(lits, out), |trues| trues == 1);
        }
    }
}

/// Coefficients of any sign and 0, variables that come twice, and bounds from below the least sum to above the largest.
#[test]
fn sums_beyond_their_range_are_stated_as_meant() {
    let mut rng = Rng::with_seed(9);
    let specifications = find_class("linear").unwrap().parts();
    for n in 0..=4 {
        for _ in 0..12 {
            let mut model = Model::new();
            let vars: Vec<Var> =
                (0..3).map(|i| model.var(format!("x[{i}]"), if rng.bool() { 0..=1 } else { -1..=2 })).collect();
            let terms: Vec<(i64, Var)> = (0..n).map(|_| (rng.i64(-3..=3), vars[rng.usize(..3)])).collect();
            let most: i64 = terms.iter().map(|term| 2 * term.0.abs()).sum();
            let rhs = [-most - 1, -1, 0, 1, most, most + 1, rng.i64(-most..=most)][rng.usize(..7)];
            let cmp = [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)];
            model.linear("sum", terms, cmp, rhs);
            let solutions = brute_force(&model);
            for specification in &specifications {
                for root in ["none", "narrow"] {
                    let recipe = format!("{specification},root={root}");
                    let outcome = truth::check(&model, &solutions, &recipe);
                    assert!(outcome.is_ok() || specification.contains("subset"), "{outcome:?}");
                }
            }
        }
    }
}

/// Constraints on a formula that is there already are looked at before anything is sent.
#[test]
fn further_constraints_that_are_not_well_formed_are_refused() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.var(name, 0..=2));
    let foreign = Var::from_index(7);
    let pairs = Relation::new(2, [[0, 1], [1, 2]]);
    let max = i64::MAX;
    let wrong: Vec<(Constraint, &str)> = vec![
        (Linear { terms: vec![(1, x), (1, foreign)], cmp: Cmp::Le, rhs: 1 }.into(), "does not have"),
        (Linear { terms: vec![(max, x), (max, x)], cmp: Cmp::Le, rhs: 1 }.into(), "64 bits"),
        (Linear { terms: vec![(max, x), (1 - max, y)], cmp: Cmp::Eq, rhs: 1 }.into(), "do not fit"),
        (Table { vars: vec![x, y, x], relation: pairs.clone().into() }.into(), "relation of 2 columns"),
        (AllDifferent(vec![x, foreign]).into(), "does not have"),
        (Circuit { successors: vec![x, y], first: 0, is_partial: false }.into(), "circuit"),
    ];
    for (constraint, why) in &wrong {
        let mut cnf = Cnf::default();
        let recipe = Recipe::default();
        let mut vars = encode(&model, &recipe, &mut cnf).expect("two variables");
        let size = (cnf.store.variables(), cnf.store.len());
        let further = Further { label: "further", constraint, when: &[] };
        let refused = encode_further(&model, &recipe, &further, &mut vars, &mut cnf).expect_err(why).to_string();
        assert!(refused.contains(why), "{refused}");
        assert_eq!((cnf.store.variables(), cnf.store.len()), size, "{refused}");
    }
    // Repeated variables and coefficients of 0 are none of these.
    for linear in find_class("linear").unwrap().parts() {
        let recipe: Recipe = linear.parse().expect("a recipe");
        let mut cnf = Cnf::default();
        let mut vars = encode(&model, &recipe, &mut cnf).expect("two variables");
        let sum = Linear { terms: vec![(1, x), (0, y), (1, x), (-2, x)], cmp: Cmp::Ge, rhs: 1 }.into();
        let further = Further { label: "further", constraint: &sum, when: &[] };
        encode_further(&model, &recipe, &further, &mut vars, &mut cnf).expect("it is 0 >= 1");
        assert_eq!(cnf.count(&[], 1), 0, "{linear}");
    }
}
