//! `cnfab compare`: strategies and encodings side by side.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::builder::{ArgPredicate, PossibleValue};

use cnfab::compare::report::{REPORTS, ReportKind};
use cnfab::compare::{self, Agreement, Compared, Instance, Matrix, Origin, Step, WorkerProgram};
use cnfab::display::escaped;
use cnfab::encode::{RecipeError, absent_classes};
use cnfab::model::{Model, Selection};
use cnfab::names::{UnknownName, means};
use cnfab::puzzle::{Kind, Puzzle};
use cnfab::run::{Choice, Chosen, Limits, Record, RunSpec, Verdict};
use cnfab::solve::{Encodings, StrategyError};
use cnfab::source::Source;

use super::args::{
    self, AllowArguments, check_places, find_view, note_contradictions, picked, resolve, seconds, threaded,
};
use super::colour;
use super::deadline::{Deadline, READING};
use super::failure::Failure;
use super::file::{Place, distinct, once};
use super::help;
use super::interrupt;
use super::message::say;
use super::progress;
use super::suggest::{Suggest, values};
use super::worker;

/// Run strategies and encodings on puzzles, each run in a process of its own, and compare solutions and costs.
///
/// One row per instance (the file as it was given), strategy and recipe; a strategy that encodes nothing runs once.
/// Times are taken inside the process and include making the model, but not programs of 'amo=cmd:', which run before.
/// Outcomes: complete (all solutions found); stopped (-n reached, or an incomplete search ended after some solutions);
/// timeout; memory; interrupted (Ctrl-C); not-found (an incomplete search found none); unsupported (cannot be stated);
/// failed.
///
/// The last line reports whether all complete runs found the same set of solutions, and that those of the others are
/// among them. If they did not, the same line stands before everything else. With --report csv and json it goes to
/// standard error.
///
/// The contract is how many models the formula has per solution: bijective (one), functional (one, but hidden variables
/// may multiply it), projected-only (at least one).
///
/// Exit code 1 if runs disagree or failed; else 0, even if limits ended single runs.
#[derive(clap::Args)]
#[command(after_long_help = help::fields())]
pub(crate) struct Arguments {
    /// Puzzle files; '-' is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    allow: AllowArguments,

    /// Strategies, separated by commas or semicolons.
    ///
    /// 'NAME=VALUE' is an option of the strategy before it. 'document:NAME' is one that the document which the kind
    /// comes from describes, see 'cnfab list kinds'; 'documents' are all of these, and 'backtrack'.
    #[arg(short, long, value_name = "A,B,...", default_value = compare::STRATEGIES,
        default_value_if("least_budget", ArgPredicate::IsPresent, DEFAULT_LIMITED),
        value_parser = Suggest::new(strategies, args::strategies), hide_possible_values = true)]
    strategies: Strategies,

    /// Recipes, separated by semicolons; '*' is every encoding of a class.
    ///
    /// A comma separates them where a key comes again: 'amo=product,amo=pairwise' are two, and 'default' is one.
    /// 'amo=*,linear=*' is each of the one with each of the other, and a row has the outcome 'unsupported' where an
    /// encoding cannot state the puzzle. 'cnfab help encodings' describes recipes.
    #[arg(short, long, visible_alias = "encode", alias = "encodes", value_name = "R1,R2,...", default_value = compare::ENCODINGS,
        value_parser = Suggest::new(recipes, args::recipes), hide_possible_values = true)]
    encodings: Recipes,

    /// Viewpoints, separated by commas; 'all' are all of the kind's.
    ///
    /// If not given, the kind's first, and for a document's strategy that which it is for.
    #[arg(long, value_name = "V1,V2,...", value_delimiter = ',')]
    views: Vec<String>,

    /// Only this puzzle of each file, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    puzzle: Option<usize>,

    /// One solution of each orbit, as for 'cnfab solve'.
    ///
    /// Of one view, because the smallest solution of an orbit is another one in another view.
    #[arg(long, value_name = "GROUPS", num_args = 0..=1, require_equals = true, default_missing_value = "usual")]
    up_to_symmetry: Option<Selection>,

    /// Stop each run after this many solutions; 0 means all.
    #[arg(short = 'n', value_name = "N", default_value_t = 0)]
    number: u64,

    /// All solutions; the default.
    #[arg(long, conflicts_with = "number")]
    all: bool,

    /// Seconds for each run, and for reading the files before; fractions are allowed.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,

    /// How many threads share each search, for strategies that have the option 'threads'.
    #[arg(short, long, value_name = "N")]
    threads: Option<u64>,

    /// Megabytes (of a million bytes) of memory for each run.
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,

    /// Runs at the same time; more than one disturbs the times.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,

    /// Seed of everything random.
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Seed by which SAT solvers get every formula in another order.
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,

    /// Find the least limit on conflicts with which each SAT solver decides.
    ///
    /// By doubling and bisection, in as much time again as --timeout gives: a cost that does not depend on the machine.
    /// The table shows the median and the range over several orders of the formula. Needs a solver with limits on
    /// conflicts, such as sat:batsat, which is the strategy if none is given.
    #[arg(long)]
    least_budget: bool,

    /// Over how many orders --least-budget goes.
    ///
    /// The first order is the one of the run, the others are shuffled.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "least_budget",
        value_parser = clap::value_parser!(u64).range(1..=1000))]
    orders: u64,

    /// Do not count what slows a search down to be counted (conflicts of varisat).
    #[arg(long)]
    no_statistics: bool,

    /// How to print the rows.
    #[arg(long, value_name = "REPORT", default_value = "table",
        value_parser = Suggest::new(find_report, reports), hide_possible_values = true)]
    report: ChosenReport,

    /// One JSON object per line; the same as '--report json'.
    #[arg(long, conflicts_with = "report")]
    json: bool,
}

/// What --least-budget compares: the one solver of ours with limits on conflicts.
const DEFAULT_LIMITED: &str = "sat:batsat";

impl Arguments {
    fn report(&self) -> &'static ReportKind {
        let json = REPORTS.iter().find(|report| self.json && report.name == "json");
        json.unwrap_or(self.report.0)
    }
}

#[derive(Clone)]
struct Strategies(Vec<Choice>);

fn strategies(text: &str) -> Result<Strategies, StrategyError> {
    Choice::parse_list(text).map(Strategies)
}

#[derive(Clone)]
struct Recipes(Vec<Encodings>);

fn recipes(text: &str) -> Result<Recipes, RecipeError> {
    compare::parse_recipes(text).map(Recipes)
}

#[derive(Clone, Copy)]
struct ChosenReport(&'static ReportKind);

/// The reports, for shells to complete.
fn reports() -> Vec<PossibleValue> {
    values(REPORTS.iter().map(|report| (report.name, report.about)))
}

fn find_report(name: &str) -> Result<ChosenReport, UnknownName> {
    let found = REPORTS.iter().find(|report| means(name, report.name)).map(ChosenReport);
    found.ok_or_else(|| UnknownName::new("report", name, REPORTS.iter().map(|report| report.name)))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // Until the first run begins there is nothing to print: a request to end ends the process.
    let (matrix, puzzles) = matrix(arguments)?;
    let names = matrix.instances.iter().map(|instance| instance.name.as_str());
    note_contradictions(puzzles.iter().map(Arc::as_ref).zip(names));
    for (instance, classes) in matrix.merged() {
        let classes = classes.join(" and ");
        say!(
            "cnfab: note: no constraint of '{instance}' is encoded by {classes}: recipes that differ in nothing else have \
             one row"
        );
    }
    let cancelled = Arc::new(AtomicBool::new(false));
    interrupt::handle({
        let cancelled = Arc::clone(&cancelled);
        move || cancelled.store(true, Ordering::Relaxed)
    });
    let runs = work(arguments, &matrix, &cancelled)?;
    let agreement = Agreement::of(&matrix, &runs);

    let report = arguments.report();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if !agreement.holds() {
        // Nothing else on the page matters as much.
        if report.prose { writeln!(out, "{}\n", escaped(&agreement.to_string()))? } else { say!("{agreement}") }
    }
    if let ([puzzle], true) = (&puzzles[..], report.prose) {
        let solution =
            runs.iter().filter(|run| run.record.outcome != Verdict::Failed).find_map(|run| run.solutions.first());
        writeln!(out, "{}", colour::text(&puzzle.drawing(solution)))?;
    }
    let records: Vec<Record> = runs.iter().map(|run| run.record.clone()).collect();
    (report.write)(&records, &mut out)?;
    if report.prose {
        writeln!(out, "\n{}", escaped(&agreement.to_string()))?;
    }
    out.flush()?;
    drop(out);
    if !report.prose && agreement.holds() {
        say!("{agreement}");
    }
    for run in &runs {
        if let Some(detail) = &run.detail {
            say!("{} {}: {}: {detail}", run.record.instance, run.record.strategy, run.record.outcome);
        }
    }
    if cancelled.load(Ordering::Relaxed) {
        return Err(Failure::Limit("interrupted: not all runs came to their end".to_owned()));
    }
    if !agreement.holds() {
        return Err(Failure::Own("the runs disagree".to_owned()));
    }
    match runs.iter().filter(|run| run.record.outcome == Verdict::Failed).count() {
        0 => Ok(()),
        failed => Err(Failure::Own(format!("{failed} of {} runs failed", runs.len()))),
    }
}

/// The matrix to compare, and the puzzles of its instances.
fn matrix(arguments: &Arguments) -> Result<(Matrix, Vec<Arc<dyn Puzzle>>), Failure> {
    let none = |option: &str| Failure::Input(format!("cnfab: nothing in {option}"));
    if arguments.strategies.0.is_empty() {
        return Err(none("--strategies"));
    }
    if arguments.encodings.0.is_empty() {
        return Err(none("--encodings"));
    }
    let time = Deadline::start(Some(arguments.timeout), READING);
    let (mut instances, mut of_instances) = (Vec::new(), Vec::new());
    for file in once(&arguments.files) {
        let stdout = [Place::output("-")];
        distinct(&stdout, &[Place::input(file)])?;
        let source = Arc::new(Source::open(file)?.allowing(&arguments.allow.folders));
        let (kind, puzzles, named) = source.puzzles_and_files()?;
        distinct(&stdout, &named.iter().map(|file| Place::file(&file.path)).collect::<Vec<_>>())?;
        let views = views(kind, &arguments.views)?;
        let strategies = strategies_of(kind, &arguments.strategies.0, arguments.threads)?;
        let count = puzzles.len();
        let picked = picked(arguments.puzzle, count, &source.name)?;
        for (index, puzzle) in puzzles.into_iter().enumerate().filter(|(index, _)| picked.contains(index)) {
            let name = source.instance_of(index, count);
            let origin = Origin::Text { source: Arc::clone(&source), index };
            let puzzle: Arc<dyn Puzzle> = puzzle.into();
            let (problem, strategies, views) = (Arc::clone(&puzzle) as _, strategies.clone(), views.clone());
            of_instances.push(puzzle);
            instances.push(Instance { name, origin, problem, strategies, views, absent: BTreeMap::new() });
        }
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
            let absent = |view: &'static str| (view, absent_classes(&instance.problem.make_model(view)));
            instance.absent = instance.all_views().into_iter().map(absent).collect();
        }
    }
    let matrix = Matrix {
        instances,
        recipes: arguments.encodings.0.clone(),
        base: RunSpec {
            symmetry: arguments.up_to_symmetry.clone(),
            limits: Limits {
                limit_solutions: (arguments.number > 0 && !arguments.all).then_some(arguments.number),
                limit_wall_s: Some(arguments.timeout.as_secs_f64()),
                limit_cpu_s: None,
                limit_memory_bytes: arguments.memory.map(|megabytes| megabytes.saturating_mul(1_000_000)),
            },
            seed: arguments.seed,
            shuffle: arguments.shuffle,
            orders: arguments.least_budget.then_some(arguments.orders),
            statistics: !arguments.no_statistics,
            ..RunSpec::default()
        },
    };
    Ok((matrix, of_instances))
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

/// The strategies for puzzles of a kind. At least one has to search with several threads, if that is asked for.
fn strategies_of(kind: &'static Kind, choices: &[Choice], threads: Option<u64>) -> Result<Vec<Chosen>, Failure> {
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

/// The views of a kind that were asked for; none if nothing was said.
fn views(kind: &Kind, names: &[String]) -> Result<Vec<&'static str>, Failure> {
    match names {
        [] => Ok(Vec::new()),
        [all] if all == "all" => Ok(kind.views.iter().map(|view| view.0).collect()),
        names => names.iter().map(|name| find_view(kind, Some(name))).collect(),
    }
}

fn work(arguments: &Arguments, matrix: &Matrix, cancelled: &AtomicBool) -> Result<Vec<Compared>, Failure> {
    let path: PathBuf =
        std::env::current_exe().map_err(|why| Failure::Own(format!("cannot find this program: {why}")))?;
    let program = WorkerProgram { path, arguments: vec![worker::NAME.into()] };
    let total = matrix.cells().len();
    let done = AtomicU64::new(0);
    // The runs that are going on, by position.
    let going = Mutex::new(BTreeMap::new());
    let message = || {
        let now: Vec<String> = going.lock().map(|going| going.values().cloned().collect()).unwrap_or_default();
        // A narrow terminal shows the beginning.
        format!("{}; {} of {total} runs done", now.join("; "), done.load(Ordering::Relaxed))
    };
    let on = |position, step: Step<'_>| {
        let Ok(mut going) = going.lock() else { return };
        match step {
            Step::Begins(record) => {
                let recipe = record.recipe.as_deref().map(compare::parts_that_differ).unwrap_or_default();
                let file = record.instance.rsplit('/').next().unwrap_or_default();
                let name = format!("{file} {} {recipe}", record.strategy);
                going.insert(position, escaped(name.trim_end()).into_owned());
            }
            Step::Over(_) => {
                going.remove(&position);
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let jobs = usize::from(arguments.jobs);
    let runs = progress::during(message, || compare::run(Some(&program), matrix, jobs, cancelled, &on));
    Ok(runs)
}
