//! `cnfab why`: why a puzzle has no solution, or more than one.

use std::io::Write;

use serde_json::json;

use crate::construct::{ConstructError, Occurrences, conflict, occurrences, with_only};
use crate::solve::{Encodings, Strategy};
use crate::units::plural;

use super::failure::Failure;
use super::question::{Asked, FromArguments, QuestionArguments, all_wanted, answer_from, write_json};

/// Name the clues and rules that contradict each other, or tell where solutions differ.
///
/// If there is no solution, the answer is a set of clues and rules that contradict each other, and of which none can be
/// left out. The puzzle is drawn with these clues only. A rule is named by its label and its number among the rules of
/// that label, as in 'cnfab show'; a rule about few of many variables is named by them.
///
/// If there are several solutions, the answer names the cells in which they differ, and clues each of which would leave
/// one solution.
///
/// With --json: {"instance", "solutions", "clues": [texts], "rules": [names]} if there is none, else {"instance",
/// "solutions", "complete", "cells": [places], "deciding": [texts]}.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    #[command(flatten)]
    from: FromArguments,

    /// Look at no more than this many solutions.
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    cap: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let backend = Strategy::default().backend(&Encodings::default());
    answer_from(&arguments.question, &arguments.from, |asked, out| {
        let json = arguments.question.json;
        match conflict(asked.puzzle, asked.view, asked.budget)? {
            Some(found) => {
                let clues = asked.puzzle.clues();
                let clues: Vec<&str> = found.clues.iter().map(|&clue| &clues[clue].text[..]).collect();
                let rules: Vec<&str> = found.rules.iter().map(|rule| &rule.name[..]).collect();
                if json {
                    let instance = asked.instance;
                    let value = json!({"instance": instance, "solutions": 0, "clues": clues, "rules": rules});
                    return write_json(out, &value);
                }
                let (clues_text, rules_text) = (plural(clues.len() as u64, "clue"), plural(rules.len() as u64, "rule"));
                writeln!(out, "no solution: {clues_text} and {rules_text} contradict each other")?;
                clues.iter().try_for_each(|clue| writeln!(out, "  clue: {clue}"))?;
                rules.iter().try_for_each(|rule| writeln!(out, "  rule: {rule}"))?;
                let left = with_only(asked.puzzle, &found.clues).map_err(ConstructError::Clues)?;
                Ok(write!(out, "\n{}", left.draw(None))?)
            }
            None => {
                let found = occurrences(asked.puzzle, asked.view, backend.as_ref(), arguments.cap, asked.budget)?;
                differences(asked, &found, json, out)?;
                all_wanted(&found, arguments.cap)
            }
        }
    })
}

fn differences(asked: &Asked<'_>, found: &Occurrences, as_json: bool, out: &mut Vec<u8>) -> Result<(), Failure> {
    let open = (0..found.cells.len()).filter(|&cell| found.cells[cell].len() > 1);
    let cells: Vec<String> = open.map(|cell| asked.puzzle.place(cell)).collect();
    // Of solutions that are not all, nobody knows what the others have.
    let deciding = found.deciding().filter(|_| found.complete && found.solutions > 1);
    let text = |(cell, value)| format!("{} is {}", asked.puzzle.place(cell), asked.puzzle.value(value));
    let deciding: Vec<String> = deciding.map(text).collect();
    if as_json {
        let value = json!({
            "instance": asked.instance,
            "solutions": found.solutions,
            "complete": found.complete,
            "cells": cells,
            "deciding": deciding,
        });
        return write_json(out, &value);
    }
    if found.solutions == 1 && found.complete {
        return Ok(writeln!(out, "one solution: nothing contradicts, nothing is open")?);
    }
    let least = if found.complete { "" } else { "at least " };
    writeln!(out, "{least}{} solutions, which differ in {}", found.solutions, plural(cells.len() as u64, "cell"))?;
    cells.iter().try_for_each(|cell| writeln!(out, "  {cell}"))?;
    match (&deciding[..], found.complete) {
        (_, false) => writeln!(out, "which clue would leave one of them is not known: there are more solutions"),
        ([], true) => writeln!(out, "no single clue would leave one of them"),
        (deciding, true) => {
            writeln!(out, "each of these clues would leave one of them:")?;
            deciding.iter().try_for_each(|clue| writeln!(out, "  {clue}"))
        }
    }?;
    Ok(())
}
