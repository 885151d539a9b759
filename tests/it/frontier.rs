//! Counting by the states of a frontier: brute force on random models, published figures, refusals.

use std::sync::Arc;
use std::time::Duration;

use cnfab::model::{Atom, Cmp, Model, Relation, Var};
use cnfab::puzzle;
use cnfab::solve::{Budget, Counted, Encodings, Limit, Outcome, SolveError, Strategy};
use fastrand::Rng;

use crate::common::dominoes::dominoes;
use crate::random_model::{CLASSES, brute_force, constraint_of, random_domain};

fn run(strategy: &str, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    backend.count(model, budget, &mut |_| panic!("it does not list"))
}

#[track_caller]
fn number(strategy: &str, model: &Model) -> String {
    let counted = run(strategy, model, &Budget::unlimited()).unwrap_or_else(|error| panic!("{strategy}: {error}"));
    assert_eq!(counted.report.outcome, Outcome::Exhausted, "{strategy}");
    counted.number.to_string()
}

/// The number that every walk which supports the model gives; there is at least one.
#[track_caller]
fn all_walks(model: &Model) -> String {
    let automatic = number("frontier", model);
    for walk in ["variables", "cover", "rows"] {
        match run(&format!("frontier:walk={walk}"), model, &Budget::unlimited()) {
            Ok(counted) => assert_eq!(counted.number.to_string(), automatic, "{walk}"),
            Err(SolveError::Unsupported { .. }) => {}
            Err(error) => panic!("{walk}: {error}"),
        }
    }
    automatic
}

#[track_caller]
fn refusal(strategy: &str, model: &Model) -> String {
    match run(strategy, model, &Budget::unlimited()) {
        Err(error @ SolveError::Unsupported { .. }) => error.to_string(),
        other => panic!("{strategy} should refuse: {other:?}"),
    }
}

/// The model of a puzzle text, from the view of this name.
fn puzzle_model(text: &str, view: &str) -> Model {
    let (_, puzzles) = puzzle::read(text, &|_| Err("no other file".to_owned())).expect("a puzzle");
    puzzles[0].model(view).expect("a view of the kind")
}

fn star_battle(size: usize, stars: usize, view: &str) -> Model {
    puzzle_model(&format!("kind: star-battle\nsize: {size}\nstars: {stars}\nregions: none\n"), view)
}

/// Random models of this generator in all walks against brute force; how many each walk answered.
fn agree(seeds: std::ops::Range<u64>, make: impl Fn(&mut Rng) -> Model) -> [u64; 3] {
    let mut answered = [0; 3];
    for seed in seeds {
        let model = make(&mut Rng::with_seed(seed));
        let expected = brute_force(&model).len().to_string();
        for (walk, answered) in ["variables", "cover", "rows"].into_iter().zip(&mut answered) {
            match run(&format!("frontier:walk={walk}"), &model, &Budget::unlimited()) {
                Ok(counted) => {
                    assert_eq!(counted.number.to_string(), expected, "seed {seed}, {walk}\n{model:#?}");
                    *answered += 1;
                }
                Err(SolveError::Unsupported { .. }) => {}
                Err(error) => panic!("seed {seed}, {walk}: {error}"),
            }
        }
    }
    answered
}

#[test]
fn random_models_of_every_class_agree_with_brute_force() {
    for class in CLASSES {
        let [variables, ..] = agree(0..1000, |rng| {
            let mut model = Model::new();
            let mut assignments = 1;
            for index in 0..rng.usize(1..=6) {
                let domain = random_domain(rng);
                assignments *= domain.len();
                if assignments > 1500 {
                    break;
                }
                model.var(format!("x[{index}]"), domain);
            }
            if model.variables().is_empty() {
                model.var("x[0]", 0..=1);
            }
            for _ in 0..rng.usize(1..=4) {
                let class = if rng.u8(..4) == 0 { CLASSES[rng.usize(..CLASSES.len())] } else { class };
                let constraint = constraint_of(class, rng, &model);
                model.post("one", constraint);
            }
            model
        });
        assert_eq!(variables, 1000, "{class}: nothing is refused that small");
    }
}

#[test]
fn random_covers_agree_with_brute_force() {
    let [variables, cover, _] = agree(0..3000, |rng| {
        let mut model = Model::new();
        let mut assignments = 1;
        let mut vars: Vec<(Var, i32)> = Vec::new();
        while vars.len() < 10 {
            let values = rng.i32(1..=4);
            assignments *= values;
            if assignments > 1500 {
                break;
            }
            vars.push((model.var(format!("x[{}]", vars.len()), 1..=values), values));
        }
        for _ in 0..rng.usize(1..=6) {
            let mut atoms: Vec<Atom> = Vec::new();
            for &(var, values) in &vars {
                (1..=values).filter(|_| rng.u8(..3) == 0).for_each(|value| atoms.push(var.is(value)));
            }
            match rng.u8(..8) {
                0 if atoms.len() > 1 => model.clause("conflict", [!atoms[0], !atoms[1]]),
                1 => model.all_different(
                    "different",
                    vars.iter().map(|&(var, _)| var).filter(|_| rng.bool()).collect::<Vec<_>>(),
                ),
                2..4 => model.at_most("most", 1, atoms),
                _ => model.exactly("exact", 1, atoms),
            }
        }
        model
    });
    assert_eq!(variables, 3000);
    assert!(cover > 2000, "{cover}");
}

#[test]
fn random_boards_agree_with_brute_force() {
    let [variables, _, rows] = agree(0..1500, |rng| {
        let mut model = Model::new();
        let (height, width) = (rng.usize(2..=5), rng.usize(1..=3));
        let values = if height * width <= 5 { 2 } else { 1 };
        let (height, width) = if height * width > 10 { (3, 3) } else { (height, width) };
        let cell: Vec<Vec<Var>> = (0..height)
            .map(|row| (0..width).map(|column| model.var(format!("cell[{row},{column}]"), 0..=values)).collect())
            .collect();
        let cmp = |rng: &mut Rng| [Cmp::Le, Cmp::Eq, Cmp::Eq, Cmp::Ge][rng.usize(..4)];
        for row in &cell {
            let (cmp, k) = (cmp(rng), rng.usize(0..=width));
            model.count("row", row.iter().map(|var| var.is(1)), cmp, k);
        }
        for column in 0..width {
            let total = rng.i64(0..=height as i64);
            let cmp = cmp(rng);
            model.linear("column", cell.iter().map(|row| (1, row[column])), cmp, total);
        }
        for _ in 0..rng.usize(0..4) {
            let row = rng.usize(1..height);
            let (above, below) = (cell[row - rng.usize(..2)][rng.usize(..width)], cell[row][rng.usize(..width)]);
            if above == below {
                continue;
            }
            match rng.u8(..3) {
                0 => model.clause("touch", [above.is_not(1), below.is_not(1)]),
                1 => model.all_different("differ", [above, below]),
                _ => model.table("pair", [above, below], &Arc::new(Relation::new(2, [[0, 1], [1, 1], [1, 0], [0, 2]]))),
            }
        }
        model
    });
    assert_eq!(variables, 1500);
    assert!(rows > 1000, "{rows}");
}

#[test]
#[ignore = "half a minute; .ci/run runs it"]
fn star_battle_of_size_15_has_the_published_count() {
    assert_eq!(number("frontier", &star_battle(15, 2, "cell")), "106280659533411296");
}

#[test]
fn star_battle_without_regions_has_the_published_counts() {
    // One star: permutations in which neighbours differ by at least 2 (A002464).
    for (size, expected) in [(1, "1"), (2, "0"), (3, "0"), (4, "2"), (5, "14"), (6, "90"), (7, "646"), (8, "5242")] {
        for view in ["cell", "column"] {
            assert_eq!(all_walks(&star_battle(size, 1, view)), expected, "{size}, {view}");
        }
    }
    for (size, expected) in [(7, "0"), (8, "2"), (9, "664"), (10, "146510")] {
        for view in ["cell", "column"] {
            assert_eq!(number("frontier", &star_battle(size, 2, view)), expected, "{size}, {view}");
        }
    }
}

#[test]
fn queens_have_the_known_counts() {
    for (size, expected) in [(4, "2"), (5, "10"), (6, "4"), (7, "40"), (8, "92"), (9, "352")] {
        let mut model = Model::new();
        let rows: Vec<Var> = (0..size).map(|row| model.var(format!("column[{row}]"), 1..=size)).collect();
        model.all_different("column", rows.iter().copied());
        for (below, &b) in rows.iter().enumerate() {
            for (above, &a) in rows[..below].iter().enumerate() {
                for column in 1..=size {
                    let shift = (below - above) as i32;
                    model.clause("diagonal", [a.is_not(column), b.is_not(column + shift)]);
                    model.clause("diagonal", [a.is_not(column), b.is_not(column - shift)]);
                }
            }
        }
        assert_eq!(all_walks(&model), expected, "{size}");
    }
}

#[test]
fn latin_squares_have_the_known_counts() {
    for (size, expected) in [(1, "1"), (2, "2"), (3, "12"), (4, "576"), (5, "161280")] {
        let mut model = Model::new();
        let cells: Vec<Var> =
            (0..size * size).map(|cell| model.var(format!("cell[{cell}]"), 1..=size as i32)).collect();
        for line in 0..size {
            model.all_different("row", (0..size).map(|other| cells[line * size + other]));
            model.all_different("column", (0..size).map(|other| cells[other * size + line]));
        }
        assert_eq!(all_walks(&model), expected, "{size}");
    }
}

#[test]
fn permanents_beyond_any_word_are_exact() {
    // Permutations of n without a fixed point: the nearest integer to n! / e.
    for (size, expected) in [(1, "0"), (2, "1"), (8, "14833"), (12, "176214841")] {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..size)
            .map(|i| model.var(format!("x[{i}]"), (0..size).filter(|&value| value != i).collect::<Vec<i32>>()))
            .collect();
        model.all_different("different", vars);
        assert_eq!(all_walks(&model), expected, "{size}");
    }
    // 150 switches no two neighbours of which are on: a Fibonacci number of 32 digits; 300: one of 63 digits.
    for (switches, expected) in [
        (10, "144"),
        (150, "26099748102093884802012313146549"),
        (300, "581811569836004006491505558634099066259034153405766997246569401"),
    ] {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..switches).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
        for pair in vars.windows(2) {
            model.clause("neighbours", [pair[0].is_not(1), pair[1].is_not(1)]);
        }
        assert_eq!(all_walks(&model), expected, "{switches}");
    }
    let mut free = Model::new();
    (0..400).for_each(|i| {
        free.var(format!("x[{i}]"), 1..=10);
    });
    assert_eq!(number("frontier", &free), format!("1{}", "0".repeat(400)));
}

#[test]
fn domino_tilings_have_the_known_counts() {
    for (rows, columns, expected) in [
        (2, 2, "2"),
        (3, 3, "0"),
        (4, 4, "36"),
        (2, 40, "165580141"),
        (8, 8, "12988816"),
        (10, 10, "258584046368"),
        (16, 16, "2444888770250892795802079170816"),
    ] {
        assert_eq!(all_walks(&dominoes(rows, columns)), expected, "{rows} x {columns}");
    }
}

#[test]
fn pentominoes_and_other_dissections_have_the_stated_counts() {
    for file in ["three-stones", "pentominoes-3x20", "twelve-stones-unflipped"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/dissection/{file}.txt"));
        let text = std::fs::read_to_string(path).expect("an instance");
        let stated = text.lines().find_map(|line| line.strip_prefix("# Solutions:")).expect("a stated number").trim();
        assert_eq!(number("frontier", &puzzle_model(&text, "placement")), stated, "{file}");
    }
}

#[test]
fn magic_squares_of_order_three() {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..9).map(|cell| model.var(format!("cell[{cell}]"), 1..=9)).collect();
    model.all_different("numbers", cells.iter().copied());
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        model.sum_eq("line", line.map(|cell| cells[cell]), 15);
    }
    assert_eq!(all_walks(&model), "8");
}

#[test]
fn hidden_variables_have_to_be_told_by_those_shown() {
    let mut model = Model::new();
    let x: Vec<Var> = (0..4).map(|i| model.var(format!("x[{i}]"), 0..=3)).collect();
    model.sum_eq("sum", x[..2].iter().copied(), 3);
    model.show(&[x[0], x[2]]);
    let why = refusal("frontier", &model);
    assert!(why.contains("hidden variables that may have a choice (x[3])"), "{why}");
    // A permutation tells its last member.
    model.all_different("different", x.iter().copied());
    assert_eq!(number("frontier", &model), "8");
    // So do pairs of conflicts that leave each value of y to one value of x[0], and a table.
    let y = model.var("y", 10..=11);
    for value in 0..=3 {
        model.clause("odd", [x[0].is_not(value), y.is(10 + value % 2)]);
    }
    let z = model.var("z", 0..=9);
    model.table("square", [x[2], z], &Arc::new(Relation::new(2, (0..4).map(|i| [i, i * i]))));
    assert_eq!(number("frontier", &model), "8");
    let loose = model.var("loose", 0..=9);
    model.linear("loose", [(1, loose), (1, z)], Cmp::Ge, 5);
    assert!(refusal("frontier", &model).contains("(loose)"));
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    let why = refusal("frontier:walk=cover", &star_battle(6, 2, "cell"));
    assert!(why.contains("sums and counts other than exactly one and at most one"), "{why}");
    let mut wide = Model::new();
    let vars: Vec<Var> = (0..300).map(|i| wide.var(format!("x[{i}]"), 0..=1)).collect();
    for i in 0..150 {
        for j in 150..300 {
            wide.clause("all pairs", [vars[i].is(1), vars[j].is(1)]);
        }
    }
    for half in 0..150 {
        wide.at_most("pair", 1, [vars[half].is(1), vars[299 - half].is(1), vars[(half + 77) % 150].is(1)]);
    }
    let why = refusal("frontier", &wide);
    assert!(why.contains("a frontier of more than"), "{why}");
    let mut list = Model::new();
    list.var("x", 0..=1);
    let backend = Strategy::parse("frontier").unwrap().backend(&Encodings::default());
    let error = backend.solve(&list, &Budget::unlimited(), &mut |_| panic!("it does not list")).unwrap_err();
    assert_eq!(error.to_string(), "frontier does not support finding solutions: it only counts them");
}

/// Only 13 ways to choose 12 of 24 cells in a row without neighbours, which are found without a look at the 2,704,143
/// others.
#[test]
fn rows_of_few_patterns_are_found_however_long_they_are() {
    let mut model = Model::new();
    let rows: [Vec<Var>; 2] =
        [0, 1].map(|row| (0..24).map(|column| model.var(format!("cell[{row},{column}]"), 0..=1)).collect());
    for row in &rows {
        model.count("row", row.iter().map(|var| var.is(1)), Cmp::Eq, 12);
        row.windows(2).for_each(|pair| model.clause("touch", [pair[0].is_not(1), pair[1].is_not(1)]));
    }
    for (above, below) in rows[0].iter().zip(&rows[1]) {
        model.clause("touch", [above.is_not(1), below.is_not(1)]);
    }
    // All odd columns above all even ones, or the other way round.
    assert_eq!(number("frontier:walk=rows", &model), "2");
}

#[test]
fn limits_end_the_count_and_it_says_so() {
    let model = star_battle(14, 2, "cell");
    let counted = run("frontier:walk=variables,memory=1", &model, &Budget::unlimited()).unwrap();
    assert_eq!(counted.report.outcome, Outcome::Stopped(Limit::Own("the memory for states is used up")));
    assert!(counted.number.is_zero());
    let over = Budget::unlimited();
    over.cancel();
    for budget in [over, Budget::within(Duration::from_millis(20))] {
        let counted = run("frontier", &model, &budget).unwrap();
        assert_eq!(counted.report.outcome, Outcome::Stopped(Limit::Time));
    }
}
