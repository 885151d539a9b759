//! `cnfab decode`: what a solver answered to an export, as checked solutions.

use std::collections::BTreeSet;
use std::io::Write;

use crate::encode::Recipe;
use crate::file_kind::FileKind;
use crate::format::solver_output::{SolverAnswer, read};
use crate::format::{Decoder, Export, Format, States, format_of_answer};
use crate::model::Model;
use crate::parse_error::ParseError;
use crate::puzzle::Cells;
use crate::source::Source;
use crate::units::plural;

use super::check::unanswered;
use super::colour;
use super::deadline::TimeArguments;
use super::drive::{Output, output};
use super::encode::EncodeArguments;
use super::export::{Chosen, find_format, format_names};
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::inputs::{Input, PuzzleArguments};
use super::message::say;
use super::suggest::Suggest;

/// Read a solver's answer to an export; draw the solutions, each checked by the rules.
///
/// --encode and --view have to be those of the export, and so has --format, if it is given. The answer may hold several
/// models; 'v' lines may be wrapped or not and in any order; a solution that several models stand for is printed once.
/// Of formats of integer programs (lp, mps) it holds one solution: names of columns, each with its value behind it, a
/// table of HiGHS, or what 'glpsol -w' writes. In a batch, answer NUMBER belongs to puzzle NUMBER.
///
/// Exit code 0 if there are answers, 's UNSATISFIABLE' too: that there is no solution is the solver's word, which is
/// not checked. Exit code 3 if the solver does not know an answer ('s UNKNOWN'), 2 if the file holds no answer.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    #[command(flatten)]
    time: TimeArguments,

    /// The solver's output: 's' and 'v' lines, or a result file of MiniSat, CBC, GLPK, HiGHS or SCIP; '-' is standard
    /// input.
    solver_output: String,

    /// The format of the export; by default the one that the answer looks like, of lp and mps and of dimacs and icnf
    /// either.
    #[arg(short, long, value_name = "FORMAT",
        value_parser = Suggest::new(find_format, format_names), hide_possible_values = true)]
    format: Option<Chosen>,

    #[command(flatten)]
    encode: EncodeArguments,

    /// One line per solution.
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.puzzle.is_stdin() && arguments.solver_output == "-" {
        return Err(Failure::Input("cnfab: FILE and SOLVER-OUTPUT cannot both be standard input".to_owned()));
    }
    arguments.time.start();
    let input = arguments.puzzle.read()?;
    arguments.encode.check(&input)?;
    distinct(&[FilePlace::output("-")], &[FilePlace::input(&arguments.solver_output)])?;
    let answers = Source::open_answers(&arguments.solver_output)?;
    let format = arguments.format.unwrap_or_else(|| Chosen(format_of_answer(&answers.text)));
    format.note_ignored(&arguments.encode);
    let arguments = &Decoding { given: arguments, format: format.0 };
    input.all_read()?;
    let mut out = output();
    if input.batch {
        return batch(arguments, &input, &answers, &mut out);
    }
    let model = input.problems[0].make_model(input.view(0));
    let recipe = arguments.recipe(&model)?;
    let decoder = arguments.decoder(&model, &recipe)?;
    let found = arguments.answers(&answers, decoder.variables())?;
    let (mut seen, mut repeated) = (BTreeSet::new(), 0);
    for (index, answer) in found.iter().enumerate() {
        let cells = solution(&input, 0, &decoder, answer, &answers)?;
        // Models that differ in hidden variables are one solution.
        if let Some(cells) = &cells
            && !seen.insert(cells.clone())
        {
            repeated += 1;
            continue;
        }
        if index > 0 && !arguments.given.plain {
            writeln!(out)?;
        }
        print(arguments, &input, 0, answer, cells, &mut out)?;
    }
    out.flush()?;
    summary(&found, repeated, input.problems.len())
}

/// The arguments, with the format.
struct Decoding<'a> {
    given: &'a Arguments,
    format: &'static Format,
}

impl Decoding<'_> {
    /// The recipe of the export, with the formulas of programs that it takes.
    fn recipe(&self, model: &Model) -> Result<Recipe, Failure> {
        match self.format.states {
            States::Clauses => self.given.encode.resolve(model),
            States::Program => Ok(self.given.encode.encodings().recipe.clone()),
        }
    }

    fn decoder<'m>(&self, model: &'m Model, recipe: &'m Recipe) -> Result<Decoder<'m>, Failure> {
        let export = Export {
            model,
            recipe,
            aliases: &[],
            ilp: self.given.encode.encodings().formulation(),
            instance: "",
            kind: "",
            view: "",
        };
        Decoder::new(&export, self.format.states).map_err(|error| Failure::Input(format!("cnfab: {error}")))
    }

    fn answers(&self, source: &Source, variables: u32) -> Result<Vec<SolverAnswer>, Failure> {
        let text = (self.format.answers)(&source.text, variables);
        let found = text.and_then(|text| read(&text, variables));
        Ok(found.map_err(|error| {
            let looks = format_of_answer(&source.text);
            let advice = if looks.name != self.format.name && looks.states != self.format.states {
                format!("; it looks like an answer to '--format {}'", looks.name)
            } else if self.given.format.is_none() && error.found == "no answer" {
                ", or columns with their values; --format names the format of the export".to_owned()
            } else {
                String::new()
            };
            source.error(error.advising(&advice), &[FileKind::Answer])
        })?)
    }
}

/// One answer per puzzle.
fn batch(arguments: &Decoding<'_>, input: &Input, answers: &Source, out: &mut Output) -> Result<(), Failure> {
    let models: Vec<Model> =
        input.problems.iter().enumerate().map(|(index, problem)| problem.make_model(input.view(index))).collect();
    let recipes = models.iter().map(|model| arguments.recipe(model)).collect::<Result<Vec<Recipe>, _>>()?;
    let both = models.iter().zip(&recipes);
    let decoders = both.map(|(model, recipe)| arguments.decoder(model, recipe)).collect::<Result<Vec<_>, _>>()?;
    let most = decoders.iter().map(Decoder::variables).max().unwrap_or(0);
    let found = arguments.answers(answers, most)?;
    if found.len() > decoders.len() {
        return Err(Failure::Input(format!(
            "{}: found {} answers, expected no more than {} puzzles",
            answers.name,
            found.len(),
            decoders.len()
        )));
    }
    for (index, answer) in found.iter().enumerate() {
        if !arguments.given.plain {
            writeln!(out, "{}", input.heading(index))?;
        }
        let cells = solution(input, index, &decoders[index], answer, answers)?;
        print(arguments, input, index, answer, cells, out)?;
    }
    out.flush()?;
    summary(&found, 0, input.problems.len())
}

/// The solution that a model stands for, if the answer is one; it keeps the rules.
fn solution(
    input: &Input,
    index: usize,
    decoder: &Decoder<'_>,
    answer: &SolverAnswer,
    answers: &Source,
) -> Result<Option<Cells>, Failure> {
    let SolverAnswer::Model(values) = answer else { return Ok(None) };
    let (problem, view) = (&input.problems[index], input.view(index));
    let wrong = |why: String| {
        let error = ParseError::new(values.line, 1, why, "a model of the exported formula");
        answers.error(error, &[FileKind::Answer])
    };
    let assignment = decoder.decode(values).map_err(|error| wrong(error.to_string()))?;
    let cells = problem.output(view, &assignment);
    if let Err(violation) = problem.check_solution(view, &assignment, &cells) {
        // Without values of auxiliaries, false clauses may go unseen.
        if let Some(missing) = (1..=decoder.variables()).find(|&var| values.of(var).is_none()) {
            return Err(wrong(format!("no literal of variable {missing}, and {violation}")).into());
        }
        return Err(Failure::Own(format!("a model of the formula is no solution: {violation}: {cells:?}")));
    }
    Ok(Some(cells))
}

fn print(
    arguments: &Decoding<'_>,
    input: &Input,
    index: usize,
    answer: &SolverAnswer,
    cells: Option<Cells>,
    out: &mut Output,
) -> Result<(), Failure> {
    match cells {
        None if matches!(answer, SolverAnswer::Unsatisfiable { .. }) => writeln!(out, "no solution")?,
        None => writeln!(out, "not found")?,
        Some(cells) if arguments.given.plain => writeln!(out, "{}", input.problems[index].plain(&cells))?,
        Some(cells) => out.write_all(colour::text(&input.problems[index].drawing(Some(&cells))).as_bytes())?,
    }
    Ok(())
}

/// Reports the kinds of answers; `repeated` models repeat a solution.
fn summary(answers: &[SolverAnswer], repeated: u64, puzzles: usize) -> Result<(), Failure> {
    let count = |is: fn(&SolverAnswer) -> bool| answers.iter().filter(|&answer| is(answer)).count() as u64;
    let models = count(|answer| matches!(answer, SolverAnswer::Model(_)));
    let refuted = count(|answer| matches!(answer, SolverAnswer::Unsatisfiable { .. }));
    let unknown = count(|answer| matches!(answer, SolverAnswer::Unknown { .. }));
    let mut parts = Vec::new();
    if models > 0 {
        parts.push(format!("{}, all rules hold", plural(models - repeated, "solution")));
    }
    if repeated > 0 {
        let verb = if repeated == 1 { "repeats" } else { "repeat" };
        parts.push(format!("{} {verb} a solution", plural(repeated, "model")));
    }
    if refuted > 0 {
        let which = if answers.len() == 1 { String::new() } else { format!(" in {}", plural(refuted, "answer")) };
        parts.push(format!("the solver says that there is no solution{which}, which is not checked"));
    }
    // Several answers to one puzzle are its solutions.
    parts.extend(unanswered(answers.len(), puzzles));
    let text = parts.join("; ");
    if unknown > 0 {
        let gap = if text.is_empty() { "" } else { ": " };
        let which = if answers.len() == 1 { String::new() } else { format!(" in {}", plural(unknown, "answer")) };
        return Err(Failure::Limit(format!("the solver does not know whether there is a solution{which}{gap}{text}")));
    }
    say!("{text}");
    Ok(())
}
