//! Draws are uniform: chi-square tests with fixed seeds, of lists and of compiled clauses.

use std::collections::HashMap;

use cnfab::Model;
use cnfab::cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab::encode::Recipe;
use cnfab::solve::Budget;
use cnfab::solve::components::{CountMemory, CountedFormula, compile, compile_model, count};

use fastrand::Rng;

use crate::cli::{fed, run};
use crate::common::queens::queens;

const DRAWS: u32 = 100_000;

const MEMORY: CountMemory = CountMemory { cache: 1 << 30, stack: 1 << 30 };

/// Refuses numbers of draws that come about with a probability of less than 0.001. The cube root of a chi-square
/// statistic is nearly normal (E. Wilson, M. Hilferty, "The Distribution of Chi-square", 1931).
fn uniform(found: impl IntoIterator<Item = (u32, f64)>, what: &str) {
    let (mut statistic, mut classes) = (0.0, 0);
    for (times, expected) in found {
        statistic += (f64::from(times) - expected).powi(2) / expected;
        classes += 1;
    }
    let freedom = f64::from(classes - 1);
    let spread = 2.0 / (9.0 * freedom);
    let normal = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    assert!(normal < 3.09, "{what}: a statistic of {statistic} with {freedom} degrees of freedom");
}

/// The draws of each of this many different solutions.
fn times<K: std::hash::Hash + Eq>(draws: impl Iterator<Item = K>, different: usize) -> Vec<(u32, f64)> {
    let mut found: HashMap<K, u32> = HashMap::new();
    draws.for_each(|draw| *found.entry(draw).or_default() += 1);
    assert!(found.len() <= different, "{} of {different}", found.len());
    let expected = f64::from(DRAWS) / different as f64;
    found.into_values().chain(std::iter::repeat(0)).take(different).map(|times| (times, expected)).collect()
}

#[test]
fn eight_queens_are_equally_likely() {
    let model = queens(8);
    for recipe in ["", "amo=sequential", "amo=product,root=none"] {
        let recipe: Recipe = recipe.parse().expect("a recipe");
        let compiled = compile_model(&model, &recipe, MEMORY, &Budget::unlimited());
        let compiled = compiled.expect("it can be stated").expect("there is time");
        assert_eq!(compiled.solutions(), 92);
        let mut rng = Rng::with_seed(7);
        let draws = (0..DRAWS).map(|_| {
            let solution = compiled.draw(&mut rng);
            assert!(model.violated(&solution).is_none());
            solution.values().to_vec()
        });
        uniform(times(draws, 92), &recipe.to_string());
    }
}

/// All of them are listed; the command says so.
#[test]
fn magic_squares_of_order_4_are_equally_likely() {
    let mut text: String = (1..=16).map(|cell| format!("var 1..16: x{cell} :: output_var;\n")).collect();
    let all: Vec<String> = (1..=16).map(|cell| format!("x{cell}")).collect();
    text += &format!("constraint fzn_all_different_int([{}]);\n", all.join(","));
    let mut line = |cells: [usize; 4]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("x{}", cell + 1)).collect();
        text += &format!("constraint int_lin_eq([1,1,1,1],[{}],34);\n", cells.join(","));
    };
    (0..4).for_each(|row| line([0, 1, 2, 3].map(|column| 4 * row + column)));
    (0..4).for_each(|column| line([0, 1, 2, 3].map(|row| 4 * row + column)));
    line([0, 5, 10, 15]);
    line([3, 6, 9, 12]);
    text += "solve satisfy;\n";
    let drawn = fed(&format!("sample - -n {DRAWS} --seed 7 --plain"), text.as_bytes());
    assert!(
        drawn.err.contains("100,000 draws from 7,040 solutions, which were listed: each equally likely"),
        "{drawn:?}"
    );
    uniform(times(drawn.out.lines(), 7040), "magic squares");
}

/// More than 10^15 models, by the values of 8 of their variables in 256 classes, which have different sizes.
#[test]
fn models_of_a_large_formula_are_equally_likely() {
    const VARIABLES: i32 = 72;
    let mut rng = Rng::with_seed(3);
    let mut clauses: Vec<Vec<i32>> = (1..VARIABLES).map(|at| vec![at, at + 1, at % 7 + 1]).collect();
    for _ in 0..12 {
        let start = rng.i32(1..VARIABLES - 6);
        clauses.push((0..3).map(|_| (start + rng.i32(0..6)) * if rng.bool() { 1 } else { -1 }).collect());
    }
    let store = |further: &[i32]| {
        let mut store = ClauseStore::default();
        (1..=VARIABLES).for_each(|number| _ = store.fresh(Name::aux("v", number as usize, 0)));
        let literals = |clause: &[i32]| clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>();
        clauses.iter().for_each(|clause| store.clause(&literals(clause)));
        further.iter().for_each(|&lit| store.clause(&literals(&[lit])));
        store
    };
    let whole = store(&[]);
    fn formula(clauses: &ClauseStore) -> CountedFormula<'_> {
        CountedFormula { clauses, variables: VARIABLES as u32, shown: None }
    }
    let compiled = compile(&formula(&whole), MEMORY, &Budget::unlimited()).expect("there is time");
    let models: f64 = compiled.models().to_string().parse().expect("a number");
    assert!(models > 1e15, "{models}");
    let watched: Vec<i32> = (0..8).map(|at| 9 * at + 2).collect();
    let mut rng = Rng::with_seed(7);
    let mut found = [0_u32; 256];
    for _ in 0..DRAWS {
        let model = compiled.draw(&mut rng);
        let bits = watched.iter().enumerate().map(|(bit, &variable)| usize::from(model[variable as usize - 1]) << bit);
        found[bits.sum::<usize>()] += 1;
    }
    let share = |class: usize| {
        let literal = |(bit, &variable): (usize, &i32)| if class >> bit & 1 == 1 { variable } else { -variable };
        let fixed = store(&watched.iter().enumerate().map(literal).collect::<Vec<_>>());
        let number = count(&formula(&fixed), MEMORY, &Budget::unlimited()).expect("there is time");
        number.to_string().parse::<f64>().expect("a number") / models
    };
    let expected: Vec<f64> = (0..256).map(|class| share(class) * f64::from(DRAWS)).collect();
    assert!((expected.iter().sum::<f64>() - f64::from(DRAWS)).abs() < 1e-3);
    let rare = expected.iter().zip(found).filter(|(expected, _)| **expected < 5.0);
    let (rare_expected, rare_found) = rare.fold((0.0, 0), |(a, b), (expected, found)| (a + expected, b + found));
    let mut classes: Vec<(u32, f64)> =
        expected.iter().zip(found).filter(|(expected, _)| **expected >= 5.0).map(|(&e, found)| (found, e)).collect();
    if rare_expected >= 5.0 {
        classes.push((rare_found, rare_expected));
    }
    assert!(classes.len() > 50, "{}", classes.len());
    uniform(classes, "a large formula");
}

/// Hidden variables do not make a solution more likely, however many values they have.
#[test]
fn solutions_differ_in_shown_variables() {
    let mut model = Model::new();
    let [a, b] = ["a", "b"].map(|name| model.var(name, 0..=3));
    let hidden = model.var("hidden", 0..=9);
    model.clause("more", [a.is_not(0), hidden.at_most(0)]);
    model.linear("sum", [(1, a), (1, b)], cnfab::Cmp::Le, 4);
    model.show(&[a, b]);
    let compiled = compile_model(&model, &Recipe::default(), MEMORY, &Budget::unlimited());
    let compiled = compiled.expect("it can be stated").expect("there is time");
    assert_eq!(compiled.solutions(), 13);
    let mut rng = Rng::with_seed(1);
    let draws = (0..DRAWS).map(|_| {
        let solution = compiled.draw(&mut rng);
        assert!(model.violated(&solution).is_none() && model.outside(&solution).is_none());
        solution.project(&[a, b])
    });
    uniform(times(draws, 13), "hidden");
}

#[test]
fn samples_say_how_they_were_drawn() {
    let sudoku = "models/sudoku/four-empty.txt";
    let listed = run(&["sample", sudoku, "-n", "5", "--seed", "7", "--plain"]);
    assert_eq!((listed.code, listed.out.lines().count()), (0, 5));
    assert!(listed.err.contains("5 draws from 288 solutions, which were listed"), "{listed:?}");
    assert_eq!(run(&["sample", sudoku, "-n", "5", "--seed", "7", "--plain"]).out, listed.out);
    let json = run(&["sample", sudoku, "-n", "2", "--method", "components", "--json"]).ok();
    let last: serde_json::Value = serde_json::from_str(json.lines().last().expect("a summary")).expect("JSON");
    assert_eq!((&last["method"], &last["solutions"], &last["drawn"]), (&"components".into(), &288.into(), &2.into()));
    let orbits = run(&["sample", sudoku, "--up-to-symmetry=all", "-n", "3", "--plain"]);
    assert!(orbits.err.contains("3 draws from 2 orbits"), "{orbits:?}");
    let far = run(&["sample", sudoku, "--diverse", "4", "--plain"]);
    assert!(far.err.contains("4 of 288 solutions") && far.err.contains("differ in at least 16 cells"), "{far:?}");
    let optimal = run(&["sample", "models/opb/workshops.opb", "-n", "3", "--method", "components"]);
    assert!(optimal.err.contains("3 draws from 2 solutions, counted by components"), "{optimal:?}");
    let none = run(&["sample", "models/hidoku/no-solution-4-1.txt", "-n", "3"]);
    assert_eq!((none.code, none.out.as_str()), (0, "no solution\n"));
    let late = run(&["sample", "models/sudoku/many-solutions.txt", "-T", "0.5"]);
    assert_eq!((late.code, late.out.as_str()), (3, ""), "{late:?}");
    assert!(late.err.contains("no draw would be exact"), "{late:?}");
}
