//! Objectives: random models, solved by trying every assignment, go through every strategy.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{Assignment, Model, Objective, Sense, Var};
use cnfab::solve::{Backend, Budget, Count, Encodings, Outcome, STRATEGIES, SolveError, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::random_model::random_model;

/// A random model with a random objective over some of its variables.
fn with_objective(seed: u64) -> Model {
    let mut model = random_model(seed);
    let mut rng = Rng::with_seed(seed ^ 0x0b1e);
    let vars: Vec<Var> = model.vars().filter(|_| rng.u8(..4) > 0).collect();
    let terms = vars.into_iter().map(|var| (rng.i64(-4..=4), var)).collect();
    let sense = if rng.bool() { Sense::Minimise } else { Sense::Maximise };
    model.optimise(Objective { sense, terms, constant: rng.i64(-5..=5) }).unwrap();
    model
}

/// The optimum and the shown values of all optimal solutions, by trying every assignment.
fn expected(model: &Model) -> Option<(i64, BTreeSet<Vec<i32>>)> {
    let objective = model.objective().unwrap();
    let mut all = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |values: &Vec<i32>| {
            let values = values.clone();
            variable.domain.values().map(move |value| values.iter().copied().chain([value]).collect())
        };
        all = all.iter().flat_map(longer).collect();
    }
    let all = all.into_iter().map(Assignment::new).filter(|at| model.violated(at).is_none());
    let valued: Vec<(i64, Assignment)> = all.map(|at| (objective.value(&at), at)).collect();
    let values = valued.iter().map(|one| one.0);
    let best = if objective.sense == Sense::Minimise { values.min() } else { values.max() }?;
    let shown = model.shown();
    Some((best, valued.iter().filter(|one| one.0 == best).map(|one| one.1.project(&shown)).collect()))
}

fn backend(text: &str) -> Box<dyn Backend> {
    Strategy::parse(text).unwrap().backend(&Encodings::default())
}

/// Every strategy finds the optimum and exactly the optimal solutions, or says that it cannot state the model.
#[test]
fn strategies_find_the_optimal_solutions() {
    let further = [
        "auto:steps=10",
        "sat:optimise=improve",
        "sat:cdcl:optimise=core",
        "sat:cdcl:threads=2,cubes=3",
        "sat:batsat:optimise=bisect",
        "backtrack:threads=3",
        "backtrack:search=best-first",
        "backtrack:search=breadth-first,values=descending",
        "backtrack:propagate=check,values=random",
        "backtrack:order=dom-wdeg,propagate=bounds",
    ];
    let names: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.name).chain(further).collect();
    let mut taken = vec![0; names.len()];
    for seed in rounds(240) {
        let model = with_objective(seed);
        let expected = expected(&model);
        for (&name, taken) in names.iter().zip(&mut taken) {
            let context = format!("seed {seed}, {name}: {model:#?}");
            let backend = backend(name);
            // Another program takes a process for each solution.
            let is_left_out = crate::agree::is_program(name) && seed % 12 != 0;
            if !backend.is_complete() || is_left_out {
                continue;
            }
            if !backend.lists() {
                match backend.count_only(&model, &Budget::unlimited()) {
                    Ok(counted) => {
                        let number = expected.as_ref().map_or(0, |expected| expected.1.len() as u64);
                        assert_eq!(counted.number, Count::from(number), "{context}");
                        assert_eq!(counted.report.stats.objective, expected.as_ref().map(|one| one.0), "{context}");
                        *taken += 1;
                    }
                    Err(SolveError::Unsupported { .. }) => {}
                    Err(why) => panic!("{context}: {why}"),
                }
                continue;
            }
            let mut last = None;
            let objective = model.objective().unwrap();
            let result = backend.optimise(&model, &Budget::unlimited(), &mut |better| {
                assert!(model.violated(better).is_none() && model.outside(better).is_none(), "{context}");
                let value = objective.value(better);
                let is_better =
                    |last: i64| if objective.sense == Sense::Minimise { value < last } else { value > last };
                assert!(last.is_none_or(is_better), "{context}: {value} after {last:?}");
                last = Some(value);
                ControlFlow::Continue(())
            });
            match result {
                Ok(report) => {
                    let outcome = if expected.is_some() { Outcome::Optimal } else { Outcome::Exhausted };
                    assert_eq!((report.outcome, last), (outcome, expected.as_ref().map(|one| one.0)), "{context}");
                    *taken += 1;
                }
                Err(SolveError::Unsupported { .. }) => continue,
                Err(why) => panic!("{context}: {why}"),
            }
            let (shown, mut found) = (model.shown(), BTreeSet::new());
            let report = backend.solve(&model, &Budget::unlimited(), &mut |solution| {
                assert!(found.insert(solution.project(&shown)), "{context}: {solution:?} comes twice");
                ControlFlow::Continue(())
            });
            assert_eq!(report.unwrap().outcome, Outcome::Exhausted, "{context}");
            assert_eq!(found, expected.as_ref().map(|one| one.1.clone()).unwrap_or_default(), "{context}");
        }
    }
    for (name, taken) in names.iter().zip(taken) {
        let is_there = !name.contains("cadical") && !name.contains("highs") && *name != "anneal";
        let is_there = is_there && !crate::agree::is_program(name);
        assert!(taken > if is_there { 20 } else { -1 }, "{name}: {taken}");
    }
}

/// Clauses that follow native search get bounds as bounds: tasks with long times take few literals.
#[test]
fn clauses_behind_native_search_state_bounds_by_one_literal() {
    let mut model = Model::new();
    let starts: Vec<Var> = (0..3).map(|task| model.var(format!("start[{task}]"), 0..=2000)).collect();
    let end = model.var("end", 0..=2500);
    let lengths = [700, 300, 500];
    let durations = lengths.map(cnfab::model::Amount::Fixed).to_vec();
    model.post("tasks", cnfab::model::Disjunctive { starts: starts.clone(), durations, is_strict: true });
    for (&start, length) in starts.iter().zip(lengths) {
        model.linear("end", [(1, start), (-1, end)], cnfab::Cmp::Le, -i64::from(length));
    }
    model.minimise([(1, end)]);
    let optimum = |strategy: &str| {
        let report = backend(strategy).optimise(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(()));
        let report = report.unwrap();
        assert_eq!(report.outcome, Outcome::Optimal, "{strategy}");
        report.stats.size.expect("clauses were made").clauses
    };
    let (alone, behind) = (optimum("sat:batsat"), optimum("auto:steps=1"));
    assert!(behind < 3 * alone, "{behind} clauses after native search, {alone} without");
}

/// An engine that only proves that another one's solution is optimal does not take it for the only one.
#[test]
fn optimal_solutions_are_all_told_whoever_has_the_proof() {
    for seed in rounds(24) {
        let mut rng = Rng::with_seed(seed);
        let mut item = || {
            let gain = rng.i64(1..=8);
            (gain, gain + rng.i64(0..2))
        };
        let items: Vec<(i64, i64)> = (0..14).map(|_| item()).collect();
        let room = items.iter().map(|item| item.1).sum::<i64>() / 2;
        let sums = (0_u32..1 << items.len()).map(|taken| {
            let of = items.iter().enumerate().filter(|(item, _)| taken >> item & 1 == 1).map(|(_, of)| of);
            of.fold((0, 0), |(gains, weights), (gain, weight)| (gains + gain, weights + weight))
        });
        let gains: Vec<i64> = sums.filter(|sum| sum.1 <= room).map(|sum| sum.0).collect();
        let best = *gains.iter().max().expect("nothing fits");
        let expected = gains.iter().filter(|&&gain| gain == best).count();
        let mut model = Model::new();
        let vars: Vec<Var> = (0..items.len()).map(|item| model.var(format!("item[{item}]"), 0..=1)).collect();
        model.linear("room", items.iter().zip(&vars).map(|(item, &var)| (item.1, var)), cnfab::Cmp::Le, room);
        model.maximise(items.iter().zip(&vars).map(|(item, &var)| (item.0, var)));
        for strategy in ["auto", "auto:steps=10", "auto:threads=2"] {
            let counted = backend(strategy).count_only(&model, &Budget::unlimited()).expect("it takes sums");
            assert_eq!(counted.number, Count::from(expected as u64), "seed {seed} by {strategy}");
            let mut listed = 0;
            let report = backend(strategy).solve(&model, &Budget::unlimited(), &mut |_| {
                listed += 1;
                ControlFlow::Continue(())
            });
            assert_eq!((listed, report.expect("the same").outcome), (expected, Outcome::Exhausted), "seed {seed}");
        }
    }
}

/// A strategy that proves nothing says so, and hands over the best that it found.
#[test]
fn local_search_finds_good_solutions_and_claims_nothing() {
    let mut model = Model::new();
    let digits: Vec<Var> = (0..6).map(|number| model.var(format!("digit[{number}]"), 1..=6)).collect();
    model.all_different("different", digits.iter().copied());
    let terms = (1..).zip(digits);
    model.maximise(terms);
    let mut found = Vec::new();
    let budget = Budget::within(std::time::Duration::from_secs(2));
    let report = backend("anneal:iterations=20000").solve(&model, &budget, &mut |solution| {
        found.push(model.objective().unwrap().value(solution));
        ControlFlow::Continue(())
    });
    assert!(!matches!(report.unwrap().outcome, Outcome::Exhausted | Outcome::Optimal));
    assert!(found.len() == 1 && found[0] > 56, "{found:?}");
}

/// A search that is ended gives its best solution, and the bound as far as it is known.
#[test]
fn a_search_that_is_ended_gives_what_it_has() {
    let mut model = Model::new();
    let marks: Vec<Var> = (0..9).map(|number| model.var(format!("mark[{number}]"), 0..=80)).collect();
    model.post_when("first", [], cnfab::model::Clause(vec![marks[0].is(0)]));
    let mut differences = Vec::new();
    for j in 0..marks.len() {
        for i in 0..j {
            let difference = model.var(format!("difference[{i},{j}]"), 1..=80);
            model.linear("difference", [(1, marks[j]), (-1, marks[i]), (-1, difference)], cnfab::Cmp::Eq, 0);
            differences.push(difference);
        }
    }
    model.all_different("different", differences);
    model.show(&marks);
    model.minimise([(1, marks[8])]);
    let objective = model.objective().unwrap();
    let mut found = Vec::new();
    let budget = Budget::within(std::time::Duration::from_millis(300));
    let report = backend("backtrack").solve(&model, &budget, &mut |solution| {
        found.push(objective.value(solution));
        ControlFlow::Continue(())
    });
    let report = report.unwrap();
    // The shortest ruler of nine marks has the length 44. Differences of at least 1 make it 8, without a search.
    assert!(found.len() <= 1 && found.iter().all(|&value| value >= 44), "{found:?}");
    assert!(report.stats.bound.is_some_and(|bound| (8..=44).contains(&bound)), "{report:?}");
    assert_eq!(report.stats.objective, found.first().copied());
}
