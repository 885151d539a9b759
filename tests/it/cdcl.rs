//! The strategy `cdcl`: random models against brute force, puzzles against other strategies.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use cnfab::model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Model, Relation, Table, Var};
use cnfab::puzzle;
use cnfab::solve::{Budget, Encodings, Limit, Outcome, Strategy};
use fastrand::Rng;

use crate::common::queens::queens;
use crate::common::scale::scale;
use crate::engines::{count, solve, some, stars, stars_of};
use crate::random_model::{equation, random_model};
use crate::taken::{compare_with_brute_force, twelve_switches};

const CDCL: &str = "cdcl";

/// All that is taken, mixed: domains of no, one, two or more values, atoms of both signs, values outside domains,
/// tables in which a variable stands twice, hidden variables.
fn mixed(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let top = rng.i32(1..=3);
    let step = [1, 1, 1000][rng.usize(..3)];
    let value = |rng: &mut Rng| step * rng.i32(0..=top) - 2;
    let vars: Vec<Var> = (0..rng.usize(1..=5))
        .map(|var| {
            let domain: Vec<i32> = (0..=top).filter(|_| rng.u8(..8) > 0).map(|value| step * value - 2).collect();
            model.var(format!("x[{var}]"), domain)
        })
        .collect();
    for _ in 0..rng.usize(1..=4) {
        let scope = some(&mut rng, &vars);
        // An atom comes once in a count.
        let mut taken = BTreeSet::new();
        let mut atoms: Vec<Atom> = Vec::new();
        for &var in &scope {
            for _ in 0..rng.usize(1..=2) {
                let atom = equation(var, value(&mut rng), rng.bool());
                if taken.insert(atom) {
                    atoms.push(atom);
                }
            }
        }
        match rng.u8(..6) {
            0 => model.post("different", AllDifferent(scope)),
            1 => model.post("some", Clause(atoms)),
            2 => {
                let vars: Vec<Var> = (0..rng.usize(1..=4)).map(|_| scope[rng.usize(..scope.len())]).collect();
                let rows: Vec<Vec<i32>> =
                    (0..rng.usize(0..24)).map(|_| vars.iter().map(|_| value(&mut rng)).collect()).collect();
                let relation = Arc::new(Relation::new(vars.len(), rows));
                model.post("table", Table { vars, relation });
            }
            _ => {
                let k = rng.usize(0..=atoms.len());
                let cmp = [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)];
                model.post("count", Cardinality { atoms, cmp, k });
            }
        }
    }
    hide_some(&mut rng, &mut model, &vars);
    model
}

/// Hides up to a third of the variables in one of two models.
fn hide_some(rng: &mut Rng, model: &mut Model, vars: &[Var]) {
    if rng.bool() {
        let mut shown = vars.to_vec();
        rng.shuffle(&mut shown);
        shown.truncate(vars.len() - rng.usize(..=vars.len() / 3));
        model.show(&shown);
    }
}

#[test]
fn what_cdcl_takes_agrees_with_brute_force() {
    // Refused are those with two values of which one is not the other: the same atom twice.
    let seen = compare_with_brute_force(CDCL, 8000, mixed);
    assert!(seen.taken() > 6000 && seen.none() > 1000 && seen.above(1) > 1000, "{seen:?}");
}

/// Switches under clauses of three and counts: up to some thousand solutions, far more than clauses exclude.
fn switches(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let (mut model, vars) = twelve_switches(0);
    let atoms = |rng: &mut Rng, number: usize| -> Vec<Atom> {
        let mut vars = vars.clone();
        rng.shuffle(&mut vars);
        vars[..number].iter().map(|&var| equation(var, 1, rng.bool())).collect()
    };
    for _ in 0..rng.usize(0..=50) {
        let clause = atoms(&mut rng, 3);
        model.post("clause", Clause(clause));
    }
    for _ in 0..rng.usize(0..=3) {
        let number = rng.usize(4..=12);
        let (atoms, k) = (atoms(&mut rng, number), rng.usize(1..number));
        model.post("count", Cardinality { atoms, cmp: [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)], k });
    }
    hide_some(&mut rng, &mut model, &vars);
    model
}

#[test]
fn many_solutions_come_once_each() {
    let seen = compare_with_brute_force(CDCL, 1500, switches);
    assert!(seen.taken() == 1500 * scale() as usize && seen.none() > 100 && seen.above(199) > 250, "{seen:?}");
}

/// The same solutions, each once, and the same number, however many threads there are.
#[test]
fn threads_change_no_solutions() {
    let mut boards: Vec<(String, Model)> = (0..150).map(|seed| (format!("mixed {seed}"), mixed(seed))).collect();
    boards.extend((0..40).map(|seed| (format!("switches {seed}"), switches(seed))));
    boards.push(("queens".to_owned(), queens(9)));
    boards.push(("stars".to_owned(), stars(9)));
    let mut many = 0;
    for (name, model) in boards {
        let Ok(alone) = solve(CDCL, &model, &name) else { continue };
        for threads in [2, 3] {
            let strategy = format!("{CDCL}:threads={threads}");
            assert_eq!(solve(&strategy, &model, &name).expect("stated"), alone, "{name}, {threads} threads");
            assert_eq!(count(&strategy, &model), alone.len() as u64, "{name}, {threads} threads");
        }
        many += usize::from(alone.len() > 200);
    }
    assert!(many > 8, "{many}");
}

#[test]
fn random_models_of_all_classes_agree_or_are_refused() {
    let seen = compare_with_brute_force(CDCL, 2000, random_model);
    assert!(seen.taken() > 100, "{seen:?}");
}

/// Runs until `limit` solutions are found; what ended the search, and the solutions.
fn first(model: &Model, budget: &Budget, limit: usize) -> (Outcome, BTreeSet<Vec<i32>>) {
    let backend = Strategy::parse(CDCL).expect("registered").backend(&Encodings::default());
    let mut found = BTreeSet::new();
    let mut on = |solution: &cnfab::model::Assignment| {
        assert!(model.violated(solution).is_none() && model.outside(solution).is_none());
        assert!(found.insert(solution.values().to_vec()), "a solution comes twice");
        if found.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = backend.solve(model, budget, &mut on).expect("stated");
    (report.outcome, found)
}

#[test]
fn a_limit_ends_the_search() {
    let model = queens(8);
    for limit in [1, 2, 63, 64, 65, 91, 92] {
        let (outcome, found) = first(&model, &Budget::unlimited(), limit);
        assert_eq!((outcome, found.len()), (Outcome::Satisfied, limit));
    }
    let (outcome, found) = first(&model, &Budget::unlimited(), 93);
    assert_eq!((outcome, found.len()), (Outcome::Exhausted, 92));
    // Too much for no time at all.
    let (outcome, _) = first(&queens(20), &Budget::within(std::time::Duration::ZERO), usize::MAX);
    assert_eq!(outcome, Outcome::Stopped(Limit::Time));
}

#[test]
fn boards_have_as_many_solutions_as_is_known() {
    for (size, number) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)] {
        assert_eq!(count(CDCL, &queens(size)), number, "{size} queens");
    }
    for (name, model) in [("two stars", stars(9)), ("three stars", stars_of(12, 3))] {
        let packed = solve("backtrack:engine=bit-parallel", &model, name).expect("stated");
        assert_eq!(solve(CDCL, &model, name).expect("stated"), packed, "{name}");
    }
}

/// The models of a file of puzzles.
fn models(path: &str) -> Vec<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(path);
    let text = fs::read_to_string(path).expect("a file");
    let (kind, puzzles) = puzzle::read(&text, &|_| Err("not needed".to_owned())).expect("puzzles");
    puzzles.iter().map(|puzzle| puzzle.make_model(kind.views[0].0)).collect()
}

#[test]
fn sudokus_agree_with_the_other_engines() {
    let mut several = 0;
    let files =
        ["hardest.txt", "several-solutions.txt", "no-solution.txt", "quarter-turn.txt", "six.txt", "sixteen-88.txt"];
    for file in files {
        for (number, model) in models(&format!("sudoku/{file}")).iter().enumerate() {
            // Too many groups to be packed.
            let other = if file.starts_with("sixteen") { "domains" } else { "bit-parallel" };
            let expected = solve(&format!("backtrack:engine={other}"), model, file).expect("stated");
            let found = solve(CDCL, model, file).expect("stated");
            assert_eq!(found, expected, "{file} {number}");
            several += usize::from(found.len() > 1);
        }
    }
    assert!(several > 0);
}

/// 15,625 values: too many for one bitset, but enough are given.
#[test]
fn sudokus_of_25_rows_are_unique() {
    for file in ["sudoku/twenty-five-19.txt", "sudoku/twenty-five-20.txt"] {
        let models = models(file);
        assert_eq!(count("auto", &models[0]), 1, "{file}");
    }
}
