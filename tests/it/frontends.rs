//! Files of front ends: every instance below `models/` has the optimum and the number of solutions that its head
//! states, by every strategy that takes it.

use std::cell::Cell;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cnfab::Source;
use cnfab::encode::CLASSES;
use cnfab::frontend::FRONT_ENDS;
use cnfab::model::Assignment;
use cnfab::solve::{Budget, Count, Encodings, SolveError, Strategy};

use crate::common::damage::{cases, damaged};

/// The files of a front end.
fn instances(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name}");
    paths
}

/// The number that a comment at the head states.
fn stated(text: &str, key: &str) -> Option<i64> {
    let value = text.lines().find_map(|line| line.split_once(key).filter(|(mark, _)| mark.trim().len() <= 1));
    value.map(|(_, value)| value.trim().parse().unwrap_or_else(|_| panic!("{key} {value}")))
}

#[test]
fn instances_have_the_answers_that_they_state() {
    for front_end in FRONT_ENDS {
        for path in instances(front_end.name) {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let source = Source::open(path.to_str().expect("UTF-8")).unwrap();
            let contents = source.contents().unwrap_or_else(|why| panic!("{why}"));
            let [subject] = &contents.problems[..] else { panic!("{}: one problem", path.display()) };
            assert_eq!((subject.name(), subject.kind().is_none()), (front_end.name, true), "{}", path.display());
            let model = subject.make_model(subject.views()[0].0);
            let solutions = stated(&text, "Solutions:").unwrap_or_else(|| panic!("{}: Solutions:", path.display()));
            assert_eq!(stated(&text, "Optimum:").is_some(), model.objective().is_some(), "{}", path.display());
            let mut taken = 0;
            for name in
                ["auto", "backtrack", "sat", "sat:cdcl", "sat:batsat:optimise=improve", "ilp", "frontier", "cdcl"]
            {
                let context = format!("{} by {name}", path.display());
                let backend = Strategy::parse(name).unwrap().backend(&Encodings::default());
                match backend.count_only(&model, &Budget::unlimited()) {
                    Ok(counted) => {
                        assert_eq!(counted.number, Count::from(solutions as u64), "{context}");
                        assert_eq!(counted.report.stats.objective, stated(&text, "Optimum:"), "{context}");
                        taken += 1;
                    }
                    Err(SolveError::Unsupported { .. }) => {}
                    Err(why) => panic!("{context}: {why}"),
                }
            }
            assert!(taken >= 5, "{}: {taken} strategies", path.display());
            // The same text with constraints that can be left out, none of which is.
            let chosen = (front_end.groups)(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display())).chosen();
            let backend = Strategy::default().backend(&Encodings::default());
            let counted = backend.count_only(&chosen, &Budget::unlimited()).unwrap();
            assert_eq!(counted.number, Count::from(solutions as u64), "{} in groups", path.display());
            assert_eq!(counted.report.stats.objective, stated(&text, "Optimum:"), "{} in groups", path.display());
        }
    }
}

/// Instances that only studies use, by propagation: encodings take long for some of them.
#[test]
fn larger_instances_of_studies_have_the_answers_that_they_state() {
    let whole = CLASSES.iter().filter(|class| class.is_decomposed);
    let recipe = whole.map(|class| format!("{}=propagate", class.name)).collect::<Vec<_>>().join(",");
    let backend = Strategy::parse("sat:cdcl").unwrap().backend(&recipe.parse::<Encodings>().expect("a recipe"));
    let (mut optima, mut numbers) = (0, 0);
    for path in instances("studies/larger").into_iter().chain(instances("studies/library")) {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let contents = Source::open(path.to_str().expect("UTF-8")).unwrap().contents().unwrap();
        let model = contents.problems[0].make_model(contents.problems[0].views()[0].0);
        let mut found = None;
        let mut on = |solution: &Assignment| {
            assert!(model.violated(solution).is_none(), "{}", path.display());
            found = Some(model.objective().map(|objective| objective.value(solution)));
            if model.objective().is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        match (stated(&text, "Solutions:"), stated(&text, "Optimum:")) {
            (Some(solutions), _) => {
                let counted = backend.count_only(&model, &Budget::unlimited()).unwrap();
                assert_eq!(counted.number, Count::from(solutions as u64), "{}", path.display());
                numbers += 1;
            }
            (None, Some(optimum)) => {
                backend.optimise(&model, &Budget::unlimited(), &mut on).unwrap();
                assert_eq!(found, Some(Some(optimum)), "{}", path.display());
                optima += 1;
            }
            (None, None) => {
                backend.solve(&model, &Budget::unlimited(), &mut on).unwrap();
                assert_eq!(found, Some(None), "{}", path.display());
            }
        }
    }
    assert!(optima > 5 && numbers > 10, "{optima} optima, {numbers} numbers");
}

/// The page about a format has an example that is read.
#[test]
fn pages_have_examples_that_are_read() {
    for front_end in FRONT_ENDS {
        let (_, behind) = front_end.page.split_once("```text\n").unwrap_or_else(|| panic!("{}", front_end.name));
        let (example, _) = behind.split_once("```").expect("the end of the example");
        let problem = (front_end.read)(example).unwrap_or_else(|why| panic!("{}: {why}", front_end.name));
        let view = problem.views()[0].0;
        assert!(!problem.make_model(view).variables().is_empty(), "{}", front_end.name);
        // What it is told by its text alone is the same.
        let contents = Source { text: example.to_owned(), ..Source::open(file!()).unwrap() }.contents().unwrap();
        assert_eq!(contents.problems[0].name(), front_end.name);
    }
}

/// A damaged text is refused with its place, or is another model; nothing panics.
#[test]
fn damaged_texts_are_read_or_refused() {
    for front_end in FRONT_ENDS {
        for path in instances(front_end.name) {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let refused = Cell::new(0);
            cases(200, |rng| {
                let changes = rng.usize(1..5);
                let text = damaged(&text, changes, "-~+;:=<>xhpc%*[](), ", rng);
                match (front_end.read)(&text) {
                    Ok(problem) => drop(problem.make_model(problem.views()[0].0)),
                    Err(error) => {
                        let lines = text.split('\n').count();
                        assert!(error.line >= 1 && error.line <= lines && error.column >= 1, "{error}\n{text}");
                        refused.set(refused.get() + 1);
                    }
                }
            });
            assert!(refused.get() > 5, "{}: {}", path.display(), refused.get());
        }
    }
}
