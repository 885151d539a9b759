//! `cnfab sweep`: all runs of a study, none of which is lost.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::certify::starts;
use crate::compare::{Cgroups, WorkerProgram, labels};
use crate::display::escaped;
use crate::format::compressed::is_name_of_compressed;
use crate::json;
use crate::run::{Certified, Record};
use crate::solve::missing_program;
use crate::study::{Host, Journal, Row, Shard, Study, StudyError, SweepSetting, Unmade, one, sweep};
use crate::units::{grouped, plural};

use super::args::{AllowArguments, seconds};
use super::deadline::Deadline;
use super::drive::limit_name;
use super::failure::Failure;
use super::file::{FilePlace, distinct, try_out};
use super::interrupt;
use super::message::say;
use super::progress::{self, text_of_time};
use super::slurm::{self, SlurmArguments};
use super::worker;

/// Do all runs of a study and write a row of JSON for each.
///
/// Each run is a process of its own.
///
/// The study file is TOML: instances, and strategies, encodings, views, seeds and repetitions, of which each is run
/// with each. 'cnfab help studies' describes it.
///
/// A row is on the disk before the next run begins. What ended a sweep, be it Ctrl-C, a power cut or a full disk,
/// '--resume' goes on with exactly the runs that are missing. Rows by another version of a solver or an encoder are
/// refused. A run that dies, hangs or takes too much memory costs one row, which reports it: the system keeps limits of
/// computing time and memory ('setrlimit', and control groups where this process may make them). Without a limit by the
/// clock, a run ends after ten times its limit of computing time, and ten seconds. 'cnfab schema' describes the rows,
/// 'cnfab report' makes a page of them.
///
/// Exit code 0 when all runs are done, 1 if complete runs disagree, 3 if it ended before.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The study file.
    #[arg(value_name = "STUDY.toml")]
    study: String,

    /// The file of the rows; the study file's name with '.jsonl' in this folder if not given.
    #[arg(short, long, value_name = "RUNS.jsonl")]
    output: Option<String>,

    /// Runs at the same time; more than one disturbs the times.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,

    /// Write the page of 'cnfab report' when all runs are done; '-' is standard output.
    #[arg(long, value_name = "FILE")]
    report: Option<String>,

    /// Go on with a file that has rows already.
    #[arg(long)]
    resume: bool,

    /// Only a part of the runs, such as 1/4: every fourth. 'cnfab merge' joins the files of all parts.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Only list the runs and how long they may take. Programs that print instances are not run.
    #[arg(long)]
    dry_run: bool,

    /// Do one run again and print its row; NAME is what the row calls 'run'.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["output", "report", "jobs", "resume", "shard", "dry_run"])]
    run: Option<String>,

    /// Print the text of the instance with this name, as the rows call it.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["output", "jobs", "resume", "shard", "dry_run", "run"])]
    instance: Option<String>,

    /// Seconds for the whole sweep, reading included; fractions are allowed. Then it ends as by Ctrl-C: finished runs
    /// are kept, and --resume goes on.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    #[command(flatten)]
    allow: AllowArguments,

    #[command(flatten)]
    slurm: SlurmArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let time = Deadline::start(arguments.timeout, "the study was still being read");
    let output = output(arguments)?;
    let study = open(arguments, &output)?;
    if let Some(name) = &arguments.instance {
        let unknown = || Failure::Input(format!("cnfab: '{}' has no instance '{name}'", study.file));
        io::stdout().lock().write_all(study.source(name).ok_or_else(unknown)?.text.as_bytes())?;
        return Ok(());
    }
    if let Some(name) = &arguments.run {
        return again(&study, name);
    }
    note_equal(&study);
    note_merged(&study);
    if arguments.slurm.is_wanted() {
        return slurm::run(&arguments.slurm, &study, &inputs(&study), &output, arguments.jobs);
    }
    if arguments.dry_run {
        return describe(arguments, &study, &output);
    }
    work(arguments, &study, &output, &time)
}

/// Reads the study. What is refused is refused before its programs run and its puzzles are generated.
fn open(arguments: &Arguments, output: &str) -> Result<Study, Failure> {
    let (file, allowed) = (&arguments.study, &arguments.allow.folders);
    let stdout = FilePlace::output("-");
    if arguments.run.is_some() || arguments.instance.is_some() {
        let study = Study::open(file, allowed)?;
        distinct(&[stdout], &inputs(&study))?;
        return Ok(study);
    }
    let outputs: Vec<FilePlace> =
        [FilePlace::file(output), stdout].into_iter().chain(report(arguments).map(FilePlace::file)).collect();
    let dry = arguments.dry_run || arguments.slurm.is_dry();
    let outline = Study::outline(file, allowed, dry)?;
    distinct(&outputs, &inputs(&outline))?;
    if dry {
        return Ok(outline);
    }
    check(arguments, &outline, output)?;
    if outline.unmade().is_empty() {
        return Ok(outline);
    }
    // What programs print may name further files.
    let study = Study::open(file, allowed)?;
    distinct(&outputs, &inputs(&study))?;
    Ok(study)
}

/// The files that the study consists of.
fn inputs(study: &Study) -> Vec<FilePlace> {
    study.files().into_iter().map(FilePlace::file).collect()
}

/// The file of the page.
fn report(arguments: &Arguments) -> Option<&str> {
    arguments.report.as_deref().filter(|&report| report != "-")
}

/// Refuses files that cannot be written and programs that do not run, as far as that is known before the runs.
fn check(arguments: &Arguments, study: &Study, output: &str) -> Result<(), Failure> {
    Journal::check(output, study, arguments.resume || arguments.slurm.is_wanted())?;
    if !Path::new(output).exists() {
        try_out(Path::new(output))?;
    }
    report(arguments).map_or(Ok(()), |report| try_out(Path::new(report)))?;
    // The checker of SLURM's machines is another one.
    if let Some(checker) = study.base.certify.as_deref().filter(|_| !arguments.slurm.is_wanted()) {
        starts(checker)?;
    }
    // So are its solvers.
    let missing = study.strategies().find_map(missing_program).filter(|_| !arguments.slurm.is_wanted());
    missing.map_or(Ok(()), |why| Err(Failure::Input(format!("cnfab: {why}"))))
}

/// The file of the rows.
fn output(arguments: &Arguments) -> Result<String, Failure> {
    Ok(match &arguments.output {
        Some(output) if output == "-" => {
            return Err(Failure::Input("cnfab: rows go to a file, so that none is lost: found -o -".to_owned()));
        }
        Some(output) if is_name_of_compressed(output) => {
            return Err(Failure::Input(format!(
                "cnfab: rows are added one by one: found -o '{output}', expected a name that does not end in .gz or .xz"
            )));
        }
        Some(output) => output.clone(),
        None => {
            let stem = Path::new(&arguments.study).file_stem().unwrap_or_default();
            format!("{}.jsonl", stem.to_string_lossy())
        }
    })
}

fn worker() -> Result<WorkerProgram, Failure> {
    let path = std::env::current_exe().map_err(|why| Failure::Own(format!("cannot find this program: {why}")))?;
    Ok(WorkerProgram { path, arguments: vec![worker::NAME.into()] })
}

/// Becomes true when the process is asked to end.
fn cancelled() -> Arc<AtomicBool> {
    let cancelled = Arc::new(AtomicBool::new(false));
    interrupt::handle({
        let cancelled = Arc::clone(&cancelled);
        move || cancelled.store(true, Ordering::Relaxed)
    });
    cancelled
}

/// Ends the sweep as a request to end does when the time is over.
fn cancel_in(time: Option<Duration>, cancelled: &Arc<AtomicBool>) {
    let Some(time) = time else { return };
    let cancelled = Arc::clone(cancelled);
    std::thread::spawn(move || {
        std::thread::sleep(time);
        cancelled.store(true, Ordering::Relaxed);
    });
}

/// The numbers of the runs that are asked for.
fn wanted(arguments: &Arguments, study: &Study) -> Vec<u64> {
    (0..study.runs()).filter(|&number| arguments.shard.is_none_or(|shard| shard.has(number))).collect()
}

/// Does one run again.
fn again(study: &Study, name: &str) -> Result<(), Failure> {
    let number = (0..study.runs()).find(|&number| study.run(number).name() == name);
    let unknown = || Failure::Input(format!("cnfab: '{}' has no run '{name}'", study.file));
    let number = number.ok_or_else(unknown)?;
    let program = worker()?;
    let setting = SweepSetting { program: &program, jobs: 1, cgroups: Cgroups::find() };
    let row = one(&study.run(number), &setting, &Host::here(1), &cancelled());
    let row = row.ok_or_else(|| Failure::Limit("interrupted".to_owned()))?;
    let text = json::line(&row).expect("a row is plain data");
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(())
}

/// Reports which instances a report takes for one.
fn note_equal(study: &Study) {
    let equal = study.equal_instances();
    if let Some((first, other)) = equal.first() {
        let more = if equal.len() == 1 { String::new() } else { format!(", and {} more such pairs", equal.len() - 1) };
        say!("cnfab: note: '{first}' and '{other}' have the same text{more}: reports take them for one instance");
    }
}

/// Reports of how many instances recipes are one, since they differ in what no constraint uses.
fn note_merged(study: &Study) {
    if let (instances, Some((first, classes))) = study.merged() {
        let (first, classes) = (escaped(first), classes.join(" and "));
        say!(
            "cnfab: note: recipes that differ only in what no constraint uses have one run: of {}, first '{first}' \
             ({classes})",
            plural(instances, "instance")
        );
    }
}

/// How many instances that were made `--dry-run` names.
const NAMED: usize = 50;

/// Prints the description for `--dry-run`.
fn describe(arguments: &Arguments, study: &Study, output: &str) -> Result<(), Failure> {
    // Without all runs the study cannot tell which rows are its own.
    let journal = if Path::new(output).exists() { Some(Journal::look(output, study)?) } else { None };
    let journal = journal.filter(|_| study.unmade().is_empty());
    let mut out = io::stdout().lock();
    let runs = wanted(arguments, study);
    let mut by_way: BTreeMap<_, u64> = BTreeMap::new();
    for &number in &runs {
        *by_way.entry(study.run(number).way()).or_default() += 1;
    }
    let recipes: Vec<&str> = by_way.keys().filter_map(|(_, recipe, _)| recipe.as_deref()).collect();
    let mut labels = labels(&recipes).into_iter();
    let part = arguments.shard.map(|shard| format!(" (part {shard} of {})", grouped(study.runs()))).unwrap_or_default();
    writeln!(
        out,
        "{}: {}{part} on {}",
        escaped(&study.name),
        plural(runs.len() as u64, "run"),
        plural(study.instance_count() as u64, "instance")
    )?;
    for ((strategy, recipe, view), number) in &by_way {
        let recipe =
            recipe.as_ref().and_then(|_| labels.next()).map(|recipe| format!(" [{recipe}]")).unwrap_or_default();
        writeln!(out, "  {:>8}  {}", grouped(*number), escaped(&format!("{strategy}{recipe} (view {view})")))?;
    }
    let generated: Vec<String> = study.generated().map(|name| escaped(name).into_owned()).collect();
    if let [first, ..] = &generated[..] {
        let more = generated.len().saturating_sub(NAMED);
        let names = generated[..generated.len() - more].join(", ");
        let more = if more > 0 { format!(", and {} more", grouped(more)) } else { String::new() };
        writeln!(out, "made: {names}{more}; 'sweep --instance {first}' prints one")?;
    }
    for Unmade { command, times } in study.unmade() {
        writeln!(out, "and those on what '{command}' prints, which would be run {}", plural(*times, "time"))?;
    }
    let mut left = runs.len() as u64;
    let mut seconds_each = None;
    let without = if study.unmade().is_empty() { "" } else { ", without what programs print" };
    if let Some(journal) = journal {
        left = runs.iter().filter(|&&number| !journal.has(&study.run(number).name())).count() as u64;
        writeln!(out, "{} in '{}', {} to do", plural(journal.rows(), "row"), escaped(output), grouped(left))?;
        seconds_each = journal.mean_wall_s();
    }
    let jobs = u64::from(arguments.jobs);
    let time = |each: f64| text_of_time(each * left.div_ceil(jobs) as f64);
    if let Some(each) = seconds_each {
        writeln!(out, "about {} at the mean of the rows that are there", time(each))?;
    }
    match (study.base.limits.limit_wall_s, study.base.limits.limit_cpu_s) {
        (Some(limit), _) => writeln!(out, "at most {}, if every run takes its limit{without}", time(limit.into()))?,
        (None, Some(limit)) => {
            writeln!(out, "{} of computing, if every run takes its limit{without}", time(limit.into()))?
        }
        (None, None) => writeln!(out, "without a limit of time: no saying how long")?,
    }
    Ok(())
}

fn work(arguments: &Arguments, study: &Study, output: &str, time: &Deadline) -> Result<(), Failure> {
    let mut journal = Journal::open(output, study, arguments.resume)?;
    if journal.was_repaired() {
        say!("cnfab: note: the last row of '{output}' was cut off; its run is done again");
    }
    let all = wanted(arguments, study);
    let runs: Vec<u64> = all.iter().copied().filter(|&number| !journal.has(&study.run(number).name())).collect();
    if runs.len() < all.len() {
        say!("cnfab: {} of {} are there", grouped(all.len() - runs.len()), plural(all.len(), "run"));
    }
    let program = worker()?;
    let setting = SweepSetting { program: &program, jobs: usize::from(arguments.jobs), cgroups: Cgroups::find() };
    let cancelled = cancelled();
    time.release();
    cancel_in(time.remaining(), &cancelled);
    let (begun, total) = (Instant::now(), runs.len());
    let outcomes = Mutex::new(Outcomes::default());
    let last = Mutex::new((0, String::new()));
    // By what became of certificates: how many, and the first.
    let missing: Mutex<BTreeMap<&str, (u64, String)>> = Mutex::default();
    let message = || {
        let (done, name) = last.lock().map(|last| last.clone()).unwrap_or_default();
        let each = begun.elapsed().as_secs_f64() / done.max(1) as f64;
        let left = match done {
            0 => String::new(),
            _ => format!(", {} left; last: {name}", text_of_time(each * (total - done) as f64)),
        };
        format!("{} of {} runs{left}", grouped(done), grouped(total))
    };
    let on = |row: &Row| {
        let Record { instance, strategy, outcome, certified, certified_why, .. } = &row.record;
        if let (Some(certified @ (Certified::No | Certified::Refused)), Ok(mut missing)) = (certified, missing.lock()) {
            let why = certified_why.as_deref().unwrap_or_default();
            let first = format!("{instance} {strategy}: {}", escaped(why));
            missing.entry(certified.name()).or_insert((0, first)).0 += 1;
        }
        if let (Ok(mut outcomes), Ok(mut last)) = (outcomes.lock(), last.lock()) {
            *outcomes.0.entry(outcome.name()).or_default() += 1;
            *last = (last.0 + 1, escaped(&format!("{instance} {strategy}: {outcome}")).into_owned());
        }
    };
    let swept = progress::during(message, || sweep(study, &runs, &mut journal, &setting, &cancelled, &on));
    let outcomes = outcomes.into_inner().unwrap_or_default();
    if !outcomes.0.is_empty() {
        say!("cnfab: {} in '{output}'; new: {}", plural(journal.rows(), "row"), outcomes.text());
    }
    swept.map_err(|error| match error {
        StudyError::Write { .. } => Failure::Limit(format!(
            "{}; the rows until then are there, and --resume goes on",
            error.to_string().trim_start_matches("cnfab: ")
        )),
        other => other.into(),
    })?;
    if let Some(what) = journal.claims().contradiction() {
        return Err(Failure::Disagreement(what.to_owned()));
    }
    if cancelled.load(Ordering::Relaxed) {
        let why = limit_name();
        return Err(Failure::Limit(format!("{why}; --resume goes on with '{output}'")));
    }
    if let Some(report) = &arguments.report {
        super::report::of_sweep(study, output, report)?;
    }
    let missing = missing.into_inner().unwrap_or_default();
    let text = |(number, first): &(u64, String)| format!("{}; the first is {first}", plural(*number, "certificate"));
    match (missing.get(Certified::Refused.name()), missing.get(Certified::No.name())) {
        (Some(refused), _) => Err(Failure::Disagreement(format!("refused: {}", text(refused)))),
        (None, Some(no)) => Err(Failure::Limit(format!("missing: {}", text(no)))),
        (None, None) => Ok(()),
    }
}

/// How many of the new rows ended how.
#[derive(Default)]
struct Outcomes(BTreeMap<&'static str, u64>);

impl Outcomes {
    fn text(&self) -> String {
        let texts: Vec<String> = self.0.iter().map(|(name, number)| format!("{} {name}", grouped(*number))).collect();
        texts.join(", ")
    }
}
