//! Constraints with `propagate` in the place of an encoding: solutions against brute force and other encodings, and
//! who refuses them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{
    Activity, AllDifferent, Amount, Atom, Cardinality, Cmp, Cumulative, Disjunctive, Element, Extremum, Function, Lex,
    Linear, Model, Objective, Relation, Sense, Table, Term, Var,
};
use cnfab::solve::{Budget, Encodings, Outcome, SolveError, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines_large::solutions;
use crate::random_model::{brute_force, random_model};

/// Every class alone, all together, for one label, and with other literals of the variables.
const RECIPES: [&str; 25] = [
    "linear=propagate",
    "card=propagate",
    "amo=propagate",
    "amo=propagate,card=propagate,linear=propagate",
    "linear:one=propagate,card:two=propagate,linear=order-sum",
    "linear=propagate,domain=order",
    "linear=propagate,card=propagate,domain=log",
    "linear=propagate,amo=propagate,all-different=order-pigeonhole",
    "linear=propagate,domain=direct-order,root=none",
    "all-different=propagate",
    "table=propagate",
    "all-different=propagate,amo=propagate,card=propagate,linear=propagate,table=propagate",
    "all-different=propagate,domain=order",
    "all-different:one=propagate,table:two=propagate,domain=log,root=none",
    "circuit=propagate,connected=propagate,cumulative=propagate,element=propagate,lex=propagate,parity=propagate",
    "global-cardinality=propagate,layered=propagate",
    "linear=lazy:order-sum",
    "linear=lazy:mdd,card=lazy:totalizer,amo=lazy:commander(4),domain=order",
    "all-different=lazy:hall,table=lazy:mdd,amo=lazy:product",
    "all-different=lazy,table=lazy,amo=lazy,linear=lazy,card=lazy",
    "circuit=lazy,connected=lazy,cumulative=lazy,element=lazy,lex=lazy,parity=lazy,global-cardinality=lazy,layered=lazy",
    "circuit=lazy:order,cumulative=lazy:task,lex=lazy:sum,layered=lazy:arcs,linear=propagate,amo=lazy,table=propagate",
    "domain=propagate,linear=propagate",
    "domain=propagate,linear=lazy:mdd,card=propagate,amo=lazy,root=none",
    "domain=propagate,linear=propagate,cumulative=propagate,disjunctive=propagate,lex=propagate,all-different=propagate",
];

/// For models of all-different constraints and tables.
const OF_VALUES: [&str; 8] = [
    "all-different=propagate",
    "all-different=propagate,amo=propagate",
    "all-different=propagate,table=propagate,domain=order",
    "table=propagate",
    "table=propagate,domain=log",
    "all-different=lazy:hall,table=lazy:supports",
    "all-different=lazy,amo=lazy,table=lazy",
    "all-different=lazy,amo=propagate",
];

fn backend(strategy: &str, recipe: &str) -> Box<dyn cnfab::solve::Backend> {
    let encodings: Encodings = recipe.parse().expect("a recipe");
    Strategy::parse(strategy).expect("registered").backend(&encodings)
}

/// All solutions, or none if another part of the recipe does not take the model. Panics if `propagate` is refused.
pub(crate) fn found(recipe: &str, model: &Model, budget: &Budget, context: &str) -> Option<BTreeSet<Vec<i32>>> {
    let shown = model.shown();
    let mut found = BTreeSet::new();
    let result = backend("sat:cdcl", recipe).solve(model, budget, &mut |solution| {
        assert!(model.violated(solution).is_none(), "{context}: {:?}", model.violated(solution));
        assert!(found.insert(solution.project(&shown)), "{context}: {solution:?} comes twice");
        ControlFlow::Continue(())
    });
    match result {
        Ok(_) => Some(found),
        Err(SolveError::Unsupported { what, .. })
            if !what.contains("propagate") || what.ends_with("by propagation") =>
        {
            None
        }
        Err(error) => panic!("{context}: {error}"),
    }
}

#[test]
fn propagated_constraints_agree_with_brute_force() {
    let mut taken = [0; RECIPES.len()];
    for seed in rounds(600) {
        let model = random_model(seed);
        let expected = brute_force(&model);
        let mut budget = Budget::unlimited();
        budget.shuffle = (seed % 2 == 0).then_some(seed);
        for (recipe, taken) in RECIPES.iter().zip(&mut taken) {
            let context = format!("{seed}, {recipe}");
            let Some(found) = found(recipe, &model, &budget, &context) else { continue };
            assert_eq!(found, expected, "{context}");
            *taken += 1;
        }
    }
    assert!(taken.iter().all(|&taken| taken > 400), "{taken:?}");
}

/// Sums and counts over eight variables of up to nine values, in part under conditions: a search of many conflicts.
fn sums(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..8).map(|index| model.var(format!("x[{index}]"), 1..=rng.i32(3..=9))).collect();
    let number = rng.usize(3..7);
    for _ in 0..number {
        let terms: Vec<(i64, Var)> =
            vars.iter().map(|&var| (rng.i64(-9..=9), var)).filter(|term| term.0 % 3 != 0).collect();
        let rhs = terms.iter().map(|term| 4 * term.0).sum::<i64>() + rng.i64(-5..=5);
        let sum = Linear { terms, cmp: [Cmp::Le, Cmp::Eq, Cmp::Ge, Cmp::Eq][rng.usize(..4)], rhs };
        let when: Vec<Atom> = (0..rng.usize(..6).saturating_sub(3)).map(|at| vars[at].is(rng.i32(1..4))).collect();
        model.post_when("sum", when, sum);
    }
    let atoms: Vec<Atom> = vars.iter().map(|&var| var.is(rng.i32(1..=3))).collect();
    model.post("count", Cardinality { atoms, cmp: Cmp::Ge, k: rng.usize(2..4) });
    model
}

/// Solutions by each of these configurations are those by an encoding, for the models of the first seeds.
#[track_caller]
fn agree<'r>(seeds: u64, model: fn(u64) -> Model, recipes: impl Iterator<Item = &'r str> + Clone) {
    const MOST: usize = 300;
    let (mut none, mut some) = (0, 0);
    for seed in rounds(seeds) {
        let model = model(seed);
        let context = format!("seed {seed}");
        let Some(expected) = solutions(&*backend("sat:cdcl", "linear=order-sum"), &model, MOST, &context) else {
            continue;
        };
        for recipe in recipes.clone() {
            let context = format!("seed {seed}, {recipe}");
            let found = solutions(&*backend("sat:cdcl", recipe), &model, MOST, &context);
            assert_eq!(found.as_ref(), Some(&expected), "{context}");
        }
        none += u32::from(expected.is_empty());
        some += u32::from(!expected.is_empty());
    }
    assert!(none > 2 && some > 10, "{none} without solutions, {some} with some");
}

#[test]
fn propagated_sums_agree_with_encoded_ones() {
    agree(40, sums, RECIPES[..4].iter().chain(&RECIPES[14..16]).chain(&RECIPES[22..24]).copied());
}

/// All-different constraints and tables over ten variables of up to nine values, in part under conditions.
fn values(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let most = rng.i32(5..=9);
    let vars: Vec<Var> =
        (0..10).map(|index| model.var(format!("x[{index}]"), rng.i32(1..=2)..=rng.i32(4..=most))).collect();
    let some = |rng: &mut Rng, number: usize| {
        let mut some = vars.clone();
        rng.shuffle(&mut some);
        some.truncate(number);
        some
    };
    for _ in 0..rng.usize(4..9) {
        let conditions = rng.usize(..6).saturating_sub(3);
        let when: Vec<Atom> = some(&mut rng, conditions).into_iter().map(|var| var.is_not(rng.i32(1..6))).collect();
        if rng.bool() {
            let number = rng.usize(3..=7);
            model.post_when("values", when, AllDifferent(some(&mut rng, number)));
        } else {
            let width = rng.usize(1..=4);
            let of = some(&mut rng, width);
            let rows: Vec<Vec<i32>> =
                (0..rng.usize(1..150)).map(|_| of.iter().map(|_| rng.i32(1..=9)).collect()).collect();
            model.post_when(
                "rows",
                when,
                Table { relation: std::sync::Arc::new(Relation::new(of.len(), rows)), vars: of },
            );
        }
    }
    model
}

#[test]
fn propagated_values_agree_with_encoded_ones() {
    agree(200, values, OF_VALUES.into_iter());
}

#[test]
fn those_that_take_clauses_only_refuse_propagation() {
    let model = random_model(5);
    for (strategy, encoding) in [("sat", "propagate"), ("sat:batsat", "propagate"), ("sat", "lazy:order-sum")] {
        let error = backend(strategy, &format!("linear:one={encoding}"))
            .solve(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(()))
            .unwrap_err();
        assert!(matches!(error, SolveError::Unsupported { .. }), "{error}");
        let expected = format!("linear={encoding} cannot encode constraints as clauses");
        assert!(error.to_string().contains(&expected), "{error}");
    }
    for wrong in ["linear=lazy:propagate", "linear=lazy:lazy", "amo=lazy:cmd:echo {n}", "card=lazy:nothing"] {
        assert!(wrong.parse::<Encodings>().is_err(), "{wrong}");
    }
    let error = |text: &str| text.parse::<Encodings>().unwrap_err().to_string();
    assert_eq!(error("circuit=lazy(3)"), "found 'circuit=lazy(3)', expected lazy without a number");
    assert!(error("circuit=lazy:order(3)").starts_with("found 'circuit=lazy:order(3)'"));
    let error = "linear=propagte".parse::<Encodings>().unwrap_err().to_string();
    assert!(error.contains("did you mean 'propagate'?") && error.contains("lazy"), "{error}");
    let mut formula = cnfab::cnf::ClauseStore::default();
    let recipe = "card=propagate".parse().expect("a recipe");
    assert!(cnfab::encode::encode(&model, &recipe, &mut formula).is_err());
    assert_eq!((formula.variables(), formula.len()), (0, 0), "nothing was sent");
}

/// The largest 3x + 5y with 7x + 11y <= 4,000,003 and 2x - 3y = 1, by arithmetic: x is 3k + 2, and y is 2k + 1.
#[test]
fn variables_of_any_number_of_values_are_solved() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.var(name, 0..=100_000_000));
    model.post("most", Linear { terms: vec![(7, x), (11, y)], cmp: Cmp::Le, rhs: 4_000_003 });
    model.post("line", Linear { terms: vec![(2, x), (-3, y)], cmp: Cmp::Eq, rhs: 1 });
    let objective = Objective { sense: Sense::Maximise, terms: vec![(3, x), (5, y)], constant: 0 };
    model.optimise(objective).expect("small numbers");
    let k = (4_000_003 - 7 * 2 - 11) / (7 * 3 + 11 * 2);
    for strategy in
        ["sat:cdcl", "sat:cdcl:optimise=bisect", "sat:cdcl:optimise=improve", "sat:cdcl:threads=2", "sat:cdcl:cubes=3"]
    {
        let mut last = None;
        let backend = backend(strategy, "domain=propagate,linear=propagate");
        let report = backend.optimise(&model, &Budget::unlimited(), &mut |solution| {
            last = Some((solution[x], solution[y]));
            ControlFlow::Continue(())
        });
        assert_eq!(report.expect("it takes the model").outcome, Outcome::Optimal, "{strategy}");
        assert_eq!(last, Some((3 * k + 2, 2 * k + 1)), "{strategy}");
    }
    // What asks for each value is refused, not begun.
    model.post("other", AllDifferent(vec![x, y]));
    let refused =
        backend("sat:cdcl", "domain=propagate,linear=propagate")
            .solve(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(()));
    match refused {
        Err(SolveError::Unsupported { what, .. }) => assert!(what.contains("20,000,000 values"), "{what}"),
        other => panic!("{other:?}"),
    }
}

/// Schedules, orders, entries, extrema and functions of three numbers, each times the factor.
fn times(factor: i32, seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let small: Vec<Var> = (0..3).map(|at| model.var(format!("s[{at}]"), 0..=rng.i32(2..=3))).collect();
    let mut large = Vec::new();
    for (at, &small) in small.iter().enumerate() {
        let most = model.domain(small).max().expect("it has values");
        let var = model.var(format!("l[{at}]"), 0..=factor * most);
        let terms = vec![(i64::from(factor), small), (-1, var)];
        model.post("times", Linear { terms, cmp: Cmp::Eq, rhs: 0 });
        large.push(var);
    }
    rng.shuffle(&mut large);
    for _ in 0..2 {
        let chosen = small[rng.usize(..3)].at_least(1);
        let when: Vec<Atom> = rng.bool().then_some(chosen).into_iter().collect();
        let length = |rng: &mut Rng| Amount::Fixed(factor * rng.i32(0..3));
        match rng.u8(..6) {
            0 => {
                let activity =
                    |&start: &Var| Activity { start, duration: length(&mut rng), demand: Amount::Fixed(rng.i32(0..3)) };
                let activities = large.iter().map(activity).collect();
                model.post_when("cumulative", when, Cumulative { activities, capacity: Amount::Fixed(2) });
            }
            1 => {
                let durations = large.iter().map(|_| length(&mut rng)).collect();
                model.post_when("apart", when, Disjunctive { starts: large.clone(), durations, is_strict: rng.bool() });
            }
            2 => {
                let (left, right) = (large[..2].to_vec(), large[1..].to_vec());
                model.post_when("order", when, Lex { left, right, is_strict: rng.bool() });
            }
            3 => {
                let array = vec![large[0], large[1]];
                model.post_when("entry", when, Element { array, first: 1, index: small[0], result: large[2] });
            }
            4 => {
                let vars = large[..2].to_vec();
                model.post_when("most", when, Extremum { is_largest: rng.bool(), vars, result: large[2] });
            }
            _ => model.post_when("product", when, Function { term: Term::Times(small[0], large[0]), result: large[2] }),
        }
    }
    model
}

#[test]
fn constraints_over_any_number_of_values_mean_what_they_do_over_few() {
    let recipe = "domain=propagate,linear=propagate,table=propagate,element=propagate,cumulative=propagate,\
        disjunctive=propagate,lex=propagate";
    let first = |solutions: BTreeSet<Vec<i32>>| -> BTreeSet<Vec<i32>> {
        solutions.into_iter().map(|solution| solution[..3].to_vec()).collect()
    };
    for seed in rounds(60) {
        let expected = first(brute_force(&times(1, seed)));
        let mut wide = times(600_000_000, seed);
        let solutions = found(recipe, &wide, &Budget::unlimited(), &seed.to_string());
        assert_eq!(first(solutions.expect("it is taken")), expected, "{seed}");
        let terms = (3..6).map(|at| (1, Var::from_index(at))).collect();
        wide.optimise(Objective { sense: Sense::Maximise, terms, constant: 0 }).expect("small numbers");
        let mut best = None;
        let report = backend("sat:cdcl", recipe).optimise(&wide, &Budget::unlimited(), &mut |solution| {
            best = Some((0..3).map(|at| solution[Var::from_index(at)]).sum::<i32>());
            ControlFlow::Continue(())
        });
        report.expect("it is taken");
        assert_eq!(best, expected.iter().map(|solution| solution.iter().sum()).max(), "{seed}");
    }
}

/// Bounds of one variable at both ends of what values may be.
#[test]
fn the_smallest_and_the_largest_values_are_optima() {
    for (domain, sense, best) in [
        (i32::MIN..=i32::MIN + 48, Sense::Minimise, i32::MIN),
        (i32::MAX - 48..=i32::MAX, Sense::Maximise, i32::MAX),
        (i32::MIN..=i32::MAX, Sense::Minimise, i32::MIN),
    ] {
        let mut model = Model::new();
        let x = model.var("x", domain);
        model.optimise(Objective { sense, terms: vec![(1, x)], constant: 0 }).expect("small numbers");
        for strategy in ["sat:cdcl:optimise=bisect", "sat:cdcl:optimise=improve", "sat:cdcl:optimise=core"] {
            let mut last = None;
            let backend = backend(strategy, "domain=propagate,linear=propagate");
            let report = backend.optimise(&model, &Budget::unlimited(), &mut |solution| {
                last = Some(solution[x]);
                ControlFlow::Continue(())
            });
            assert_eq!(report.expect("it takes the model").outcome, Outcome::Optimal, "{strategy}");
            assert_eq!(last, Some(best), "{strategy}");
        }
    }
}
