//! Random models with a planted symmetry, and with declared ones that are wrong: groups and orbits against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use cnfab::model::{
    AllDifferent, Assignment, Atom, Breaking, Cardinality, Clause, Constraint, Domain, Flat, Group, Linear, Model,
    Move, Relation, Selection, SymmetryError, Table, ValueMap, Var,
};
use cnfab::solve::{Budget, Encodings, SolveError, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::random_model::{CLASSES, brute_force, constraint_of};

/// A permutation of the values that sums can follow, or any.
fn random_values(rng: &mut Rng, domain: &Domain) -> ValueMap {
    let values = domain.to_vec();
    match rng.u8(..4) {
        0 => ValueMap::new(values.iter().copied().zip(values.iter().rev().copied())),
        1 => {
            let mut images = values.to_vec();
            rng.shuffle(&mut images);
            ValueMap::new(values.iter().copied().zip(images))
        }
        _ => ValueMap::default(),
    }
}

fn random_move(rng: &mut Rng, model: &Model, domain: &Domain) -> Move {
    let mut to: Vec<Var> = model.vars().collect();
    rng.shuffle(&mut to);
    if rng.bool() {
        let map = random_values(rng, domain);
        Move::new(to.clone(), vec![map; to.len()])
    } else {
        let maps = to.iter().map(|_| random_values(rng, domain)).collect();
        Move::new(to, maps)
    }
}

/// The image of a constraint, if it has one of its class. The values are those of one domain that the maps permute.
fn image(constraint: &Constraint, by: &Move, domain: &Domain) -> Option<Constraint> {
    let atom =
        |atom: &Atom| Atom { var: by.target(atom.var), value: by.value_map(atom.var).apply(atom.value), ..*atom };
    Some(match constraint.flat() {
        Flat::AllDifferent(AllDifferent(vars)) => {
            let first = vars.first().map(|&var| by.value_map(var));
            if vars.iter().any(|&var| Some(by.value_map(var)) != first) {
                return None;
            }
            AllDifferent(vars.iter().map(|&var| by.target(var)).collect()).into()
        }
        Flat::Linear(Linear { terms, cmp, rhs }) => {
            let mut rhs = *rhs;
            let mut images = Vec::new();
            for &(coefficient, var) in terms {
                let map = by.value_map(var);
                let values = domain.values();
                let sums: BTreeSet<i32> = values.map(|value| map.apply(value) + value).collect();
                if map.is_identity() {
                    images.push((coefficient, by.target(var)));
                } else if sums.len() == 1 {
                    // value = sum - image
                    images.push((-coefficient, by.target(var)));
                    rhs -= coefficient * i64::from(*sums.first().expect("one"));
                } else {
                    return None;
                }
            }
            Linear { terms: images, cmp: *cmp, rhs }.into()
        }
        Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
            Cardinality { atoms: atoms.iter().map(atom).collect(), cmp: *cmp, k: *k }.into()
        }
        Flat::Clause(Clause(atoms)) => Clause(atoms.iter().map(atom).collect()).into(),
        Flat::Table(Table { vars, relation }) => {
            let row = |row: &[i32]| -> Vec<i32> {
                vars.iter().zip(row).map(|(&var, &value)| by.value_map(var).apply(value)).collect()
            };
            let relation = Arc::new(Relation::new(vars.len(), relation.rows().map(row)));
            Table { vars: vars.iter().map(|&var| by.target(var)).collect(), relation }.into()
        }
    })
}

/// A model with a move that keeps it, and how often the move has to be done until it does nothing.
fn planted(rng: &mut Rng) -> (Model, Option<Move>, Domain) {
    let domain: Domain = match rng.u8(..4) {
        0 => (0..=1).into(),
        1 => vec![-2, 0, 3].into(),
        _ => (1..=rng.i32(2..5)).into(),
    };
    let mut model = Model::new();
    for index in 0..rng.usize(2..=if domain.len() < 4 { 6 } else { 5 }) {
        model.var(format!("x[{index}]"), domain.clone());
    }
    let by = random_move(rng, &model, &domain);
    for _ in 0..rng.usize(1..4) {
        let class = CLASSES[rng.usize(..CLASSES.len())];
        let start = constraint_of(class, rng, &model);
        let mut orbit = vec![start];
        // The move's order is small: at most 6 variables with maps of order at most 4 each.
        while let Some(next) = orbit.last().and_then(|last| image(last, &by, &domain)) {
            if orbit.len() == 60 {
                break;
            }
            orbit.push(next);
        }
        if orbit.len() < 60 {
            // Some image is of no class: no constraint of this orbit.
            continue;
        }
        orbit.into_iter().for_each(|constraint| model.post("planted", constraint));
    }
    let is_broken = rng.u8(..5) == 0;
    if is_broken {
        let constraint = constraint_of("clause", rng, &model);
        model.post("breaks", constraint);
    }
    if rng.u8(..3) == 0 {
        // Shown variables are whole cycles.
        let mut shown = vec![Var::from_index(0)];
        while by.target(shown[shown.len() - 1]) != shown[0] {
            shown.push(by.target(shown[shown.len() - 1]));
        }
        model.show(&shown);
    }
    model.declare_symmetry("planted", [by.clone()]);
    if rng.bool() {
        // Mostly wrong, and small enough that not every group becomes too large to be tried.
        let mut to: Vec<Var> = model.vars().collect();
        let other = rng.usize(0..to.len());
        to.swap(0, other);
        let map = random_values(rng, &domain);
        let count = to.len();
        model.declare_wider_symmetry("any", [Move::new(to, vec![map; count])]);
    }
    (model, (!is_broken).then_some(by), domain)
}

/// How often the move has to be done until every variable has its value back.
fn order_on(model: &Model, by: &Move, domain: &Domain) -> usize {
    let shown = model.shown();
    let constant = |value: i32| Assignment::new(vec![value; model.variables().len()]);
    let distinct = |index: usize| {
        Assignment::new((0..model.variables().len()).map(|var| 1000 * i32::from(var == index)).collect())
    };
    let mut probes: Vec<Assignment> = domain.values().map(constant).collect();
    probes.extend((0..model.variables().len()).map(distinct));
    let mut images = probes.clone();
    for count in 1.. {
        images.iter_mut().for_each(|image| *image = by.apply(image));
        if images.iter().zip(&probes).all(|(image, probe)| image.project(&shown) == probe.project(&shown)) {
            return count;
        }
    }
    unreachable!("a permutation has an order")
}

#[test]
fn orbits_of_random_models_are_those_of_brute_force() {
    let (mut proper, mut exact, mut between, mut large) = (0, 0, 0, 0);
    for seed in rounds(900) {
        let mut rng = Rng::with_seed(seed);
        let (model, by, domain) = planted(&mut rng);
        let context = format!("seed {seed}");
        for selection in [Selection::Usual, Selection::All] {
            let group = match Group::of(&model, &selection) {
                Err(SymmetryError::TooLarge { .. }) if selection == Selection::All => continue,
                found => found.unwrap_or_else(|why| panic!("{context}: {why}")),
            };
            if group.order() > 500 {
                continue;
            }
            if let (Some(by), Selection::Usual) = (&by, &selection) {
                assert_eq!(group.order(), order_on(&model, by, &domain), "{context}: a planted symmetry is found");
            }
            let expected = brute_force(&model);
            let shown = model.shown();
            let full = |solution: &[i32]| {
                let mut values = vec![domain.min().expect("a value"); model.variables().len()];
                shown.iter().zip(solution).for_each(|(var, &value)| values[var.index()] = value);
                Assignment::new(values)
            };
            let mut least = BTreeSet::new();
            let mut sum = 0;
            for solution in &expected {
                let orbit: BTreeSet<Vec<i32>> = group.images(&full(solution)).collect();
                assert!(orbit.is_subset(&expected), "{context}: an image of a solution is none");
                let is_least = orbit.first() == Some(solution);
                let size = group.orbit_of_least(&full(solution));
                assert_eq!(size, is_least.then_some(orbit.len() as u64), "{context}");
                if is_least {
                    least.insert(solution.clone());
                    sum += orbit.len();
                }
            }
            assert_eq!(sum, expected.len(), "{context}");
            let leaders = group.leaders(&model);
            let kept = brute_force(&leaders.model);
            assert!(least.is_subset(&kept) && kept.is_subset(&expected), "{context}");
            if leaders.is_exact {
                assert_eq!(kept, least, "{context}");
                assert_eq!(sum, least.len() * group.order(), "{context}");
                exact += usize::from(group.order() > 1);
            }
            for breaking in [Breaking::Generators, Breaking::None] {
                let fewer = group.leaders_by(breaking, &model);
                let kept = brute_force(&fewer.model);
                assert!(least.is_subset(&kept) && kept.is_subset(&expected), "{context}");
                assert!(breaking != Breaking::None || kept == expected, "{context}");
                assert!(!fewer.is_exact || kept == least, "{context}");
                let posted = |model: &Model| model.constraints().len();
                assert!(posted(&fewer.model) <= posted(&leaders.model), "{context}");
                between += usize::from(kept.len() > least.len() && kept.len() < expected.len());
            }
            if seed % 5 == 0 {
                for strategy in ["backtrack", "sat"] {
                    assert_eq!(solutions(&leaders.model, strategy), Some(kept.clone()), "{context} by {strategy}");
                }
            }
            proper += usize::from(group.order() > 1 && !expected.is_empty());
            large = large.max(group.order());
        }
    }
    assert!(between > 10, "{between} times fewer constraints kept some images and not all");
    assert!(proper > 300 && exact > 30 && large > 12, "{proper} with symmetry, {exact} exact, order up to {large}");
}

fn solutions(model: &Model, strategy: &str) -> Option<BTreeSet<Vec<i32>>> {
    let shown = model.shown();
    let mut found = BTreeSet::new();
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let result = backend.solve(model, &Budget::unlimited(), &mut |solution| {
        found.insert(solution.project(&shown));
        ControlFlow::Continue(())
    });
    match result {
        Ok(_) => Some(found),
        Err(SolveError::Unsupported { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}
