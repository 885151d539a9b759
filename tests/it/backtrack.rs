//! The native engine: every option combination against brute force, and the published node counts.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::model::{AllDifferent, Cmp, Domain, Linear, Model, Relation, Takes};
use cnfab::solve::{Budget, Encodings, Limit, Outcome, Report, STRATEGIES, SolveError, Strategy};
use fastrand::Rng;

use crate::agree::{adds_many, tries_all};
use crate::boards;
use crate::common::scale::rounds;
use crate::common::spellings::{Use, by_pairs, engines_for_some_models};
use crate::random_model::{CLASSES, brute_force, constraint_of, long_clauses, random_model};

/// Runs a strategy; the report and the shown values of the solutions in the order found.
fn run(strategy: &str, model: &Model) -> (Report, Vec<Vec<i32>>) {
    let shown = model.shown();
    let mut found = Vec::new();
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let report = backend
        .solve(model, &Budget::unlimited(), &mut |solution| {
            let violated = model.violated(solution);
            assert!(violated.is_none(), "{strategy}: {solution:?} violates {violated:?}");
            found.push(solution.project(&shown));
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|error| panic!("{strategy}: {error}"));
    (report, found)
}

/// `backtrack` with its options by pairs, but for the engines that take some models only: some arrays one after the
/// other. What searches as another one does comes once.
fn spellings() -> Vec<String> {
    let kind = STRATEGIES.iter().find(|kind| kind.name == "backtrack").expect("registered");
    let all = (0..4).flat_map(|seed| by_pairs(kind, seed));
    let domains = all.filter(|text| !engines_for_some_models().any(|engine| text.contains(engine)));
    domains.filter(|text| Use::of(text) == Use::Own).collect()
}

fn agrees(model: &Model, spellings: &[String], context: &str) {
    let expected = brute_force(model);
    for spelling in spellings {
        let (report, found) = run(spelling, model);
        assert_eq!(report.outcome, Outcome::Exhausted, "{context} {spelling}");
        let set: BTreeSet<Vec<i32>> = found.iter().cloned().collect();
        assert_eq!(set, expected, "{context} {spelling}\n{model:#?}");
        assert_eq!(set.len(), found.len(), "{context} {spelling}: a solution comes twice");
        let levels = &report.stats.nodes_per_level;
        assert_eq!(report.stats.nodes.map(|nodes| nodes + 1), Some(levels.iter().sum()), "{context} {spelling}");
        if spelling.contains("order=input,values=ascending") && spelling.contains("search=depth-first") {
            assert!(found.is_sorted(), "{context} {spelling}: out of order");
        }
    }
}

#[test]
fn every_option_agrees_with_brute_force_on_small_domains() {
    let spellings = spellings();
    for seed in rounds(800) {
        let model = random_model(10_000 + seed);
        // Every eighth each time, or those of them that search what lowering adds.
        let mut some: Vec<String> = spellings.iter().skip(seed as usize % 8).step_by(8).cloned().collect();
        some.retain(|spelling| !tries_all(spelling) || !adds_many(&model));
        agrees(&model, &some, &format!("seed {seed}"));
    }
}

/// A model with one or two domains of up to some hundred values, so that domains take several words.
fn wide_model(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = random_model(seed);
    let long = rng.i32(50..280);
    let low = rng.i32(-200..10);
    let step = rng.i32(1..4);
    let domains: Vec<Domain> = model
        .vars()
        .map(|var| {
            if var.index() == 0 || (var.index() == 1 && long < 80) {
                (0..long).map(|i| low + step * i).collect::<Vec<_>>().into()
            } else {
                let mut values = model.domain(var).to_vec();
                values.truncate(2);
                values.into()
            }
        })
        .collect();
    model = model.with_domains(domains);
    let vars: Vec<_> = model.vars().collect();
    if vars.len() > 2 {
        let rows: Vec<Vec<i32>> = (0..rng.usize(1..400))
            .map(|_| vars[..3].iter().map(|&var| rng.choice(model.domain(var).values()).unwrap_or(0)).collect())
            .collect();
        model.table("rows", vars[..3].iter().copied(), &std::sync::Arc::new(Relation::new(3, rows)));
    }
    if rng.bool() {
        model.post("apart", AllDifferent(vars));
    }
    if rng.u8(..3) == 0 {
        // So much memory that the engine keeps a trail instead of copies.
        let shown = model.shown();
        for padding in 0..300 {
            model.var(format!("padding[{padding}]"), padding);
        }
        model.show(&shown);
    }
    model
}

#[test]
fn every_option_agrees_with_brute_force_on_wide_domains() {
    let spellings = spellings();
    for seed in rounds(450) {
        let model = wide_model(40_000 + seed);
        // Stated in other terms, a wide domain makes long clauses. Options do not see what they were made from, so such
        // models meet fewer of them.
        let step = if matches!(model.lowered(Takes::FLAT), Ok(Cow::Borrowed(_))) { 8 } else { 80 };
        let mut some: Vec<String> = spellings.iter().skip(seed as usize % step).step_by(step).cloned().collect();
        some.retain(|spelling| !tries_all(spelling) || !adds_many(&model));
        agrees(&model, &some, &format!("wide seed {seed}"));
    }
    // Hundreds of clauses of hundreds of literals, read in states that come in any order.
    let queues = ["best-first", "breadth-first"].map(|search| format!("backtrack:engine=domains,search={search}"));
    agrees(&long_clauses(), &queues, "long clauses");
}

/// Different variables; one has enough values for the domains of all to take several words, up to 40.
#[test]
fn domains_of_every_width_agree_with_brute_force() {
    let mut some = 0;
    for seed in rounds(120) {
        let mut rng = Rng::with_seed(seed);
        let size = [60, 100, 170, 230, 400, 900, 1900, 2500][seed as usize % 8] + rng.i32(0..20);
        let mut model = Model::new();
        let long = model.var("long", -7..=size - 8);
        let short = |rng: &mut Rng| (0..rng.usize(1..4)).map(|_| rng.i32(-7..size - 7)).collect::<Vec<i32>>();
        let mut vars = vec![long];
        vars.extend((0..3).map(|index| model.var(format!("short[{index}]"), short(&mut rng))));
        rng.shuffle(&mut vars);
        model.all_different("apart", vars.iter().copied());
        for class in ["linear", "cardinality", "table"] {
            if rng.bool() {
                let constraint = constraint_of(class, &mut rng, &model);
                model.post("other", constraint);
            }
        }
        some += usize::from(!brute_force(&model).is_empty());
        let spellings = ["", "order=dom-wdeg", "propagate=bounds", "propagate=forward,search=best-first", "threads=2"];
        agrees(&model, &spellings.map(|text| format!("backtrack:engine=domains,{text}")), &format!("seed {seed}"));
    }
    assert!(some > 60, "{some} models have solutions");
}

fn solutions(strategy: &str, model: &Model) -> BTreeSet<Vec<i32>> {
    let (report, found) = run(strategy, model);
    assert_eq!(report.outcome, Outcome::Exhausted);
    let count = found.len();
    let set: BTreeSet<Vec<i32>> = found.into_iter().collect();
    assert_eq!(set.len(), count, "a solution comes twice");
    set
}

/// Runs until `limit` solutions have been found; the last one.
fn nth(strategy: &str, model: &Model, limit: usize) -> (Report, Vec<i32>) {
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let mut count = 0;
    let mut last = Vec::new();
    let report = backend
        .solve(model, &Budget::unlimited(), &mut |solution| {
            count += 1;
            last = solution.values().to_vec();
            if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("the engine states the model");
    (report, last)
}

/// All solutions of Aristotle's hexagon in reading order, as the founding post of 2017 prints them.
const HEXAGONS: [[i32; 19]; 12] = [
    [3, 17, 18, 19, 7, 1, 11, 16, 2, 5, 6, 9, 12, 4, 8, 14, 10, 13, 15],
    [3, 19, 16, 17, 7, 2, 12, 18, 1, 5, 4, 10, 11, 6, 8, 13, 9, 14, 15],
    [9, 11, 18, 14, 6, 1, 17, 15, 8, 5, 7, 3, 13, 4, 2, 19, 10, 12, 16],
    [9, 14, 15, 11, 6, 8, 13, 18, 1, 5, 4, 10, 17, 7, 2, 12, 3, 19, 16],
    [10, 12, 16, 13, 4, 2, 19, 15, 8, 5, 7, 3, 14, 6, 1, 17, 9, 11, 18],
    [10, 13, 15, 12, 4, 8, 14, 16, 2, 5, 6, 9, 19, 7, 1, 11, 3, 17, 18],
    [15, 13, 10, 14, 8, 4, 12, 9, 6, 5, 2, 16, 11, 1, 7, 19, 18, 17, 3],
    [15, 14, 9, 13, 8, 6, 11, 10, 4, 5, 1, 18, 12, 2, 7, 17, 16, 19, 3],
    [16, 12, 10, 19, 2, 4, 13, 3, 7, 5, 8, 15, 17, 1, 6, 14, 18, 11, 9],
    [16, 19, 3, 12, 2, 7, 17, 10, 4, 5, 1, 18, 13, 8, 6, 11, 15, 14, 9],
    [18, 11, 9, 17, 1, 6, 14, 3, 7, 5, 8, 15, 19, 2, 4, 13, 16, 12, 10],
    [18, 17, 3, 11, 1, 7, 19, 9, 6, 5, 2, 16, 14, 8, 4, 12, 15, 13, 10],
];

#[test]
fn the_hexagon_has_its_twelve_solutions() {
    let model = boards::hexagon(3, 1, 38);
    let expected: BTreeSet<Vec<i32>> = HEXAGONS.iter().map(|solution| solution.to_vec()).collect();
    for strategy in ["backtrack", "backtrack:propagate=bounds,order=fullest-group", "backtrack:search=best-first"] {
        assert_eq!(solutions(strategy, &model), expected, "{strategy}");
    }
}

/// "Try all values, check full lines" in spiral order: the nodes that a program written for the purpose counts.
#[test]
fn the_hexagon_in_spiral_order_takes_the_known_number_of_nodes() {
    let (report, found) = run("backtrack:order=spiral,propagate=check", &boards::hexagon(3, 1, 38));
    assert_eq!(found.len(), 12);
    assert_eq!(report.stats.nodes, Some(9_186_487));
}

#[test]
fn spiral_order_reaches_the_first_hexagon_with_far_fewer_nodes_than_row_order() {
    let model = boards::hexagon(3, 1, 38);
    let nodes = |order: &str| {
        let (report, _) = nth(&format!("backtrack:order={order},propagate=check"), &model, 1);
        assert_eq!(report.outcome, Outcome::Satisfied);
        report.stats.nodes.expect("counted")
    };
    let (spiral, rows) = (nodes("spiral"), nodes("input"));
    assert!(spiral * 10 < rows, "{spiral} {rows}");
}

/// Groups that are large enough for Hall pairs, with few values for each variable.
#[test]
fn pairs_in_large_groups_lose_no_solution() {
    let mut some = 0;
    for seed in rounds(200) {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let vars: Vec<_> = (0..14)
            .map(|index| {
                let values: Vec<i32> = (0..rng.usize(2..4)).map(|_| (index + rng.i32(0..4)) % 15).collect();
                model.var(format!("x[{index}]"), values)
            })
            .collect();
        model.all_different("first", vars[..10].iter().copied());
        model.all_different("second", vars[4..].iter().copied());
        let expected = solutions("backtrack:propagate=forward", &model);
        some += usize::from(!expected.is_empty());
        for strategy in ["backtrack:engine=domains", "backtrack:order=input", "backtrack:search=best-first"] {
            assert_eq!(solutions(strategy, &model), expected, "{strategy}, seed {seed}");
        }
    }
    assert!(some > 20, "{some} models have solutions");
}

/// A line of 2 to 7 different variables with equal coefficients and a sum, a shorter one over some of them, and up to
/// two constraints of any class.
fn lines_model(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let (low, size, thin) = (rng.i32(-5..5), rng.usize(2..=7), rng.u8(1..3));
    let mut numbers: Vec<i32> = (low..low + rng.i32(size as i32..10)).collect();
    let vars: Vec<_> = (0..size)
        .map(|index| {
            let mut values = numbers.clone();
            values.retain(|_| rng.u8(..4) >= thin);
            values.push(numbers[rng.usize(..numbers.len())]);
            rng.shuffle(&mut values);
            values.truncate(if size > 5 { 4 } else { 7 });
            model.var(format!("x[{index}]"), values)
        })
        .collect();
    for length in [size, rng.usize(2..=size)] {
        rng.shuffle(&mut numbers);
        let coefficient = [1, -1, 2, -3][rng.usize(..4)];
        let sum: i32 = numbers[..length].iter().sum();
        let terms = vars[size - length..].iter().map(|&var| (coefficient, var)).collect();
        // Now and then a sum that no multiple of the coefficient is.
        let rhs = coefficient * i64::from(sum) + i64::from(rng.u8(..8) == 0);
        model.post("line", Linear { terms, cmp: Cmp::Eq, rhs });
    }
    model.all_different("line", vars);
    for _ in 0..rng.usize(..3) {
        let constraint = constraint_of(CLASSES[rng.usize(..CLASSES.len())], &mut rng, &model);
        model.post("other", constraint);
    }
    model
}

#[test]
fn lines_of_different_variables_agree_with_brute_force_at_every_level() {
    let spellings: Vec<String> = ["full", "bounds", "pairs", "forward", "check"]
        .iter()
        .flat_map(|level| {
            ["depth-first", "best-first"]
                .map(|search| format!("backtrack:engine=domains,propagate={level},search={search}"))
        })
        .collect();
    let mut some = 0;
    for seed in rounds(300) {
        let model = lines_model(seed);
        some += usize::from(!brute_force(&model).is_empty());
        agrees(&model, &spellings, &format!("seed {seed}"));
    }
    assert!(some > 60, "{some} models have solutions");
}

/// A random model with a solution: loose variables first, then a tight core that they are linked to.
fn planted(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<_> = (0..14).map(|index| model.var(format!("x[{index}]"), 0..=5)).collect();
    let solution: Vec<i32> = vars.iter().map(|_| rng.i32(0..=5)).collect();
    let links: Vec<(usize, usize)> = (0..12).map(|link| (link % 4, rng.usize(4..14))).collect();
    let core: Vec<(usize, usize)> = (0..28).map(|_| (rng.usize(4..14), rng.usize(4..14))).collect();
    for (a, b) in links.into_iter().chain(core).filter(|(a, b)| a != b) {
        let pairs = (0..36).map(|pair| [pair / 6, pair % 6]);
        let rows = pairs.filter(|pair| *pair == [solution[a], solution[b]] || rng.bool());
        let relation = std::sync::Arc::new(Relation::new(2, rows.collect::<Vec<_>>()));
        model.table("pair", [vars[a], vars[b]], &relation);
    }
    model
}

#[test]
fn weighted_degrees_take_fewer_nodes_than_input_order() {
    for (options, times) in
        [("propagate=forward", 2), ("propagate=full", 1), ("propagate=forward,search=best-first", 1)]
    {
        let nodes = |order: &str| -> u64 {
            let count = |seed| {
                let (report, found) = run(&format!("backtrack:order={order},{options}"), &planted(seed));
                assert!(!found.is_empty(), "{order} {options} {seed}: one was planted");
                (report.stats.nodes.expect("counted"), found.len())
            };
            (0..8).map(count).map(|(nodes, _)| nodes).sum()
        };
        let (input, weighted) = (nodes("input"), nodes("dom-wdeg"));
        assert!(times * weighted < input, "{options}: {weighted} {input}");
    }
}

#[test]
fn disks_breadth_first_without_pruning_visit_every_rotation() {
    for (setup, expected) in [(boards::DISKS_BOUGHT, vec![]), (boards::DISKS_TURNED, vec![vec![0, 0, 5, 11]])] {
        let model = boards::disks(&setup);
        let (report, found) = run("backtrack:order=input,propagate=check,search=breadth-first", &model);
        assert_eq!(found, expected);
        assert_eq!(report.stats.nodes_per_level, [1, 12, 144, 1728]);
        assert_eq!(report.stats.nodes, Some(1884), "the root is in the levels only");
        assert_eq!(report.stats.branching, Some(12.0));
        assert_eq!(report.stats.depth, Some(3));
        let (cut, found) = run("backtrack:order=input,propagate=bounds,search=breadth-first", &model);
        assert_eq!(found, expected);
        assert!(cut.stats.nodes.expect("counted") < 200, "cutting pays: {:?}", cut.stats.nodes_per_level);
    }
}

#[test]
fn the_founding_boards_have_their_solutions() {
    assert_eq!(
        solutions("backtrack", &boards::magic_board()),
        BTreeSet::from([vec![
            28, 24, 6, 12, 15, 13, 7, 25, 17, 23, 8, 26, 19, 5, 27, 20, 18, 14, 22, 11, 16, 10, 21, 29, 9
        ]])
    );
    let stars = |stars: usize, picture: &str| -> Vec<Vec<usize>> {
        let found = solutions("backtrack", &boards::star_battle(stars, picture));
        found.into_iter().map(|cells| (0..cells.len()).filter(|&cell| cells[cell] == 1).collect()).collect()
    };
    assert_eq!(stars(1, boards::BOARD_5).len(), 2);
    let board_1 = vec![6, 8, 11, 14, 26, 28, 30, 32, 47, 49, 53, 55, 61, 69, 73, 75, 80, 87, 92, 94];
    assert_eq!(stars(2, boards::BOARD_1), [board_1]);
    let board_24 = vec![6, 9, 12, 14, 20, 27, 32, 34, 47, 49, 50, 55, 63, 68, 71, 75, 83, 88, 91, 96];
    assert_eq!(stars(2, boards::BOARD_24), [board_24]);
    let equation = BTreeSet::from([vec![26, 19, 16, 25, 8, 16, 15, 0, 11]]);
    assert_eq!(solutions("backtrack", &boards::equation()), equation);
    let jodici = BTreeSet::from([vec![3, 7, 5, 8, 4, 3, 6, 1, 1, 5, 9, 8, 6, 7, 9, 2, 2, 4]]);
    assert_eq!(solutions("backtrack", &boards::jodici(&boards::JODICI)), jodici);
    assert_eq!(solutions("backtrack", &boards::seating()).len(), 4320);
    assert_eq!(solutions("backtrack", &boards::dissection(8, &boards::STONES, false)).len(), 2);
}

#[test]
fn the_hidoku_of_the_documents_has_the_printed_solution() {
    let printed: [[i32; 10]; 10] = [
        [91, 92, 93, 20, 21, 36, 37, 38, 39, 57],
        [90, 94, 19, 22, 35, 53, 54, 40, 56, 58],
        [89, 95, 18, 23, 52, 34, 100, 55, 41, 59],
        [88, 17, 96, 51, 24, 99, 33, 61, 60, 42],
        [16, 87, 50, 97, 98, 25, 62, 32, 43, 30],
        [15, 6, 86, 49, 48, 63, 26, 44, 31, 29],
        [14, 5, 7, 85, 64, 47, 45, 27, 28, 78],
        [4, 13, 8, 65, 84, 70, 46, 72, 77, 79],
        [3, 9, 12, 66, 69, 83, 71, 73, 80, 76],
        [1, 2, 10, 11, 67, 68, 82, 81, 74, 75],
    ];
    let mut places = vec![0; 100];
    for (cell, &number) in printed.iter().flatten().enumerate() {
        places[number as usize - 1] = cell as i32;
    }
    assert_eq!(solutions("backtrack", &boards::hidoku_of_the_documents()), BTreeSet::from([places]));
    // Without a given there are 784 directed king's paths over 3 x 3 cells.
    assert_eq!(solutions("backtrack", &boards::hidoku(3, &[])).len(), 784);
}

#[test]
fn known_counts_come_out() {
    assert_eq!(solutions("backtrack", &boards::magic_square(4, 1..=16, 34, &[])).len(), 7040);
    assert_eq!(solutions("backtrack", &boards::star_free(8)).len(), 2);
    assert_eq!(solutions("backtrack", &boards::star_free(9)).len(), 664);
    assert_eq!(solutions("backtrack", &boards::sudoku(2, &".".repeat(16))).len(), 288);
}

#[test]
fn the_empty_sudoku_comes_in_sorted_order() {
    let digits = |line: &str| line.bytes().map(|b| i32::from(b - b'0')).collect::<Vec<_>>();
    let model = boards::sudoku(3, &".".repeat(81));
    let strategy = "backtrack:order=input";
    let first = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    assert_eq!(nth(strategy, &model, 1).1, digits(first));
    let later = "123456789456789123789123456214365897365978241978241635837514962542697318691832574";
    assert_eq!(nth(strategy, &model, 10_000).1, digits(later));
}

#[test]
fn sudokus_of_seventeen_clues_are_unique() {
    for (puzzle, solution) in [
        (
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
            "953168742862734951417952836746893125281645397395271468138529674574386219629417583",
        ),
        (
            ".................1..2..3..4.....5..6.1..7....7.8..........6..8....41.7....5....9.",
            "496251837357648921182793654924185376513976248768324519271569483839412765645837192",
        ),
    ] {
        let expected = solution.bytes().map(|b| i32::from(b - b'0')).collect::<Vec<_>>();
        for strategy in ["backtrack", "backtrack:order=fewest-candidates,propagate=forward,search=best-first"] {
            let found = solutions(strategy, &boards::sudoku(3, puzzle));
            assert_eq!(found, BTreeSet::from([expected.clone()]), "{strategy}");
        }
    }
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let mut model = Model::new();
    let x = model.var("x", vec![-2_000_000_000, 2_000_000_000]);
    let y = model.var("y", vec![0, 2_000_000_000]);
    let solve = |strategy: &str, model: &Model| {
        let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
        backend.solve(model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(())).map(|report| report.outcome)
    };
    match solve("backtrack:order=spiral", &model) {
        Err(SolveError::Unsupported { backend, what }) => {
            assert_eq!(backend, "backtrack:order=spiral");
            assert!(what.contains("declares no order"), "{what}");
        }
        other => panic!("{other:?}"),
    }
    model.linear("huge", [(4_000_000_000, x), (1, y)], cnfab::model::Cmp::Le, 0);
    match solve("backtrack", &model) {
        Err(SolveError::Unsupported { what, .. }) => assert!(what.contains("2^60"), "{what}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_budget_ends_the_search() {
    // Far too many squares to go through.
    let model = boards::magic_square(6, 1..=36, 111, &[]);
    for search in ["depth-first", "best-first", "breadth-first"] {
        let strategy = format!("backtrack:propagate=forward,order=input,search={search}");
        let backend = Strategy::parse(&strategy).expect("registered").backend(&Encodings::default());
        let budget = Budget::within(std::time::Duration::from_millis(30));
        let report = backend.solve(&model, &budget, &mut |_| ControlFlow::Continue(())).expect("stated");
        assert_eq!(report.outcome, Outcome::Stopped(Limit::Time), "{search}");
    }
}

#[test]
fn models_without_variables_or_without_values() {
    let mut model = Model::new();
    assert_eq!(run("backtrack", &model).1, vec![Vec::<i32>::new()]);
    model.clause("never", []);
    assert_eq!(run("backtrack", &model).1, Vec::<Vec<i32>>::new());
    let mut model = Model::new();
    model.var("x", Vec::new());
    let is_open = |text: &&String| !["annotated", "closing", "spiral"].iter().any(|name| text.contains(name));
    assert!(spellings().iter().filter(is_open).all(|strategy| run(strategy, &model).1.is_empty()));
}
