//! The matrix that `cnfab compare` runs: the puzzles of its files, each with the strategies and views of its kind.

use std::collections::HashMap;

use crate::certify::starts;
use crate::compare::{self, Absent, Instance, Matrix, Origin};
use crate::encode::absent_classes;
use crate::model::Model;
use crate::puzzle::Kind;
use crate::run::{Choice, Chosen, Limits, RunSpec};
use crate::solve::Encodings;
use crate::source::Content;

use super::super::args::{find_view, threaded};
use super::super::deadline::{Deadline, READING};
use super::super::encode::{check_places, resolve};
use super::super::entries::{Entry, entries, message, picked};
use super::super::failure::Failure;
use super::super::file::once;
use super::super::memory;
use super::super::message::say;
use super::Arguments;

/// The matrix to compare, the problems of its instances, and how many puzzles could not be read.
pub(super) fn read(arguments: &Arguments) -> Result<(Matrix, Vec<Content>, usize), Failure> {
    let none = |option: &str| Failure::Input(format!("cnfab: nothing in {option}"));
    if arguments.strategies.0.is_empty() {
        return Err(none("--strategies"));
    }
    if arguments.encodings.0.is_empty() {
        return Err(none("--encodings"));
    }
    if arguments.certify {
        starts(&arguments.checker)?;
    }
    let time = Deadline::start(Some(arguments.timeout), READING);
    let (mut instances, mut of_instances) = (Vec::new(), Vec::new());
    let files: Vec<String> = once(&arguments.files).into_iter().cloned().collect();
    let (entries, _) = entries(&files, &arguments.allow, true)?;
    let single = entries.len() == 1;
    let mut unread = 0;
    for Entry { file, name, source, index, of, content } in entries {
        if !picked(arguments.puzzle, of, &file)?.contains(&index) {
            continue;
        }
        let (subject, source) = match (content, source) {
            (Ok(subject), Some(source)) => (subject, source),
            (Err(error), _) if single => return Err(error.into()),
            (Err(error), _) => {
                say!("{}", message(error));
                unread += 1;
                continue;
            }
            (Ok(_), None) => unreachable!("what was read has a text"),
        };
        let views = views(&subject, &arguments.views)?;
        let strategies = strategies_of(subject.kind(), &arguments.strategies.0, arguments.threads)?;
        let (origin, problem) = (Origin::Text { source, index }, subject.problem());
        of_instances.push(subject);
        instances.push(Instance { name, origin, problem, strategies, views, absent: Absent::new() });
    }
    if instances.is_empty() {
        return Err(Failure::Input(format!("cnfab: found nothing to compare: none of {unread} puzzles could be read")));
    }
    note_equal(&instances);
    time.release();
    if let Some(first) = arguments.encodings.0.iter().find(|one| one.recipe.is_particular()) {
        let model = |instance: &Instance| {
            let first = instance.problem.views().first().map_or("", |view| view.0);
            instance.problem.make_model(instance.views.first().copied().unwrap_or(first))
        };
        let models: Vec<Model> = instances.iter().map(model).collect();
        check_places(first, &models)?;
        arguments.encodings.0.iter().try_for_each(|recipe| check_places(recipe, &models))?;
    }
    if arguments.up_to_symmetry.is_some() && instances.iter().any(|instance| instance.all_views().len() > 1) {
        return Err(Failure::Input("cnfab: --up-to-symmetry compares runs of one view only".to_owned()));
    }
    check_programs(&arguments.encodings.0, &instances)?;
    // With symmetry, the model that is searched has further constraints.
    if arguments.encodings.0.len() > 1 && arguments.up_to_symmetry.is_none() {
        for instance in &mut instances {
            let recipes = || arguments.encodings.0.iter().map(|encodings| &encodings.recipe);
            let absent = |view: &'static str| (view, absent_classes(&instance.problem.make_model(view), recipes()));
            instance.absent = instance.all_views().into_iter().map(absent).collect();
        }
    }
    let matrix = Matrix {
        instances,
        recipes: arguments.encodings.0.clone(),
        base: RunSpec {
            symmetry: arguments.up_to_symmetry.clone(),
            limits: Limits {
                limit_solutions: arguments.wanted(),
                limit_wall_s: Some(arguments.timeout.into()),
                limit_memory_bytes: memory::given().map(|megabytes| megabytes.saturating_mul(1_000_000)),
                ..Limits::default()
            },
            seed: arguments.seed,
            shuffle: arguments.shuffle,
            orders: arguments.least_budget.then_some(arguments.orders),
            statistics: !arguments.no_statistics,
            all_optimal: arguments.all,
            certify: arguments.certify.then(|| arguments.checker.clone()),
            ..RunSpec::default()
        },
    };
    Ok((matrix, of_instances, unread))
}

/// Reports which instances have equal texts.
fn note_equal(instances: &[Instance]) {
    let mut seen: HashMap<(&str, usize), &Instance> = HashMap::new();
    for instance in instances {
        let Origin::Text { source, index } = &instance.origin else { continue };
        let Some(first) = seen.insert((&source.text, *index), instance) else { continue };
        say!("cnfab: note: '{}' and '{}' have the same text", first.name, instance.name);
    }
}

/// Runs the programs that print formulas once: their errors are reported before any run begins.
fn check_programs(recipes: &[Encodings], instances: &[Instance]) -> Result<(), Failure> {
    for encodings in recipes {
        let mut recipe = encodings.recipe.clone();
        let uses = |chosen: &Chosen| compare::runs_programs(&chosen.strategy, encodings);
        for instance in instances.iter().filter(|instance| instance.strategies.iter().any(uses)) {
            for view in instance.all_views() {
                recipe = resolve(&instance.problem.make_model(view), &recipe)?;
            }
        }
    }
    Ok(())
}

/// The strategies for puzzles of a kind, or for a model. At least one has to search with several threads, if that is
/// asked for.
fn strategies_of(
    kind: Option<&'static Kind>,
    choices: &[Choice],
    threads: Option<u64>,
) -> Result<Vec<Chosen>, Failure> {
    let mut all = Vec::new();
    for choice in choices {
        all.extend(choice.of(kind).map_err(|unknown| Failure::Input(format!("cnfab: {unknown}")))?);
    }
    let mut refused = None;
    let mut shared = false;
    for chosen in &mut all {
        match threaded(&chosen.strategy, threads) {
            Ok(strategy) => (chosen.strategy, shared) = (strategy, true),
            Err(why) => refused = Some(why),
        }
    }
    refused.filter(|_| !shared).map_or(Ok(all), Err)
}

/// The views that were asked for; none if nothing was said.
fn views(problem: &Content, names: &[String]) -> Result<Vec<&'static str>, Failure> {
    match names {
        [] => Ok(Vec::new()),
        [all] if all == "all" => Ok(problem.views().iter().map(|view| view.0).collect()),
        names => names.iter().map(|name| find_view(problem, Some(name))).collect(),
    }
}
