//! Integer programs: sizes of known models, what both formulations find on lines of different numbers, limits and
//! refusals.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use cnfab::ilp::{FORMULATIONS, Program, linearize};
use cnfab::model::{AllDifferent, Cmp, Model, Var};
use cnfab::solve::{Budget, Encodings, Limit, Outcome, SolveError, Strategy, ladder};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::random_model::brute_force;

/// The strategies whose solver is part of this build.
const SOLVERS: &[&str] =
    if cfg!(feature = "highs") { &["ilp", "ilp:highs", "ilp:microlp"] } else { &["ilp", "ilp:microlp"] };

fn program(model: &Model, formulation: &str) -> Program {
    let formulation = FORMULATIONS.iter().copied().find(|one| one.name() == formulation).expect("registered");
    linearize(model, formulation).expect("small numbers").program
}

/// Columns, rows and entries.
fn size(model: &Model, formulation: &str) -> (usize, usize, usize) {
    let program = program(model, formulation);
    (program.columns().len(), program.rows().len(), program.entries())
}

fn solve(model: &Model, strategy: &str, formulation: &str, budget: &Budget) -> Result<(Outcome, usize), SolveError> {
    let encodings: Encodings = format!("ilp={formulation}").parse().expect("registered");
    let backend = Strategy::parse(strategy).expect("registered").backend(&encodings);
    assert_eq!(backend.recipe(), Some(format!("ilp={formulation}")));
    let mut found = BTreeSet::new();
    let report = backend.solve(model, budget, &mut |solution| {
        assert!(found.insert(solution.project(&model.shown())), "a solution comes twice");
        ControlFlow::Continue(())
    })?;
    Ok((report.outcome, found.len()))
}

fn sudoku() -> Model {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..81).map(|index| model.var(format!("cell[{},{}]", index / 9, index % 9), 1..=9)).collect();
    for unit in 0..9 {
        model.all_different("row", (0..9).map(|place| cells[unit * 9 + place]));
        model.all_different("column", (0..9).map(|place| cells[place * 9 + unit]));
        let corner = unit / 3 * 27 + unit % 3 * 3;
        model.all_different("box", (0..9).map(|place| cells[corner + place / 3 * 9 + place % 3]));
    }
    model
}

/// The magic hexagon of order 3 without symmetry breaking.
fn hexagon() -> Model {
    let mut model = Model::new();
    let places: Vec<(i32, i32)> =
        (-2..=2).flat_map(|r| (-2..=2).map(move |q| (r, q))).filter(|(r, q): &(i32, i32)| (r + q).abs() <= 2).collect();
    let cells: Vec<Var> = places.iter().map(|(r, q)| model.var(format!("cell[{r},{q}]"), 1..=19)).collect();
    model.all_different("cells", cells.iter().copied());
    let along: [fn(i32, i32) -> i32; 3] = [|r, _| r, |_, q| q, |r, q| r + q];
    for direction in along {
        for line in -2..=2 {
            let on = places.iter().zip(&cells).filter(|((r, q), _)| direction(*r, *q) == line);
            model.sum_eq("line", on.map(|(_, &cell)| cell), 38);
        }
    }
    model
}

fn magic_square(n: usize) -> Model {
    let mut model = Model::new();
    let most = (n * n) as i32;
    let cells: Vec<Var> = (0..n * n).map(|index| model.var(format!("cell[{index}]"), 1..=most)).collect();
    let total = i64::from(most) * (i64::from(most) + 1) / 2 / n as i64;
    model.all_different("cells", cells.iter().copied());
    for line in 0..n {
        model.sum_eq("line", (0..n).map(|place| cells[line * n + place]), total);
        model.sum_eq("line", (0..n).map(|place| cells[place * n + line]), total);
    }
    model.sum_eq("line", (0..n).map(|place| cells[place * n + place]), total);
    model.sum_eq("line", (0..n).map(|place| cells[place * n + n - 1 - place]), total);
    model
}

#[test]
fn programs_have_the_sizes_of_the_formulas() {
    // 81 cells of 9 values; a row per cell and per unit and value.
    assert_eq!(size(&sudoku(), "assignment"), (729, 81 + 27 * 9, 729 * 4));
    assert_eq!(size(&sudoku(), "subset-columns"), size(&sudoku(), "assignment"));
    // 19 cells of 19 values; a row per cell, value and line, the latter without the smallest value.
    let cells_in_lines = 6 * 3 + 6 * 4 + 3 * 5;
    assert_eq!(size(&hexagon(), "assignment"), (361, 19 + 19 + 15, 2 * 361 + cells_in_lines * 18));
    // Lines of 3, 4 and 5 cells hold 30, 147 and 238 sets; a line has a row for "one set" and one per value.
    let sets = 6 * 30 + 6 * 147 + 3 * 238;
    let in_sets = 6 * 30 * 3 + 6 * 147 * 4 + 3 * 238 * 5;
    // An integer for each cell with its link to 19 values, and an entry in each line that the cell is in.
    let linked = (361 + 19, 19 + 19 + 19 + 15, 2 * 361 + 19 * 20 + cells_in_lines);
    assert_eq!(size(&hexagon(), "integer"), linked);
    assert_eq!(size(&sudoku(), "integer"), size(&sudoku(), "assignment"));
    let entries = 2 * 361 + sets + in_sets + cells_in_lines * 19;
    assert_eq!(size(&hexagon(), "subset-columns"), (361 + sets, 19 + 19 + 15 * 20, entries));
}

#[test]
fn variables_of_sums_alone_are_integers_with_any_number_of_values() {
    let mut model = Model::new();
    let (x, y, z) = (model.var("x", -50_000..=50_000), model.var("y", 0..=90_000), model.var("z", 3..=4));
    model.linear("sum", [(3, x), (2, y), (-5, z)], Cmp::Eq, 7);
    model.linear("less", [(1, x), (1, y)], Cmp::Le, 10);
    model.maximise([(1, x), (-2, y)]);
    for formulation in FORMULATIONS {
        assert_eq!(size(&model, formulation.name()), (3, 2, 5));
    }
    for solver in SOLVERS {
        let backend = Strategy::parse(solver).expect("registered").backend(&Encodings::default());
        let report = backend.optimise(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(report.map(|report| report.outcome), Ok(Outcome::Optimal), "{solver}");
    }
    // The default strategy asks the solver in whole numbers, too.
    assert!(ladder(&model, false).rungs.iter().any(|rung| rung.strategy == "ilp"));
    // Few values, and those that others ask for, have a column each.
    let mut asked = Model::new();
    let (x, y, z) = (asked.var("x", 1..=25), asked.var("y", 1..=25), asked.var("z", 1..=24));
    asked.linear("sum", [(2, x), (3, y), (7, z)], Cmp::Le, 290);
    asked.clause("clause", [y.is(3), y.is(4), z.is(1)]);
    assert_eq!(size(&asked, "assignment"), (1 + 25 + 24, 2 + 2, (1 + 24 + 23) + (25 + 24) + 3));
    // A cut speaks of values, which get columns when there is one.
    let mut few = Model::new();
    let (x, y) = (few.var("x", -1..=4), few.var("y", -1..=4));
    few.linear("sum", [(1, x), (1, y)], Cmp::Eq, 3);
    assert_eq!(size(&few, "integer"), (2, 1, 2));
    for solver in SOLVERS {
        assert_eq!(solve(&few, solver, "integer", &Budget::unlimited()), Ok((Outcome::Exhausted, 6)), "{solver}");
    }
}

#[test]
fn values_that_root_propagation_drops_have_no_column() {
    let mut model = Model::new();
    let (x, y) = (model.var("x", 1..=9), model.var("y", 1..=9));
    model.linear("small", [(1, x), (2, y)], Cmp::Le, 6);
    let program = program(&model, "assignment");
    let names: Vec<&str> = program.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["x=1", "x=2", "x=3", "x=4", "y=2"]);
}

#[test]
fn a_model_that_the_root_refutes_needs_no_solver() {
    let mut model = Model::new();
    let (x, y) = (model.var("x", 1..=3), model.var("y", 1..=3));
    model.sum_eq("sum", [x, y], 7);
    for formulation in FORMULATIONS {
        let program = program(&model, formulation.name());
        assert!(program.is_contradictory());
        assert!(program.rows().any(|row| row.entries.is_empty() && !row.cmp.holds(0, row.rhs)), "the rows say so too");
        // No time is left, so that a solver could not have found it out.
        let outcome = solve(&model, "ilp", formulation.name(), &Budget::within(Duration::ZERO));
        assert_eq!(outcome, Ok((Outcome::Exhausted, 0)));
    }
}

/// Different numbers in up to six cells with lines over some of them: the models that `subset-columns` is for.
fn lines(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let count = rng.usize(3..=5);
    let cells: Vec<Var> = (0..count)
        .map(|index| {
            let low = rng.i32(-2..3);
            model.var(format!("cell[{index}]"), low..=low + rng.i32(1..5))
        })
        .collect();
    model.post("different", AllDifferent(cells.clone()));
    for _ in 0..rng.usize(1..=3) {
        let mut line = cells.clone();
        rng.shuffle(&mut line);
        line.truncate(rng.usize(1..=count));
        let coefficient = [1, 1, 1, -1, 3][rng.usize(..5)];
        let reached: i64 = line
            .iter()
            .map(|&cell| {
                let values = model.domain(cell).to_vec();
                coefficient * i64::from(values[rng.usize(..values.len())])
            })
            .sum();
        let rhs = reached + i64::from(rng.u8(..6) == 0);
        model.linear("line", line.into_iter().map(|cell| (coefficient, cell)), Cmp::Eq, rhs);
    }
    model
}

#[test]
fn lines_of_different_numbers_have_the_solutions_that_trying_all_finds() {
    let mut with_sets = 0;
    let (mut none, mut several) = (0, 0);
    for seed in rounds(150) {
        let model = lines(seed);
        let expected = brute_force(&model).len();
        none += usize::from(expected == 0);
        several += usize::from(expected > 1);
        with_sets +=
            usize::from(program(&model, "subset-columns").columns().iter().any(|column| column.one_of.is_some()));
        if expected > 60 {
            continue;
        }
        for solver in SOLVERS {
            for formulation in FORMULATIONS {
                let found = solve(&model, solver, formulation.name(), &Budget::unlimited());
                assert_eq!(found, Ok((Outcome::Exhausted, expected)), "seed {seed}, {solver}, {}", formulation.name());
            }
        }
    }
    assert!(with_sets > 50 && none > 20 && several > 20, "{with_sets} with sets, {none} and {several} with solutions");
}

#[test]
fn magic_squares_of_order_3_come_in_8_images() {
    for solver in SOLVERS {
        for formulation in FORMULATIONS {
            let found = solve(&magic_square(3), solver, formulation.name(), &Budget::unlimited());
            assert_eq!(found, Ok((Outcome::Exhausted, 8)), "{solver}, {}", formulation.name());
        }
    }
}

#[test]
fn a_time_limit_is_no_proof() {
    // All magic squares of order 5 are far beyond any of these solvers.
    let model = magic_square(5);
    for solver in SOLVERS {
        for formulation in FORMULATIONS {
            for limit in [Duration::ZERO, Duration::from_millis(1), Duration::from_millis(300)] {
                let (outcome, _) =
                    solve(&model, solver, formulation.name(), &Budget::within(limit)).expect("an outcome");
                assert_eq!(outcome, Outcome::Stopped(Limit::Time), "{solver}, {}, {limit:?}", formulation.name());
            }
        }
    }
}

#[test]
fn a_cancelled_budget_ends_the_enumeration() {
    let model = sudoku();
    let budget = Budget::unlimited();
    let backend = Strategy::parse("ilp").expect("registered").backend(&Encodings::default());
    let mut found = 0;
    let report = backend.solve(&model, &budget, &mut |_| {
        found += 1;
        budget.cancel();
        ControlFlow::Continue(())
    });
    assert_eq!((report.expect("a report").outcome, found), (Outcome::Stopped(Limit::Time), 1));
}

#[test]
fn numbers_beyond_floating_point_are_refused() {
    let mut model = Model::new();
    let (x, y) = (model.var("x", 0..=5), model.var("y", 0..=5));
    model.linear("huge", [(10_000_000_000, x), (1, y)], Cmp::Le, 30_000_000_002);
    for formulation in FORMULATIONS {
        let error = solve(&model, "ilp:microlp", formulation.name(), &Budget::unlimited()).expect_err("too large");
        assert!(matches!(&error, SolveError::Unsupported { what, .. } if what.contains("huge[0]")), "{error}");
        // x <= 2, or x = 3 and y <= 2.
        let exact = solve(&model, "ilp", formulation.name(), &Budget::unlimited());
        assert_eq!(exact, Ok((Outcome::Exhausted, 21)));
    }
}

/// Domains of thousands of millions of values: rows leave few of them.
#[test]
fn wide_variables_in_sums_are_columns_of_integers() {
    for seed in rounds(100) {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let (x, y) = (model.var("x", i32::MIN..=i32::MAX), model.var("y", -1_000_000_000..=1_000_000_000));
        let (a, b) = (rng.i64(1..=9), rng.i64(1..=9));
        let (from, count, rhs) = (rng.i64(-100_000_000..100_000_000), rng.i64(0..20), rng.i64(-1_000_000..1_000_000));
        model.linear("from", [(1, x)], Cmp::Ge, from);
        model.linear("to", [(1, x)], Cmp::Le, from + count);
        model.linear("equal", [(a, x), (-b, y)], Cmp::Eq, rhs);
        let has_y = |&x: &i64| (a * x - rhs) % b == 0 && ((a * x - rhs) / b).abs() <= 1_000_000_000;
        let expected = (from..=from + count).filter(has_y).count();
        for formulation in FORMULATIONS {
            let found = solve(&model, "ilp", formulation.name(), &Budget::unlimited());
            assert_eq!(found, Ok((Outcome::Exhausted, expected)), "seed {seed} by {}", formulation.name());
        }
    }
}

#[cfg(not(feature = "highs"))]
#[test]
fn a_build_without_highs_says_what_to_do() {
    let error = solve(&sudoku(), "ilp:highs", "assignment", &Budget::unlimited()).expect_err("not in this build");
    assert_eq!(
        error.to_string(),
        "ilp:highs does not support solving in this build: it was built without `--features highs`"
    );
}
