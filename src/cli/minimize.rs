//! `cnfab minimize`: a puzzle with fewer clues and the same solution.

use std::io::Write;
use std::ops::ControlFlow;

use serde_json::json;

use crate::construct::{ConstructError, Minimal, PatternSymmetry, Reduction, Selectable, with_only};
use crate::names::Named;
use crate::units::plural;

use super::drive::limit_name;
use super::failure::Failure;
use super::generate::symmetries;
use super::message::say;
use super::question::{Asked, QuestionArguments, answer_each, write_json};
use super::suggest::Suggest;

/// Leave out clues as long as there is one solution, and print the puzzle that is left.
///
/// The puzzle must have one solution. The result is minimal: without any of its clues it has more solutions. Which
/// clues stay depends on --seed; there may be many minimal sets of very different sizes. In a batch, a puzzle that has
/// not one solution is reported, and the others follow; the exit code is 2 then.
///
/// With --json: {"instance", "clues": [texts], "text"} for each set, "text" being the puzzle in its own format.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    /// Print the clues of every minimal set, one line each, until -n sets have been found.
    #[arg(long, conflicts_with = "smallest")]
    all: bool,

    /// The most sets to print; 0 is all there are.
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, requires = "all")]
    number: u64,

    /// Find a set with the fewest clues. This can take very long.
    #[arg(long)]
    smallest: bool,

    /// Leave out clues together with their images, so that those that stay have this symmetry.
    ///
    /// The result is minimal among the sets of clues that have the symmetry. Clues without a counterpart are left out.
    #[arg(long, value_name = "SYMMETRY", default_value = "none", conflicts_with_all = ["all", "smallest"],
        value_parser = Suggest::new(PatternSymmetry::named, symmetries))]
    symmetry: &'static PatternSymmetry,

    /// Seed of the order in which clues are tried.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // What is printed in a batch can be read again.
    let mark = if arguments.all { "" } else { "# " };
    answer_each(
        &arguments.question,
        None,
        mark,
        |_| Ok(()),
        |asked, out| {
            let selectable = Selectable::new(asked.puzzle, asked.view).map_err(ConstructError::Clues)?;
            if selectable.clues.is_empty() {
                let kind = asked.puzzle.kind().name;
                return Err(Failure::Input(format!(
                    "cnfab: found a puzzle of kind {kind} without clues, expected some"
                )));
            }
            let mut reduction = Reduction::new(&selectable, asked.budget)?;
            let all: Minimal = (0..selectable.clues.len()).collect();
            if arguments.all {
                return list(arguments, asked, &mut reduction, out);
            }
            let kept = if arguments.smallest {
                match reduction.smallest() {
                    Err(ConstructError::OutOfBudget) => {
                        let least = plural(reduction.least() as u64, "clue");
                        return Err(Failure::Limit(format!("{}: a smallest set has at least {least}", limit_name())));
                    }
                    smallest => smallest?,
                }
            } else if !arguments.symmetry.is_none() {
                symmetric(arguments, asked, &mut reduction)?
            } else {
                let mut order = all.clone();
                fastrand::Rng::with_seed(arguments.seed).shuffle(&mut order);
                reduction.minimal(&all, &order)?
            };
            say!("{} of {}", kept.len(), plural(all.len() as u64, "clue"));
            print(arguments, asked, &kept, out)
        },
    )
}

/// A minimal set of clues among those with the symmetry.
fn symmetric(arguments: &Arguments, asked: &Asked<'_>, reduction: &mut Reduction<'_>) -> Result<Minimal, Failure> {
    let name = arguments.symmetry.name();
    let orbits = arguments.symmetry.orbits_of_clues(asked.puzzle);
    let mut orbits = orbits.map_err(|known| {
        let expected = format!("expected one that the board has: {}", known.join(", "));
        Failure::Input(format!("cnfab: --symmetry: found {name}, {expected}"))
    })?;
    fastrand::Rng::with_seed(arguments.seed).shuffle(&mut orbits);
    reduction.minimal_orbits(&orbits)?.ok_or_else(|| {
        let found = format!("found no clues with the symmetry {name} that leave one solution");
        let alone = orbits.iter().find(|orbit| !orbit.is_whole).and_then(|orbit| orbit.clues.first());
        let alone = alone.map(|&clue| format!(": '{}' has no counterpart", asked.puzzle.clues()[clue].text));
        Failure::Input(format!("cnfab: {found}{}", alone.unwrap_or_default()))
    })
}

fn list(
    arguments: &Arguments,
    asked: &Asked<'_>,
    reduction: &mut Reduction<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let (mut found, mut shown) = (0, Ok(()));
    let result = reduction.all(&mut |kept| {
        found += 1;
        shown = print(arguments, asked, kept, out).and_then(|()| asked.show(out));
        let is_enough = shown.is_err() || found == arguments.number;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    shown?;
    match result {
        Err(ConstructError::OutOfBudget) => Err(Failure::Limit(format!("{}: there may be more sets", limit_name()))),
        result => Ok(result?),
    }
}

fn print(arguments: &Arguments, asked: &Asked<'_>, kept: &[usize], out: &mut Vec<u8>) -> Result<(), Failure> {
    let clues = asked.puzzle.clues();
    let clues: Vec<&str> = kept.iter().map(|&clue| &clues[clue].text[..]).collect();
    let text = with_only(asked.puzzle, kept).map_err(ConstructError::Clues)?.text();
    if arguments.question.json {
        return write_json(out, &json!({"instance": asked.instance, "clues": clues, "text": text}));
    }
    if arguments.all {
        return Ok(writeln!(out, "{}: {}", plural(kept.len() as u64, "clue"), clues.join("; "))?);
    }
    Ok(write!(out, "# Solutions: 1\n{text}")?)
}
