//! The published figures of small encodings, and faults that have to be found.

use super::*;
use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab_encode::Recipe;
use cnfab_model::{Cmp, Model};

fn boolean(n: usize, cmp: Cmp, k: usize) -> Model {
    let mut model = Model::new();
    let vars: Vec<_> = (0..n).map(|i| model.var(format!("x[{}]", i + 1), 0..=1)).collect();
    model.count("it", vars.iter().map(|var| var.is(1)), cmp, k);
    model
}

fn of(model: Model, recipe: &str) -> Audit {
    let recipe: Recipe = format!("root=none,{recipe}").parse().unwrap();
    audit(&Subject::encoded(model, &recipe).unwrap(), &AuditLimits::default())
}

fn given(model: Model, variables: i32, clauses: &[&[i32]]) -> Audit {
    let mut formula = ClauseStore::default();
    let lits: Vec<Lit> = (0..variables).map(|i| formula.fresh(Name::aux("", i as usize, 0))).collect();
    for clause in clauses {
        formula.clause(&clause.iter().map(|&number| Lit::from_dimacs(number)).collect::<Vec<_>>());
    }
    let inputs = model.variables().len();
    audit(&Subject::given(model, formula, &lits[..inputs]).unwrap(), &AuditLimits::default())
}

#[test]
fn at_most_two_of_seven_has_the_published_numbers_of_dead_ends_and_implied_literals() {
    for (cmp, implied) in [(Cmp::Le, 1_680), (Cmp::Eq, 1_764)] {
        let found = of(boolean(7, cmp, 2), "card=sequential");
        let strength = found.strength.unwrap();
        assert_eq!((strength.boxes, strength.all), (2_187, true));
        assert_eq!((strength.superfluous, strength.superfluous_missed), (implied, 0));
        assert_eq!(strength.dead_ends, if cmp == Cmp::Le { 939 } else { 939 + 15 });
        assert_eq!((strength.dead_ends_missed, strength.wrong), (0, 0));
        assert_eq!(found.models.unwrap().solutions, if cmp == Cmp::Le { 29 } else { 21 });
        assert_eq!((&found.meaning, found.fault()), (&Meaning::Exact, None));
    }
}

#[test]
fn at_most_one_of_seven_has_the_published_numbers_of_models() {
    for (name, models) in [("pairwise", 8), ("sequential", 14), ("commander", 11), ("product-exact", 8)] {
        let found = of(boolean(7, Cmp::Le, 1), &format!("amo={name}"));
        assert_eq!(found.models, Some(Models { models, all: true, solutions: 8 }), "{name}");
        assert_eq!(found.fault(), None, "{name}");
    }
}

#[test]
fn a_wrong_formula_is_found_out() {
    // At most one of three, and one pair is forgotten.
    let found = given(boolean(3, Cmp::Le, 1), 3, &[&[-1, -2], &[-1, -3]]);
    assert_eq!(found.meaning, Meaning::Allows(vec![0, 1, 1]));
    assert_eq!(found.fault().unwrap(), "allows 0 1 1, which is no solution");
    let strength = found.strength.unwrap();
    // 011, 0110 with the first open; and two values.
    assert_eq!((strength.dead_ends, strength.dead_ends_missed), (7, 2));
    assert!(strength.superfluous_missed > 0);
    assert_eq!(found.models.unwrap().models, 5);
    // One solution is lost.
    let found = given(boolean(3, Cmp::Le, 1), 3, &[&[-1, -2], &[-1, -3], &[-2, -3], &[-3]]);
    assert_eq!(found.meaning, Meaning::Loses(vec![0, 0, 1]));
    assert!(found.strength.unwrap().wrong > 0);
    // An auxiliary that nothing determines.
    let found = given(boolean(2, Cmp::Le, 1), 3, &[&[-1, -2]]);
    assert_eq!((found.models.unwrap().models, found.fault()), (6, None));
}

#[test]
fn a_variable_without_a_value_is_found_out() {
    let mut model = Model::new();
    model.var("x", 1..=3);
    let mut formula = ClauseStore::default();
    let lits: Vec<Lit> = (0..3).map(|i| formula.fresh(Name::aux("", i, 0))).collect();
    for i in 0..3 {
        formula.clause(&[!lits[i], !lits[(i + 1) % 3]]);
    }
    let found = audit(&Subject::given(model, formula, &lits).unwrap(), &AuditLimits::default());
    assert_eq!(found.fault().unwrap(), "has a model in which x has no value");
}

#[test]
fn what_has_too_many_solutions_is_tried_on_random_values() {
    let limits = AuditLimits { values: 1_000, proof: 0, ..AuditLimits::default() };
    let tried = |model: Model, recipe: &str| {
        let recipe: Recipe = format!("root=none,{recipe}").parse().unwrap();
        audit(&Subject::encoded(model, &recipe).unwrap(), &limits)
    };
    for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
        let found = tried(boolean(20, cmp, 8), "card=totalizer");
        let Meaning::Sampled { assignments, solutions } = found.meaning else { panic!("{found:?}") };
        assert!(assignments > limits.samples, "{assignments}");
        assert!((assignments / 10..assignments * 9 / 10).contains(&solutions), "{solutions}");
        assert_eq!(found.fault(), None);
    }
    let mut squares = Model::new();
    let vars: Vec<_> = (0..6).map(|i| squares.var(format!("x[{i}]"), 1..=6)).collect();
    squares.all_different("it", vars);
    assert!(matches!(tried(squares, "amo=product").meaning, Meaning::Sampled { solutions: 100.., .. }));
    // The bound is one too high, and one too low.
    let wrong = |k: usize| {
        let recipe: Recipe = "card=sequential,root=none".parse().unwrap();
        let mut subject = Subject::encoded(boolean(20, Cmp::Le, k), &recipe).unwrap();
        subject.model = boolean(20, Cmp::Le, 8);
        audit(&subject, &limits).meaning
    };
    assert!(matches!(wrong(9), Meaning::Allows(_)));
    assert!(matches!(wrong(7), Meaning::Loses(_)));
}

/// As many intervals of each figure are compared with the exact one.
const INTERVALS: u64 = 40;

/// The figures of drawn subdomains come close to those of all subdomains, which lie in their intervals.
#[test]
fn drawn_subdomains_estimate_what_all_of_them_give() {
    let sum = |coefficients: [i64; 3], cmp: Cmp, rhs: i64| {
        let mut model = Model::new();
        let vars: Vec<_> = (0..3).map(|i| model.var(format!("x[{i}]"), 1..=5)).collect();
        model.linear("it", coefficients.into_iter().zip(vars), cmp, rhs);
        model
    };
    let mut squares = Model::new();
    let vars: Vec<_> = (0..4).map(|i| squares.var(format!("x[{i}]"), 1..=4)).collect();
    squares.all_different("it", vars);
    let subjects = [
        (boolean(7, Cmp::Eq, 2), "card=adder"),
        (boolean(8, Cmp::Le, 3), "card=adder"),
        (sum([1, 1, 1], Cmp::Eq, 9), "linear=adder"),
        (sum([1, 2, -1], Cmp::Le, 3), "linear=adder"),
        (sum([1, 1, 1], Cmp::Eq, 9), "linear=order-sum"),
        (sum([2, 3, -1], Cmp::Eq, 9), "linear=one-hot-sum"),
        (squares, "all-different=amo-per-value"),
    ];
    let (mut compared, mut inside) = (0, 0);
    for (model, recipe) in subjects {
        let recipe: Recipe = format!("root=none,{recipe}").parse().unwrap();
        let sampled = |boxes: u64, samples: u64, seed: u64| {
            let limits = AuditLimits { boxes, samples, seed, ..AuditLimits::default() };
            audit(&Subject::encoded(model.clone(), &recipe).unwrap(), &limits).strength.unwrap()
        };
        let (all, drawn) = (sampled(1_000_000, 0, 0), sampled(0, 40_000, 0));
        assert_eq!((all.all, drawn.all, drawn.wrong), (true, false, 0));
        let part = |missed: u64, of: u64| missed as f64 / of.max(1) as f64;
        for (exact, estimate) in [
            (part(all.dead_ends, all.boxes), part(drawn.dead_ends, drawn.boxes)),
            (part(all.dead_ends_missed, all.dead_ends), part(drawn.dead_ends_missed, drawn.dead_ends)),
            (part(all.superfluous_missed, all.superfluous), part(drawn.superfluous_missed, drawn.superfluous)),
            (part(all.superfluous, all.boxes - all.dead_ends), part(drawn.superfluous, drawn.boxes)),
        ] {
            compared += usize::from(exact > 0.0);
            assert!((exact - estimate).abs() < 0.04 * exact.max(1.0), "{recipe}: {exact} and not {estimate}");
        }
        for seed in 0..INTERVALS {
            let few = sampled(0, 300, seed);
            for (exact, interval) in [
                (part(all.dead_ends_missed, all.dead_ends), few.dead_ends_missed_part),
                (part(all.superfluous_missed, all.superfluous), few.superfluous_missed_part),
            ] {
                inside += u64::from(interval.is_some_and(|part| (part.low..=part.high).contains(&exact)));
            }
        }
    }
    // At 95 percent all but one of twenty hold the exact part.
    let intervals = 2 * 7 * INTERVALS;
    assert!(inside * 100 >= intervals * 92 && inside < intervals, "{inside} of {intervals}");
    assert!(compared > 16, "{compared}");
}

/// The multiples of a sum have the formula of the sum.
#[test]
fn common_divisors_make_no_other_formula() {
    let class = find_class("linear").unwrap();
    let rows = |coefficient: i64, sum: i64, cmp: Cmp| {
        let (coefficients, sum, cmp) = (Some(vec![coefficient; 3]), Some(sum), Some(cmp));
        let cases = (class.cases)(&Parameters { coefficients, sum, cmp, ..Parameters::default() }).unwrap();
        let rows = audit_class(class, &class.encodings(), &cases, &Recipe::default(), None).unwrap();
        let size = |row: Measurement| match row.outcome {
            AuditOutcome::Sized { size } => Some(size),
            _ => None,
        };
        rows.into_iter().map(size).collect::<Vec<_>>()
    };
    assert!(rows(1, 9, Cmp::Eq).iter().flatten().count() > 10);
    assert_eq!(rows(7, 63, Cmp::Eq), rows(1, 9, Cmp::Eq));
    assert_eq!(rows(7, 65, Cmp::Le), rows(1, 9, Cmp::Le));
    assert_eq!(rows(-7, -65, Cmp::Ge), rows(-1, -9, Cmp::Ge));
}
