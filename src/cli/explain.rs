//! `cnfab explain`: what follows from which rules, step by step.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use crate::construct::{Detail, End, Explanation, Extent, Grade, NamedModel, explain};
use crate::units::plural;

use super::drive::limit_name;
use super::explain_page;
use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file};
use super::question::{Asked, AskedModel, FromArguments, QuestionArguments, answer_any, write_json};

/// Explain a puzzle or a model step by step: what follows from which rules.
///
/// Each step needs a set of rules of which none can be left out, and uses only what is given or was found before. That
/// a cell has not two values and a row not one value twice goes without saying. Steps have the names that players use,
/// such as 'hidden single' or 'X-wing', or say from how many rules they are. If there are several solutions, the steps
/// end where nothing more follows from all of them. If there is none, 'cnfab why' names what contradicts.
///
/// The level of a step is 0 if a unit has one place left for a value, or is filled up. It is 1 if that unit is a row or
/// a column, and 2 if a cell has one value left. In all other cases it is the number of rules that are needed together,
/// plus 2.
/// The grade of a puzzle is the level of its hardest step. The sum of all levels compares puzzles of one grade. Grades
/// compare puzzles of one kind and size; nothing is claimed about others.
///
/// A model of at most 1,000 constraints without an objective is explained by the names of its constraints.
///
/// With --json: {"instance", "end", "steps", "grade"}. "end" is "solved", "open", "none" or "more". Each step is
/// {"technique", "level", "rules": [names], "used": [texts], "facts", "text"}, and each fact {"text", "places",
/// "value", "is"}. A fact is about all its places together: if "is" is false, they have not all of them the value.
/// "grade" is as 'cnfab help judge' says.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    #[command(flatten)]
    from: FromArguments,

    /// Print only the first step.
    #[arg(long)]
    next: bool,

    /// Write a page of pictures, besides. Steps that can be seen on one board share a sheet.
    #[arg(long, value_name = "PAGE")]
    html: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let page = arguments.html.as_deref();
    let accept = |input: &super::inputs::Input| {
        let Some(page) = page else { return Ok(()) };
        if page == "-" && arguments.question.json {
            return Err(Failure::Input(
                "cnfab: found --json with --html -, expected one on standard output".to_owned(),
            ));
        }
        if input.batch {
            return Err(Failure::Input(format!("cnfab: --html is about one puzzle: {}", input.choose())));
        }
        distinct(&[FilePlace::output(page), FilePlace::output("-")], input.files.iter())
    };
    let on_puzzle = |asked: &Asked<'_>, out: &mut Vec<u8>| answer(arguments, asked, out);
    let on_model = |asked: &AskedModel<'_>, out: &mut Vec<u8>| {
        let refused = |found: &str, expected: &str| {
            Failure::Input(format!("cnfab: found {found} '{}', expected {expected}", asked.instance))
        };
        if page.is_some() || asked.from.is_some() {
            return Err(refused("--html or --from for the model", "a puzzle"));
        }
        let named = NamedModel::explained(&asked.groups()?);
        let named = named.map_err(|why| Failure::Input(format!("cnfab: '{}': {why}", asked.instance)))?;
        answer(arguments, &asked.as_puzzle(&named, NamedModel::VIEW), out)
    };
    answer_any(&arguments.question, Some(&arguments.from), "", accept, on_puzzle, Some(&on_model))
}

fn answer(arguments: &Arguments, asked: &Asked<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
    let page = arguments.html.as_deref();
    let steps = arguments.next.then_some(1);
    let detail = if page.is_some() { Detail::Board } else { Detail::Words };
    let extent = Extent { steps, effort: None, detail };
    let explanation = explain(asked.puzzle, asked.view, extent, asked.budget)?;
    if let Some(name) = page {
        let html = explain_page::page(asked.puzzle, asked.instance, &explanation);
        match name {
            "-" => {
                out.write_all(html.as_bytes())?;
                return all_found(&explanation.end);
            }
            name => to_file(Path::new(name), |file| Ok(file.write_all(html.as_bytes())?))?,
        }
    }
    if arguments.question.json {
        as_json(asked, &explanation, out)?;
    } else {
        as_text(&explanation, out)?;
    }
    all_found(&explanation.end)
}

/// Returns the failure if a limit ended the steps.
pub(crate) fn all_found(end: &End) -> Result<(), Failure> {
    match end {
        End::Budget => Err(Failure::Limit(format!("{}: there may be more steps", limit_name()))),
        End::Solved(_) | End::Open | End::NoSolution | End::Effort | End::More => Ok(()),
    }
}

fn as_json(asked: &Asked<'_>, explanation: &Explanation, out: &mut Vec<u8>) -> Result<(), Failure> {
    let mut value = explanation.json(asked.puzzle);
    value["instance"] = json!(asked.instance);
    write_json(out, &value)
}

fn as_text(explanation: &Explanation, out: &mut Vec<u8>) -> Result<(), Failure> {
    if explanation.end == End::NoSolution {
        return Ok(writeln!(out, "no solution: 'cnfab why' names clues and rules that contradict each other")?);
    }
    for (number, step) in (1..).zip(&explanation.steps) {
        writeln!(out, "{number}. {}", step.sentence())?;
    }
    match explanation.end {
        End::Open => writeln!(out, "nothing more follows: there are several solutions")?,
        End::Solved(_) if explanation.steps.is_empty() => writeln!(out, "nothing is open")?,
        _ => {}
    }
    if !matches!(explanation.end, End::More | End::Budget) && !explanation.steps.is_empty() {
        write_grade(&explanation.grade, out)?;
    }
    Ok(())
}

/// Prints a grade and where it comes from.
pub(crate) fn write_grade(grade: &Grade, out: &mut Vec<u8>) -> Result<(), Failure> {
    let least = if grade.complete { "" } else { "at least " };
    if grade.steps.is_empty() {
        return Ok(writeln!(out, "grade {least}0: there are no steps")?);
    }
    writeln!(
        out,
        "grade {least}{}, sum of levels {}: the hardest step is '{}'",
        grade.level,
        grade.sum(),
        grade.technique
    )?;
    let steps: Vec<String> = grade
        .steps
        .iter()
        .map(|(level, &count)| format!("{} of level {level}", plural(count as u64, "step")))
        .collect();
    writeln!(out, "  {}", steps.join(", "))?;
    let how = if grade.propagation { "propagation finds every step" } else { "propagation does not find every step" };
    match (grade.conflicts, grade.decisions) {
        (Some(conflicts), Some(decisions)) => {
            let (conflicts, decisions) = (plural(conflicts, "conflict"), plural(decisions, "decision"));
            writeln!(out, "  {how}; a search without steps takes {conflicts} and {decisions}")?;
        }
        _ => writeln!(out, "  {how}")?,
    }
    Ok(())
}
