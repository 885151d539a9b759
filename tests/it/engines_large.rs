//! The native engine on models that are too large for brute force: large all-different groups with tables and equations
//! by the engine `domains`, each compared with a strategy that searches in another way.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use cnfab::model::{Assignment, Cmp, Model, Relation, Var};
use cnfab::solve::{Backend, Budget, Encodings, Outcome, STRATEGIES, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines::solve;

/// Models with more solutions are left out.
const MOST: usize = 600;

pub(crate) fn backend(strategy: &str) -> Box<dyn Backend> {
    Strategy::parse(strategy).expect("registered").backend(&Encodings::default())
}

/// All solutions as values of the shown variables, or `None` if there are more than `most`.
pub(crate) fn solutions(
    backend: &dyn Backend,
    model: &Model,
    most: usize,
    context: &str,
) -> Option<BTreeSet<Vec<i32>>> {
    let shown = model.shown();
    let mut found = BTreeSet::new();
    let mut on = |solution: &Assignment| {
        assert!(model.outside(solution).is_none(), "{context}: {solution:?}");
        assert!(model.violated(solution).is_none(), "{context}: {:?}", model.violated(solution));
        assert!(found.insert(solution.project(&shown)), "{context}: a solution comes twice");
        if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report =
        backend.solve(model, &Budget::unlimited(), &mut on).unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(report.outcome == Outcome::Satisfied, found.len() > most, "{context}");
    (found.len() <= most).then_some(found)
}

/// How a random model is made.
struct Shape {
    /// Variables that are all different.
    size: usize,
    /// How many of them have several values.
    open: usize,
    /// Values that no variable needs to have.
    spare: usize,
}

/// A permutation, of which some places have other values too, under tables and equations of two variables, most of
/// which it keeps. The second model states the equations as tables.
fn permuted(seed: u64, shape: &Shape) -> [Model; 2] {
    let mut rng = Rng::with_seed(seed);
    let Shape { size, open, spare } = *shape;
    let values = (size + spare) as i32;
    let low = [0, 1, -40, i32::MIN, i32::MAX - values][rng.usize(..5)];
    let mut hidden: Vec<i32> = (0..values).map(|value| low + value).collect();
    rng.shuffle(&mut hidden);
    let mut places: Vec<usize> = (0..size).collect();
    rng.shuffle(&mut places);
    let mut models = [Model::new(), Model::new()];
    let mut domains: Vec<Vec<i32>> = hidden[..size].iter().map(|&value| vec![value]).collect();
    // Values of other places that are open, or of any place, or of none.
    for &place in &places[..open] {
        for _ in 0..rng.usize(1..=3) {
            let other = if rng.u8(..5) > 0 { places[rng.usize(..open)] } else { rng.usize(..hidden.len()) };
            domains[place].push(hidden[other]);
        }
    }
    let vars: Vec<Var> = (0..size).map(Var::from_index).collect();
    let equations: Vec<[usize; 2]> = (0..size / 6).map(|_| [rng.usize(..size), rng.usize(..size)]).collect();
    let wrong = rng.u8(..16) == 0;
    let distances: Vec<i64> = equations
        .iter()
        .map(|&[x, y]| i64::from(hidden[y]) - i64::from(hidden[x]) + i64::from(wrong && rng.u8(..4) == 0))
        .collect();
    let tables: Vec<([usize; 2], Arc<Relation>)> = (0..size / 3)
        .map(|_| {
            let [x, y] = [places[rng.usize(..open)], places[rng.usize(..open)]];
            let mut rows = vec![[hidden[x], hidden[y]]];
            for &a in &domains[x] {
                rows.extend(domains[y].iter().filter(|_| rng.u8(..3) > 0).map(|&b| [a, b]));
            }
            ([x, y], Arc::new(Relation::new(2, rows)))
        })
        .collect();
    // Smaller groups, large enough to be kept as sets now and then.
    let smaller: Vec<Vec<Var>> = (0..rng.usize(0..=2))
        .map(|_| {
            let mut group = vars.clone();
            rng.shuffle(&mut group);
            group.truncate(rng.usize(2..=size));
            group
        })
        .collect();
    // A chain of variables over all values, each so much above another one.
    let followed = rng.usize(..size);
    for (stated_as_tables, model) in [false, true].into_iter().zip(&mut models) {
        for (place, domain) in domains.iter().enumerate() {
            model.var(format!("x[{place}]"), domain.clone());
        }
        let follower = model.var("follower", (low..=low + (values - 1)).collect::<Vec<i32>>());
        model.all_different("all", vars.clone());
        smaller.iter().for_each(|group| model.all_different("some", group.clone()));
        for ([x, y], relation) in &tables {
            if x != y {
                model.table("table", [vars[*x], vars[*y]], relation);
            }
        }
        let mut equal = |x: Var, y: Var, by: i64| {
            if x == y {
                return;
            }
            if stated_as_tables {
                let has = |value: i64| model.domain(y).values().any(|other| i64::from(other) == value);
                let partner = |value: i32| {
                    let other = i64::from(value) + by;
                    has(other).then(|| [value, i32::try_from(other).expect("a value of the other one")])
                };
                let rows: Vec<[i32; 2]> = model.domain(x).values().filter_map(partner).collect();
                model.table("equation", [x, y], &Arc::new(Relation::new(2, rows)));
            } else {
                model.linear("equation", [(1, y), (-1, x)], Cmp::Eq, by);
            }
        };
        equations.iter().zip(&distances).for_each(|(&[x, y], &by)| equal(vars[x], vars[y], by));
        equal(vars[followed], follower, 0);
        let mut order: Vec<Var> = vars.clone();
        order.rotate_left(size / 2);
        model.declare_order("spiral", order.clone());
        order.reverse();
        model.declare_order("closing", order.clone());
        model.declare_order("annotated", order);
    }
    models
}

/// Compares strategies on models of a shape with `cdcl`; returns how many models have no, one, several
/// solutions.
fn compare(seeds: std::ops::Range<u64>, shape: &Shape, strategies: impl Fn(u64) -> Vec<String>) -> [usize; 3] {
    let cdcl = backend("cdcl");
    let mut numbers = [0; 3];
    for seed in seeds {
        let [model, as_tables] = permuted(seed, shape);
        let context = format!("seed {seed}, cdcl");
        let Some(expected) = solutions(&*cdcl, &as_tables, MOST, &context) else { continue };
        for strategy in strategies(seed) {
            let context = format!("seed {seed}, {strategy}");
            let found = solutions(&*backend(&strategy), &model, MOST, &context);
            assert!(found.as_ref() == Some(&expected), "{context}: {:?} of {}", found.map(|f| f.len()), expected.len());
        }
        // Solutions that agree on half of the variables are one.
        let mut half = model.clone();
        let shown: Vec<Var> = half.vars().filter(|var| (var.index() as u64 + seed).is_multiple_of(2)).collect();
        half.show(&shown);
        let project = |values: &Vec<i32>| Assignment::new(values.clone()).project(&shown);
        let expected_of_half: BTreeSet<Vec<i32>> = expected.iter().map(project).collect();
        let context = format!("seed {seed}, half of the variables");
        let found = solutions(&*backend(&by_domains("")), &half, MOST, &context);
        assert!(found.as_ref() == Some(&expected_of_half), "{context}");
        numbers[expected.len().min(2)] += 1;
    }
    numbers
}

fn by_domains(options: &str) -> String {
    format!("backtrack:engine=domains{options}")
}

/// With the default options, and with others that conclude as much.
fn strategies(seed: u64) -> Vec<String> {
    let order = ["rarest-value", "fewest-candidates", "dom-wdeg"][seed as usize % 3];
    let values = ["ascending", "descending", "random"][seed as usize / 3 % 3];
    vec![by_domains(""), by_domains(&format!(",order={order},values={values}")), by_domains(",threads=3")]
}

fn hold(seeds: u64, size: impl Fn(u64) -> usize, least: [usize; 3]) {
    let mut numbers = [0; 3];
    for seed in rounds(seeds) {
        let size = size(seed);
        let shape = Shape { size, open: size * 3 / 5, spare: [0, 0, 1, 9][seed as usize % 4] };
        let more = compare(seed..seed + 1, &shape, strategies);
        numbers.iter_mut().zip(more).for_each(|(number, more)| *number += more);
    }
    assert!(numbers.iter().zip(least).all(|(&number, least)| number >= least), "{numbers:?}");
}

#[test]
fn groups_of_one_word() {
    hold(500, |seed| 24 + seed as usize % 17, [20, 150, 200]);
}

#[test]
fn groups_of_two_words() {
    hold(240, |seed| 65 + seed as usize % 36, [8, 40, 80]);
}

#[test]
fn groups_of_three_words() {
    hold(120, |seed| 130 + seed as usize % 70, [4, 20, 50]);
}

/// Every order, every level of propagation and every way to walk, over few variables with several values.
#[test]
fn every_option_takes_large_groups() {
    let kind = STRATEGIES.iter().find(|kind| kind.name == "backtrack").expect("registered");
    let values_of = |name: &str| kind.options.iter().find(|option| option.0 == name).expect("an option").1;
    let (orders, levels, walks) = (values_of("order"), values_of("propagate"), values_of("search"));
    let mut total = [0; 3];
    for (size, spare) in [(26, 0), (40, 2), (66, 0), (90, 3), (130, 0), (140, 5)] {
        let shape = Shape { size, open: 14, spare };
        let numbers = compare(0..24, &shape, |seed| {
            let mut all = Vec::new();
            for order in orders {
                for level in levels {
                    let walk = walks[(all.len() + seed as usize) % walks.len()];
                    all.push(by_domains(&format!(",order={order},propagate={level},search={walk}")));
                }
            }
            all
        });
        total.iter_mut().zip(numbers).for_each(|(total, number)| *total += number);
    }
    assert!(total.iter().all(|&number| number >= 4), "{total:?}");
}

#[test]
fn large_groups_agree_with_a_sat_solver() {
    for (size, spare) in [(24, 0), (64, 0), (65, 0), (128, 0), (129, 4)] {
        let shape = Shape { size, open: size / 2, spare };
        let cdcl = backend("cdcl");
        let [model, as_tables] = permuted(size as u64, &shape);
        let found = solutions(&*cdcl, &as_tables, MOST, "cdcl");
        if found.is_some() {
            assert!(solutions(&*backend("sat:batsat"), &model, MOST, "batsat") == found, "{size}");
        }
    }
}

/// One backend solves models of all widths one after the other.
#[test]
fn a_backend_keeps_nothing_of_the_model_before() {
    for strategy in ["backtrack", "backtrack:engine=domains", "cdcl"] {
        let reused = backend(strategy);
        for seed in 0..24 {
            let shape = Shape { size: [30, 5, 70, 131][seed as usize % 4], open: 5, spare: seed as usize % 2 };
            let [model, as_tables] = permuted(seed, &shape);
            let model = if strategy == "cdcl" { &as_tables } else { &model };
            let context = format!("seed {seed}, {strategy}");
            let expected = solutions(&*backend(strategy), model, MOST, &context);
            assert!(solutions(&*reused, model, MOST, &context) == expected, "{context}");
        }
    }
}

/// Different numbers on lines through up to 20 places, with some that are given, comparisons, distances and tables. All
/// hold for a hidden filling but for a line now and then.
fn lines(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let size = rng.usize(5..=20);
    let values = (size + [0, 0, 1, 8, 40][rng.usize(..5)]).min(64) as i32;
    let low = [0, 1, -7, i32::MIN, i32::MAX - values][rng.usize(..5)];
    let mut hidden: Vec<i32> = (0..values).map(|value| low + value).collect();
    rng.shuffle(&mut hidden);
    let reach = [0, 2, 5][rng.usize(..3)];
    let domain = |rng: &mut Rng, place: usize| -> Vec<i32> {
        let all = || (0..values).map(|value| low + value);
        match rng.u8(..4) {
            0 => vec![hidden[place]],
            _ if reach == 0 => all().collect(),
            _ => all().filter(|&value| value.abs_diff(hidden[place]) <= reach).collect(),
        }
    };
    let vars: Vec<Var> = (0..size)
        .map(|place| {
            let domain = domain(&mut rng, place);
            model.var(format!("x[{place}]"), domain)
        })
        .collect();
    model.all_different("all", vars.clone());
    let value = |var: Var| i64::from(hidden[var.index()]);
    let scope = |rng: &mut Rng, size: usize| {
        let mut vars = vars.clone();
        rng.shuffle(&mut vars);
        vars.truncate(size);
        vars
    };
    for _ in 0..size * rng.usize(2..=6) / 6 {
        let number = rng.usize(2..=size.min(6));
        let line = scope(&mut rng, number);
        let sum = line.iter().map(|&var| value(var)).sum::<i64>() + i64::from(rng.u8(..100) == 0);
        model.linear("line", line.into_iter().map(|var| (1, var)), Cmp::Eq, sum);
    }
    for _ in 0..rng.usize(0..=4) {
        let [x, y] = scope(&mut rng, 2)[..] else { unreachable!("two") };
        match rng.u8(..3) {
            0 => model.linear("apart", [(1, x), (-1, y)], Cmp::Eq, value(x) - value(y)),
            1 => model.linear("order", [(2, x), (-3, y)], Cmp::Ge, 2 * value(x) - 3 * value(y) - rng.i64(0..9)),
            _ => {
                let rows = (0..rng.usize(0..200)).map(|_| [(); 2].map(|()| low + rng.i32(0..values)));
                let rows: Vec<[i32; 2]> = rows.chain([[hidden[x.index()], hidden[y.index()]]]).collect();
                model.table("table", [x, y], &Arc::new(Relation::new(2, rows)));
            }
        }
    }
    model
}

#[test]
fn lines_agree_with_domains() {
    let mut numbers = [0; 3];
    for seed in rounds(2000) {
        let model = lines(seed);
        let context = format!("seed {seed}, domains");
        let Some(expected) = solutions(&*backend("backtrack:engine=domains"), &model, MOST, &context) else { continue };
        for strategy in ["backtrack:engine=magic", "backtrack:engine=magic,threads=3", "backtrack"] {
            let context = format!("seed {seed}, {strategy}");
            let found = solutions(&*backend(strategy), &model, MOST, &context);
            assert!(found.as_ref() == Some(&expected), "{context}: {:?} of {}", found.map(|f| f.len()), expected.len());
        }
        numbers[expected.len().min(2)] += 1;
    }
    assert!(numbers.iter().all(|&number| number >= 50), "{numbers:?}");
}

/// Forty random lines over 64 variables have combinations with coefficients of any size.
#[test]
fn lines_whose_combinations_have_large_numbers_are_refused() {
    let mut rng = Rng::with_seed(1);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..64).map(|var| model.var(format!("x[{var}]"), 0..=63)).collect();
    model.all_different("different", vars.clone());
    for _ in 0..40 {
        let scope = vars.iter().filter(|_| rng.bool()).map(|&var| (1, var));
        model.linear("line", scope.collect::<Vec<_>>(), Cmp::Eq, 1000);
    }
    let mut on = |_: &Assignment| panic!("it is refused");
    let error = backend("backtrack:engine=magic").solve(&model, &Budget::unlimited(), &mut on).expect_err("refused");
    let expected = "sums whose combinations have too large numbers";
    assert!(error.to_string().contains(expected), "{error}");
}

/// Two permutations of 30 numbers that differ everywhere, and a variable without constraints; some are hidden now and
/// then.
#[test]
fn large_groups_are_searched_at_every_level_and_with_hidden_variables() {
    for shown in [31, 30, 29] {
        let mut model = Model::new();
        let mut vars: Vec<Var> = (0..30)
            .map(|var| model.var(format!("x[{var}]"), vec![var.min((var + 1) % 30), var.max((var + 1) % 30)]))
            .collect();
        model.all_different("different", vars.iter().copied());
        vars.push(model.var("free", 0..=1));
        model.show(&vars[..shown]);
        let expected = if shown == 31 { 4 } else { 2 };
        for level in ["check", "forward", "bounds", "pairs", "full"] {
            for order in ["auto", "input", "rarest-value", "fewest-candidates"] {
                let strategy = format!("backtrack:engine=domains,propagate={level},order={order}");
                let found = solve(&strategy, &model, &strategy).expect("stated");
                assert_eq!(found.len(), expected, "{strategy}, {shown} shown");
            }
        }
    }
}
