//! Variables of two thousand million values: examples of all classes against brute force, where other constraints leave
//! few values.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use cnfab::model::{Assignment, Clause, EXAMPLES, Model, Role, Var};
use cnfab::solve::{Budget, Encodings, SolveError, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;

/// Every class propagated, and literals of variables made on demand.
const PROPAGATED: &str = "domain=propagate,linear=propagate,all-different=propagate,table=propagate,card=propagate,\
    amo=propagate,circuit=propagate,connected=propagate,cumulative=propagate,disjunctive=propagate,element=propagate,\
    global-cardinality=propagate,layered=propagate,lex=propagate,parity=propagate";

/// Classes that look at each value of their variables, or are not propagated in some cases.
const REFUSED: &[&str] = &["circuit", "connected", "costed-path", "cumulative", "subcircuit"];

#[test]
fn wide_variables_take_part_in_all_classes() {
    let mut solved: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in rounds(8 * EXAMPLES.len() as u64) {
        let mut rng = Rng::with_seed(seed);
        let mut small = Model::new();
        for index in 0..4 {
            let low = rng.i32(-3..3);
            small.var(format!("x[{index}]"), low..=low + rng.i32(0..4));
        }
        let example = EXAMPLES[seed as usize % EXAMPLES.len()];
        let constraint = example(&small, &mut |below| rng.usize(..below));
        let name = constraint.name();
        // Bounds of two orders against each other creep through all values.
        if name == "lex" {
            continue;
        }
        let mut model = Model::new();
        let wide: Vec<Var> =
            small.variables().iter().map(|of| model.var(of.name.clone(), -1_000_000_000..=1_000_000_000)).collect();
        let shown = [0, 1][rng.usize(..2)];
        let holds = model.var("holds", shown..=1);
        for &var in &wide {
            let values = small.domain(var).values();
            model.post("kept", Clause(values.map(|value| var.is(value)).collect()));
        }
        let when = rng.bool();
        let posted = match when {
            true => model.add_constraint("it", Role::Rule, vec![holds.is(1)], constraint.clone()),
            false => model.reify("it", holds.is(1), constraint.clone()),
        };
        if posted.is_err() {
            continue;
        }
        let mut expected = BTreeSet::new();
        let mut values = vec![Vec::new()];
        for variable in small.variables() {
            let longer = |part: &Vec<i32>| {
                variable.domain.values().map(|value| [&part[..], &[value]].concat()).collect::<Vec<_>>()
            };
            values = values.iter().flat_map(longer).collect();
        }
        for own in values {
            let is_met = constraint.class().holds(&Assignment::new(own.clone()));
            for holds in shown..=1 {
                if if when { holds == 0 || is_met } else { (holds == 1) == is_met } {
                    expected.insert([&own[..], &[holds]].concat());
                }
            }
        }
        let encodings = Encodings { recipe: PROPAGATED.parse().unwrap(), ..Encodings::default() };
        let backend = Strategy::parse("sat:cdcl").unwrap().backend(&encodings);
        let mut found = BTreeSet::new();
        let report = backend.solve(&model, &Budget::unlimited(), &mut |solution| {
            assert!(found.insert(solution.values()[..5].to_vec()), "{seed}: {name}: {solution:?} twice");
            ControlFlow::Continue(())
        });
        match report {
            Err(SolveError::Unsupported { what, .. }) if REFUSED.contains(&name) => {
                let is_known = ["20,000,000", "below 0", "5,000,000"].iter().any(|part| what.contains(part));
                assert!(is_known, "{seed}: {name}: {what}");
                continue;
            }
            Err(error) => panic!("{seed}: {name}: {error}"),
            Ok(_) => assert_eq!(found, expected, "{seed}: {name}"),
        }
        *solved.entry(name).or_default() += 1;
    }
    assert!(solved.len() > 16 && solved.values().sum::<usize>() > 80, "{solved:?}");
}
