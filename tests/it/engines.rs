//! Engines of native search on models that several of them take: threads, limits and refusals.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{Atom, Cardinality, Clause, Cmp, Linear, Model, Var};
use cnfab::solve::{Budget, Encodings, Outcome, SolveError, Strategy};
use fastrand::Rng;

use crate::common::queens::queens;
use crate::engines_bit_parallel::bit_parallel_model;
use crate::engines_magic::lined;
use crate::random_model::{brute_force, random_model};

/// The solutions that an engine finds, or why it does not take the model.
pub(crate) fn solve(strategy: &str, model: &Model, context: &str) -> Result<BTreeSet<Vec<i32>>, SolveError> {
    let listed = listed(strategy, model, context)?;
    let found: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!(found.len(), listed.len(), "{context}: a solution comes twice");
    Ok(found)
}

/// The same in the order in which they are found.
pub(crate) fn listed(strategy: &str, model: &Model, context: &str) -> Result<Vec<Vec<i32>>, SolveError> {
    let shown = model.shown();
    let mut found = Vec::new();
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let report = backend.solve(model, &Budget::unlimited(), &mut |solution| {
        found.push(solution.project(&shown));
        ControlFlow::Continue(())
    })?;
    assert_eq!(report.outcome, Outcome::Exhausted, "{context}");
    let levels = report.stats.nodes_per_level.iter().sum::<u64>();
    assert_eq!(report.stats.nodes.map(|nodes| nodes + 1), Some(levels), "{context}");
    Ok(found)
}

/// The number of solutions that a strategy counts.
pub(crate) fn count(strategy: &str, model: &Model) -> u64 {
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let counted = backend.count_only(model, &Budget::unlimited()).expect("stated");
    assert_eq!(counted.report.outcome, Outcome::Exhausted, "{strategy}");
    counted.number.to_string().parse().expect("fits")
}

pub(crate) fn agrees(engine: &str, model: &Model, context: &str) {
    let expected = brute_force(model);
    let found = solve(&format!("backtrack:engine={engine}"), model, context)
        .unwrap_or_else(|error| panic!("{context}: {error}\n{model:#?}"));
    assert_eq!(found, expected, "{context}\n{model:#?}");
}

/// Some of the variables, at least one.
pub(crate) fn some(rng: &mut Rng, vars: &[Var]) -> Vec<Var> {
    let mut vars = vars.to_vec();
    rng.shuffle(&mut vars);
    vars.truncate(rng.usize(1..=vars.len()));
    vars
}

#[test]
fn what_is_said_twice_counts_once() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..30).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
    let atoms: Vec<Atom> = vars.iter().map(|var| var.is(1)).collect();
    model.post("few", Cardinality { atoms: atoms.clone(), cmp: Cmp::Le, k: 2 });
    // Always true, however large the number.
    model.post("any", Cardinality { atoms, cmp: Cmp::Le, k: usize::MAX });
    // The last variable is not shown, the first is named twice.
    let mut shown = vars[..29].to_vec();
    shown.push(vars[0]);
    model.show(&shown);
    assert_eq!(model.shown(), vars[..29]);
    for strategy in ["backtrack", "backtrack:engine=domains"] {
        // Of 29 switches none, one or two.
        assert_eq!(solve(strategy, &model, strategy).expect("stated").len(), 1 + 29 + 29 * 28 / 2, "{strategy}");
    }
}

#[test]
#[should_panic(expected = "add up to more than 64 bits")]
fn coefficients_that_add_up_to_too_much_are_refused() {
    let mut model = Model::new();
    let x = model.var("x", 0..=1);
    model.post("sum", Linear { terms: vec![(1 << 62, x); 4], cmp: Cmp::Le, rhs: 5 });
}

/// True if the number of nodes does not depend on who searches which part: random choices do, and what is remembered of
/// states without a solution.
fn same_nodes(name: &str, options: &str) -> bool {
    let remembers = name == "stars" && options.is_empty();
    !options.contains("random") && !remembers
}

/// The same solutions, the same number without building them, and the same nodes, however many threads there are.
#[test]
fn threads_change_neither_solutions_nor_nodes() {
    let mut boards: Vec<(String, Model)> = Vec::new();
    for seed in 0..60 {
        boards.push((format!("bit_parallel_model {seed}"), bit_parallel_model(seed)));
        boards.push((format!("lined {seed}"), lined(seed)));
        boards.push((format!("any {seed}"), random_model(seed)));
    }
    // Large enough to be shared: queens as counts, squares of different numbers, and latin squares.
    boards.push(("queens".to_owned(), queens(8)));
    boards.push(("stars".to_owned(), stars(9)));
    boards.push(("square".to_owned(), square()));
    for (name, model) in boards {
        for options in ["", "engine=domains", "engine=domains,values=random", "engine=domains,order=input"] {
            let run = |threads: usize| {
                let strategy = format!("backtrack:{options},threads={threads}");
                let backend = Strategy::parse(&strategy).expect("registered").backend(&Encodings::default());
                let shown = model.shown();
                let mut found = BTreeSet::new();
                let mut on = |solution: &cnfab::model::Assignment| {
                    assert!(found.insert(solution.project(&shown)), "{name}, {strategy}: a solution comes twice");
                    ControlFlow::Continue(())
                };
                let report = backend.solve(&model, &Budget::unlimited(), &mut on).expect("stated");
                assert_eq!(report.outcome, Outcome::Exhausted);
                let counted = backend.count_only(&model, &Budget::unlimited()).expect("stated");
                assert_eq!(counted.number, found.len() as u64, "{name}, {strategy}");
                // What is only counted is not always visited.
                if options.contains("domains") && same_nodes(&name, options) {
                    assert_eq!(counted.report.stats.nodes, report.stats.nodes, "{name}, {strategy}");
                }
                let levels = &counted.report.stats.nodes_per_level;
                assert_eq!(counted.report.stats.nodes.map(|nodes| nodes + 1), Some(levels.iter().sum()));
                (found, report.stats.nodes, report.stats.nodes_per_level)
            };
            let alone = run(1);
            for threads in [2, 5] {
                let together = run(threads);
                assert_eq!(together.0, alone.0, "{name}, {options}, {threads} threads");
                if same_nodes(&name, options) {
                    assert_eq!((together.1, together.2), (alone.1, alone.2.clone()), "{name}, {options}, {threads}");
                }
            }
        }
    }
}

#[test]
fn a_receiver_that_has_enough_ends_all_threads() {
    for engine in ["auto", "domains"] {
        let strategy = format!("backtrack:engine={engine},threads=3");
        let backend = Strategy::parse(&strategy).expect("registered").backend(&Encodings::default());
        let mut found = 0;
        let report = backend.solve(&square(), &Budget::unlimited(), &mut |_| {
            found += 1;
            if found == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((report.expect("stated").outcome, found), (Outcome::Satisfied, 5));
    }
}

/// Two stars in each row and column, none beside another.
pub(crate) fn stars(size: i32) -> Model {
    stars_of(size, 2)
}

/// `k` stars in each row and column, none beside another.
pub(crate) fn stars_of(size: i32, k: usize) -> Model {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..size * size).map(|cell| model.var(format!("star[{cell}]"), 0..=1)).collect();
    for number in 0..size {
        for by_row in [true, false] {
            let on = |cell: &i32| if by_row { cell / size == number } else { cell % size == number };
            let atoms = (0..size * size).filter(on).map(|cell| cells[cell as usize].is(1)).collect();
            model.post("line", Cardinality { atoms, cmp: Cmp::Eq, k });
        }
    }
    for (cell, other) in (0..size * size).flat_map(|cell| (0..cell).map(move |other| (cell, other))) {
        if (cell / size - other / size).abs() <= 1 && (cell % size - other % size).abs() <= 1 {
            let apart = [cell, other].map(|cell| cells[cell as usize].is_not(1));
            model.post("touch", Clause(apart.to_vec()));
        }
    }
    model
}

/// Magic squares of order 3 with one more row: many solutions of lines of different numbers.
fn square() -> Model {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..8).map(|cell| model.var(format!("cell[{cell}]"), 1..=9)).collect();
    model.all_different("different", cells.iter().copied());
    for line in [[0, 1, 2], [3, 4, 5]] {
        let terms = line.map(|cell| (1, cells[cell])).to_vec();
        model.post("line", Linear { terms, cmp: Cmp::Eq, rhs: 15 });
    }
    model
}

#[test]
fn what_an_engine_does_not_take_is_said() {
    let mut model = Model::new();
    let x = model.var("x", 0..=3);
    let y = model.var("y", 0..=3);
    model.post("sum", Linear { terms: vec![(2, x), (1, y)], cmp: Cmp::Eq, rhs: 4 });
    for (strategy, what) in [
        ("cdcl", "cdcl does not support sums"),
        ("backtrack:engine=magic", "variables that may be equal"),
        ("backtrack:order=input,engine=magic", "does not support order=input with engine=magic"),
    ] {
        let error = solve(strategy, &model, strategy).expect_err("not taken");
        assert!(error.to_string().contains(what), "{error}");
    }
}
