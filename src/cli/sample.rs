//! `cnfab sample`: solutions that are drawn uniformly, or far from each other.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use fastrand::Rng;
use serde_json::json;

use crate::display;
use crate::model::Selection;
use crate::problem::{Cells, Problem};
use crate::run::{Event, Limits, RunSpec, Verdict};
use crate::solve::components::{CompiledModel, CountError, CountMemory, compile_model};
use crate::solve::{Budget, Count, Strategy};
use crate::units::{grouped, plural};

use super::args::{DEFAULT_STRATEGY, seconds};
use super::colour;
use super::deadline::{Deadline, READING};
use super::drive::{End, Output, drive, limit_name, output};
use super::encode::EncodeArguments;
use super::failure::Failure;
use super::inputs::{Input, PuzzleArguments};
use super::memory;
use super::message::say;

/// Draw solutions uniformly: each solution is equally likely in each draw, exactly.
///
/// All solutions are listed if there are at most 20,000 with 20,000,000 values. Else the clauses of the model are
/// compiled. They are counted by components with a cache, and the sums and products of the count are kept. Each draw
/// goes down from the sum of all. A summary on standard error says which, how many solutions there are, and how long it
/// took. Where time or memory end before that, nothing is drawn, and the exit code is 3: no sample is nearly uniform.
///
/// Solutions differ in the shown variables. Those of a model with an objective are its optimal ones. The same solution
/// may be drawn again. Weights of literals are refused.
///
/// Solutions are printed as by 'cnfab solve': drawn, or one line each with --plain. With --json each is an object on a
/// line: {"type": "solution", "instance", "number", "cells", "plain"}. The last line is {"type": "summary", "instance",
/// "method", "solutions", "drawn", "seed", "nodes", "distance", "time_prepare_s", "time_draw_s"}. "nodes" are those of
/// the compiled clauses, "distance" is for --diverse.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The number of draws.
    #[arg(short = 'n', value_name = "N", default_value_t = 1)]
    number: u64,

    /// Seed of the draws; the same seed and file give the same solutions.
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The way to the draws.
    #[arg(long, value_name = "METHOD", default_value = "auto", ignore_case = true)]
    method: Method,

    /// K different solutions that are far from each other, in place of draws.
    ///
    /// The first is drawn. Each further one is the farthest from those before, by the number of cells that differ: the
    /// least of these distances is greatest. That is greedy, so others may be farther apart. They are chosen among all
    /// solutions if these are listed, else among 10,000 draws.
    #[arg(long, value_name = "K", conflicts_with = "number", value_parser = clap::value_parser!(u64).range(1..))]
    diverse: Option<u64>,

    /// Draw orbits under the puzzle's symmetries: each is equally likely.
    ///
    /// All orbits are listed first; GROUPS are those of 'cnfab solve --up-to-symmetry'.
    #[arg(long, value_name = "GROUPS", num_args = 0..=1, require_equals = true, default_missing_value = "usual")]
    up_to_symmetry: Option<Selection>,

    #[command(flatten)]
    encode: EncodeArguments,

    /// Seconds for the whole command, reading included; fractions are allowed.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// One line per solution.
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// One JSON object per line.
    #[arg(long)]
    json: bool,

    /// No summary on standard error.
    #[arg(short, long)]
    quiet: bool,
}

/// How draws are prepared.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Listing, or components if there are many solutions.
    Auto,
    /// The compiled clauses.
    Components,
    /// A list of all solutions.
    Listing,
}

/// The most solutions that are listed unless all are to be, and the most values of all of them together.
const MOST_LISTED: u64 = 20_000;
const MOST_VALUES: u64 = 20_000_000;

/// Megabytes for the cache of components, and as many for the graph, where the memory is not limited to less.
const MEMORY: u64 = 2_000;

/// The draws among which diverse solutions are chosen.
const POOL: u64 = 10_000;

/// The draws between two looks at the time.
const BETWEEN_LOOKS: u64 = 100;

/// The solutions that are drawn from.
enum Prepared {
    Listed(Vec<Cells>),
    Compiled(CompiledModel),
}

impl Prepared {
    fn method(&self) -> &'static str {
        match self {
            Prepared::Listed(_) => "listing",
            Prepared::Compiled(_) => "components",
        }
    }

    fn solutions(&self) -> Count {
        match self {
            Prepared::Listed(all) => (all.len() as u64).into(),
            Prepared::Compiled(model) => model.solutions(),
        }
    }
}

/// A command at work.
struct Sample<'a> {
    arguments: &'a Arguments,
    input: &'a Input,
    problem: Arc<dyn Problem>,
    view: &'static str,
    budget: Budget,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let time = Deadline::start(arguments.timeout, READING);
    let input = arguments.puzzle.read()?;
    input.only()?;
    arguments.encode.check(&input)?;
    let problem = input.problems().remove(0);
    let spec = RunSpec { seed: arguments.seed, ..RunSpec::default() };
    let sample = Sample { arguments, input: &input, problem, view: input.view(0), budget: time.limit(spec.budget()) };
    let begun = Instant::now();
    let mut out = output();
    let prepared = sample.prepare(&mut out)?;
    let prepare_s = begun.elapsed().as_secs_f64();
    let solutions = prepared.solutions();
    let begun = Instant::now();
    let mut rng = Rng::with_seed(arguments.seed);
    let (mut drawn, mut distance) = (0, None);
    if !solutions.is_zero() {
        match arguments.diverse {
            Some(wanted) => {
                let (chosen, least) = diverse(sample.pool(&prepared, &mut rng)?, wanted, &mut rng);
                chosen.iter().try_for_each(|cells| sample.print(&mut out, cells, &mut drawn))?;
                distance = least;
            }
            None => {
                for number in 0..arguments.number {
                    sample.look(number)?;
                    let cells = sample.draw(&prepared, &mut rng)?;
                    sample.print(&mut out, &cells, &mut drawn)?;
                }
            }
        }
    }
    let draw_s = begun.elapsed().as_secs_f64();
    let nodes = match &prepared {
        Prepared::Listed(_) => None,
        Prepared::Compiled(model) => Some(model.nodes()),
    };
    if arguments.json {
        let line = json!({
            "type": "summary", "instance": input.instances[0], "method": prepared.method(), "solutions": solutions,
            "drawn": drawn, "seed": arguments.seed, "nodes": nodes, "distance": distance,
            "time_prepare_s": prepare_s, "time_draw_s": draw_s,
        });
        writeln!(out, "{}", display::json(&line.to_string()))?;
    } else if solutions.is_zero() {
        writeln!(out, "no solution")?;
    }
    out.flush()?;
    if !arguments.quiet {
        say!("{}", summary(arguments, &prepared, drawn, distance));
        let nodes = nodes.map(|nodes| format!("; {}", plural(nodes as u64, "node"))).unwrap_or_default();
        say!("prepared in {prepare_s:.2} s, drawn in {draw_s:.2} s{nodes}");
    }
    Ok(())
}

/// The line that says what has been drawn, and how.
fn summary(arguments: &Arguments, prepared: &Prepared, drawn: u64, distance: Option<usize>) -> String {
    let what = if arguments.up_to_symmetry.is_some() { "orbit" } else { "solution" };
    let solutions = prepared.solutions();
    let number = grouped(&solutions);
    let all = if solutions == 1 { format!("1 {what}") } else { format!("{number} {what}s") };
    let method = match prepared {
        Prepared::Listed(_) => "which were listed",
        Prepared::Compiled(_) => "counted by components",
    };
    match arguments.diverse {
        Some(_) => {
            let pool = match prepared {
                Prepared::Listed(_) => "all".to_owned(),
                Prepared::Compiled(_) => format!("{} draws", grouped(POOL)),
            };
            let least =
                distance.map(|cells| format!("; two of them differ in at least {}", plural(cells as u64, "cell")));
            let least = least.unwrap_or_default();
            format!("{drawn} of {all}, {method}: chosen greedily among {pool}{least}")
        }
        None => format!("{} from {all}, {method}: each equally likely", plural(drawn, "draw")),
    }
}

impl Sample<'_> {
    /// Lists or compiles the solutions.
    fn prepare(&self, out: &mut Output) -> Result<Prepared, Failure> {
        let arguments = self.arguments;
        let mut model = self.problem.make_model(self.view);
        let shown = (model.shown().len() as u64).max(1);
        let most = MOST_LISTED.min(MOST_VALUES / shown);
        let limit = match (arguments.method, &arguments.up_to_symmetry) {
            (Method::Components, Some(_)) => {
                let found = "orbits are listed: found --up-to-symmetry with --method components";
                return Err(Failure::Input(format!("cnfab: {found}, expected one of them")));
            }
            (Method::Listing, _) | (_, Some(_)) => None,
            (Method::Auto, None) => Some(most + 1),
            (Method::Components, None) if model.objective().is_some() => Some(1),
            (Method::Components, None) => Some(0),
        };
        if limit != Some(0) {
            let Listed { mut solutions, is_complete, objective } = self.list(limit, out)?;
            if is_complete && (arguments.method != Method::Components || solutions.is_empty()) {
                // The order in which they were found says nothing.
                solutions.sort_unstable();
                return Ok(Prepared::Listed(solutions));
            }
            if limit.is_none_or(|limit| (solutions.len() as u64) < limit) {
                return Err(unfinished(limit_name()));
            }
            if let Some(value) = objective {
                model = model.with_objective_value(crate::Cmp::Eq, value);
            }
        }
        let recipe = arguments.encode.resolve(&model)?;
        let most = memory::bytes().map_or(MEMORY, |bytes| MEMORY.min(bytes / 3_000_000));
        let bytes = usize::try_from(most * 1_000_000).unwrap_or(usize::MAX);
        // Making clauses looks at no clock.
        let guard = Deadline::start(self.budget.remaining(), NOTHING);
        let compiled = compile_model(&model, &recipe, CountMemory { cache: bytes, stack: bytes }, &self.budget);
        guard.release();
        match compiled.map_err(|why| Failure::Input(format!("cnfab: this model: {why}")))? {
            Ok(compiled) => Ok(Prepared::Compiled(compiled)),
            Err(CountError::OutOfTime) => Err(unfinished(limit_name())),
            Err(CountError::OutOfMemory) => {
                Err(unfinished(&format!("the components or their graph take more than {most} megabytes")))
            }
        }
    }

    /// Lists solutions, each checked by the rules, up to a limit.
    fn list(&self, limit: Option<u64>, out: &mut Output) -> Result<Listed, Failure> {
        let spec = RunSpec {
            strategy: Strategy::parse(DEFAULT_STRATEGY).expect("a registered strategy"),
            view: self.input.view_of_all(),
            symmetry: self.arguments.up_to_symmetry.clone(),
            limits: Limits { limit_solutions: limit, ..Limits::default() },
            all_optimal: true,
            ..RunSpec::default()
        };
        let backend = spec.backend();
        let mut listed = Listed { solutions: Vec::new(), is_complete: false, objective: None };
        let end = drive(vec![Arc::clone(&self.problem)], spec, &self.budget, out, &mut |_, event| {
            match event {
                Event::Solution { cells, .. } => listed.solutions.push(cells),
                Event::Better { objective, .. } => listed.objective = Some(objective),
                Event::Ended(ended) => {
                    listed.is_complete = Verdict::of(backend.as_ref(), &ended) == Verdict::Complete;
                    ended.result?;
                }
            }
            Ok(())
        })?;
        match end {
            End::Done => Ok(listed),
            End::Over { .. } => Err(unfinished(limit_name())),
        }
    }

    fn draw(&self, prepared: &Prepared, rng: &mut Rng) -> Result<Cells, Failure> {
        match prepared {
            Prepared::Listed(all) => Ok(all[rng.usize(..all.len())].clone()),
            Prepared::Compiled(model) => {
                let solution = model.draw(rng);
                let cells = self.problem.output(self.view, &solution);
                let checked = self.problem.check_solution(self.view, &solution, &cells);
                checked.map_err(|broken| Failure::Own(format!("a wrong solution was drawn: {broken}: {cells:?}")))?;
                Ok(cells)
            }
        }
    }

    /// The different solutions among which diverse ones are chosen.
    fn pool(&self, prepared: &Prepared, rng: &mut Rng) -> Result<Vec<Cells>, Failure> {
        if let Prepared::Listed(all) = prepared {
            return Ok(all.clone());
        }
        let mut pool = Vec::new();
        for number in 0..POOL {
            self.look(number)?;
            pool.push(self.draw(prepared, rng)?);
        }
        pool.sort_unstable();
        pool.dedup();
        Ok(pool)
    }

    /// Ends the work if time is over, now and then.
    fn look(&self, number: u64) -> Result<(), Failure> {
        if number.is_multiple_of(BETWEEN_LOOKS) && self.budget.is_over() {
            return Err(Failure::Limit(format!("{}: the draws are not all there", limit_name())));
        }
        Ok(())
    }

    fn print(&self, out: &mut Output, cells: &Cells, drawn: &mut u64) -> Result<(), Failure> {
        *drawn += 1;
        let problem = &self.input.problems[0];
        if self.arguments.plain {
            writeln!(out, "{}", problem.plain(cells))?;
        } else if self.arguments.json {
            let instance = &self.input.instances[0];
            let plain = problem.plain(cells);
            let line = json!({
                "type": "solution", "instance": instance, "number": drawn, "cells": cells.0, "plain": plain
            });
            writeln!(out, "{}", display::json(&line.to_string()))?;
        } else {
            if *drawn > 1 {
                writeln!(out)?;
            }
            out.write_all(colour::text(&problem.drawing(Some(cells))).as_bytes())?;
        }
        Ok(())
    }
}

/// The end of a sentence that says why there is nothing.
const NOTHING: &str = "no draw would be exact";

fn unfinished(why: &str) -> Failure {
    Failure::Limit(format!("{why}: {NOTHING}"))
}

/// Solutions that have been found.
struct Listed {
    solutions: Vec<Cells>,
    /// True if these are all.
    is_complete: bool,
    /// The value of the objective.
    objective: Option<i64>,
}

/// Solutions of a pool that are far from each other, and the least distance of two of them.
fn diverse(pool: Vec<Cells>, wanted: u64, rng: &mut Rng) -> (Vec<Cells>, Option<usize>) {
    let apart = |a: &Cells, b: &Cells| a.0.iter().zip(&b.0).filter(|(a, b)| a != b).count();
    let mut last = rng.usize(..pool.len());
    let (mut chosen, mut least) = (vec![pool[last].clone()], None);
    // Of each the distance to the nearest that was chosen.
    let mut nearest = vec![usize::MAX; pool.len()];
    while (chosen.len() as u64) < wanted.min(pool.len() as u64) {
        for (cells, nearest) in pool.iter().zip(&mut nearest) {
            *nearest = apart(cells, &pool[last]).min(*nearest);
        }
        // The first of the farthest.
        last = (0..pool.len()).rev().max_by_key(|&at| nearest[at]).expect("the pool is not empty");
        least = Some(nearest[last]);
        chosen.push(pool[last].clone());
    }
    (chosen, least)
}
