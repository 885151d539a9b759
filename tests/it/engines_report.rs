//! Reports of engines on models, against the strategies that run them.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use cnfab::model::{Cmp, Model};
use cnfab::puzzle::KINDS;
use cnfab::solve::{Budget, Encodings, EngineReport, Estimate, SolveError, Strategy, engines};

use crate::corpus::{instances, read};

/// Larger models take long to be stated in every form.
const MOST_VALUES: usize = 1500;

/// The refusal that running the engine's strategy reports: nothing if it begins.
fn refusal(strategy: &str, model: &Model) -> Option<String> {
    // Its plan looks at the budget, so it begins and has memory for few states.
    let (strategy, seconds) = if strategy == "frontier" { ("frontier:memory=1", 60) } else { (strategy, 0) };
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let budget = Budget::within(Duration::from_secs(seconds));
    let on = &mut |_: &_| ControlFlow::Break(());
    let ended = if backend.lists() {
        backend.solve(model, &budget, on).map(drop)
    } else {
        backend.count(model, &budget, on).map(drop)
    };
    match ended {
        Ok(()) => None,
        Err(SolveError::Unsupported { what, .. }) => Some(what),
        Err(why) => panic!("{strategy}: {why}"),
    }
}

/// The engine of `backtrack` with the smallest estimate.
fn chosen(reports: &[EngineReport]) -> &str {
    let time = |report: &EngineReport| match report.estimate {
        Ok(Estimate::Time(times)) => times,
        Ok(Estimate::NotFaster | Estimate::States(_)) | Err(_) => f64::INFINITY,
    };
    let native =
        reports.iter().filter_map(|report| Some((time(report), report.strategy.strip_prefix("backtrack:engine=")?)));
    native.min_by(|a, b| a.0.total_cmp(&b.0)).expect("some engines").1
}

fn first_model(file: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(file);
    let (kind, puzzles) = read(&path, &fs::read_to_string(&path).expect("a file"));
    puzzles[0].make_model(kind.views[0].0)
}

#[test]
fn engines_take_what_they_say_they_take() {
    let (mut taken, mut refused) = (0, 0);
    for kind in KINDS {
        for path in instances(kind.name) {
            let (_, puzzles) = read(&path, &fs::read_to_string(&path).expect("a file"));
            for (view, _) in kind.views {
                let model = puzzles[0].make_model(view);
                if model.variables().iter().map(|variable| variable.domain.len()).sum::<usize>() > MOST_VALUES {
                    continue;
                }
                for report in engines(&model) {
                    let said = report.estimate.as_ref().err().map(ToString::to_string);
                    let context = format!("{} in view {view} by {}", path.display(), report.strategy);
                    assert_eq!(said, refusal(&report.strategy, &model), "{context}");
                    *if said.is_some() { &mut refused } else { &mut taken } += 1;
                }
            }
        }
    }
    assert!(taken > 300 && refused > 300, "{taken} {refused}");
}

#[test]
fn the_smallest_estimate_is_that_of_the_engine_made_for_the_model() {
    for (file, engine) in [
        ("sudoku/hardest.txt", "bit-parallel"),
        ("sudoku/twenty-five-19.txt", "domains"),
        ("star-battle/notebook-board-24.txt", "bit-parallel"),
        ("star-battle/no-regions-9-stars-2.txt", "rows"),
        ("magic-board/printed.txt", "magic"),
        ("hexagon/aristotle.txt", "magic"),
        ("equation/printed.txt", "domains"),
        ("hidoku/printed.txt", "domains"),
        ("dissection/twelve-stones.txt", "bit-parallel"),
    ] {
        assert_eq!(chosen(&engines(&first_model(file))), engine, "{file}");
    }
}

/// An engine that takes a model made for another one claims no figure.
#[test]
fn engines_claim_a_time_only_where_they_expect_to_be_faster() {
    let model = first_model("sudoku/hardest.txt");
    for report in engines(&model) {
        match (report.strategy.as_str(), report.estimate) {
            ("cdcl", estimate) => assert_eq!(estimate, Ok(Estimate::NotFaster)),
            ("frontier", _) | (_, Err(_)) => {}
            (strategy, Ok(estimate)) => assert!(matches!(estimate, Estimate::Time(0.0..=1.0)), "{strategy}"),
        }
    }
}

#[test]
fn refusals_name_the_constraint_and_its_class() {
    let mut model = Model::new();
    let x = model.var("x", 0..=3);
    let y = model.var("y", 0..=3);
    model.linear("total", [(2, x), (1, y)], Cmp::Eq, 4);
    let refusal = |model: &Model, strategy: &str| {
        let reports = engines(model);
        let report = reports.iter().find(|report| report.strategy == strategy).expect("an engine");
        report.estimate.as_ref().expect_err("refused").to_string()
    };
    for strategy in ["backtrack:engine=bit-parallel", "backtrack:engine=rows", "cdcl"] {
        assert_eq!(refusal(&model, strategy), "sums (linear constraint 'total')", "{strategy}");
    }
}

#[test]
fn refusals_name_the_options_that_an_engine_does_not_follow() {
    let model = first_model("sudoku/hardest.txt");
    for (strategy, what) in [
        ("backtrack:engine=rows,values=descending,order=spiral", "order=spiral,values=descending with engine=rows"),
        ("backtrack:engine=bit-parallel,order=input,propagate=check", "propagate=check with engine=bit-parallel"),
        ("backtrack:threads=2,search=best-first", "threads=2 with search=best-first"),
    ] {
        assert_eq!(refusal(strategy, &model).as_deref(), Some(what), "{strategy}");
    }
    assert_eq!(refusal("backtrack:engine=bit-parallel,order=input", &model), None);
}
