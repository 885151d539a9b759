//! The engine `exact-cover`: random covers against brute force, puzzles against the engine `bit-parallel`, counts.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use cnfab::model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Linear, Model, Var};
use cnfab::puzzle;
use cnfab::solve::{Budget, Encodings, Limit, Outcome, Strategy};
use fastrand::Rng;

use crate::common::dominoes::dominoes;
use crate::common::queens::queens;
use crate::common::scale::scale;
use crate::engines::{count, solve, some};
use crate::random_model::{equation, random_model};
use crate::taken::{compare_with_brute_force, twelve_switches};

const EXACT_COVER: &str = "backtrack:engine=exact-cover";

/// Groups that need one or at most one, over variables of no, one, two or more values; some atoms are in no group.
fn cover(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let top = rng.i32(1..=4);
    let step = [1, 1, 1000][rng.usize(..3)];
    let empty = rng.u8(..8) == 0;
    let vars: Vec<Var> = (0..rng.usize(1..=6))
        .map(|var| {
            let mut domain: Vec<i32> = (0..=top).filter(|_| rng.u8(..8) > 0).map(|value| step * value - 2).collect();
            if domain.is_empty() && !empty {
                domain.push(-2);
            }
            model.var(format!("x[{var}]"), if rng.u8(..3) == 0 { vec![-2, step - 2] } else { domain })
        })
        .collect();
    for _ in 0..rng.usize(1..=5) {
        let scope = some(&mut rng, &vars);
        // An atom comes once in a count.
        let mut atoms: BTreeSet<Atom> = BTreeSet::new();
        for &var in &scope {
            for _ in 0..rng.usize(1..=2) {
                atoms.insert(var.is(step * rng.i32(0..=top) - 2));
            }
        }
        let atoms: Vec<Atom> = atoms.into_iter().collect();
        match rng.u8(..8) {
            0..=1 => model.post("different", AllDifferent(scope)),
            2..=3 => model.post("one", Cardinality { atoms, cmp: Cmp::Eq, k: 1 }),
            4 => model.post("apart", Clause(atoms.iter().take(2).map(|atom| atom.var.is_not(atom.value)).collect())),
            5 => model.post("none", Cardinality { atoms, cmp: Cmp::Eq, k: 0 }),
            6 => model.post("some", Clause(atoms[..atoms.len().min(2)].to_vec())),
            _ => model.post("few", Cardinality { atoms, cmp: Cmp::Le, k: 1 }),
        }
    }
    model
}

#[test]
fn random_covers_agree_with_brute_force() {
    let seen = compare_with_brute_force(EXACT_COVER, 8000, cover);
    assert!(seen.taken() > 5000 && seen.none() > 1000 && seen.above(1) > 1000, "{seen:?}");
}

/// Switches of which some exclude each other when they are on and some when they are off, and some of which one is on.
fn switches(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let (mut model, vars) = twelve_switches(3);
    for _ in 0..rng.usize(1..=10) {
        let mut scope = some(&mut rng, &vars);
        match rng.u8(..6) {
            0 => {
                scope.truncate(2);
                let value = rng.i32(3..=4);
                model.post("apart", Clause(scope.iter().map(|var| var.is_not(value)).collect()));
            }
            1 => {
                scope.truncate(2);
                model.post("mixed", Clause(scope.iter().map(|var| equation(*var, 4, rng.bool())).collect()));
            }
            2 => model
                .post("few", Cardinality { atoms: scope.iter().map(|var| var.is(4)).collect(), cmp: Cmp::Le, k: 1 }),
            3 => {
                let k = scope.len() - 1;
                let atoms = scope.iter().map(|var| var.is(4)).collect();
                model.post("all but one", Cardinality { atoms, cmp: [Cmp::Ge, Cmp::Eq][rng.usize(..2)], k });
            }
            _ => {
                scope.truncate(5);
                model.post(
                    "one",
                    Cardinality { atoms: scope.iter().map(|var| var.is(4)).collect(), cmp: Cmp::Eq, k: 1 },
                );
            }
        }
    }
    model
}

#[test]
fn random_covers_by_switches_agree_with_brute_force() {
    let seen = compare_with_brute_force(EXACT_COVER, 2000, switches);
    assert!(seen.taken() == 2000 * scale() as usize && seen.none() > 300 && seen.above(20) > 300, "{seen:?}");
}

#[test]
fn random_models_of_all_classes_agree_or_are_refused() {
    let seen = compare_with_brute_force(EXACT_COVER, 3000, random_model);
    assert!(seen.taken() > 100, "{seen:?}");
}

/// Domino tilings: OEIS A099390, and A004003 for the square boards.
#[test]
fn domino_tilings_have_the_published_counts() {
    for (height, width, expected) in
        [(1, 4, 1), (2, 7, 21), (3, 5, 0), (3, 6, 41), (4, 4, 36), (4, 6, 281), (5, 6, 1183), (6, 6, 6728)]
    {
        for strategy in [EXACT_COVER, "backtrack:engine=exact-cover,threads=3"] {
            assert_eq!(count(strategy, &dominoes(height, width)), expected, "{height} x {width}, {strategy}");
        }
    }
}

/// A square of this order in which every row and column holds every value, or rows are fewer than columns.
fn latin(rows: usize, columns: usize) -> Model {
    let mut model = Model::new();
    let last = columns as i32;
    let cells: Vec<Var> = (0..rows * columns).map(|cell| model.var(format!("cell[{cell}]"), 1..=last)).collect();
    for row in cells.chunks(columns) {
        model.all_different("row", row.iter().copied());
    }
    for column in 0..columns {
        model.all_different("column", (0..rows).map(|row| cells[columns * row + column]));
    }
    model
}

/// Latin squares: OEIS A002860; rectangles of two and three rows: A000166 and A000186, each times the first row's
/// orders; queens: A000170.
#[test]
fn squares_and_queens_have_the_published_counts() {
    for (rows, columns, expected) in
        [(3, 3, 12), (4, 4, 576), (5, 5, 161_280), (2, 5, 120 * 44), (3, 5, 120 * 552), (2, 6, 720 * 265)]
    {
        assert_eq!(count(EXACT_COVER, &latin(rows, columns)), expected, "{rows} x {columns}");
    }
    for (size, number) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)] {
        assert_eq!(count(EXACT_COVER, &queens(size)), number, "{size} queens");
    }
}

/// More groups than fit one set of bits: the cover is left to this engine, as the nodes tell.
#[test]
fn large_covers_by_counts_are_taken_by_default() {
    let model = dominoes(24, 24);
    let nodes = |strategy: &str| {
        let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
        let mut found = 0;
        let report = backend.solve(&model, &Budget::unlimited(), &mut |_| {
            found += 1;
            if found == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        report.expect("stated").stats.nodes_per_level
    };
    assert_eq!(nodes("backtrack"), nodes(EXACT_COVER));
    assert_ne!(nodes("backtrack"), nodes("backtrack:engine=domains"));
}

/// Colours of a graph, different at the ends of each edge, say by pairs only what does not go: nothing to cover.
#[test]
fn large_models_of_pairs_alone_are_searched_by_domains() {
    let mut rng = Rng::with_seed(5);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..1200).map(|var| model.var(format!("x[{var}]"), 0..=3)).collect();
    for _ in 0..1800 {
        let (a, b) = (vars[rng.usize(..vars.len())], vars[rng.usize(..vars.len())]);
        for colour in 0..=3 {
            if a != b {
                model.post("apart", Clause(vec![a.is_not(colour), b.is_not(colour)]));
            }
        }
    }
    let first = |strategy: &str| {
        let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
        let stop = &mut |_: &_| ControlFlow::Break(());
        let report = backend.solve(&model, &Budget::unlimited(), stop).expect("taken");
        assert_eq!(report.outcome, Outcome::Satisfied);
        report.stats.propagations
    };
    assert_eq!(first("backtrack"), first("backtrack:engine=domains"));
    assert_ne!(first("backtrack"), first(EXACT_COVER));
}

/// The models of a file of puzzles.
fn models(path: &str) -> Vec<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(path);
    let text = fs::read_to_string(path).expect("a file");
    let (kind, puzzles) = puzzle::read(&text, &|_| Err("not needed".to_owned())).expect("puzzles");
    puzzles.iter().map(|puzzle| puzzle.make_model(kind.views[0].0)).collect()
}

#[test]
fn puzzles_agree_with_the_bit_parallel_engine() {
    let mut several = 0;
    for file in [
        "dissection/frame-small.txt",
        "dissection/pentominoes-3x20-unflipped.txt",
        "dissection/pentominoes-3x20.txt",
        "dissection/three-stones.txt",
        "dissection/twelve-others-unflipped.txt",
        "dissection/twelve-stones-unrotated.txt",
        "sudoku/hardest.txt",
        "sudoku/no-solution.txt",
        "sudoku/several-solutions.txt",
        "sudoku/six.txt",
        "star-battle/notebook-board-1.txt",
    ] {
        for (number, model) in models(file).iter().enumerate() {
            let Ok(found) = solve(EXACT_COVER, model, file) else {
                assert!(file.starts_with("star-battle"), "{file} {number}: a cover");
                continue;
            };
            // Some differ in what they call a count.
            let expected = solve("backtrack:engine=bit-parallel", model, file);
            let expected = expected.or_else(|_| solve("backtrack:engine=domains", model, file)).expect("stated");
            assert_eq!(found, expected, "{file} {number}");
            several += usize::from(found.len() > 1);
        }
    }
    assert!(several > 5, "{several}");
}

/// Switches that nothing is said of.
fn free(number: usize) -> Model {
    let mut model = Model::new();
    for var in 0..number {
        model.var(format!("x[{var}]"), 0..=1);
    }
    model
}

/// The same solutions, and the same nodes on each level, however many threads there are.
#[test]
fn threads_change_neither_solutions_nor_nodes() {
    let mut boards: Vec<(String, Model)> = (0..300).map(|seed| (format!("cover {seed}"), cover(seed))).collect();
    boards.extend((0..100).map(|seed| (format!("switches {seed}"), switches(seed))));
    boards.push(("queens".to_owned(), queens(8)));
    boards.push(("dominoes".to_owned(), dominoes(4, 7)));
    boards.push(("latin".to_owned(), latin(4, 4)));
    boards.push(("free switches".to_owned(), free(12)));
    let mut shared = 0;
    for (name, model) in boards {
        let run = |threads: usize| {
            let strategy = format!("{EXACT_COVER},threads={threads}");
            let backend = Strategy::parse(&strategy).expect("registered").backend(&Encodings::default());
            let mut found = BTreeSet::new();
            let mut on = |solution: &cnfab::model::Assignment| {
                assert!(found.insert(solution.values().to_vec()), "{name}, {strategy}: a solution comes twice");
                ControlFlow::Continue(())
            };
            let report = backend.solve(&model, &Budget::unlimited(), &mut on).ok()?;
            assert_eq!(report.outcome, Outcome::Exhausted);
            let counted = backend.count_only(&model, &Budget::unlimited()).expect("stated");
            assert_eq!(counted.number, found.len() as u64, "{name}, {strategy}");
            assert_eq!(counted.report.stats.nodes_per_level, report.stats.nodes_per_level, "{name}, {strategy}");
            Some((found, report.stats.nodes, report.stats.failures, report.stats.nodes_per_level))
        };
        let alone = run(1);
        for threads in [2, 3] {
            assert_eq!(run(threads), alone, "{name}, {threads} threads");
        }
        shared += usize::from(alone.is_some_and(|alone| alone.0.len() > 1));
    }
    assert!(shared > 100, "{shared}");
}

#[test]
fn a_limit_or_a_full_budget_ends_the_search() {
    for threads in [1, 3] {
        let backend = Strategy::parse(&format!("{EXACT_COVER},threads={threads}")).expect("registered");
        let backend = backend.backend(&Encodings::default());
        let mut found = 0;
        let report = backend.solve(&dominoes(6, 6), &Budget::unlimited(), &mut |_| {
            found += 1;
            if found == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((report.expect("stated").outcome, found), (Outcome::Satisfied, 100));
        // Forty switches that nothing is said of: nothing is ever ruled out.
        for model in [dominoes(20, 20), free(40)] {
            let budget = Budget::unlimited();
            budget.cancel();
            let counted = backend.count_only(&model, &budget).expect("stated");
            assert_eq!(counted.report.outcome, Outcome::Stopped(Limit::Time));
        }
    }
}

#[test]
fn what_the_engine_does_not_take_is_said() {
    let of = |post: &dyn Fn(&mut Model, &[Var])| {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..4).map(|var| model.var(format!("x[{var}]"), 0..=3)).collect();
        post(&mut model, &vars);
        solve(EXACT_COVER, &model, "refused").expect_err("not taken").to_string()
    };
    let refusals = [
        (of(&|model, x| model.exactly("two", 2, x.iter().map(|var| var.is(1)))), "counts of several"),
        (of(&|model, x| model.at_least("one", 1, x.iter().map(|var| var.is(1)))), "clauses or tables"),
        (of(&|model, x| model.at_most("off", 1, x.iter().map(|var| var.is_not(1)))), "counts of values not taken"),
        (of(&|model, x| model.show(&x[..2])), "variables that are not shown"),
        (of(&|model, x| model.post("sum", Linear { terms: vec![(1, x[0])], cmp: Cmp::Le, rhs: 2 })), "sums"),
    ];
    for (error, what) in refusals {
        assert!(error.contains(what), "{error}");
    }
    let error = solve("backtrack:engine=exact-cover,order=input", &latin(2, 2), "refused").expect_err("not taken");
    assert!(error.to_string().contains("order=input with engine=exact-cover"), "{error}");
}
