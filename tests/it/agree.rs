//! Random small models, solved by trying every assignment, go through every encoding combination and every strategy.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use cnfab::encode::{CLASSES, EncodingClass, split};
use cnfab::ilp;
use cnfab::model::{AllDifferent, Assignment, Clause, Cmp, Disjunctive, EXAMPLES, Linear, Model, Takes, Var};
use cnfab::solve::{Backend, Budget, Count, Encodings, Outcome, STRATEGIES, SolveError, Strategy};

use fastrand::Rng;

use crate::common::scale::rounds;
use crate::common::spellings::{Use, by_pairs, engines_for_some_models};
use crate::corpus::read;
use crate::random_model::{brute_force, random_model};

/// The solutions that a backend reports, `None` if it cannot state the model. Panics if one comes twice.
fn solutions(backend: &dyn Backend, model: &Model, context: &str) -> Option<BTreeSet<Vec<i32>>> {
    let shown = model.shown();
    let mut found = BTreeSet::new();
    let result = backend.solve(model, &Budget::unlimited(), &mut |solution| {
        assert!(model.violated(solution).is_none(), "{context}: {solution:?} violates {:?}", model.violated(solution));
        assert!(model.outside(solution).is_none(), "{context}: {solution:?} lies outside a domain");
        assert!(found.insert(solution.project(&shown)), "{context}: {solution:?} comes twice");
        ControlFlow::Continue(())
    });
    match result {
        Ok(report) => {
            assert_eq!(report.outcome, Outcome::Exhausted, "{context}");
            Some(found)
        }
        Err(SolveError::Unsupported { .. }) => None,
        Err(error) => panic!("{context}: {error}"),
    }
}

/// The number of solutions by a backend that does not list them, `None` if it cannot state the model.
fn number(backend: &dyn Backend, model: &Model, context: &str) -> Option<Count> {
    let result = backend.count(model, &Budget::unlimited(), &mut |_| panic!("{context}: it does not list"));
    match result {
        Ok(counted) => {
            assert_eq!(counted.report.outcome, Outcome::Exhausted, "{context}");
            Some(counted.number)
        }
        Err(SolveError::Unsupported { .. }) => None,
        Err(error) => panic!("{context}: {error}"),
    }
}

/// All `class=encoding` parts of every class that the model has something for, and the ways of root propagation.
fn choices(applies: &dyn Fn(&EncodingClass) -> bool) -> Vec<Vec<String>> {
    let classes = CLASSES.iter().filter(|class| class.of_variables || applies(class)).map(EncodingClass::parts);
    classes.chain([vec!["root=narrow".to_owned(), "root=none".to_owned()]]).collect()
}

/// Recipes in which every part comes that the model has something for, each with others at random.
fn recipes(model: &Model, rng: &mut Rng) -> Vec<String> {
    let choices = choices(&|class| model.constraints().iter().any(|posted| (class.applies_to)(&posted.constraint)));
    let mut recipes = Vec::new();
    for (place, parts) in choices.iter().enumerate() {
        for part in parts {
            let mut other = |(index, others): (usize, &Vec<String>)| match index == place {
                true => part.clone(),
                false => others[rng.usize(..others.len())].clone(),
            };
            recipes.push(choices.iter().enumerate().map(&mut other).collect::<Vec<String>>().join(","));
        }
    }
    recipes
}

#[test]
fn every_encoding_combination_agrees_with_brute_force() {
    let mut runs = 0u64;
    let mut refused = 0u64;
    let mut compared: BTreeMap<String, u64> = BTreeMap::new();
    let mut classes = BTreeSet::new();
    let mut satisfiable = 0u64;
    let seeds = rounds(800);
    let models = seeds.end - seeds.start;
    let mut rng = Rng::with_seed(seeds.start);
    for seed in seeds {
        let model = random_model(seed);
        let expected = brute_force(&model);
        satisfiable += u64::from(!expected.is_empty());
        classes.extend(model.constraints().iter().map(|posted| posted.constraint.name()));
        let solver = if seed % 4 == 0 { "sat:batsat" } else { "sat:varisat" };
        for recipe in recipes(&model, &mut rng) {
            let encodings: Encodings = recipe.parse().expect("made of registered names");
            let context = format!("seed {seed}, {solver}, {recipe}");
            let backend = Strategy::parse(solver).expect("registered").backend(&encodings);
            match solutions(backend.as_ref(), &model, &context) {
                Some(found) => {
                    assert_eq!(found, expected, "{context}\n{model:#?}");
                    for part in split(&recipe) {
                        *compared.entry(format!("{solver} {part}")).or_default() += 1;
                    }
                }
                None => refused += 1,
            }
            runs += 1;
        }
    }
    assert!(refused * 2 < runs, "{refused} of {runs} runs were refused");
    assert!(classes.len() >= EXAMPLES.len(), "all classes come up: {classes:?}");
    for (solver, least) in [("sat:batsat", models / 20), ("sat:varisat", models / 5)] {
        // Constraints that are decomposed come in few models.
        for part in choices(&|class| !class.is_decomposed).into_iter().flatten() {
            let runs = compared.get(&format!("{solver} {part}")).copied().unwrap_or_default();
            assert!(runs >= least, "{solver} {part}: {runs} runs were compared, not {least}");
        }
    }
    assert!(satisfiable * 4 > models && satisfiable < models, "{satisfiable} of {models} models have solutions");
}

/// True if a search draws few conclusions, so that it tries the values of all variables that lowering adds.
pub(crate) fn tries_all(spelling: &str) -> bool {
    spelling.contains("propagate=check") || spelling.contains("propagate=forward")
}

/// True if lowering adds more variables than a search can try all values of.
pub(crate) fn adds_many(model: &Model) -> bool {
    let lowered = model.lowered(Takes::FLAT);
    lowered.is_ok_and(|lowered| lowered.variables().len() > model.variables().len() + 30)
}

/// True if each model of the formula is listed, of which a solution has many where auxiliaries are free.
fn lists_models(spelling: &str) -> bool {
    spelling.contains("block-full")
}

/// More solutions than a slow way is asked to list.
const MANY: usize = 40;

/// True for a solver that is another program, which may not be there.
pub(crate) fn is_program(spelling: &str) -> bool {
    Strategy::parse(spelling).is_ok_and(|strategy| strategy.command().is_some())
}

/// Of how many models a spelling is asked one. An integer program is solved anew for each solution.
fn one_of(spelling: &str) -> u64 {
    if is_program(spelling) {
        // A process for each solution.
        return 100;
    }
    if spelling.starts_with("ilp") || Use::of(spelling) == Use::AsDomains { 10 } else { 1 }
}

/// How many models meet the same spellings.
const TOGETHER: u64 = 800;

#[test]
fn every_strategy_agrees_with_brute_force() {
    let seeds = rounds(TOGETHER);
    for first in seeds.step_by(TOGETHER as usize) {
        // Others each time: in the end, options come together by threes and more.
        let spellings: Vec<String> = STRATEGIES.iter().flat_map(|kind| by_pairs(kind, first)).collect();
        agree(first..first + TOGETHER, &spellings);
    }
}

/// Holds all of these strategies to brute force over the models of these seeds.
fn agree(seeds: std::ops::Range<u64>, spellings: &[String]) {
    let mut answered: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let number_of_models = seeds.end - seeds.start;
    let models: Vec<(u64, Model, BTreeSet<Vec<i32>>)> = seeds
        .map(|seed| {
            let model = random_model(seed);
            let expected = brute_force(&model);
            (seed, model, expected)
        })
        .collect();
    let many_are_added: BTreeSet<u64> =
        models.iter().filter(|(_, model, _)| adds_many(model)).map(|(seed, ..)| *seed).collect();
    for spelling in spellings {
        let slow = spelling.starts_with("ilp");
        let strategy = Strategy::parse(spelling).expect("made of registered names");
        for formulation in if slow { ilp::FORMULATIONS } else { &ilp::FORMULATIONS[..1] } {
            let encodings: Encodings = format!("ilp={}", formulation.name()).parse().expect("registered");
            // One for all models, so that nothing of one is left for the next.
            let backend = strategy.backend(&encodings);
            if !backend.is_complete() {
                continue;
            }
            let answered = answered.entry((spelling, formulation.name())).or_default();
            // Options that do not go together are refused whatever the model.
            if backend.goes_together().is_err() {
                for (_, model, _) in models.iter().take(10) {
                    assert_eq!(solutions(backend.as_ref(), model, spelling), None, "{spelling}");
                }
                continue;
            }
            let one_of = one_of(spelling);
            for (seed, model, expected) in models.iter().filter(|(seed, ..)| seed % one_of == 0) {
                if tries_all(spelling) && many_are_added.contains(seed) {
                    continue;
                }
                if (slow || lists_models(spelling)) && expected.len() > MANY {
                    continue;
                }
                let context = format!("seed {seed}, {spelling}, ilp={}", formulation.name());
                if !backend.lists() {
                    if let Some(number) = number(backend.as_ref(), model, &context) {
                        assert_eq!(number, expected.len() as u64, "{context}\n{model:#?}");
                        *answered += 1;
                    }
                } else if let Some(found) = solutions(backend.as_ref(), model, &context) {
                    assert_eq!(&found, expected, "{context}\n{model:#?}");
                    *answered += 1;
                }
            }
        }
    }
    let asked: BTreeSet<&str> =
        answered.keys().map(|&(spelling, _)| spelling.split(':').next().expect("a name")).collect();
    let left_out: Vec<&str> = STRATEGIES
        .iter()
        .map(|kind| kind.name)
        .filter(|name| !asked.contains(name.split(':').next().expect("a name")))
        .collect();
    assert_eq!(left_out, ["anneal"], "strategies that prove nothing");
    for ((spelling, formulation), answered) in answered {
        // Of the integer programs' models, a tenth; of strategies that are for some models only, any.
        let least = match spelling.split(':').next() {
            // Engines for some models, which are asked without other options; more about them in `engines.rs`.
            Some("backtrack") if engines_for_some_models().any(|engine| spelling.contains(engine)) => 0,
            Some("sat") if spelling.starts_with("sat:cadical") && cfg!(not(feature = "cadical")) => 0,
            Some("auto" | "sat" | "backtrack") => {
                let one_of = one_of(spelling);
                let is_asked = |seed: &u64| seed.is_multiple_of(one_of);
                let asked = models.iter().filter(|(seed, ..)| is_asked(seed)).count();
                let is_left_out = |(seed, _, expected): &&(u64, Model, BTreeSet<Vec<i32>>)| {
                    let is_long = tries_all(spelling) && many_are_added.contains(seed);
                    is_asked(seed) && (is_long || lists_models(spelling) && expected.len() > MANY)
                };
                (asked - models.iter().filter(is_left_out).count()) as u64
            }
            Some("ilp") if spelling == "ilp:highs" && cfg!(not(feature = "highs")) => 0,
            Some("ilp") if is_program(spelling) => 0,
            Some("ilp") => number_of_models / 20,
            _ => 1,
        };
        assert!(answered >= least, "{spelling}, ilp={formulation}: {answered} runs were compared, not {least}");
    }
}

/// With so few steps that the engines take turns on nearly every model, and with no room to remember solutions.
#[test]
fn auto_agrees_with_brute_force_in_every_task_however_soon_others_join() {
    let mut courses: BTreeMap<String, u64> = BTreeMap::new();
    let seeds = rounds(100);
    let models = seeds.end - seeds.start;
    for seed in seeds {
        let model = random_model(seed);
        let shown = model.shown();
        let expected = brute_force(&model);
        for spelling in ["auto", "auto:steps=1", "auto:steps=3,memory=0", "auto:steps=20", "auto:steps=1,threads=2"] {
            let context = format!("seed {seed}, {spelling}");
            let backend = Strategy::parse(spelling).expect("registered").backend(&Encodings::default());
            let found = solutions(backend.as_ref(), &model, &context).expect("every model can be stated");
            assert_eq!(found, expected, "{context}\n{model:#?}");

            let unlimited = Budget::unlimited();
            let counted = backend.count(&model, &unlimited, &mut |_| ControlFlow::Continue(())).expect("as before");
            assert_eq!(counted.report.outcome, Outcome::Exhausted, "{context}");
            assert_eq!(counted.number, expected.len() as u64, "{context}, count");
            *courses.entry(counted.report.stats.course.expect("it says so")).or_default() += 1;

            let counted = backend.count_only(&model, &unlimited).expect("as before");
            assert_eq!(counted.report.outcome, Outcome::Exhausted, "{context}");
            assert_eq!(counted.number, expected.len() as u64, "{context}, count only");
            *courses.entry(counted.report.stats.course.expect("it says so")).or_default() += 1;

            for wanted in 1..3 {
                let mut budget = Budget::unlimited();
                budget.wanted = Some(wanted as u64);
                let mut some = BTreeSet::new();
                let report = backend.solve(&model, &budget, &mut |solution| {
                    assert!(some.insert(solution.project(&shown)), "{context}: {solution:?} comes twice");
                    if some.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                let report = report.expect("as before");
                assert!(some.is_subset(&expected) && some.len() == expected.len().min(wanted), "{context}: {some:?}");
                let is_enough = some.len() == wanted;
                assert_eq!(
                    report.outcome,
                    if is_enough { Outcome::Satisfied } else { Outcome::Exhausted },
                    "{context}"
                );
                *courses.entry(report.stats.course.expect("it says so")).or_default() += 1;
            }
        }
    }
    let in_turns: u64 =
        courses.iter().filter(|(course, _)| course.contains(" in turns ")).map(|(_, times)| times).sum();
    assert!(in_turns > models, "{courses:?}");
}

/// The same on puzzles that take long enough for each engine to come to its turn and to the end.
#[test]
fn auto_counts_puzzles_whoever_comes_to_the_end() {
    let mut courses: BTreeSet<String> = BTreeSet::new();
    for (file, expected) in [
        ("hidoku/king-paths-3x3", 784),
        ("hidoku/several-7-6-5", 80),
        ("hidoku/numbrix-eight-solutions", 8),
        ("star-battle/no-regions-6-stars-1", 90),
        ("seating/couples-in-a-row-3", 60),
        ("seating/dinner-party", 4320),
        ("jodici/sample-without-7", 4),
        ("equation/printed-without-a-row", 280),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(file).with_extension("txt");
        let text = std::fs::read_to_string(&path).expect("a file");
        let (kind, puzzles) = read(&path, &text);
        let model = puzzles[0].make_model(kind.views[0].0);
        for spelling in ["auto:steps=1", "auto:steps=50,memory=0", "auto:steps=700", "auto:steps=20000,threads=2"] {
            let context = format!("{file}, {spelling}");
            let backend = Strategy::parse(spelling).expect("registered").backend(&Encodings::default());
            let found = solutions(backend.as_ref(), &model, &context).expect("every model can be stated");
            assert_eq!(found.len(), expected, "{context}");
            let unlimited = Budget::unlimited();
            let listed = backend.solve(&model, &unlimited, &mut |_| ControlFlow::Continue(())).expect("as before");
            courses.extend(listed.stats.course);
            let counted = backend.count(&model, &unlimited, &mut |_| ControlFlow::Continue(())).expect("as before");
            let only = backend.count_only(&model, &unlimited).expect("as before");
            for counted in [counted, only] {
                assert_eq!(counted.report.outcome, Outcome::Exhausted, "{context}");
                assert_eq!(counted.number, expected as u64, "{context}: {:?}", counted.report.stats.course);
                courses.extend(counted.report.stats.course);
            }
        }
    }
    // Few givens: the first solution is nobody's but the conflict-driven engines'.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/hidoku/printed-with-100-only.txt");
    let (kind, puzzles) = read(&path, &std::fs::read_to_string(&path).expect("a file"));
    let backend = Strategy::parse("auto:steps=100000").expect("registered").backend(&Encodings::default());
    let model = puzzles[0].make_model(kind.views[0].0);
    let report = backend.solve(&model, &Budget::unlimited(), &mut |_| ControlFlow::Break(())).expect("as before");
    courses.extend(report.stats.course);
    // Clauses, which lead a search without learning astray, and a sum with weights, which is propagated.
    let mut rng = Rng::with_seed(3);
    let mut model = Model::new();
    let vars: Vec<_> = (0..250).map(|index| model.var(format!("x[{index}]"), 0..=1)).collect();
    for _ in 0..1000 {
        let clause = (0..3).map(|_| vars[rng.usize(..vars.len())].is(rng.i32(0..=1))).collect();
        model.post("clause", Clause(clause));
    }
    model.post("sum", Linear { terms: vec![(1, vars[0]), (2, vars[1]), (3, vars[2])], cmp: Cmp::Le, rhs: 5 });
    model.show(&vars[..50]);
    let backend = Strategy::parse("auto:steps=1000").expect("registered").backend(&Encodings::default());
    let mut holds = None;
    let mut first = |solution: &Assignment| {
        holds = Some(model.violated(solution).is_none());
        ControlFlow::Break(())
    };
    let report = backend.solve(&model, &Budget::unlimited(), &mut first).expect("as before");
    assert_eq!(holds, Some(true), "so few clauses that there is a solution");
    courses.extend(report.stats.course);
    for engine in ["backtrack", "cdcl", "frontier:memory=500", "sat:cdcl"] {
        let decided = |course: &String| course.starts_with(&format!("{engine}, in turns with "));
        assert!(courses.iter().any(decided), "{engine} never has the answer: {courses:?}");
    }
}

/// Propagation begins where a model has circuits or tasks, and the next engines find the same solutions again.
#[test]
fn auto_hands_each_solution_over_once_where_propagation_begins() {
    let mut circuit = Model::new();
    let successors: Vec<Var> = (0..6).map(|node| circuit.var(format!("x[{node}]"), 0..=5)).collect();
    circuit.circuit("it", successors, 0);
    circuit.var("free", 0..=19);
    let mut tasks = Model::new();
    let starts: Vec<Var> = (0..4).map(|task| tasks.var(format!("x[{task}]"), 0..=6)).collect();
    tasks.post("it", Disjunctive { starts, durations: vec![1.into(); 4], is_strict: true });
    for (model, expected) in [(circuit, 120 * 20), (tasks, 7 * 6 * 5 * 4)] {
        for options in ["steps=500000", "steps=100", "steps=1000", "steps=10000", "steps=50000,threads=2", "memory=0"] {
            let backend =
                Strategy::parse(&format!("auto:{options}")).expect("registered").backend(&Encodings::default());
            let found = solutions(backend.as_ref(), &model, options).expect("every model can be stated");
            assert_eq!(found.len(), expected, "{options}");
            let counted = backend.count(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(counted.number, expected as u64, "{options}");
        }
    }
}

#[test]
fn brute_force_itself_knows_a_count() {
    // 3 variables over 1..=3, all different: the 6 permutations.
    let mut model = Model::new();
    let vars: Vec<_> = (0..3).map(|i| model.var(format!("x[{i}]"), 1..=3)).collect();
    model.post("different", AllDifferent(vars));
    assert_eq!(brute_force(&model).len(), 6);
}
