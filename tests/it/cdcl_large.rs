//! `cdcl` on models that take thousands of conflicts or have more solutions than it excludes by clauses.

use std::ops::ControlFlow;
use std::sync::Arc;

use cnfab::model::{Atom, Cardinality, Clause, Cmp, Model, Relation, Var};
use cnfab::solve::{Budget, Limit, Outcome};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines_large::{backend, solutions};
use crate::random_model::equation;

const CDCL: &str = "cdcl";

/// The same with several threads.
const SHARED: &str = "cdcl:threads=3";

/// Compares with another strategy and with several threads if there are at most `most` solutions, and returns how many
/// there are.
fn compare(model: &Model, other: &str, most: usize, context: &str) -> Option<usize> {
    let expected = solutions(&*backend(CDCL), model, most, context);
    let found = solutions(&*backend(other), model, most, &format!("{context}, {other}"));
    assert!(found == expected, "{context}: {:?}, {:?}", expected.map(|all| all.len()), found.map(|all| all.len()));
    let shared = solutions(&*backend(SHARED), model, most, &format!("{context}, shared"));
    assert!(
        shared == expected,
        "{context}: {:?}, shared {:?}",
        expected.map(|all| all.len()),
        shared.map(|all| all.len())
    );
    expected.map(|all| all.len())
}

fn switches(model: &mut Model, number: usize) -> Vec<Var> {
    (0..number).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect()
}

fn random_atoms(rng: &mut Rng, vars: &[Var], number: usize) -> Vec<Atom> {
    let mut vars = vars.to_vec();
    rng.shuffle(&mut vars);
    vars[..number].iter().map(|&var| equation(var, 1, rng.bool())).collect()
}

/// Random clauses of three literals, about as many as leave few solutions or none.
#[test]
fn random_clauses_of_three() {
    let (mut none, mut few, mut many) = (0, 0, 0);
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let vars = switches(&mut model, rng.usize(30..=60));
        for _ in 0..vars.len() * rng.usize(36..=44) / 10 {
            let clause = random_atoms(&mut rng, &vars, 3);
            model.post("clause", Clause(clause));
        }
        match compare(&model, "sat:batsat", 2000, &format!("seed {seed}")) {
            Some(0) => none += 1,
            Some(1..=64) => few += 1,
            _ => many += 1,
        }
    }
    assert!(none >= 5 && few >= 5 && many >= 5, "{none} {few} {many}");
}

/// Variables of two to four values under counts, tables, clauses and all-different constraints around a hidden
/// solution.
fn mixed(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let number = rng.usize(20..=45);
    let low = [0, -2, i32::MIN, i32::MAX - 3][rng.usize(..4)];
    let vars: Vec<Var> = (0..number)
        .map(|var| {
            let top = rng.i32(1..=3);
            model.var(format!("x[{var}]"), (low..=low + top).collect::<Vec<i32>>())
        })
        .collect();
    let hidden: Vec<i32> = vars.iter().map(|&var| rng.choice(model.domain(var).values()).expect("some")).collect();
    let holds = |atom: &Atom| atom.holds(hidden[atom.var.index()]);
    let scope = |rng: &mut Rng, size: usize| -> Vec<Var> {
        let mut vars = vars.clone();
        rng.shuffle(&mut vars);
        vars.truncate(size);
        vars
    };
    for _ in 0..number * 3 / 2 {
        let size = rng.usize(2..=4);
        match rng.u8(..8) {
            0..=2 => {
                let size = rng.usize(3..=12);
                let atom = |rng: &mut Rng, var| equation(var, low + rng.i32(0..=3), rng.u8(..5) > 0);
                let mut atoms: Vec<Atom> = scope(&mut rng, size).into_iter().map(|var| atom(&mut rng, var)).collect();
                let k = atoms.iter().filter(|atom| holds(atom)).count();
                // One and its opposite, which count for one.
                let both = rng.u8(..4) == 0;
                if both {
                    atoms.push(!atoms[0]);
                }
                let k = k + usize::from(both && !holds(&atoms[0]));
                let cmp = [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)];
                model.post("count", Cardinality { atoms, cmp, k });
            }
            3..=5 => {
                let vars = scope(&mut rng, 2);
                let [x, y] = [0, 1].map(|at: usize| hidden[vars[at].index()]);
                let mut rows = vec![[x, y]];
                for a in 0..=3 {
                    rows.extend((0..=3).filter(|_| rng.u8(..5) < 2).map(|b| [low + a, low + b]));
                }
                model.table("table", vars, &Arc::new(Relation::new(2, rows)));
            }
            6 => {
                let mut group: Vec<Var> = Vec::new();
                for var in scope(&mut rng, size) {
                    if group.iter().all(|other| hidden[other.index()] != hidden[var.index()]) {
                        group.push(var);
                    }
                }
                model.all_different("different", group);
            }
            _ => {
                let mut atoms: Vec<Atom> = scope(&mut rng, size)
                    .into_iter()
                    .map(|var| equation(var, low + rng.i32(0..=3), rng.bool()))
                    .collect();
                // A few do not hold for the hidden solution.
                if rng.u8(..80) > 0 && !atoms.iter().any(holds) {
                    atoms[0] = !atoms[0];
                }
                model.post("clause", Clause(atoms));
            }
        }
    }
    model
}

#[test]
fn all_classes_around_a_solution() {
    let (mut few, mut many) = (0, 0);
    for seed in rounds(250) {
        let other = ["sat:batsat", "backtrack:engine=domains"][seed as usize % 2];
        match compare(&mixed(seed), other, 1500, &format!("seed {seed}")) {
            Some(0..=64) => few += 1,
            Some(_) => many += 1,
            None => {}
        }
    }
    assert!(few >= 30 && many >= 30, "{few} {many}");
}

/// A Latin square of which some cells are not given.
fn completion(order: usize, open: usize, seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut shuffled = || {
        let mut all: Vec<usize> = (0..order).collect();
        rng.shuffle(&mut all);
        all
    };
    let (rows, columns, values) = (shuffled(), shuffled(), shuffled());
    let mut cells: Vec<usize> = (0..order * order).collect();
    rng.shuffle(&mut cells);
    cells.truncate(open);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..order * order)
        .map(|cell| {
            let value = values[(rows[cell / order] + columns[cell % order]) % order] as i32;
            let domain = if cells.contains(&cell) { (0..order as i32).collect() } else { vec![value] };
            model.var(format!("cell[{cell}]"), domain)
        })
        .collect();
    for line in 0..order {
        model.all_different("row", (0..order).map(|place| vars[order * line + place]));
        model.all_different("column", (0..order).map(|place| vars[order * place + line]));
    }
    model
}

#[test]
fn latin_squares_to_be_completed() {
    let (mut few, mut many) = (0, 0);
    for seed in 0..40 {
        let order = 10 + seed as usize % 5;
        let open = order * order * (40 + seed as usize % 4 * 5) / 100;
        match compare(&completion(order, open, seed), "backtrack:engine=domains", 3000, &format!("seed {seed}")) {
            Some(0..=64) => few += 1,
            Some(_) => many += 1,
            None => {}
        }
    }
    assert!(few >= 15 && many >= 5, "{few} {many}");
}

/// Each of some pigeons in one hole at least, each hole with one pigeon at most.
fn pigeons(pigeons: usize, holes: usize) -> Model {
    let mut model = Model::new();
    let vars = switches(&mut model, pigeons * holes);
    for pigeon in 0..pigeons {
        model.post("pigeon", Clause((0..holes).map(|hole| vars[pigeon * holes + hole].is(1)).collect()));
    }
    for hole in 0..holes {
        model.at_most("hole", 1, (0..pigeons).map(|pigeon| vars[pigeon * holes + hole].is(1)));
    }
    model
}

/// The conflicts are enough for a reduction of the clauses.
#[test]
fn pigeons_without_enough_holes() {
    let report = backend(CDCL)
        .solve(&pigeons(9, 8), &Budget::unlimited(), &mut |solution| panic!("{solution:?}"))
        .expect("stated");
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert!(report.stats.failures > Some(10_000), "{:?}", report.stats.failures);
    // One in each hole.
    assert_eq!(compare(&pigeons(6, 6), "backtrack:engine=bit-parallel", 720, "as many"), Some(720));
}

#[test]
fn a_search_that_is_told_to_end_ends() {
    // Before it finds anything, and while it does.
    let budget = Budget::unlimited();
    budget.cancel();
    let report = backend(CDCL).solve(&pigeons(14, 13), &budget, &mut |_| ControlFlow::Continue(())).expect("stated");
    assert_eq!(report.outcome, Outcome::Stopped(Limit::Time));
    let budget = Budget::unlimited();
    let mut found = 0;
    let mut on = |_: &_| {
        found += 1;
        if found == 100 {
            budget.cancel();
        }
        ControlFlow::Continue(())
    };
    let report = backend(CDCL).solve(&pigeons(12, 13), &budget, &mut on).expect("stated");
    assert_eq!(report.outcome, Outcome::Stopped(Limit::Time));
    assert!(found >= 100);
}

/// Models with nothing to choose: without variables, with empty domains, with constraints over nothing.
#[test]
fn the_smallest_models() {
    let of = |post: &dyn Fn(&mut Model)| {
        let mut model = Model::new();
        post(&mut model);
        solutions(&*backend(CDCL), &model, 99, "small").expect("few").len()
    };
    let extremes = vec![i32::MIN, i32::MAX];
    assert_eq!(of(&|_| {}), 1);
    assert_eq!(of(&|model| model.post("none", Clause(Vec::new()))), 0);
    assert_eq!(of(&|model| model.all_different("different", [])), 1);
    assert_eq!(of(&|model| model.exactly("count", 0, [])), 1);
    assert_eq!(of(&|model| model.exactly("count", 1, [])), 0);
    assert_eq!(of(&|model| model.table("table", [], &Arc::new(Relation::new(0, [[]; 0])))), 0);
    assert_eq!(of(&|model| model.table("table", [], &Arc::new(Relation::new(0, [[]])))), 1);
    let alone = |domain: &[i32]| {
        of(&|model| {
            model.var("x", domain);
        })
    };
    assert_eq!([alone(&[]), alone(&[7]), alone(&extremes), alone(&[-1, 3, 9])], [0, 1, 2, 3]);
    assert_eq!(
        of(&|model| {
            let [x, y] = ["x", "y"].map(|name| model.var(name, extremes.clone()));
            model.all_different("different", [x, y]);
            model.post("any", Cardinality { atoms: vec![x.is(i32::MIN)], cmp: Cmp::Le, k: usize::MAX });
        }),
        2
    );
}
