//! `cnfab decode`: what a solver answered to an export, as checked solutions.

use std::collections::BTreeSet;
use std::io::Write;

use crate::encode::Recipe;
use crate::file_kind::FileKind;
use crate::format::program_output::StatedColumns;
use crate::format::solver_output::{SolverAnswer, StatedValues};
use crate::format::{DecodeError, Decoder, Export, Format, StatedModel, States, format_of_answer};
use crate::model::{Model, Sense};
use crate::parse_error::ParseError;
use crate::puzzle::Cells;
use crate::source::{Content, Source};
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
/// In a batch, answer NUMBER belongs to puzzle NUMBER.
///
/// Of integer programs (lp, mps) it holds one solution, as CBC, GLPK, HiGHS, SCIP or Gurobi write it: names of columns
/// with values, tables, or what 'glpsol -w' writes. FILE may be the program itself, which the solver has read: then the
/// names are those of FILE. Rows, bounds and the value of the objective are checked in whole numbers.
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
    if let (None, false, Content::Model(front_end, _)) = (arguments.format, input.batch, &input.problems[0]) {
        // A program with names of its own, which a solver has read as it is.
        let model = input.problems[0].make_model(input.view(0));
        let decoder = Decoder::of_columns(&model);
        if ["lp", "mps"].contains(&front_end.name) && decoder.is_about(&answers.text) {
            input.all_read()?;
            let format = crate::format::find_format(front_end.name).expect("a format of this name");
            let decoding = Decoding { given: arguments, format, is_own: true };
            let own = single(&decoding, &input, &decoder, &model, &answers);
            // Values without names may be those of an export that has as many columns.
            return match own {
                Err(Failure::Input(why)) => of_export(arguments, &input, &answers).map_err(|_| Failure::Input(why)),
                own => own,
            };
        }
    }
    of_export(arguments, &input, &answers)
}

/// The answers to exports of problems.
fn of_export(arguments: &Arguments, input: &Input, answers: &Source) -> Result<(), Failure> {
    let format = arguments.format.unwrap_or_else(|| Chosen(format_of_answer(&answers.text)));
    format.note_ignored(&arguments.encode);
    let arguments = &Decoding { given: arguments, format: format.0, is_own: false };
    input.all_read()?;
    if input.batch {
        return batch(arguments, input, answers, &mut output());
    }
    let model = input.problems[0].make_model(input.view(0));
    let recipe = arguments.recipe(&model)?;
    let decoder = arguments.decoder(&model, &recipe)?;
    single(arguments, input, &decoder, &model, answers)
}

/// The answers to one problem.
fn single(
    arguments: &Decoding<'_>,
    input: &Input,
    decoder: &Decoder<'_>,
    model: &Model,
    answers: &Source,
) -> Result<(), Failure> {
    let mut out = output();
    let found = arguments.answers(answers, decoder, decoder.variables())?;
    let (mut seen, mut repeated) = (BTreeSet::new(), 0);
    let mut objective = None;
    for (index, answer) in found.iter().enumerate() {
        let solution = solution(arguments, input, 0, (decoder, model), answer, answers)?;
        // Models that differ in hidden variables are one solution.
        if let Some((cells, _)) = &solution
            && !seen.insert(cells.clone())
        {
            repeated += 1;
            continue;
        }
        if index > 0 && !arguments.given.plain {
            writeln!(out)?;
        }
        objective = solution.as_ref().and_then(|solution| solution.1.clone());
        print(arguments, input, 0, answer, solution.map(|solution| solution.0), &mut out)?;
    }
    out.flush()?;
    summary(&found, repeated, input.problems.len(), objective.filter(|_| found.len() == 1))
}

/// The arguments, with the format.
struct Decoding<'a> {
    given: &'a Arguments,
    format: &'static Format,
    /// True if the answer is to FILE itself, not to an export.
    is_own: bool,
}

impl Decoding<'_> {
    /// The recipe of the export, with the formulas of programs that it takes.
    fn recipe(&self, model: &Model) -> Result<Recipe, Failure> {
        match self.format.states {
            States::Clauses => self.given.encode.resolve(model).map(|recipe| self.format.recipe(&recipe)),
            States::Binaries | States::Program => Ok(self.given.encode.encodings().recipe.clone()),
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
            comments: false,
        };
        Decoder::new(&export, self.format.states).map_err(|error| Failure::Input(format!("cnfab: {error}")))
    }

    fn answers(&self, source: &Source, decoder: &Decoder<'_>, variables: u32) -> Result<Vec<Answer>, Failure> {
        let found = decoder.read(self.format.answers, &source.text, variables);
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

/// An answer of a solver.
type Answer = SolverAnswer<StatedModel>;

/// One answer per puzzle.
fn batch(arguments: &Decoding<'_>, input: &Input, answers: &Source, out: &mut Output) -> Result<(), Failure> {
    let models: Vec<Model> =
        input.problems.iter().enumerate().map(|(index, problem)| problem.make_model(input.view(index))).collect();
    let recipes = models.iter().map(|model| arguments.recipe(model)).collect::<Result<Vec<Recipe>, _>>()?;
    let both = models.iter().zip(&recipes);
    let decoders = both.map(|(model, recipe)| arguments.decoder(model, recipe)).collect::<Result<Vec<_>, _>>()?;
    let most = decoders.iter().map(Decoder::variables).max().unwrap_or(0);
    let found = arguments.answers(answers, &decoders[0], most)?;
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
        let solution = solution(arguments, input, index, (&decoders[index], &models[index]), answer, answers)?;
        print(arguments, input, index, answer, solution.map(|solution| solution.0), out)?;
    }
    out.flush()?;
    summary(&found, 0, input.problems.len(), None)
}

/// The solution that a model stands for, if the answer is one, and the value of its objective. It keeps the rules.
fn solution(
    arguments: &Decoding<'_>,
    input: &Input,
    index: usize,
    (decoder, model): (&Decoder<'_>, &Model),
    answer: &Answer,
    answers: &Source,
) -> Result<Option<(Cells, Option<String>)>, Failure> {
    let SolverAnswer::Model(stated) = answer else { return Ok(None) };
    let (problem, view) = (&input.problems[index], input.view(index));
    let is_shortened = match stated {
        StatedModel::Columns(columns) => columns.shortened,
        StatedModel::Literals(_) => None,
    };
    let wrong = |line: usize, found: String, expected: &str| {
        let error = ParseError::new(line, 1, found, expected);
        let advice = is_shortened.map(|number| {
            let (value, line) = (number.value, number.line);
            format!("; digits may be missing, as of {value} in line {line}: another form of the file has all of them")
        });
        Failure::from(answers.error(error.advising(&advice.unwrap_or_default()), &[FileKind::Answer]))
    };
    let of_what = if arguments.is_own { "a solution of the program" } else { "a model of the exported formula" };
    let assignment = decoder.decode(stated).map_err(|error| match &error {
        DecodeError::Column { line, expected, .. } => wrong(*line, error.to_string(), expected),
        _ => wrong(stated.line(), error.to_string(), of_what),
    })?;
    let cells = problem.output(view, &assignment);
    if let Err(violation) = problem.check_solution(view, &assignment, &cells) {
        if arguments.is_own {
            return Err(wrong(stated.line(), format!("values that are no solution: {violation}"), of_what));
        }
        // Without values of auxiliaries, false clauses may go unseen.
        let missing = |values: &StatedValues| (1..=decoder.variables()).find(|&var| values.of(var).is_none());
        if let StatedModel::Literals(values) = stated
            && let Some(missing) = missing(values)
        {
            return Err(wrong(values.line, format!("no literal of variable {missing}, and {violation}"), of_what));
        }
        return Err(Failure::Own(format!("a model of the formula is no solution: {violation}: {cells:?}")));
    }
    let objective = model.objective().map(|objective| (objective, objective.value(&assignment)));
    if let StatedModel::Columns(StatedColumns { objective: Some(stated), .. }) = stated {
        let measure = |value: i64| {
            // An export minimises in whole numbers.
            let sign = if objective.is_some_and(|(objective, _)| objective.sense == Sense::Maximise) { -1 } else { 1 };
            if arguments.is_own { problem.measure(value) } else { (sign * value).to_string() }
        };
        let (value, constant) = objective.map_or((0, 0), |(objective, value)| (value, objective.constant));
        let is = |value: i64| {
            let expected: f64 = measure(value).parse().unwrap_or(f64::NAN);
            (stated.value - expected).abs() <= OBJECTIVE_TOLERANCE * expected.abs().max(1.0)
        };
        if !is(value) && (is(value - constant) || is(value - 2 * constant)) {
            // Some take the constant with another sign, or leave it out.
            let (name, line, found, value) = (&answers.name, stated.line, stated.value, measure(value));
            say!(
                "cnfab: note: {name}:{line}: found the objective {found}, expected {value}: its constant was taken otherwise"
            );
        } else if !is(value) {
            let expected = format!("{}, as the values make it", measure(value));
            return Err(wrong(stated.line, format!("the objective {}", stated.value), &expected));
        }
    }
    Ok(Some((cells, objective.map(|(_, value)| problem.measure(value)))))
}

/// How much the value of an objective may differ from the exact one, as a part of it.
const OBJECTIVE_TOLERANCE: f64 = 1e-6;

fn print(
    arguments: &Decoding<'_>,
    input: &Input,
    index: usize,
    answer: &Answer,
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

/// Reports the kinds of answers; `repeated` models repeat a solution. `objective` is the value of the only one.
fn summary(answers: &[Answer], repeated: u64, puzzles: usize, objective: Option<String>) -> Result<(), Failure> {
    let count = |is: fn(&Answer) -> bool| answers.iter().filter(|&answer| is(answer)).count() as u64;
    let models = count(|answer| matches!(answer, SolverAnswer::Model(_)));
    let refuted = count(|answer| matches!(answer, SolverAnswer::Unsatisfiable { .. }));
    let unknown = count(|answer| matches!(answer, SolverAnswer::Unknown { .. }));
    let mut parts = Vec::new();
    if models > 0 {
        let objective = objective.map(|value| format!(", with the objective {value}")).unwrap_or_default();
        parts.push(format!("{}, all rules hold{objective}", plural(models - repeated, "solution")));
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
