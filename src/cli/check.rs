//! `cnfab check`: whether solutions keep the rules.

use cnfab::source::Source;
use cnfab::units::plural;

use super::args::PuzzleArguments;
use super::failure::Failure;

/// Check solutions by the puzzle's rules alone.
///
/// SOLUTION is a file in the form that 'cnfab solve --plain' prints: one solution per line. In a batch, if it has empty
/// lines, they end the solutions of each puzzle; else line NUMBER belongs to puzzle NUMBER. Lines 'no solution' and 'not
/// found' are passed over: nothing is checked by them.
///
/// Exit code 0 if all solutions keep all rules, else 2.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The file with solutions; '-' is standard input.
    solution: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.puzzle.is_stdin() && arguments.solution == "-" {
        return Err(Failure::Input("cnfab: FILE and SOLUTION cannot both be standard input".to_owned()));
    }
    let input = arguments.puzzle.read()?;
    let source = Source::open(&arguments.solution)?;
    let grouped = input.batch && source.text.lines().any(|line| line.trim().is_empty());
    let mut puzzle = 0;
    let (mut checked, mut passed_over) = (0, 0);
    for (index, line) in source.text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() {
            puzzle += usize::from(grouped);
            continue;
        }
        let Some(of) = input.puzzles.get(puzzle) else {
            return Err(Failure::Input(format!(
                "{}:{number}:1: found a further line, expected no more than for {}",
                source.name,
                plural(input.puzzles.len() as u64, "puzzle")
            )));
        };
        if matches!(line.trim(), "no solution" | "not found") {
            passed_over += 1;
        } else {
            let cells = of.read_plain(line).map_err(|mut error| {
                error.line = number;
                source.error(error)
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
    let over = if passed_over > 0 { format!("; {} without one", plural(passed_over, "line")) } else { String::new() };
    println!("{} checked: all rules hold{over}", plural(checked, "solution"));
    Ok(())
}
