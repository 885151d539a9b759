//! The model: what it refuses, atoms, conditions, reification, objectives, and lowering to the flat classes.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use cnfab::model::{
    AllDifferent, Assignment, Clause, Cmp, Constraint, Domain, EXAMPLES, Flat, Group, Linear, Model, ModelError, Move,
    Objective, Relation, Role, Selection, Sense, Table, Takes, Var,
};
use cnfab::solve::{Budget, Encodings, SolveError, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::random_model::{brute_force, random_model};

#[test]
fn what_is_not_well_formed_is_refused_where_it_is_posted() {
    let mut model = Model::new();
    let x = model.add("x", 0..=3).unwrap();
    assert_eq!(model.add("x", 0..=1), Err(ModelError::EqualNames { name: "x".to_owned() }));
    assert_eq!(model.add("y", Vec::new()), Err(ModelError::EmptyDomain { name: "y".to_owned() }));
    let stranger = Var::from_index(1);
    let mut refused =
        |when, constraint: Constraint| model.add_constraint("it", Role::Rule, when, constraint).unwrap_err();
    let foreign = ModelError::ForeignVariable { label: "it".to_owned() };
    assert_eq!(refused(vec![], AllDifferent(vec![x, stranger]).into()), foreign);
    assert_eq!(refused(vec![stranger.is(1)], Clause(vec![x.is(1)]).into()), foreign);
    let terms = vec![(i64::MAX, x), (1, x)];
    assert_eq!(refused(vec![], Linear { terms, cmp: Cmp::Le, rhs: 0 }.into()), ModelError::Coefficients);
    let relation = Relation::new(2, [[0, 1]]).into();
    let arity = ModelError::Arity { columns: 1, arity: 2 };
    assert_eq!(refused(vec![], Table { vars: vec![x], relation }.into()), arity);
    let objective = Objective { sense: Sense::Minimise, terms: vec![(1, stranger)], constant: 0 };
    assert!(model.optimise(objective).is_err());
    assert_eq!((model.variables().len(), model.constraints().len(), model.objective()), (1, 0, None));
}

#[test]
fn a_refused_reification_leaves_the_model_as_it_was() {
    let mut model = Model::new();
    let (x, y, b) = (model.var("x", 0..=1), model.var("y", 0..=1), model.var("b", 0..=1));
    model.post("first", AllDifferent(vec![x, y]));
    let before = format!("{model:?}");
    // `x + y <= max` has no opposite in 64 bits; a sum with `=` needs a variable for its two opposites.
    for (terms, cmp, rhs) in [
        (vec![(1, x), (1, y)], Cmp::Le, i64::MAX),
        (vec![(1, x)], Cmp::Eq, i64::MAX),
        (vec![(1, x)], Cmp::Eq, i64::MIN),
    ] {
        let error = model.reify("first", b.is(1), Linear { terms, cmp, rhs }).unwrap_err();
        assert!(matches!(error, ModelError::NotStated { .. }), "{error}");
        assert_eq!(format!("{model:?}"), before);
    }
    let stranger = Var::from_index(3);
    assert!(model.reify("it", stranger.is(1), Clause(vec![x.is(1)])).is_err());
    assert!(model.reify("it", b.is(1), Clause(vec![stranger.is(1)])).is_err());
    assert_eq!(format!("{model:?}"), before);
    // Names of variables that were not added may come again.
    model.reify("first", b.is(1), Linear { terms: vec![(1, x), (1, y)], cmp: Cmp::Eq, rhs: 1 }).unwrap();
}

#[test]
fn a_wide_domain_is_small() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..100_000).map(|i| model.var(format!("x[{i}]"), i32::MIN..=i32::MAX)).collect();
    assert_eq!(model.domain(vars[7]).len(), 1 << 32);
    assert_eq!(model.domain(vars[7]), &Domain::from(i32::MIN..=i32::MAX));
    let solver = |name: &str| Strategy::parse(name).unwrap().backend(&Encodings::default());
    // Nobody can look at all values, and says so.
    for name in ["backtrack", "sat", "frontier", "anneal"] {
        let backend = solver(name);
        let error = backend.solve(&model, &Budget::unlimited(), &mut |_| ControlFlow::Break(())).unwrap_err();
        assert!(matches!(&error, SolveError::Unsupported { what, .. } if what.contains("values")), "{name}: {error}");
    }
    // But for integer columns, of few digits each.
    let mut widths = Vec::new();
    let count = &mut |solution: &Assignment| {
        widths.push(solution.values().len());
        ControlFlow::Break(())
    };
    solver("ilp").solve(&model, &Budget::unlimited(), count).unwrap();
    assert_eq!(widths, [100_000]);
    // And for the default, which makes literals of values when it needs them.
    let mut few = Model::new();
    let pair = [few.var("a", i32::MIN..=i32::MAX), few.var("b", i32::MIN..=i32::MAX)];
    few.post("sum", Linear { terms: vec![(1, pair[0]), (-2, pair[1])], cmp: Cmp::Ge, rhs: 5 });
    let mut found = None;
    let keep = &mut |solution: &Assignment| {
        found = Some(few.violated(solution).is_none());
        ControlFlow::Break(())
    };
    solver("auto").solve(&few, &Budget::unlimited(), keep).unwrap();
    assert_eq!(found, Some(true));
}

#[test]
fn an_atom_holds_exactly_where_its_opposite_does_not() {
    let x = Var::from_index(0);
    for value in [i32::MIN, -1, 0, 1, i32::MAX] {
        let atoms = [x.is(value), x.is_not(value), x.at_most(value), x.at_least(value), x.above(value)];
        for other in [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX] {
            let expected = [other == value, other != value, other <= value, other >= value, other > value];
            assert_eq!(atoms.map(|atom| atom.holds(other)), expected, "{other} and {value}");
            assert!(atoms.iter().all(|&atom| (!atom).holds(other) != atom.holds(other)), "{other} and {value}");
        }
    }
}

/// Every value of every other variable of a solution has one extension to the auxiliary ones.
#[test]
fn lowered_models_have_the_same_solutions_once_each() {
    let mut added = 0;
    for seed in rounds(3000) {
        let model = random_model(seed);
        let own = model.variables().len();
        let Ok(lowered) = model.lowered(Takes::FLAT) else { panic!("{model:#?}") };
        assert!(lowered.constraints().iter().all(|posted| {
            let atoms = posted.constraint.atoms();
            Flat::of(&posted.constraint).is_some()
                && posted.when.is_empty()
                && !atoms.iter().any(|atom| atom.is_bound())
        }));
        let all = |model: &Model| {
            let mut all = model.clone();
            all.show(&model.vars().collect::<Vec<_>>());
            brute_force(&all)
        };
        let expected = all(&model);
        let found = all(&lowered);
        let projected: BTreeSet<Vec<i32>> = found.iter().map(|values| values[..own].to_vec()).collect();
        assert_eq!(projected, expected, "seed {seed}: {model:#?}\n{lowered:#?}");
        assert_eq!(found.len(), expected.len(), "seed {seed}: {model:#?}\n{lowered:#?}");
        assert!(lowered.variables()[own..].iter().all(|variable| variable.is_auxiliary));
        added += lowered.variables().len() - own;
    }
    assert!(added > 100, "{added}");
}

#[test]
fn an_atom_is_reified_by_every_class() {
    let mut rng = Rng::with_seed(3);
    for (number, example) in EXAMPLES.iter().enumerate() {
        let (mut some, mut none) = (0, 0);
        for round in 0..300 {
            let mut model = Model::new();
            for i in 0..rng.usize(1..=3) {
                let low = rng.i32(-2..2);
                model.var(format!("x[{i}]"), low..=low + rng.i32(0..3));
            }
            let constraint = example(&model, &mut |below| rng.usize(..below));
            let free = brute_force(&model);
            let vars = model.vars().count();
            let b = model.var("b", 0..=1);
            model.reify("it", b.is(1), constraint.clone()).expect("small numbers");
            let expected: BTreeSet<Vec<i32>> = free
                .iter()
                .map(|values| {
                    let holds = constraint.holds(&Assignment::new(values.clone()));
                    if holds {
                        some += 1
                    } else {
                        none += 1
                    }
                    values.iter().copied().chain([i32::from(holds)]).collect()
                })
                .collect();
            let mut all = model.clone();
            all.show(&model.vars().collect::<Vec<_>>());
            let found = brute_force(&all);
            let projected: BTreeSet<Vec<i32>> = found.iter().map(|values| values[..=vars].to_vec()).collect();
            assert_eq!(projected, expected, "class {number}, round {round}: {model:#?}");
            assert_eq!(found.len(), expected.len(), "class {number}, round {round}: {model:#?}");
        }
        assert!(some > 100 && none > 100, "class {number}: {some} hold, {none} do not");
    }
}

#[test]
fn a_model_is_hashed_with_its_objective() {
    let mut model = Model::new();
    let vars = [model.var("x", 0..=3), model.var("y", 0..=3)];
    let hash = |model: &Model| {
        let mut hasher = DefaultHasher::new();
        model.hash(&mut hasher);
        hasher.finish()
    };
    let plain = hash(&model);
    let terms = vec![(2, vars[0]), (1, vars[1]), (-1, vars[0])];
    model.optimise(Objective { sense: Sense::Maximise, terms, constant: 5 }).unwrap();
    assert_ne!(hash(&model), plain);
    let objective = model.objective().expect("set");
    assert_eq!(objective.value(&Assignment::new(vec![3, 1])), 9);
    // More than 62 bits could not be compared with.
    let terms = vec![(i64::MAX / 4, vars[0])];
    let refused = model.optimise(Objective { sense: Sense::Minimise, terms, constant: 0 });
    assert_eq!(refused, Err(ModelError::Coefficients));
    // Exchanging the variables keeps the sum of both and nothing else.
    for (weights, order) in [([1, 1], 2), ([2, 2], 2), ([1, 2], 1)] {
        let terms = weights.into_iter().zip(vars).collect();
        model.optimise(Objective { sense: Sense::Minimise, terms, constant: 0 }).unwrap();
        let mut declaring = model.clone();
        declaring.declare_symmetry("exchange", [Move::of_variables(vec![vars[1], vars[0]])]);
        assert_eq!(Group::of(&declaring, &Selection::Usual).unwrap().order(), order, "{weights:?}");
    }
}

#[test]
fn conditions_are_those_of_the_constraint() {
    let mut model = Model::new();
    let vars = [model.var("x", 0..=2), model.var("y", 0..=2), model.var("z", 0..=2)];
    model.post_when(
        "equal",
        [vars[2].at_least(1)],
        Linear { terms: vec![(1, vars[0]), (-1, vars[1])], cmp: Cmp::Eq, rhs: 0 },
    );
    let expected = brute_force(&model);
    assert_eq!(expected.len(), 9 + 2 * 3);
    for name in ["auto", "backtrack", "sat", "sat:batsat", "ilp"] {
        let backend = Strategy::parse(name).unwrap().backend(&Encodings::default());
        let mut found = BTreeSet::new();
        let report = backend.solve(&model, &Budget::unlimited(), &mut |solution| {
            assert!(found.insert(solution.values().to_vec()), "{name}");
            ControlFlow::Continue(())
        });
        report.expect("nothing is refused");
        assert_eq!(found, expected, "{name}");
    }
}
