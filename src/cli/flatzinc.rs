//! `cnfab flatzinc`: the solver that MiniZinc calls.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::Problem;
use crate::file_kind::FileKind;
use crate::frontend::flatzinc::FlatZinc;
use crate::problem::Cells;
use crate::run::{Ended, Event, Limits, RunSpec, Wanted};
use crate::solve::{Outcome, Stats};
use crate::source::Source;

use super::args::log;
use super::deadline::Deadline;
use super::drive::{Output, drive, output};
use super::encode::{check_places, say_notes};
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::protocol::{SolverArguments, is_proof};

/// Solve FlatZinc as MiniZinc has its solvers do: 'minizinc --solver cnfab MODEL'.
///
/// 'cnfab minizinc --install' tells MiniZinc of this command. A solution is a line 'NAME = VALUE;' for each variable
/// that the model prints, then '----------'. '==========' says that there is no other or, with an objective, no better
/// one; else the last line may be '=====UNSATISFIABLE=====' or '=====UNKNOWN====='. Two solutions that print the same
/// are one. 'cnfab help flatzinc' says what is taken.
///
/// Native search follows the annotations int_search, bool_search and seq_search in their order of variables, unless -f
/// is given.
///
/// The exit code is 0 when time is over, too, as MiniZinc expects.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The FlatZinc file; '-' is standard input.
    file: String,

    /// All solutions; with an objective each that is better than those before.
    #[arg(short = 'a', long = "all-solutions")]
    all: bool,

    /// How many solutions at most, of a model without an objective; 0 is all.
    #[arg(short, long = "num-solutions", value_name = "N")]
    number: Option<u64>,

    /// With an objective, each solution that is better than those before.
    #[arg(short, long)]
    intermediate: bool,

    /// How many threads, for strategies that search with several.
    #[arg(short = 'p', long = "parallel", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    threads: Option<u64>,

    /// Seed of everything random.
    #[arg(short = 'r', long = "random-seed", value_name = "SEED", default_value_t = 0, hide_default_value = true)]
    seed: i64,

    /// Statistics behind the solutions, as lines '%%%mzn-stat: NAME=VALUE'.
    #[arg(short, long)]
    statistics: bool,

    /// Milliseconds for the whole command, reading included. MiniZinc passes what it has left of its own limit, which
    /// may be less than none.
    #[arg(short = 't', long = "time-limit", value_name = "MILLISECONDS")]
    milliseconds: Option<i64>,

    /// Say on standard error what is solved and how, and which engine 'auto' has at work.
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    solver: SolverArguments,
}

/// The last line where no solution was found, though there may be one.
const UNKNOWN: &str = "=====UNKNOWN=====";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let begin = Instant::now();
    let limit = arguments.milliseconds.map(|left| Duration::from_millis(left.max(0).unsigned_abs()));
    let time = Deadline::answering(limit, UNKNOWN);
    distinct(&[FilePlace::output("-")], &[FilePlace::input(&arguments.file)])?;
    let source = Source::open(&arguments.file)?;
    let problem = Arc::new(FlatZinc::read(&source.text).map_err(|error| source.error(error, &[FileKind::FlatZinc]))?);
    let model = problem.make_model("model");
    check_places(arguments.solver.encode.encodings(), std::slice::from_ref(&model))?;
    let is_optimised = problem.sense().is_some();
    let spec = RunSpec {
        strategy: arguments.solver.strategy(arguments.threads, &model),
        encodings: arguments.solver.encode.encodings().clone(),
        wanted: Wanted::Solutions,
        limits: Limits { limit_solutions: arguments.limit(is_optimised), ..Limits::default() },
        seed: arguments.seed.unsigned_abs(),
        statistics: arguments.statistics,
        ..RunSpec::default()
    };
    arguments.solver.say(&spec, problem.as_ref(), arguments.verbose);
    let backend = spec.backend();
    let mut printer = Printer {
        problem: &problem,
        is_complete: backend.is_complete(),
        each: is_optimised && (arguments.all || arguments.intermediate),
        best: None,
        printed: 0,
        last: None,
        ended: None,
    };
    let read_s = begin.elapsed().as_secs_f64();
    let mut budget = time.limit(spec.budget());
    budget.log = log(arguments.verbose);
    let mut out = output();
    let problems: Vec<Arc<dyn Problem>> = vec![Arc::clone(&problem) as Arc<dyn Problem>];
    drive(problems, spec, &budget, &mut out, &mut |out, event| printer.take(out, event))?;
    printer.end(&mut out)?;
    if arguments.statistics {
        let stats = printer.ended.as_ref().and_then(|ended| ended.result.as_ref().ok()).map(|report| &report.stats);
        let total_s = begin.elapsed().as_secs_f64();
        let mut lines = vec![
            ("initTime", format!("{read_s:.6}")),
            ("solveTime", format!("{:.6}", total_s - read_s)),
            ("solutions", printer.printed.to_string()),
            ("strategy", quoted(&backend.name())),
        ];
        let recipe = stats.and_then(|stats| stats.recipe.clone()).or_else(|| backend.recipe());
        lines.extend(recipe.map(|recipe| ("configuration", quoted(&recipe))));
        lines.extend(stats.map(statistics).unwrap_or_default());
        lines.iter().try_for_each(|(name, value)| writeln!(out, "%%%mzn-stat: {name}={value}"))?;
        writeln!(out, "%%%mzn-stat-end")?;
    }
    out.flush()?;
    if let Some(ended) = printer.ended {
        say_notes(&ended.notes);
        ended.result?;
    }
    Ok(())
}

impl Arguments {
    /// How many solutions are wanted.
    fn limit(&self, is_optimised: bool) -> Option<u64> {
        match (is_optimised, self.all, self.number) {
            (true, ..) => Some(1),
            (false, true, _) | (false, _, Some(0)) => None,
            (false, false, Some(number)) => Some(number),
            (false, false, None) => Some(1),
        }
    }
}

/// Text between quotes, as values of statistics are written.
fn quoted(text: &str) -> String {
    format!("{:?}", text)
}

/// The costs of a search, under the names that MiniZinc gives them.
fn statistics(stats: &Stats) -> Vec<(&'static str, String)> {
    let numbers = [
        ("nodes", stats.nodes),
        ("failures", stats.failures),
        ("restarts", stats.restarts),
        ("peakDepth", stats.depth),
        ("propagations", stats.propagations),
        ("conflicts", stats.conflicts),
        ("decisions", stats.decisions),
        ("cnfVariables", stats.size.map(|size| size.variables)),
        ("cnfClauses", stats.size.map(|size| size.clauses)),
        ("cnfLiterals", stats.size.map(|size| size.literals)),
        ("programColumns", stats.program.map(|program| program.columns)),
        ("programRows", stats.program.map(|program| program.rows)),
    ];
    let named = numbers.into_iter().filter_map(|(name, number)| Some((name, number?.to_string())));
    let floats = [("encodeTime", stats.encode_s.map(|seconds| format!("{seconds:.6}")))];
    let values = [
        ("objective", stats.objective.map(|value| value.to_string())),
        ("objectiveBound", stats.bound.map(|value| value.to_string())),
        ("course", stats.course.as_deref().map(quoted)),
    ];
    named.chain(floats.into_iter().chain(values).filter_map(|(name, value)| Some((name, value?)))).collect()
}

/// Prints solutions and how the search ended.
struct Printer<'p> {
    problem: &'p FlatZinc,
    /// True if a search that ends by itself has seen all solutions.
    is_complete: bool,
    /// True if each solution is printed that is better than those before.
    each: bool,
    /// The best solution so far, if it has not been printed.
    best: Option<Cells>,
    printed: u64,
    last: Option<Cells>,
    ended: Option<Ended>,
}

impl Printer<'_> {
    fn take(&mut self, out: &mut Output, event: Event) -> Result<(), Failure> {
        match event {
            Event::Better { cells, .. } if self.each => self.print(out, cells),
            Event::Better { cells, .. } => {
                self.best = Some(cells);
                Ok(())
            }
            Event::Solution { cells, .. } => {
                self.best = None;
                if self.each && self.last.as_ref() == Some(&cells) { Ok(()) } else { self.print(out, cells) }
            }
            Event::Ended(ended) => {
                self.ended = Some(*ended);
                Ok(())
            }
        }
    }

    fn print(&mut self, out: &mut Output, cells: Cells) -> Result<(), Failure> {
        writeln!(out, "{}----------", self.problem.text(&cells))?;
        self.printed += 1;
        self.last = Some(cells);
        // MiniZinc shows solutions as they come.
        Ok(out.flush()?)
    }

    /// The line at the end, behind the best solution of a search that was ended.
    fn end(&mut self, out: &mut Output) -> Result<(), Failure> {
        if let Some(cells) = self.best.take() {
            self.print(out, cells)?;
        }
        let is_proof = |outcome: Outcome| self.is_complete && is_proof(outcome, self.problem.sense().is_some());
        match self.ended.as_ref().map(|ended| &ended.result) {
            Some(Err(_)) => {}
            Some(Ok(report)) if is_proof(report.outcome) && self.printed == 0 => {
                writeln!(out, "=====UNSATISFIABLE=====")?;
            }
            Some(Ok(report)) if is_proof(report.outcome) => writeln!(out, "==========")?,
            _ if self.printed == 0 => writeln!(out, "{UNKNOWN}")?,
            _ => {}
        }
        Ok(())
    }
}
