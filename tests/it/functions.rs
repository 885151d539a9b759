//! Arithmetic over domains too large for tables: the strategies' solutions against the operations of Rust.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{Clause, Domain, Function, Model, Term, Var};
use cnfab::solve::{Budget, Encodings, Strategy};

/// Enough values that the pairs of arguments of two variables are not looked at one by one.
const MANY: std::ops::Range<i32> = 0..1100;

/// The value of the operation in mathematics, if it is defined.
fn value(term: Term, x: i128, y: i128) -> Option<i128> {
    let truncated = |a: i128, b: i128| (b != 0).then(|| (a.abs() / b.abs()) * (a * b).signum());
    match term {
        Term::Abs(_) => Some(x.max(-x)),
        Term::Div(..) => truncated(x, y),
        Term::Mod(..) => truncated(x, y).map(|quotient| x - quotient * y),
        Term::Times(..) => Some(x * y),
        Term::Pow(..) if y < 0 && x == 0 => None,
        Term::Pow(..) if x.abs() < 2 => Some(if y % 2 == 0 { x * x } else { x }).map(|p| if y == 0 { 1 } else { p }),
        Term::Pow(..) if y < 0 => Some(0),
        Term::Pow(..) => Some((0..y.min(40)).fold(1, |power: i128, _| power.saturating_mul(x))),
    }
}

/// The solutions with variables restricted to some of their values.
fn solutions(strategy: &str, model: &Model, kept: &[(Var, &[i32])]) -> BTreeSet<Vec<i32>> {
    let mut model = model.clone();
    for &(var, values) in kept {
        model.post("kept", Clause(values.iter().map(|&value| var.is(value)).collect()));
    }
    let backend = Strategy::parse(strategy).unwrap().backend(&Encodings::default());
    let mut found = BTreeSet::new();
    let report = backend.solve(&model, &Budget::unlimited(), &mut |solution| {
        assert!(found.insert(solution.project(&model.shown())), "{strategy}: twice");
        ControlFlow::Continue(())
    });
    report.unwrap_or_else(|error| panic!("{strategy}: {error}"));
    found
}

fn terms(x: Var, y: Var) -> [Term; 5] {
    [Term::Abs(x), Term::Div(x, y), Term::Mod(x, y), Term::Pow(x, y), Term::Times(x, y)]
}

#[test]
fn ends_of_32_bits_are_no_exception() {
    let ends: &[i32] = &[i32::MIN, -46341, -1, 0, 2, i32::MAX];
    let domain: Domain = ends.iter().copied().chain(MANY).collect();
    for number in 0..5 {
        let mut model = Model::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| model.var(name, domain.clone()));
        let b = model.var("b", 0..=1);
        let term = terms(x, y)[number];
        model.reify("it", b.is(1), Function { term, result: z }).unwrap();
        let mut expected = BTreeSet::new();
        for (&a, &b) in ends.iter().flat_map(|a| ends.iter().map(move |b| (a, b))) {
            for &c in ends {
                let holds = value(term, a.into(), b.into()) == Some(c.into());
                expected.insert(vec![a, b, c, i32::from(holds)]);
            }
        }
        let kept = [(x, ends), (y, ends), (z, ends)];
        assert_eq!(solutions("sat", &model, &kept), expected, "{term:?}");
    }
}

#[test]
fn functions_over_many_values_are_solved() {
    for strategy in ["sat", "backtrack"] {
        for number in 0..5 {
            let mut model = Model::new();
            let [x, y] = ["x", "y"].map(|name| model.var(name, -600..=600));
            let term = terms(x, y)[number];
            let z = model.var("z", -3000..=3000);
            model.post("it", Function { term, result: z });
            let (xs, ys) = ([-600, -77, 0, 1, 599], [-600, -3, 0, 2, 5]);
            let results = [-2995, -1800, -600, -77, -25, -2, 0, 1, 25, 77, 231, 599, 600, 1198, 2995];
            let pairs = xs.iter().flat_map(|&a| ys.iter().map(move |&b| (a, b)));
            let value = |(a, b): (i32, i32)| Some((a, b, value(term, a.into(), b.into())?));
            let rows = pairs.filter_map(value).map(|(a, b, c)| [i128::from(a), b.into(), c]);
            let expected: BTreeSet<Vec<i32>> = rows
                .filter(|row| results.iter().any(|&result| row[2] == i128::from(result)))
                .map(|row| row.map(|value| value as i32).to_vec())
                .collect();
            assert!(expected.len() > 5, "{term:?}: {expected:?}");
            assert_eq!(
                solutions(strategy, &model, &[(x, &xs), (y, &ys), (z, &results)]),
                expected,
                "{strategy} {term:?}"
            );
        }
    }
}
