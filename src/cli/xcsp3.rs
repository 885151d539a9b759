//! `cnfab xcsp3`: a solver as the XCSP3 competitions call it.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use crate::Problem;
use crate::file_kind::FileKind;
use crate::frontend::xcsp3::{Unread, Xcsp3};
use crate::problem::Cells;
use crate::run::{Ended, Event, Limits, RunSpec, Wanted};
use crate::source::Source;

use super::args::{log, seconds};
use super::deadline::Deadline;
use super::drive::{Output, drive, output};
use super::encode::{check_places, say_notes};
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::protocol::{SolverArguments, is_proof, is_refusal};

/// Solve XCSP3 as its competitions have their solvers do: 's', 'v' and 'o' lines.
///
/// 'o VALUE' is printed for each solution that is better than those before. The line 's' is SATISFIABLE, UNSATISFIABLE,
/// OPTIMUM FOUND, UNKNOWN or UNSUPPORTED. The line 'v' has the solution, the best one with an objective, as an element
/// <instantiation>. 'cnfab help xcsp3' says what is taken.
///
/// Native search follows the annotation <decision> in its order of variables, unless -f is given.
///
/// The exit code is 0 when time is over, too, and when the process is asked to end: the best solution is printed then.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The XCSP3 file, compressed or not; '-' is standard input.
    file: String,

    /// How many threads, for strategies that search with several.
    #[arg(short = 't', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    threads: Option<u64>,

    /// Seed of everything random.
    #[arg(long, value_name = "SEED", default_value_t = 0, hide_default_value = true)]
    seed: u64,

    /// Seconds for the whole command, reading included.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Say on standard error what is solved and how, and which engine 'auto' has at work.
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    solver: SolverArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let time = Deadline::answering(arguments.timeout, "s UNKNOWN");
    distinct(&[FilePlace::output("-")], &[FilePlace::input(&arguments.file)])?;
    let source = Source::open(&arguments.file)?;
    let problem = match Xcsp3::read(&source.text) {
        Ok(problem) => Arc::new(problem),
        Err(unread) => {
            time.release();
            if matches!(unread, Unread::Unsupported(_)) {
                let mut out = output();
                writeln!(out, "s UNSUPPORTED")?;
                out.flush()?;
            }
            return Err(source.error(unread.into_error(), &[FileKind::Xcsp3]).into());
        }
    };
    let encodings = arguments.solver.encode.encodings();
    let model = problem.make_model("model");
    check_places(encodings, std::slice::from_ref(&model))?;
    let spec = RunSpec {
        strategy: arguments.solver.strategy(arguments.threads, &model),
        encodings: encodings.clone(),
        wanted: Wanted::Solutions,
        limits: Limits { limit_solutions: Some(1), ..Limits::default() },
        seed: arguments.seed,
        ..RunSpec::default()
    };
    arguments.solver.say(&spec, problem.as_ref(), arguments.verbose);
    let is_complete = spec.backend().is_complete();
    let mut printer = Printer { problem: &problem, is_complete, best: None, value: None, ended: None };
    let mut budget = time.limit(spec.budget());
    budget.log = log(arguments.verbose);
    let mut out = output();
    let problems: Vec<Arc<dyn Problem>> = vec![Arc::clone(&problem) as Arc<dyn Problem>];
    drive(problems, spec, &budget, &mut out, &mut |out, event| printer.take(out, event))?;
    printer.end(&mut out)?;
    out.flush()?;
    if let Some(ended) = printer.ended {
        say_notes(&ended.notes);
        ended.result?;
    }
    Ok(())
}

/// Prints values of the objective as they become better, and at the end the answer.
struct Printer<'p> {
    problem: &'p Xcsp3,
    /// True if a search that ends by itself has seen all solutions.
    is_complete: bool,
    /// The best solution so far.
    best: Option<Cells>,
    /// The last value of the objective that was printed.
    value: Option<i64>,
    ended: Option<Ended>,
}

impl Printer<'_> {
    fn take(&mut self, out: &mut Output, event: Event) -> Result<(), Failure> {
        match event {
            Event::Better { cells, objective, .. } => {
                self.best = Some(cells);
                self.print_value(out, objective)
            }
            Event::Solution { cells, .. } => {
                self.best = Some(cells);
                Ok(())
            }
            Event::Ended(ended) => {
                self.ended = Some(*ended);
                Ok(())
            }
        }
    }

    fn print_value(&mut self, out: &mut Output, value: i64) -> Result<(), Failure> {
        if self.value.replace(value) != Some(value) {
            writeln!(out, "o {value}")?;
            // Whoever runs this notes when each value came.
            out.flush()?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut Output) -> Result<(), Failure> {
        let is_optimised = self.problem.sense().is_some();
        let report = match self.ended.as_ref().map(|ended| &ended.result) {
            Some(Err(error)) => {
                if is_refusal(error) {
                    writeln!(out, "s UNSUPPORTED")?;
                }
                return Ok(());
            }
            Some(Ok(report)) => Some((report.outcome, report.stats.objective)),
            None => None,
        };
        let is_proved = report.is_some_and(|(outcome, _)| self.is_complete && is_proof(outcome, is_optimised));
        if let (Some((_, Some(value))), true) = (report, self.best.is_some()) {
            self.print_value(out, value)?;
        }
        let Some(best) = &self.best else {
            writeln!(out, "s {}", if is_proved { "UNSATISFIABLE" } else { "UNKNOWN" })?;
            return Ok(());
        };
        let is_optimum = is_optimised && is_proved;
        writeln!(out, "s {}", if is_optimum { "OPTIMUM FOUND" } else { "SATISFIABLE" })?;
        let kind = if is_optimum { "optimum" } else { "solution" };
        writeln!(out, "v {}", self.problem.instantiation(best, kind, self.value))?;
        Ok(())
    }
}
