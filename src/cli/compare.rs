//! `cnfab compare`: strategies and encodings side by side.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::builder::{ArgPredicate, PossibleValue};

use crate::compare::report::{REPORTS, ReportKind};
use crate::compare::{self, Agreement, Compared, Matrix, RunStep, WorkerProgram};
use crate::display::escaped;
use crate::encode::RecipeError;
use crate::model::Selection;
use crate::names::{UnknownName, means, shortest_paths};
use crate::run::{Certified, Choice, Record, RunSpec, Verdict, baselines};
use crate::solve::{Encodings, StrategyError, missing_program};
use crate::units::plural;

use super::args::{self, AllowArguments, note_contradictions, seconds};
use super::colour;
use super::encode;
use super::failure::Failure;
use super::help;
use super::interrupt;
use super::message::say;
use super::progress;
use super::suggest::{Suggest, values};
use super::worker;

mod matrix;

/// Run strategies and encodings, each run in a process of its own, and compare them.
///
/// One row per instance (the file as it was given), strategy and recipe; a strategy that encodes nothing runs once.
/// Times are taken inside the process and include making the model, but not programs of 'amo=cmd:', which run before.
/// Outcomes: complete (all solutions found); stopped (-n reached, or an incomplete search ended after some solutions);
/// optimal (one optimal solution of a model with an objective; --all finds all of them); timeout; memory; interrupted
/// (Ctrl-C); not-found (an incomplete search found none); unsupported (cannot be stated); failed.
///
/// The last line reports whether all complete runs found the same set of solutions, and that those of the others are
/// among them, or the same optimum. If they did not, the same line stands before everything else. With --report csv and
/// json it goes to standard error.
///
/// The contract is how many models the formula has per solution: bijective (one), functional (one, but hidden variables
/// may multiply it), projected-only (at least one).
///
/// Exit code 1 if runs disagree or failed; else 2 if a puzzle could not be read; else 0, even if limits ended single
/// runs.
#[derive(clap::Args)]
#[command(after_long_help = help::fields())]
pub(crate) struct Arguments {
    /// Puzzle files, and folders of such files; '-' is standard input, 'FILE#2' the second puzzle of FILE.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    allow: AllowArguments,

    /// Strategies, separated by commas or semicolons.
    ///
    /// 'NAME=VALUE' is an option of the strategy before it. 'preset:NAME' is one that the document which the kind
    /// comes from describes, see 'cnfab list kinds'; 'presets' are all of these, and 'backtrack'.
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
        value_parser = Suggest::new(recipes, encode::recipes), hide_possible_values = true)]
    encodings: Recipes,

    /// Viewpoints, separated by commas; 'all' are all of the kind's.
    ///
    /// If not given, the kind's first, and for a preset that which it is for.
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
    #[arg(short = 'T', long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,

    /// How many threads share each search, for strategies that have the option 'threads'.
    #[arg(short, long, value_name = "N")]
    threads: Option<u64>,

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

    /// Mark what is certified: a proof of the answer, through the encodings, that a checker accepts.
    ///
    /// Of runs that have an answer by a formula. A process of its own makes the certificate, as 'cnfab certify' does,
    /// in as much time again as --timeout gives. A certificate that is refused makes the run a failed one.
    #[arg(long)]
    certify: bool,

    /// The program that checks certificates.
    #[arg(long, value_name = "PROGRAM", default_value = RunSpec::CHECKER, requires = "certify")]
    checker: String,

    /// How to print the rows.
    #[arg(long, value_name = "REPORT", default_value = "table",
        value_parser = Suggest::new(find_report, reports), hide_possible_values = true)]
    report: ChosenReport,

    /// One JSON object per line; the same as '--report json'.
    #[arg(long, conflicts_with = "report")]
    json: bool,
}

/// The strategy that --least-budget compares: the one solver of ours with limits on conflicts.
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

impl Arguments {
    /// How many solutions each run is to find; `None` for all.
    fn wanted(&self) -> Option<u64> {
        (self.number > 0 && !self.all).then_some(self.number)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // Until the first run begins there is nothing to print: a request to end ends the process.
    let (matrix, problems, unread) = matrix::read(arguments)?;
    let names = matrix.instances.iter().map(|instance| instance.name.as_str());
    note_contradictions(problems.iter().zip(names));
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
    let missing = matrix.cells().iter().find_map(|cell| missing_program(&cell.way.strategy.strategy));
    missing.map_or(Ok(()), |why| Err(Failure::Input(format!("cnfab: {why}"))))?;
    let runs = work(arguments, &matrix, &cancelled)?;
    let agreement = Agreement::of(&matrix, &runs);

    let report = arguments.report();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if !agreement.holds() {
        // Nothing else on the page matters as much.
        if report.prose { writeln!(out, "{}\n", escaped(&agreement.to_string()))? } else { say!("{agreement}") }
    }
    if let ([problem], true) = (&problems[..], report.prose) {
        let solution =
            runs.iter().filter(|run| run.record.outcome != Verdict::Failed).find_map(|run| run.solutions.first());
        writeln!(out, "{}", colour::text(&problem.drawing(solution)))?;
    }
    let records: Vec<Record> = runs.iter().map(|run| run.record.clone()).collect();
    (report.write)(&records, arguments.wanted(), &mut out)?;
    let baselines = baselines(records.iter().map(|record| (record.strategy.as_str(), record.recipe.as_deref())));
    if report.prose {
        if let Some(note) = &baselines {
            writeln!(out, "\n{note}")?;
        }
        writeln!(out, "\n{}", escaped(&agreement.to_string()))?;
    }
    out.flush()?;
    drop(out);
    if !report.prose {
        if let Some(note) = &baselines {
            say!("cnfab: note: {note}");
        }
        if agreement.holds() {
            say!("{agreement}");
        }
    }
    for run in &runs {
        if let Some(detail) = &run.detail {
            say!("{} {}: {}: {detail}", run.record.instance, run.record.strategy, run.record.outcome);
        }
    }
    for record in &records {
        if let (Some(Certified::No), Some(why)) = (record.certified, &record.certified_why) {
            let recipe = record.recipe.as_deref().map(compare::parts_that_differ).unwrap_or_default();
            say!("{} {} [{recipe}]: not certified: {why}", record.instance, record.strategy);
        }
    }
    if cancelled.load(Ordering::Relaxed) {
        return Err(Failure::Limit("interrupted: not all runs came to their end".to_owned()));
    }
    if !agreement.holds() {
        return Err(Failure::Own("the runs disagree".to_owned()));
    }
    match runs.iter().filter(|run| run.record.outcome == Verdict::Failed).count() {
        0 if unread > 0 => Err(Failure::Input(format!("cnfab: {} could not be read", plural(unread, "puzzle")))),
        0 => Ok(()),
        failed => Err(Failure::Own(format!("{failed} of {} runs failed", runs.len()))),
    }
}

fn work(arguments: &Arguments, matrix: &Matrix, cancelled: &AtomicBool) -> Result<Vec<Compared>, Failure> {
    let path: PathBuf =
        std::env::current_exe().map_err(|why| Failure::Own(format!("cannot find this program: {why}")))?;
    let program = WorkerProgram { path, arguments: vec![worker::NAME.into()] };
    let total = matrix.cells().len();
    let done = AtomicU64::new(0);
    let paths: Vec<&str> = matrix.instances.iter().map(|instance| instance.name.as_str()).collect();
    let short: BTreeMap<String, String> =
        paths.iter().map(|&path| path.to_owned()).zip(shortest_paths(&paths)).collect();
    // The runs that are going on, by position.
    let going = Mutex::new(BTreeMap::new());
    let message = || {
        let now: Vec<String> = going.lock().map(|going| going.values().cloned().collect()).unwrap_or_default();
        // A narrow terminal shows the beginning.
        format!("{}; {} of {total} runs done", now.join("; "), done.load(Ordering::Relaxed))
    };
    let on = |position, step: RunStep<'_>| {
        let Ok(mut going) = going.lock() else { return };
        match step {
            RunStep::Begins(record) => {
                let recipe = record.recipe.as_deref().map(compare::parts_that_differ).unwrap_or_default();
                let file = short.get(&record.instance).map_or(&record.instance[..], String::as_str);
                let name = format!("{file} {} {recipe}", record.strategy);
                going.insert(position, escaped(name.trim_end()).into_owned());
            }
            RunStep::Over(_) => {
                going.remove(&position);
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let jobs = usize::from(arguments.jobs);
    let runs = progress::during(message, || compare::run(Some(&program), matrix, jobs, cancelled, &on));
    Ok(runs)
}
