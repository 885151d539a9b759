//! Models without a puzzle: run and compared as puzzles are.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cnfab::compare::{self, Agreement, Instance, Matrix};
use cnfab::model::Model;
use cnfab::run::{Event, Next, RunSpec, Running, Verdict};
use cnfab::solve::{Encodings, Strategy};
use cnfab::{Cells, ModelProblem, Problem};

/// Six queens; with `hidden`, a variable besides that is not shown and may have three values.
fn queens(hidden: bool) -> ModelProblem {
    let mut model = Model::new();
    let queens: Vec<_> = (0..6).map(|row| model.var(format!("queen[{row}]"), 0..=5)).collect();
    model.all_different("column", queens.iter().copied());
    for row in 0..6i32 {
        for other in 0..row {
            for column in 0..6 {
                for shifted in [column + (row - other), column - (row - other)] {
                    let (one, two) = (queens[row as usize], queens[other as usize]);
                    model.clause("diagonal", [one.is_not(column), two.is_not(shifted)]);
                }
            }
        }
    }
    if hidden {
        let free = model.var("free", 0..=2);
        model.clause("not both", [free.is_not(0), queens[0].is_not(1)]);
        model.show(&queens);
    }
    ModelProblem::new("queens", model)
}

fn strategies(names: &[&str]) -> Vec<Strategy> {
    names.iter().map(|name| name.parse().expect("a strategy")).collect()
}

#[test]
fn a_model_is_compared_by_several_strategies() {
    let listing = ["sat", "sat:batsat", "ilp", "backtrack", "backtrack:order=input", "auto"];
    let some = [&listing[..], &["cdcl"]].concat();
    let all = [&some[..], &["frontier"]].concat();
    let on_number = "All 10 complete runs agree on the number: 4 solutions; the 9 of them that list the solutions agree on \
                     the set.";
    // Not every strategy takes variables that are not shown.
    for (hidden, names, line) in
        [(false, &all[..], on_number), (true, &some, "All 9 complete runs agree on the set of 4 solutions.")]
    {
        let problem: Arc<dyn Problem> = Arc::new(queens(hidden));
        let instances = vec![Instance::here("six queens", problem, strategies(names))];
        let recipes: Vec<Encodings> = compare::parse_recipes("default;amo=product,root=none").expect("recipes");
        let base = RunSpec { statistics: true, ..RunSpec::default() };
        let matrix = Matrix { instances, recipes, base };
        let runs = compare::run(None, &matrix, 2, &AtomicBool::new(false), &|_, _| {});
        // The two of SAT have two recipes each.
        assert_eq!(runs.len(), names.len() + 2);
        for run in &runs {
            let row = format!("{:?} {:?}", run.record, run.detail);
            assert_eq!((run.record.outcome, run.record.view.as_str()), (Verdict::Complete, "model"), "{row}");
            assert_eq!(run.record.solutions, 4, "{row}");
        }
        let agreement = Agreement::of(&matrix, &runs);
        assert!(agreement.holds(), "{agreement}");
        assert_eq!(agreement.to_string(), line);
        assert_eq!(runs[0].solutions[0], Cells(vec![1, 3, 5, 0, 2, 4]));
    }
}

/// The report of a strategy is held to the model as it was built.
#[test]
fn a_model_judges_its_solutions() {
    let shown = queens(false);
    let good = Cells(vec![1, 3, 5, 0, 2, 4]);
    assert_eq!(shown.check(&good), Ok(()));
    assert_eq!(shown.plain(&good), "queen[0]=1 queen[1]=3 queen[2]=5 queen[3]=0 queen[4]=2 queen[5]=4");
    let wrong = |values: &[i32]| shown.check(&Cells(values.to_vec())).expect_err("no solution").to_string();
    assert_eq!(wrong(&[1, 3, 5, 0, 2, 5]), "'column' does not hold");
    assert_eq!(wrong(&[0, 1, 2, 3, 4, 5]), "'diagonal' does not hold");
    assert_eq!(wrong(&[1, 3, 5, 0, 2, 6]), "queen[5] is 6, which is none of its values");
    assert_eq!(wrong(&[1]), "found 1 values, expected 6");
    // What is not shown counts where there is a whole solution to judge.
    let hidden = queens(true);
    assert_eq!(hidden.check(&good), Ok(()));
    let solution = |free| cnfab::model::Assignment::new([&good.0[..], &[free]].concat());
    assert_eq!(hidden.check_solution("model", &solution(1), &good), Ok(()));
    let broken = hidden.check_solution("model", &solution(0), &good).expect_err("no solution");
    assert_eq!(broken.to_string(), "'not both' does not hold");
}

#[test]
fn a_model_is_run_and_its_views_are_known() {
    let run = |view: Option<&str>| {
        let mut spec = RunSpec::new("backtrack".parse().expect("a strategy"));
        spec.view = view.map(str::to_owned);
        let budget = spec.budget();
        let mut running = Running::start(vec![Arc::new(queens(false))], spec, budget);
        let mut solutions = 0;
        loop {
            match running.wait() {
                Next::Event(Event::Solution { .. }) => solutions += 1,
                Next::Event(Event::Ended(ended)) => return (solutions, ended.result.map_err(|why| why.to_string())),
                Next::Idle => {}
                other => panic!("{other:?}"),
            }
        }
    };
    assert_eq!((run(None).0, run(Some("model")).0), (4, 4));
    let (_, result) = run(Some("cell"));
    assert_eq!(result.expect_err("no view"), "unknown view of queens 'cell' (known: model)");
}

/// Ctrl-C: what has not begun is left out.
#[test]
fn a_comparison_that_is_cancelled_has_no_runs() {
    let problem: Arc<dyn Problem> = Arc::new(queens(false));
    let instances = vec![Instance::here("six queens", problem, strategies(&["backtrack"]))];
    let matrix = Matrix { instances, recipes: vec![Encodings::default()], base: RunSpec::default() };
    assert!(compare::run(None, &matrix, 1, &AtomicBool::new(true), &|_, _| {}).is_empty());
}
