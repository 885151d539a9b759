//! `cnfab check`: whether solutions keep the rules.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::file_kind::FileKind;
use crate::source::Source;
use crate::units::plural;

use super::deadline::TimeArguments;
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::inputs::{FilesArguments, NOT_READ};

/// Check solutions by the puzzle's rules alone.
///
/// SOLUTION is a file in the form that 'cnfab solve --plain' prints: one solution per line. In a batch, if it has empty
/// lines, they end the solutions of each puzzle; else line NUMBER belongs to puzzle NUMBER. Lines 'no solution', 'not
/// found' and 'not read' are passed over: nothing is checked by them. The last line reports what has been checked, and
/// which part of a batch has an answer at all.
///
/// Exit code 0 if there are solutions and none breaks a rule, else 2.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: FilesArguments,

    #[command(flatten)]
    time: TimeArguments,

    /// The file with solutions; '-' is standard input.
    solution: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.puzzle.is_stdin() && arguments.solution == "-" {
        return Err(Failure::Input("cnfab: FILE and SOLUTION cannot both be standard input".to_owned()));
    }
    arguments.time.start();
    let input = arguments.puzzle.read_to(false)?;
    distinct(&[FilePlace::output("-")], &[FilePlace::input(&arguments.solution)])?;
    let source = Source::open_answers(&arguments.solution)?;
    let grouped = input.batch && source.text.lines().any(|line| line.trim().is_empty());
    let mut puzzle = 0;
    let (mut checked, mut passed_over) = (0, 0);
    let mut answered = BTreeSet::new();
    for (index, line) in source.text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() {
            puzzle += usize::from(grouped);
            continue;
        }
        let Some(of) = input.position(puzzle) else {
            return Err(Failure::Input(format!(
                "{}:{number}:1: found a further line, expected no more than for {}",
                source.name,
                plural(input.count() as u64, "puzzle")
            )));
        };
        let is_unread = of.is_err() || line.trim() == NOT_READ;
        if line.trim() != "not found" && !is_unread {
            answered.insert(puzzle);
        }
        if matches!(line.trim(), "no solution" | "not found") || is_unread {
            passed_over += 1;
        } else if let Ok(of) = of {
            let of = &input.problems[of];
            let cells = of.read_plain(line).map_err(|mut error| {
                error.line = number;
                source.error(error, &[FileKind::Words])
            })?;
            of.check(&cells).map_err(|violation| {
                let which = if input.batch { format!(" of puzzle {}", puzzle + 1) } else { String::new() };
                Failure::Input(format!("{}:{number}:1: no solution{which}: {violation}", source.name))
            })?;
            checked += 1;
        }
        puzzle += usize::from(input.batch && !grouped);
    }
    if checked + passed_over == 0 {
        return Err(Failure::Input(format!("{}:1:1: found nothing, expected a solution on each line", source.name)));
    }
    if checked == 0 {
        let lines = plural(passed_over, "line");
        let name = &source.name;
        return Err(Failure::Input(format!(
            "{name}: nothing checked: found {lines} without a solution, expected at least one with a solution"
        )));
    }
    let mut parts = vec![format!("{} checked: all rules hold", plural(checked, "solution"))];
    if passed_over > 0 {
        parts.push(format!("{} without one", plural(passed_over, "line")));
    }
    if input.batch {
        parts.extend(unanswered(answered.len(), input.count()));
    }
    writeln!(io::stdout(), "{}", parts.join("; "))?;
    input.all_read()
}

/// The message if not every puzzle of a batch has an answer.
pub(super) fn unanswered(answered: usize, puzzles: usize) -> Option<String> {
    let verb = if answered == 1 { "has" } else { "have" };
    (answered < puzzles).then(|| format!("{answered} of {} {verb} an answer", plural(puzzles as u64, "puzzle")))
}
