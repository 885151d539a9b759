//! `cnfab judge`: what there is to say of a puzzle before it is printed.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use crate::construct::{Extent, Grade, Judgement, Uniqueness, explain, judge};
use crate::problem::Problem;
use crate::solve::Budget;
use crate::units::plural;

use super::args::new_folder;
use super::certify::{self, new_place};
use super::drive::limit_name;
use super::explain::{all_found, write_grade};
use super::failure::Failure;
use super::inputs::Input;
use super::judge_model;
use super::question::{Asked, AskedModel, QuestionArguments, answer_any, write_json};

/// Tell whether there is one solution, and which of its clues a puzzle does not need.
///
/// A clue is superfluous if the others leave the same one solution. Several superfluous clues need not be superfluous
/// together; 'cnfab minimize' leaves out as many as can be. If there are several solutions, the answer says how many
/// cells are the same in all of them; 'cnfab candidates' names their values, 'cnfab why' where they differ.
///
/// The grade says how hard it is to find the only solution by reasoning; see 'cnfab help explain'. If that takes long,
/// the grade that is printed is a lower bound, and 'cnfab explain' finds it.
///
/// Of a model, two strategies that share no search look for two solutions each, and have to agree. Of one with an
/// objective, solutions are the optimal ones. With --json: {"instance", "solutions", "optimal", "by": [strategies]}.
/// Where a limit ends both of them, "solutions" is "at least one" if one was found.
///
/// With --json: {"instance", "solutions": "none" | "one" | "several", "clues", "superfluous": [texts], "minimal",
/// "cells", "settled", "grade"}. "minimal" is null for a kind without clues, such as a Star Battle, or if time was
/// over. "grade" is null unless there is one solution, else {"level", "technique", "sum", "steps": {level: number},
/// "propagation", "conflicts", "decisions", "complete"}. "level" and "technique" are those of the hardest step, "sum"
/// is the sum of all levels. "propagation" says whether propagation finds the rules of every step. "conflicts" and
/// "decisions" are those of a search that explains nothing. A grade that is not "complete" is a lower bound.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    /// Certify the number of solutions: a folder with a proof for VeriPB, as 'cnfab certify' makes it.
    #[arg(long, value_name = "FOLDER", value_parser = new_folder)]
    certify: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.certify.iter().try_for_each(|folder| new_place(folder))?;
    let certified = |problem: &dyn Problem, view: &str, instance: &str, budget: &Budget| match &arguments.certify {
        None => Ok(()),
        Some(folder) => {
            let about = format!("{}, view {view}", problem.name());
            certify::of_model(folder, &problem.make_model(view), instance, about, problem, budget)
        }
    };
    let on_puzzle = |asked: &Asked<'_>, out: &mut Vec<u8>| {
        certified(asked.puzzle, asked.view, asked.instance, asked.budget)?;
        let judgement = judge(asked.puzzle, asked.view, asked.budget)?;
        let grade = match judgement.uniqueness {
            Uniqueness::One(_) => Some(explain(asked.puzzle, asked.view, Extent::of_grade(), asked.budget)?),
            _ => None,
        };
        let (grade, end) = grade.map(|explanation| (explanation.grade, explanation.end)).unzip();
        if arguments.question.json {
            as_json(asked, &judgement, grade.as_ref(), out)?;
        } else {
            as_text(asked, &judgement, grade.as_ref(), out)?;
        }
        match judgement.complete {
            true => end.map_or(Ok(()), |end| all_found(&end)),
            false => Err(Failure::Limit(format!("{}: more clues may be superfluous", limit_name()))),
        }
    };
    let json = arguments.question.json;
    let on_model = |asked: &AskedModel<'_>, out: &mut Vec<u8>| {
        judge_model::answer(asked, json, out)?;
        certified(asked.problem.as_ref(), asked.view, asked.instance, asked.budget)
    };
    let accept = |input: &Input| match arguments.certify.is_some() && input.batch {
        true => Err(Failure::Input(format!("cnfab: --certify is about one puzzle: {}", input.choose()))),
        false => Ok(()),
    };
    answer_any(&arguments.question, None, "", accept, on_puzzle, Some(&on_model))
}

fn as_json(asked: &Asked<'_>, judgement: &Judgement, grade: Option<&Grade>, out: &mut Vec<u8>) -> Result<(), Failure> {
    let (solutions, cells, settled) = match &judgement.uniqueness {
        Uniqueness::None => ("none", None, None),
        Uniqueness::One(cells) => {
            let count = (0..cells.0.len()).filter(|&position| asked.puzzle.is_cell(position)).count();
            ("one", Some(count), Some(count))
        }
        Uniqueness::Several(found) => {
            let (settled, cells) = found.settled(asked.puzzle);
            ("several", Some(cells), Some(settled))
        }
    };
    let superfluous: Vec<&str> = judgement.superfluous.iter().map(|&clue| &judgement.clues[clue].text[..]).collect();
    let value = json!({
        "instance": asked.instance,
        "solutions": solutions,
        "clues": judgement.clues.len(),
        "superfluous": superfluous,
        "minimal": judgement.is_minimal(),
        "cells": cells,
        "settled": settled,
        "grade": grade.map(Grade::json),
    });
    write_json(out, &value)
}

fn as_text(asked: &Asked<'_>, judgement: &Judgement, grade: Option<&Grade>, out: &mut Vec<u8>) -> Result<(), Failure> {
    match &judgement.uniqueness {
        Uniqueness::None => writeln!(out, "no solution")?,
        Uniqueness::One(_) => writeln!(out, "one solution")?,
        Uniqueness::Several(found) => {
            let (settled, cells) = found.settled(asked.puzzle);
            writeln!(out, "several solutions, with the same value in {settled} of {}", plural(cells as u64, "cell"))?;
        }
    }
    let clues = plural(judgement.clues.len() as u64, "clue");
    match (&judgement.uniqueness, &judgement.superfluous[..]) {
        _ if judgement.clues.is_empty() => writeln!(out, "nothing that could be left out as a clue")?,
        (Uniqueness::One(_), []) if !judgement.complete => writeln!(out, "{clues}")?,
        (Uniqueness::One(_), []) => writeln!(out, "{clues}, all of them needed: the puzzle is minimal")?,
        (Uniqueness::One(_), superfluous) => {
            writeln!(out, "{clues}; each of these {} can be left out alone:", superfluous.len())?;
            for &clue in superfluous {
                writeln!(out, "  {}", judgement.clues[clue].text)?;
            }
        }
        _ => writeln!(out, "{clues}")?,
    }
    grade.map_or(Ok(()), |grade| write_grade(grade, out))
}
