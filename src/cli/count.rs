//! `cnfab count`: how many solutions there are.

use std::io::Write;
use std::mem::ManuallyDrop;

use crate::display::json;
use crate::run::{Event, Orbits, Record, Verdict, Wanted};
use crate::solve::{Count, Outcome, Stats};

use super::args::{SearchArguments, log, orbits_text};
use super::deadline::{Deadline, READING};
use super::drive::{End, drive, ended_by, limit_name, output};
use super::encode::say_notes;
use super::failure::Failure;
use super::inputs::NOT_READ;
use super::message::say;
use super::search_summary::summary;

/// Print the number of solutions and nothing else; in a batch, one number per line.
///
/// A puzzle that cannot be read has the line 'not read', or with --json {"instance", "error"}.
///
/// Every solution is checked by the puzzle's rules before it is counted, unless the strategy counts without listing, as
/// 'frontier' does, to which -n means nothing. A number is exact unless '>=' stands before it: then -n or a limit ended
/// the search, or the strategy cannot tell whether there are more. Where 'auto' came to another strategy than
/// 'backtrack', a note on standard error names it.
///
/// Where a formula gives literals weights, the number is the exact sum of the weights of its models, as a fraction:
/// '17/5', or 'unknown' after a limit. 'components' sums them up without listing, to which 'auto' comes; other
/// strategies list all models, or refuse.
///
/// With --up-to-symmetry it is the number of orbits; how many solutions they hold and which symmetry was used goes to
/// standard error, or with --json into the field "orbits".
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    search: SearchArguments,

    /// One JSON object per puzzle.
    ///
    /// {"instance", "count", "exact", "course"}, the last being what 'auto' came to, null for other strategies; a count
    /// of more than 64 bits is a string of digits. Where literals have weights also "weight", such as "17/5", null if
    /// it is not known. With --up-to-symmetry also "orbits": {"symmetry": [names], "declared_order", "order",
    /// "searched_order", "total"}, null if the search did not come back. "order" counts the elements that keep the
    /// puzzle with its givens; "searched_order" is of the group that the search went by; "total" counts the solutions
    /// in the orbits. "declared_order" and "total", too, are strings of digits beyond 64 bits.
    #[arg(long)]
    json: bool,

    /// Build no solutions and check none by the rules.
    ///
    /// Faster where there are very many, and as right as the strategy.
    #[arg(long, conflicts_with_all = ["number", "up_to_symmetry"])]
    count_only: bool,
}

/// The strategy that `auto` comes to without saying so.
const NATIVE: &str = "backtrack";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let search = &arguments.search;
    let time = Deadline::start(search.timeout, READING);
    let limit = search.limit(None);
    // Weights are summed up over all solutions only.
    let (input, strategy) = search.read(limit.is_some() || search.up_to_symmetry.is_some())?;
    // Taking a large batch apart takes longer than leaving it to the system.
    let input = ManuallyDrop::new(input);
    search.check(&input)?;
    let wanted = if arguments.count_only { Wanted::NumberOnly } else { Wanted::Number };
    let mut spec = search.spec(strategy, &input, limit, wanted);
    spec.all_optimal = true;
    let backend = spec.backend();
    let mut budget = time.limit(spec.budget());
    budget.log = log(search.verbose);
    search.encode.note_ignored(&backend.name(), backend.recipe().as_deref());
    let mut out = output();
    let mut unanswered = None;
    // Whether a solution is known of the puzzle that is searched, which has an objective.
    let mut is_known = false;
    let mut notes = Vec::new();
    let not_read = |out: &mut dyn Write, before: usize| {
        input.unread_before(before).try_for_each(|unread| match arguments.json {
            true => writeln!(out, "{}", unread.json()),
            false => writeln!(out, "{NOT_READ}"),
        })
    };
    let place = |puzzle| if input.batch { format!("puzzle {}: ", input.number(puzzle)) } else { String::new() };
    let line = |out: &mut dyn Write, puzzle: usize, count: Count, exact: bool, orbits: Option<Orbits>, stats: Stats| {
        not_read(out, puzzle)?;
        let Stats { course, weight, .. } = stats;
        let is_weighed = input.problems[puzzle].uncounted().is_some();
        let weight = weight.map(|weight| weight.to_string());
        if arguments.json {
            let instance = &input.instances[puzzle];
            let mut line = serde_json::json!({"instance": instance, "count": count, "exact": exact, "course": course});
            if is_weighed {
                line["weight"] = serde_json::json!(weight);
            }
            if search.up_to_symmetry.is_some() {
                line["orbits"] = serde_json::json!(orbits);
            }
            writeln!(out, "{}", json(&line.to_string()))
        } else {
            let alone = |course: &String| course.split(':').next() == Some(NATIVE);
            if let Some(course) = course.filter(|course| !alone(course) && !search.quiet) {
                say!("cnfab: note: {}{} came to {course}", place(puzzle), backend.name());
            }
            if let Some(orbits) = orbits.filter(|_| !search.quiet) {
                say!("{}{}", place(puzzle), orbits_text(&orbits));
            }
            match weight {
                Some(weight) => writeln!(out, "{weight}"),
                None if is_weighed => writeln!(out, "unknown"),
                None => writeln!(out, "{}{count}", if exact { "" } else { ">=" }),
            }
        }
    };
    let end = drive(input.problems(), spec, &budget, &mut out, &mut |out, event| {
        let mut ended = match event {
            Event::Ended(ended) => ended,
            Event::Better { .. } => {
                is_known = true;
                return Ok(());
            }
            Event::Solution { .. } => return Ok(()),
        };
        if std::mem::take(&mut is_known) && ended.found.is_zero() {
            ended.found = 1_u64.into();
        }
        notes.append(&mut ended.notes);
        let verdict = Verdict::of(backend.as_ref(), &ended);
        let (problem, instance) = (&input.problems[ended.puzzle], &input.instances[ended.puzzle]);
        let record = Record::of(instance, backend.as_ref(), input.view(ended.puzzle), &ended);
        let (outcome, stats) = match ended.result {
            Ok(report) => {
                if search.verbose {
                    let text = summary(&record, &report, &|value| problem.measure(value));
                    say!("{}{text}", place(ended.puzzle));
                }
                (report.outcome, report.stats)
            }
            Err(error) => {
                out.flush()?;
                return Err(error.into());
            }
        };
        if verdict != Verdict::Complete && limit.is_none_or(|limit| ended.found != limit) {
            unanswered.get_or_insert(match outcome {
                Outcome::Stopped(limit) => ended_by(limit),
                Outcome::Exhausted | Outcome::Optimal | Outcome::Satisfied => "the strategy cannot count",
            });
        }
        Ok(line(out, ended.puzzle, ended.found, verdict == Verdict::Complete, ended.orbits, stats)?)
    })?;
    if let End::Over { puzzle, found } = end {
        line(&mut out, puzzle, found.max(u64::from(is_known)).into(), false, None, Stats::default())?;
        unanswered.get_or_insert(limit_name());
    } else {
        not_read(&mut out, input.problems.len())?;
    }
    out.flush()?;
    say_notes(&notes);
    match unanswered {
        None => input.all_read(),
        Some(why) => Err(Failure::Limit(format!("{why}: there may be more solutions"))),
    }
}
