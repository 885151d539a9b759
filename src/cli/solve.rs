//! `cnfab solve`: the solutions, each checked by the rules, as they are found.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem::ManuallyDrop;

use serde::Serialize;

use crate::json;
use crate::problem::Cells;
use crate::run::{Ended, Event, Orbits, Record, Verdict, Wanted};
use crate::solve::{Backend, Budget, Count, Gap, Limit, Outcome, Report, Stats};
use crate::units::{grouped, plural, seconds};

use super::args::{SearchArguments, log, orbits_text};
use super::colour;
use super::deadline::{Deadline, READING};
use super::drive::{End, Output, drive, ended_by, output};
use super::encode::say_notes;
use super::failure::Failure;
use super::inputs::{Input, NOT_READ};
use super::memory;
use super::message::say;
use super::search_summary::summary;
use super::smallest::Smallest;

/// Find solutions and print them as they are found, each checked by the puzzle's rules.
///
/// Without --plain and --json, each solution is drawn, with a blank line between two of them; in a batch, a line
/// 'puzzle NUMBER' stands before the solutions of each puzzle.
///
/// With --plain, each solution is one line. A puzzle without a solution has the line 'no solution'; one for which no
/// solution was found, though there may be one, the line 'not found'; one that cannot be read, the line 'not read'. In
/// a batch, line NUMBER answers puzzle NUMBER; but when more than one solution is wanted, an empty line follows the
/// solutions of each puzzle.
///
/// With --json, each solution is one object per line, {"type": "solution", "instance", "number", "cells", "plain"},
/// cells being the values in the kind's canonical order; after the last of each puzzle comes one of {"type": "summary"}
/// with the fields of 'cnfab compare --report json', or for one that cannot be read {"type": "error", "instance",
/// "error"}.
///
/// With --up-to-symmetry, the size of its orbit stands below each drawing ('orbit of 12') and in the field "orbit" of
/// each solution. The summary has a field "orbits", as in 'cnfab count --json'.
///
/// A summary goes to standard error: how many, whether that is all, the strategy and recipe, times, sizes, effort.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    search: SearchArguments,

    /// One line per solution.
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// One JSON object per line.
    #[arg(long)]
    json: bool,

    /// Stop where the best value is this near to the bound, such as 5% or 100.
    ///
    /// '5%' and '0.05' are parts of the value, numbers from 1 on a difference in its units. For models with an
    /// objective and strategies that prove bounds, such as 'ilp' and 'auto'.
    #[arg(long, value_name = "GAP")]
    gap: Option<Gap>,

    /// Find all solutions first, then print those wanted in increasing order of their cells.
    #[arg(long)]
    sorted: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let search = &arguments.search;
    let time = Deadline::start(search.timeout, READING);
    let (input, strategy) = search.read(false)?;
    // Taking a large batch apart takes longer than leaving it to the system.
    let input = ManuallyDrop::new(input);
    search.check(&input)?;
    let limit = search.limit(Some(1));
    let limit_of_search = if arguments.sorted { None } else { limit };
    let mut spec = search.spec(strategy, &input, limit_of_search, Wanted::Solutions);
    spec.all_optimal = limit != Some(1);
    let backend = spec.backend();
    search.encode.note_ignored(&backend.name(), backend.recipe().as_deref());
    let form = match (arguments.plain, arguments.json) {
        (true, _) => AnswerForm::Plain,
        (_, true) => AnswerForm::Json,
        _ => AnswerForm::Drawn,
    };
    let mut printer = Printer {
        input: &input,
        backend: backend.as_ref(),
        form,
        quiet: search.quiet,
        at_most_one: limit == Some(1),
        number: 0,
        sorted: arguments.sorted.then(|| Smallest::new(limit)),
        best: None,
        totals: Totals::default(),
    };
    let mut out = output();
    let mut notes = Vec::new();
    let mut budget = time.limit(spec.budget());
    budget.gap = arguments.gap;
    budget.log = log(search.verbose);
    let end = drive(input.problems(), spec, &budget, &mut out, &mut |out, event| match event {
        Event::Solution { puzzle, cells, orbit, .. } => printer.found(out, puzzle, cells, orbit),
        Event::Better { cells, objective, .. } => {
            printer.best = Some((cells, objective));
            Ok(())
        }
        Event::Ended(mut ended) => {
            notes.append(&mut ended.notes);
            printer.ended(out, *ended)
        }
    })?;
    match end {
        End::Over { puzzle, found } => printer.cut_off(&mut out, puzzle, found, &budget)?,
        End::Done => printer.not_read(&mut out, input.problems.len())?,
    }
    out.flush()?;
    say_notes(&notes);
    printer.summary()?;
    input.all_read()
}

#[derive(Clone, Copy, PartialEq)]
enum AnswerForm {
    Drawn,
    Plain,
    Json,
}

struct Printer<'i> {
    input: &'i Input,
    backend: &'i dyn Backend,
    form: AnswerForm,
    quiet: bool,
    /// True if no puzzle can have two solutions printed.
    at_most_one: bool,
    /// How many solutions of the current puzzle have been printed.
    number: u64,
    sorted: Option<Smallest>,
    /// The best solution so far of the puzzle that is searched, and its value.
    best: Option<(Cells, i64)>,
    totals: Totals,
}

/// The results of the puzzles.
#[derive(Default)]
struct Totals {
    puzzles: u64,
    solutions: Count,
    solved: u64,
    unsolvable: u64,
    undecided: u64,
    /// Where the strategy came to others: how many puzzles it came to which.
    courses: BTreeMap<String, u64>,
    /// The limit that ended the work on a puzzle before the answer; the first one.
    limit: Option<&'static str>,
    seconds: f64,
    last: Option<(Record, Report, Option<Orbits>)>,
}

impl Printer<'_> {
    fn found(&mut self, out: &mut Output, puzzle: usize, cells: Cells, orbit: Option<u64>) -> Result<(), Failure> {
        match &mut self.sorted {
            Some(smallest) => {
                smallest.add((cells, orbit));
                Ok(())
            }
            None => self.print(out, puzzle, &cells, orbit),
        }
    }

    fn print(&mut self, out: &mut Output, index: usize, cells: &Cells, orbit: Option<u64>) -> Result<(), Failure> {
        let problem = &self.input.problems[index];
        if self.number == 0 {
            self.not_read(out, index)?;
        }
        self.number += 1;
        match self.form {
            AnswerForm::Plain => writeln!(out, "{}", problem.plain(cells))?,
            AnswerForm::Json => {
                let instance = &self.input.instances[index];
                let (number, plain) = (self.number, problem.plain(cells));
                line(out, &Line::Solution { instance, number, cells: &cells.0, plain, orbit })?;
            }
            AnswerForm::Drawn => {
                if self.number == 1 {
                    self.heading(out, index)?;
                } else {
                    writeln!(out)?;
                }
                out.write_all(colour::text(&problem.drawing(Some(cells))).as_bytes())?;
                if let Some(orbit) = orbit {
                    writeln!(out, "orbit of {}", grouped(orbit))?;
                }
            }
        }
        Ok(())
    }

    fn heading(&self, out: &mut Output, index: usize) -> Result<(), Failure> {
        if self.input.batch {
            writeln!(out, "{}", self.input.heading(index))?;
        }
        Ok(())
    }

    /// The lines of what could not be read before the problem at `index`.
    fn not_read(&self, out: &mut Output, index: usize) -> Result<(), Failure> {
        for unread in self.input.unread_before(index) {
            match self.form {
                AnswerForm::Plain if !self.at_most_one => writeln!(out, "{NOT_READ}\n")?,
                AnswerForm::Plain => writeln!(out, "{NOT_READ}")?,
                AnswerForm::Json => line(out, &Line::Error { instance: &unread.instance, error: &unread.error })?,
                AnswerForm::Drawn => writeln!(out, "{}\n{NOT_READ}", self.input.heading_of_unread(unread))?,
            }
        }
        Ok(())
    }

    fn print_sorted(&mut self, out: &mut Output, index: usize) -> Result<(), Failure> {
        if let Some(smallest) = &mut self.sorted {
            for (cells, orbit) in smallest.take() {
                self.print(out, index, &cells, orbit)?;
            }
        }
        Ok(())
    }

    fn ended(&mut self, out: &mut Output, mut ended: Ended) -> Result<(), Failure> {
        self.print_sorted(out, ended.puzzle)?;
        let record =
            Record::of(&self.input.instances[ended.puzzle], self.backend, self.input.view(ended.puzzle), &ended);
        let orbits = ended.orbits.take();
        let report = match ended.result {
            Ok(report) => report,
            Err(error) => {
                out.flush()?;
                return Err(error.into());
            }
        };
        self.close(out, ended.puzzle, record, report, orbits)
    }

    /// A puzzle whose search did not come back.
    fn cut_off(&mut self, out: &mut Output, puzzle: usize, found: u64, budget: &Budget) -> Result<(), Failure> {
        self.print_sorted(out, puzzle)?;
        let best = self.best.take();
        let found = found.max(u64::from(best.is_some()));
        if let Some((cells, _)) = &best {
            self.print(out, puzzle, cells, None)?;
        }
        let verdict = match () {
            () if found == 0 && !self.backend.is_complete() => Verdict::NotFound,
            () if memory::is_over() => Verdict::Memory,
            () => Verdict::Timeout,
        };
        let objective = best.map(|best| best.1);
        let known = Stats { objective, bound: budget.bound(), ..budget.told().unwrap_or_default() };
        let (instance, view) = (&self.input.instances[puzzle], self.input.view(puzzle));
        let mut record = Record::cut_off(instance, self.backend, view, verdict, &known);
        record.solutions = found.into();
        self.close(out, puzzle, record, Report { outcome: Outcome::Stopped(Limit::Time), stats: known }, None)
    }

    fn close(
        &mut self,
        out: &mut Output,
        index: usize,
        record: Record,
        report: Report,
        orbits: Option<Orbits>,
    ) -> Result<(), Failure> {
        if self.number == 0 {
            self.not_read(out, index)?;
        }
        let nothing = match record.outcome {
            Verdict::Complete => "no solution",
            _ => "not found",
        };
        match self.form {
            AnswerForm::Plain => {
                if record.solutions.is_zero() {
                    writeln!(out, "{nothing}")?;
                }
                if self.input.batch && !self.at_most_one {
                    writeln!(out)?;
                }
            }
            AnswerForm::Json => line(out, &Line::Summary { record: &record, orbits: orbits.as_ref() })?,
            AnswerForm::Drawn => {
                if record.solutions.is_zero() {
                    self.heading(out, index)?;
                    writeln!(out, "{nothing}")?;
                }
            }
        }
        self.number = 0;
        self.best = None;
        let totals = &mut self.totals;
        totals.puzzles += 1;
        totals.solutions += &record.solutions;
        if let Some(course) = &record.course {
            *totals.courses.entry(course.clone()).or_default() += 1;
        }
        totals.seconds += record.time_total_s.unwrap_or_default();
        match (record.solutions.is_zero(), record.outcome) {
            (true, Verdict::Complete) => totals.unsolvable += 1,
            (true, _) => totals.undecided += 1,
            _ => totals.solved += 1,
        }
        let limit = match report.outcome {
            Outcome::Stopped(limit) => Some(ended_by(limit)),
            Outcome::Exhausted | Outcome::Optimal | Outcome::Satisfied => None,
        };
        totals.limit = totals.limit.or(limit);
        totals.last = Some((record, report, orbits));
        Ok(())
    }

    /// The summary on standard error, and whether a limit ended the work.
    fn summary(&self) -> Result<(), Failure> {
        let totals = &self.totals;
        let text = match &totals.last {
            Some((record, report, orbits)) if !self.input.batch => {
                let text = summary(record, report, &|value| self.input.problems[0].measure(value));
                orbits.iter().fold(text, |text, orbits| format!("{text}; {}", orbits_text(orbits)))
            }
            _ => {
                let recipe = self.backend.recipe().map(|recipe| format!("; recipe {recipe}")).unwrap_or_default();
                let courses =
                    totals.courses.iter().map(|(course, &number)| format!("{course} for {}", grouped(number)));
                let courses: Vec<String> = courses.collect();
                let courses = if courses.is_empty() { String::new() } else { format!(": {}", courses.join("; ")) };
                format!(
                    "{} of {}: {} solved ({}), {} without a solution, {} undecided; {} in {}{courses}{recipe}",
                    grouped(totals.puzzles),
                    plural(self.input.problems.len() as u64, "puzzle"),
                    grouped(totals.solved),
                    plural(&totals.solutions, "solution"),
                    grouped(totals.unsolvable),
                    grouped(totals.undecided),
                    self.backend.name(),
                    seconds(totals.seconds),
                )
            }
        };
        if let Some(why) = totals.limit {
            return Err(Failure::Limit(format!("{why}: {text}")));
        }
        if !self.quiet {
            say!("{text}");
        }
        Ok(())
    }
}

/// One line of JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Solution {
        instance: &'a str,
        number: u64,
        cells: &'a [i32],
        plain: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        orbit: Option<u64>,
    },
    Error {
        instance: &'a str,
        error: &'a str,
    },
    Summary {
        #[serde(flatten)]
        record: &'a Record,
        #[serde(skip_serializing_if = "Option::is_none")]
        orbits: Option<&'a Orbits>,
    },
}

fn line(out: &mut Output, line: &Line<'_>) -> io::Result<()> {
    writeln!(out, "{}", json::line(line)?)
}
