//! `cnfab audit`: what an encoding really does.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::ValueEnum;

use crate::audit::{
    AuditClass, AuditLimits, AuditTable, CLASSES, Case, Measurement, Parameters, audit_class, audit_families,
    find_class, page,
};
use crate::display::{escaped, escaped_lines, quoted};
use crate::encode::{Recipe, RecipeError, Root};
use crate::json;
use crate::model::Cmp;
use crate::names::UnknownName;
use crate::units::plural;

use super::args::AllowArguments;
use super::audit_given::{self as given, Inputs};
use super::audit_prove as prove;
use super::drive::output;
use super::encode::{EncodeArguments, resolve};
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::inputs::Input;
use super::progress;

/// Measure what encodings do: size, truth, models per solution, propagation.
///
/// TARGET is a class of encodings (all of them), CLASS=ENCODING, or a puzzle file. Of a puzzle, each family of
/// constraints is measured as --encode states it: its size, and one constraint of each shape on its own. Of a class,
/// each encoding states one small constraint, which the table below names.
///
/// Auxiliaries, clauses and literals come on top of what represents the variables. Truth is exact if the models,
/// projected to the variables, are the solutions, which is compared for all assignments: listed, or, for counts and
/// sums that have too many, with those together that leave the same clauses and the same sum. If that is too much, some
/// assignments are tried and the row is marked NOT PROVEN; among them are always all values smallest or largest, and
/// all but one. Unit propagation is tried in every box: a non-empty set of values for each variable. For literals a box
/// is a partial assignment. A box without a solution is a dead end, missed if propagation does not refute it. In other
/// boxes values that no solution takes are missed if propagation leaves them. If there are too many boxes, some are
/// drawn at random, and figures have a '~'.
///
/// With --cnf or --command the class is the judge of formulas that other programs wrote. Their inputs are literals of
/// the variables with values 0 and 1, else of each variable and value in order. --command runs a program for each N and
/// reads what it writes; in its words the names n, k, cmp, coefficients, bound, cells, low, high and sum stand in
/// braces for numbers, such as {k}. They are those of '--encode card=cmd:PROGRAM', and with '--values 0..1' those of
/// 'linear=cmd:PROGRAM'. For such formulas --k may be anything from 0 to n.
///
/// With --prove there are proofs that VeriPB checks, also where no table of assignments ends: that the formula has a
/// model for each solution of the constraint, and none for anything else.
///
/// Exit code 0 if everything is proven; 3 if nothing wrong was found and something is not proven; 2 if something is
/// wrong with an encoding, or with what was asked.
#[derive(clap::Args)]
#[command(after_long_help = classes_help())]
pub(crate) struct Arguments {
    /// A class, CLASS=ENCODING, or a puzzle file; '-' is standard input.
    #[arg(required_unless_present = "all")]
    target: Option<String>,

    /// The whole catalogue as a page, in Markdown; with --prove, the page about certificates.
    #[arg(long, conflicts_with = "target")]
    all: bool,

    /// Numbers of literals or values: '7', '2..20', '10,100,1000'.
    #[arg(long, value_name = "N", default_value = "7", value_parser = numbers)]
    n: Numbers,

    /// The bound of a count.
    #[arg(long, value_name = "K", default_value_t = 2)]
    k: usize,

    /// The comparison of a count ('<=' if not given) or of a sum ('=' if not given): '<=', '=' or '>='.
    #[arg(long, value_name = "CMP", value_parser = comparison)]
    cmp: Option<Cmp>,

    /// The number of integer variables.
    #[arg(long, value_name = "N", default_value_t = 3)]
    cells: usize,

    /// The values of integer variables.
    #[arg(long, value_name = "LOW..HIGH", default_value = "1..5", value_parser = interval, allow_hyphen_values = true)]
    values: RangeInclusive<i32>,

    /// The coefficients of a sum, all 1 if not given: '1,2,-1'.
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    coefficients: Option<Vec<i64>>,

    /// The right-hand side of a sum; the middle of what the sum can be if not given.
    #[arg(long, value_name = "SUM", allow_hyphen_values = true)]
    sum: Option<i64>,

    /// The variables of the sum are all different, and the encoding may use it.
    #[arg(long)]
    all_different: bool,

    /// The number of rows of a table.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,

    /// Seed of random rows and boxes.
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Sizes only: for large numbers.
    #[arg(long)]
    size_only: bool,

    /// Judge the formula in this DIMACS file; '-' is standard input.
    #[arg(long, value_name = "FILE")]
    cnf: Option<String>,

    /// Judge the formulas that a program writes as DIMACS, with names in braces such as {k} in its words.
    #[arg(long, value_name = "COMMAND", conflicts_with = "cnf")]
    command: Option<String>,

    /// The inputs of the formula, '1,2,-3' or 'first' for as many as are needed from variable 1 on; if not given, a
    /// line 'c p show 1 2 3 0' in the formula lists them.
    #[arg(long, value_name = "LITERALS", value_parser = given::inputs, allow_hyphen_values = true)]
    inputs: Option<Inputs>,

    /// Of a puzzle, the viewpoint that the model is made from.
    #[arg(long, value_name = "VIEW")]
    view: Option<String>,

    /// Of a file with several puzzles, this one, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    puzzle: Option<usize>,

    #[command(flatten)]
    prove: prove::ProofArguments,

    #[command(flatten)]
    allow: AllowArguments,

    #[command(flatten)]
    encode: EncodeArguments,

    /// The form of the report.
    #[arg(long, value_name = "REPORT", default_value = "table", ignore_case = true)]
    report: AuditForm,

    /// One JSON object per line; the same as '--report json'.
    #[arg(long, conflicts_with = "report")]
    json: bool,
}

/// The constraints of the classes, and the options that select them.
fn classes_help() -> String {
    let width = CLASSES.iter().map(|class| class.name.len()).max().unwrap_or(0);
    let lines = CLASSES.iter().map(|class| format!("  {:width$}  {}\n", class.name, class.about));
    format!(
        "Classes, what they state, and the options that say which constraint:\n{}\
         Each takes the formula of another program by --cnf or --command, and --size-only.",
        lines.collect::<String>()
    )
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AuditForm {
    Json,
    Markdown,
    Table,
}

#[derive(Clone)]
struct Numbers(Vec<usize>);

/// Reads `7`, `2..20` or `1,5,9`.
fn numbers(text: &str) -> Result<Numbers, String> {
    let wrong = || format!("found {}, expected a number, LOW..HIGH or a list with commas", quoted(text));
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            Some((low, high)) => all.extend(number(low)?..=number(high.trim_start_matches('='))?.min(1 << 20)),
            None => all.push(number(part)?),
        }
    }
    if all.is_empty() { Err(wrong()) } else { Ok(Numbers(all)) }
}

/// Reads `1..5`.
fn interval(text: &str) -> Result<RangeInclusive<i32>, String> {
    let wrong = || format!("found {}, expected LOW..HIGH", quoted(text));
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<i32>().map_err(|_| wrong());
    Ok(number(low)?..=number(high.trim_start_matches('='))?)
}

fn comparison(text: &str) -> Result<Cmp, String> {
    let all = [Cmp::Le, Cmp::Eq, Cmp::Ge];
    all.into_iter().find(|cmp| cmp.symbol() == text).ok_or_else(|| "expected '<=', '=' or '>='".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(target) = arguments.target.as_deref().filter(|_| !arguments.all) else {
        if arguments.json || arguments.report != AuditForm::Markdown {
            return Err(Failure::Input("cnfab: --all is a page: expected '--report markdown'".to_owned()));
        }
        if arguments.prove.is_asked() {
            return arguments.prove.page();
        }
        let mut out = output();
        out.write_all(page().as_bytes())?;
        return Ok(out.flush()?);
    };
    let named = target.split('=').next().unwrap_or(target);
    if find_class(named).is_ok() && arguments.encode.names(named) {
        let what = format!("found '{named}' in --encode as well, expected it in one place, such as '{named}=ENCODING'");
        return Err(Failure::Input(format!("cnfab: {what}")));
    }
    let base = &arguments.encode.encodings().recipe;
    if arguments.prove.is_asked() {
        return proofs(arguments, target, base);
    }
    let is_class = find_class(named).is_ok();
    let is_file = !is_class && (target == "-" || Path::new(target).exists());
    let limits = if is_file { AuditLimits::of_families() } else { AuditLimits::default() };
    let limits = AuditLimits { seed: arguments.seed, ..limits };
    let limits = (!arguments.size_only).then_some(&limits);
    let rows = if is_file { families(arguments, target, limits)? } else { class(arguments, target, base, limits)? };
    print(arguments, &rows)?;
    let of = |row: &Measurement, what: String| format!("{}, {}: {what}", row.subject, row.case);
    if let Some(fault) = rows.iter().find_map(|row| row.fault().map(|fault| of(row, fault))) {
        return Err(Failure::Input(format!("cnfab: {fault}")));
    }
    let unproven: Vec<String> = rows.iter().filter_map(|row| row.unproven().map(|why| of(row, why))).collect();
    match unproven.first() {
        Some(first) => {
            let (count, all) = (unproven.len(), plural(rows.len() as u64, "row"));
            Err(Failure::Limit(format!("not proven: {count} of {all}, with nothing found wrong; the first is {first}")))
        }
        None => Ok(()),
    }
}

/// Proofs instead of measures.
fn proofs(arguments: &Arguments, target: &str, base: &Recipe) -> Result<(), Failure> {
    if arguments.cnf.is_some() || arguments.command.is_some() || arguments.size_only {
        let wrong = "cnfab: --prove is about our encodings: found another formula's option, or --size-only";
        return Err(Failure::Input(wrong.to_owned()));
    }
    let (class, encoding) = match target.split_once('=') {
        Some((class, encoding)) => (class, Some(encoding)),
        None => (target, None),
    };
    let class = find_class(class).map_err(|unknown| unknown_target(target, &unknown))?;
    let cases = (class.cases)(&parameters(arguments)).map_err(|why| Failure::Input(format!("cnfab: {why}")))?;
    let encodings = encoding.map_or_else(|| class.encodings(), |encoding| vec![encoding.to_owned()]);
    let is_json = arguments.json || arguments.report == AuditForm::Json;
    prove::run(&arguments.prove, class, &encodings, &cases, base, is_json)
}

/// The families of a puzzle's constraints.
fn families(arguments: &Arguments, file: &str, limits: Option<&AuditLimits>) -> Result<Vec<Measurement>, Failure> {
    if arguments.cnf.is_some() || arguments.command.is_some() {
        return Err(Failure::Input("cnfab: --cnf and --command take a class, not a puzzle".to_owned()));
    }
    let input = Input::of(&[file.to_owned()], arguments.view.as_deref(), arguments.puzzle, &arguments.allow)?;
    arguments.encode.check(&input)?;
    let model = input.only()?.make_model(input.view(0));
    let recipe = &arguments.encode.encodings().recipe;
    // The formula belongs to the narrowed model, the constraints are audited with all their values.
    let narrowed = resolve(&model, recipe)?;
    let recipe = Recipe { root: recipe.root, ..resolve(&model, &Recipe { root: Root::None, ..narrowed })? };
    Ok(progress::during(|| format!("auditing {}", escaped(file)), || audit_families(&model, &recipe, limits))?)
}

fn class(
    arguments: &Arguments,
    target: &str,
    base: &Recipe,
    limits: Option<&AuditLimits>,
) -> Result<Vec<Measurement>, Failure> {
    let (class, encoding) = match target.split_once('=') {
        Some((class, encoding)) => (class, Some(encoding)),
        None => (target, None),
    };
    let class: &AuditClass = find_class(class).map_err(|unknown| unknown_target(target, &unknown))?;
    let cases = (class.cases)(&parameters(arguments)).map_err(|why| Failure::Input(format!("cnfab: {why}")))?;
    if arguments.cnf.is_some() || arguments.command.is_some() {
        if encoding.is_some() {
            return Err(Failure::Input("cnfab: --cnf and --command take a class without an encoding".to_owned()));
        }
        let chosen = arguments.inputs.as_ref();
        distinct(&[FilePlace::output("-")], &arguments.cnf.as_deref().map(FilePlace::input))?;
        let work = || match (&arguments.cnf, &arguments.command) {
            (Some(path), _) => given::file(class.name, path, chosen, cases, limits),
            (_, template) => {
                let template = template.as_deref().unwrap_or_default();
                let fill = |word: &str, case: &Case| fill(word, arguments, case);
                given::command(class.name, template, &fill, chosen, cases, limits)
            }
        };
        return progress::during(|| format!("auditing formulas as {}", class.name), work);
    }
    if let Some(command) = encoding.and_then(|encoding| encoding.strip_prefix("cmd:")) {
        let wrong = format!(
            "cnfab: a program is audited by 'cnfab audit {} --command COMMAND'; found {}",
            class.name,
            quoted(command)
        );
        return Err(Failure::Input(wrong));
    }
    let encodings = match encoding {
        Some(encoding) => vec![encoding.to_owned()],
        None => class.encodings(),
    };
    let done = AtomicUsize::new(0);
    let message = || {
        let done = done.load(Ordering::Relaxed);
        let name = encodings.get(done).map_or("", String::as_str);
        format!("auditing {}={}, {} of {} done", class.name, escaped(name), done, plural(encodings.len(), "encoding"))
    };
    let work = || -> Result<Vec<Measurement>, RecipeError> {
        let mut rows = Vec::new();
        for encoding in encodings.chunks(1) {
            rows.extend(audit_class(class, encoding, &cases, base, limits)?);
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(rows)
    };
    progress::during(message, work).map_err(|error| Failure::Input(format!("cnfab: {error}")))
}

/// A word of a command with the case's parameters: those of the recipes' programs, and those of other classes.
fn fill(word: &str, arguments: &Arguments, case: &Case) -> String {
    let number = |n: Option<usize>| n.map(|n| n.to_string()).unwrap_or_default();
    let task = case.task();
    let filled = task.as_ref().map_or_else(|| word.replace("{n}", &number(case.n)), |task| task.fill(word));
    filled
        .replace("{cells}", &arguments.cells.to_string())
        .replace("{low}", &arguments.values.start().to_string())
        .replace("{high}", &arguments.values.end().to_string())
        .replace("{sum}", &task.map_or_else(String::new, |task| task.bound.to_string()))
}

/// Nothing has the name of the target.
fn unknown_target(target: &str, unknown: &UnknownName) -> Failure {
    Failure::Input(format!("cnfab: {unknown}, and there is no file {}", quoted(target)))
}

fn parameters(arguments: &Arguments) -> Parameters {
    Parameters {
        n: arguments.n.0.clone(),
        k: arguments.k,
        cmp: arguments.cmp,
        cells: arguments.cells,
        values: (*arguments.values.start(), *arguments.values.end()),
        coefficients: arguments.coefficients.clone(),
        sum: arguments.sum,
        all_different: arguments.all_different,
        rows: arguments.rows,
        seed: arguments.seed,
        foreign: arguments.cnf.is_some() || arguments.command.is_some(),
    }
}

fn print(arguments: &Arguments, rows: &[Measurement]) -> Result<(), Failure> {
    let mut out = output();
    match arguments.report {
        _ if arguments.json => json(&mut out, rows)?,
        AuditForm::Json => json(&mut out, rows)?,
        AuditForm::Markdown => out.write_all(escaped_lines(&AuditTable::of(rows).markdown()).as_bytes())?,
        AuditForm::Table => out.write_all(escaped_lines(&AuditTable::of(rows).text()).as_bytes())?,
    }
    Ok(out.flush()?)
}

fn json(out: &mut dyn Write, rows: &[Measurement]) -> Result<(), Failure> {
    for row in rows {
        writeln!(out, "{}", json::line(row).map_err(|error| Failure::Own(error.to_string()))?)?;
    }
    Ok(())
}
