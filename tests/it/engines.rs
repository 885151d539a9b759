//! The engines of native search for some kinds of models: random models of these kinds against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Linear, Model, Relation, Table, Var};
use cnfab::solve::{Budget, Encodings, Outcome, SolveError, Strategy};
use fastrand::Rng;

use crate::common::queens::queens;
use crate::random_model::{brute_force, equation, random_model};

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

/// How many solutions a strategy counts.
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

/// Variables over small domains under all-different constraints, counts and clauses of one sign.
fn packable(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let count = rng.usize(1..=5);
    let values = rng.i32(1..=4);
    // Large gaps and many values are as good as small ones.
    let step = [1, 1, 7, 1000][rng.usize(..4)];
    let vars: Vec<Var> = (0..count)
        .map(|var| {
            let domain: Vec<i32> = (0..=values).filter(|_| rng.u8(..5) > 0).map(|value| step * value - 3).collect();
            model.var(format!("x[{var}]"), if rng.bool() { vec![-3, step - 3] } else { domain })
        })
        .collect();
    for _ in 0..rng.usize(1..=4) {
        let scope = some(&mut rng, &vars);
        let mut atoms = |is: bool, scope: &[Var]| -> Vec<Atom> {
            scope.iter().map(|&var| equation(var, step * rng.i32(0..=values) - 3, is)).collect()
        };
        match seed % 5 {
            0 if scope.len() >= 4 => model.post("different", AllDifferent(scope)),
            1 => {
                let atoms = atoms(false, &scope);
                model.post("not all", Clause(atoms));
            }
            2 => {
                let atoms = atoms(true, &scope);
                model.post("some", Clause(atoms));
            }
            _ => {
                let atoms = atoms(seed.is_multiple_of(2), &scope);
                let k = rng.usize(0..=scope.len());
                model.post("count", Cardinality { atoms, cmp: [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)], k });
            }
        }
    }
    if count <= 3 && rng.bool() {
        let wide: Vec<Var> = (0..4).map(|var| model.var(format!("y[{var}]"), 0..=rng.i32(2..=3))).collect();
        model.post("different", AllDifferent(wide));
    }
    model
}

#[test]
fn the_bit_parallel_engine_agrees_with_brute_force() {
    let mut taken = 0;
    for seed in 0..6000 {
        let model = packable(seed);
        // Variables of two values have no literal of their own for the smaller one; what mixes the two is refused.
        match solve("backtrack:engine=bit-parallel", &model, &format!("seed {seed}")) {
            Ok(_) => {
                agrees("bit-parallel", &model, &format!("seed {seed}"));
                agrees("auto", &model, &format!("seed {seed}"));
                taken += 1;
            }
            Err(SolveError::Unsupported { .. }) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(taken > 3000, "{taken}");
}

/// Switches that exclude each other in pairs, and groups of which several are true: each rest of a group falls into
/// sets of which one can be true.
fn covered(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..12).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
    for (first, &a) in vars.iter().enumerate() {
        for &b in &vars[first + 1..] {
            if rng.u8(..3) == 0 {
                model.post("apart", Clause(vec![a.is_not(1), b.is_not(1)]));
            }
        }
    }
    for _ in 0..rng.usize(1..=4) {
        let scope = some(&mut rng, &vars);
        let k = rng.usize(1..=4).min(scope.len());
        let atoms = scope.iter().map(|var| var.is(1)).collect();
        let cmp = [Cmp::Eq, Cmp::Eq, Cmp::Ge, Cmp::Le][rng.usize(..4)];
        model.post("count", Cardinality { atoms, cmp, k });
    }
    model
}

#[test]
fn groups_whose_items_exclude_each_other_agree_with_brute_force() {
    let (mut some, mut none) = (0, 0);
    for seed in 0..2000 {
        let model = covered(seed);
        agrees("bit-parallel", &model, &format!("seed {seed}"));
        if brute_force(&model).is_empty() { none += 1 } else { some += 1 }
    }
    assert!(some > 500 && none > 200, "{some} {none}");
}

/// Latin squares with some cells given: the cells of a value in rows and in columns are two families of 36 groups.
#[test]
fn groups_with_copied_items_agree_with_the_other_engine() {
    let (order, mut none, mut several) = (6, 0, 0);
    for seed in 0..150 {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let shift = rng.usize(..order);
        let cells: Vec<Var> = (0..order * order)
            .map(|cell| {
                let (row, column) = (cell / order, cell % order);
                // A cyclic square, with a mistake now and then.
                let right = if rng.u8(..60) == 0 { rng.usize(..order) } else { (row + column + shift) % order };
                let given = rng.u8(..5) < 2;
                let half: Vec<i32> = (0..order).filter(|&v| v == right || rng.bool()).map(|v| v as i32).collect();
                let domain = if given {
                    vec![right as i32]
                } else if rng.u8(..4) == 0 {
                    half
                } else {
                    (0..6).collect()
                };
                model.var(format!("cell[{cell}]"), domain)
            })
            .collect();
        for line in 0..order {
            model.all_different("row", (0..order).map(|place| cells[order * line + place]));
            model.all_different("column", (0..order).map(|place| cells[order * place + line]));
        }
        let expected = solve("backtrack:engine=domains", &model, "domains").expect("stated");
        let found = solve("backtrack:engine=bit-parallel", &model, "bit-parallel").expect("stated");
        assert_eq!(found, expected, "seed {seed}");
        let together = solve("backtrack:engine=bit-parallel,threads=3", &model, "bit-parallel").expect("stated");
        assert_eq!(together, expected, "seed {seed}, threads");
        for threads in [1, 3] {
            assert_eq!(
                count(&format!("backtrack:engine=bit-parallel,threads={threads}"), &model),
                expected.len() as u64
            );
        }
        none += usize::from(expected.is_empty());
        several += usize::from(expected.len() > 1);
    }
    assert!(none > 10 && several > 30, "{none} {several}");
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

#[test]
fn a_packed_model_serves_others_that_differ_in_domains() {
    let mut rng = Rng::with_seed(1);
    for seed in 0..1500 {
        let model = packable(seed);
        let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
        for round in 0..4 {
            let mut cut = |var: Var| -> Vec<i32> {
                let domain = model.domain(var).values();
                let is_small = domain.len() <= 2;
                domain.filter(|_| round == 0 || is_small || rng.u8(..4) > 0).collect()
            };
            let cut: Vec<_> = model.vars().map(&mut cut).map(Into::into).collect();
            let model = model.with_domains(cut);
            let mut found = BTreeSet::new();
            let mut on = |solution: &cnfab::model::Assignment| {
                found.insert(solution.project(&model.shown()));
                ControlFlow::Continue(())
            };
            backend.solve(&model, &Budget::unlimited(), &mut on).expect("stated");
            assert_eq!(found, brute_force(&model), "seed {seed}, round {round}\n{model:#?}");
        }
    }
}

/// Different numbers with sums and comparisons.
fn lined(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let count = rng.i32(1..=6);
    let low = rng.i32(-9..=9);
    let vars: Vec<Var> = (0..count)
        .map(|var| {
            let all = low..=low + count + rng.i32(-1..=1);
            let domain: Vec<i32> = all.filter(|_| rng.u8(..8) > 0).collect();
            model.var(format!("x[{var}]"), domain)
        })
        .collect();
    model.post("different", AllDifferent(vars.clone()));
    for _ in 0..rng.usize(0..=4) {
        let scope = some(&mut rng, &vars);
        if scope.len() > 1 && rng.u8(..4) == 0 {
            let vars = scope[..rng.usize(1..=2)].to_vec();
            let value = |rng: &mut Rng| low + rng.i32(0..=count);
            let rows: Vec<Vec<i32>> =
                (0..rng.usize(3..30)).map(|_| vars.iter().map(|_| value(&mut rng)).collect()).collect();
            let relation = std::sync::Arc::new(Relation::new(vars.len(), rows));
            model.post("table", Table { vars, relation });
        } else if scope.len() > 1 && rng.u8(..3) == 0 {
            let sign = |rng: &mut Rng| [1, -1][rng.usize(..2)];
            let (a, b) = (sign(&mut rng), sign(&mut rng));
            let terms = if rng.u8(..4) == 0 { vec![(2 * a, scope[0])] } else { vec![(a, scope[0]), (b, scope[1])] };
            let middle: i64 = terms.iter().map(|&(coefficient, _)| coefficient * i64::from(low)).sum();
            let cmp = [Cmp::Le, Cmp::Ge][rng.usize(..2)];
            model.post("order", Linear { terms, cmp, rhs: middle + rng.i64(-4..=4) });
        } else {
            let middle = scope.len() as i64 * (i64::from(low) + i64::from(count) / 2);
            let terms = scope.into_iter().map(|var| (1, var)).collect();
            model.post("line", Linear { terms, cmp: Cmp::Eq, rhs: middle + rng.i64(-3..=3) });
        }
    }
    model
}

#[test]
fn the_magic_engine_agrees_with_brute_force() {
    let mut several = 0;
    for seed in 0..3000 {
        let model = lined(seed);
        agrees("magic", &model, &format!("seed {seed}"));
        agrees("auto", &model, &format!("seed {seed}"));
        several += usize::from(brute_force(&model).len() > 1);
    }
    assert!(several > 500, "{several}");
}

/// Many lines that all hold for one filling at least, so that what follows from them together has something to let
/// through.
#[test]
fn lines_around_a_solution_agree_with_brute_force() {
    let mut several = 0;
    for seed in 0..400 {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let count = rng.usize(4..=6);
        let mut filling: Vec<i32> = (-2..=count as i32 - 2).collect();
        let values = filling.clone();
        rng.shuffle(&mut filling);
        let vars: Vec<Var> = (0..count).map(|var| model.var(format!("x[{var}]"), values.clone())).collect();
        model.post("different", AllDifferent(vars.clone()));
        for _ in 0..rng.usize(2..=6) {
            let scope = some(&mut rng, &vars);
            let rhs = scope.iter().map(|var| i64::from(filling[var.index()])).sum();
            let terms = scope.into_iter().map(|var| (1, var)).collect();
            model.post("line", Linear { terms, cmp: Cmp::Eq, rhs });
        }
        agrees("magic", &model, &format!("seed {seed}"));
        several += usize::from(brute_force(&model).len() > 1);
    }
    assert!(several > 100, "{several}");
}

/// The corners of a magic square of order 4 sum to a line, which follows from eight of its ten lines and from no fewer.
#[test]
fn what_lines_say_together_is_known_before_they_end() {
    for corners in [[1, 2, 3], [16, 15, 14]] {
        let mut model = Model::new();
        let given = |place: usize| [0, 3, 12].iter().position(|&corner| corner == place).map(|at| corners[at]);
        let domain = |place: usize| given(place).map_or((1..=16).collect(), |value| vec![value]);
        let vars: Vec<Var> = (0..16).map(|place| model.var(format!("{place}"), domain(place))).collect();
        model.post("different", AllDifferent(vars.clone()));
        let rows = (0..4).map(|row| (0..4).map(|column| 4 * row + column).collect::<Vec<usize>>());
        let columns = (0..4).map(|column| (0..4).map(|row| 4 * row + column).collect());
        let diagonals = [(0..4).map(|step| 5 * step).collect(), (0..4).map(|step| 3 + 3 * step).collect()];
        for line in rows.chain(columns).chain(diagonals) {
            model.linear("line", line.iter().map(|&place| (1, vars[place])), Cmp::Eq, 34);
        }
        let backend = Strategy::parse("backtrack:engine=magic").expect("registered").backend(&Encodings::default());
        let counted = backend.count_only(&model, &Budget::unlimited()).expect("stated");
        assert_eq!(counted.number.to_string(), "0", "the fourth corner would be 28 or -11");
        assert!(counted.report.stats.nodes.expect("counted") <= 3, "{corners:?}: {:?}", counted.report.stats);
    }
}

/// Whether the number of nodes does not depend on who searches which part: random choices do, and what is remembered of
/// states without a solution.
fn same_nodes(name: &str, options: &str) -> bool {
    let remembers = name == "stars" && options.is_empty();
    !options.contains("random") && !remembers
}

/// The same solutions, the same number without building them, and the same nodes, however many threads there are.
#[test]
fn threads_change_neither_solutions_nor_nodes() {
    let mut boards: Vec<(String, Model)> = Vec::new();
    for seed in 0..150 {
        boards.push((format!("packable {seed}"), packable(seed)));
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

/// Exact cover over more words than fit in small ones, and beside it items that only exclude each other.
#[test]
fn long_words_leave_no_item_undecided() {
    let (groups, size) = (32, 20);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..groups * size).map(|item| model.var(format!("item[{item}]"), 0..=1)).collect();
    let atoms = |vars: &[Var]| vars.iter().map(|var| var.is(1)).collect::<Vec<Atom>>();
    for group in vars.chunks(size) {
        model.post("one", Cardinality { atoms: atoms(group), cmp: Cmp::Eq, k: 1 });
    }
    // All groups choose alike.
    for (group, next) in vars.chunks(size).zip(vars[size..].chunks(size)) {
        for (place, &var) in group.iter().enumerate() {
            let others = next.iter().enumerate().filter(|&(other, _)| other != place);
            others.for_each(|(_, &other)| model.post("alike", Clause(vec![var.is_not(1), other.is_not(1)])));
        }
    }
    let free: Vec<Var> = (0..3).map(|var| model.var(format!("free[{var}]"), 0..=1)).collect();
    for pair in free.windows(2) {
        model.post("not both", Cardinality { atoms: atoms(pair), cmp: Cmp::Le, k: 1 });
    }
    for engine in ["bit-parallel", "domains"] {
        let found = solve(&format!("backtrack:engine={engine}"), &model, engine).expect("stated");
        // Of three in a row, no two neighbours: 5 ways.
        assert_eq!(found.len(), size * 5, "{engine}");
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
