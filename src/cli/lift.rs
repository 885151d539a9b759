//! `cnfab lift`: the cardinality constraints in a formula, and the formula with them encoded anew.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::display;
use crate::encode::{Recipe, Root};
use crate::file_kind::FileKind;
use crate::format::{Export, ExportError, find_format};
use crate::frontend::dimacs::{Lifted, LiftedFormula};
use crate::model::Cmp;
use crate::solve::{Budget, Encodings, Outcome, Strategy};
use crate::source::Source;
use crate::units::{grouped, plural};

use super::args::seconds;
use super::deadline::{Deadline, READING};
use super::encode::{EncodeArguments, check_places};
use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file, try_out};

/// Find cardinality constraints in a formula (DIMACS CNF) and encode them anew.
///
/// Found are at least, at most or exactly k of n literals that are stated by all clauses of k + 1 of them (k up to 4).
/// These clauses say what the constraint says, which is proved for each by search, and are left out. The
/// constraints have the label 'lifted': '-e card:lifted=totalizer,amo:lifted=product' encodes them.
///
/// The variables of the formula keep their numbers; auxiliaries come after them. 'c p show' lines are kept.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The formula, compressed or not; '-' is standard input.
    file: String,

    #[command(flatten)]
    encode: EncodeArguments,

    /// Where to write the formula; it is not written if not given. The file appears when it is complete, compressed if
    /// its name ends in '.gz' or '.xz'.
    #[arg(short, value_name = "OUT")]
    output: Option<String>,

    /// Seconds for the proofs; 0 proves nothing.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    proofs: Duration,

    /// Seconds for reading, for what is found, and for the proofs.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// One JSON object: {"variables", "clauses", "left", "proved", "constraints": [{"literals", "compares", "k",
    /// "clauses"}]}.
    #[arg(long)]
    json: bool,
}

/// The solver that searches for a place where the clauses hold and the constraint does not.
const PROVER: &str = "cdcl";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.as_deref();
    let outputs: Vec<FilePlace> = ["-"].into_iter().chain(output).map(FilePlace::output).collect();
    distinct(&outputs, &[FilePlace::input(&arguments.file)])?;
    output.filter(|&output| output != "-").map_or(Ok(()), |output| try_out(Path::new(output)))?;
    let time = Deadline::start(arguments.timeout, READING);
    let source = Source::open(&arguments.file)?;
    let formula = LiftedFormula::read(&source.text).map_err(|error| source.error(error, &[FileKind::Cnf]))?;
    let model = formula.model();
    check_places(arguments.encode.encodings(), std::slice::from_ref(&model))?;
    time.release();
    let left = time.remaining().unwrap_or(arguments.proofs);
    let proved = proved(&formula, arguments.proofs.min(left))?;
    if arguments.json {
        let constraint = |one: &Lifted| {
            let literals = &one.literals;
            json!({"literals": literals, "compares": one.cmp.symbol(), "k": one.k, "clauses": one.clauses.len()})
        };
        let report = json!({
            "variables": formula.variables,
            "clauses": formula.clauses.len(),
            "left": formula.left.len(),
            "proved": proved,
            "constraints": formula.found.iter().map(constraint).collect::<Vec<_>>(),
        });
        writeln!(io::stdout(), "{}", display::json(&report.to_string()))?;
    } else {
        print(&formula, proved)?;
    }
    let Some(output) = output else { return Ok(()) };
    // With a narrowed model, variables would have other numbers.
    let recipe = Recipe { root: Root::None, ..arguments.encode.resolve(&model)? };
    let encodings = arguments.encode.encodings();
    let export = Export {
        model: &model,
        recipe: &recipe,
        aliases: &[],
        ilp: encodings.formulation(),
        instance: Path::new(&source.name).file_name().and_then(|name| name.to_str()).unwrap_or(&source.name),
        kind: "dimacs",
        view: "lifted",
        comments: false,
    };
    let format = find_format("dimacs").expect("a registered format");
    let write = |out: &mut dyn Write| {
        (format.write)(&export, out).map_err(|error| match error {
            ExportError::Unsupported(unsupported) => unsupported.into(),
            ExportError::Program(unsupported) => Failure::Input(format!("cnfab: {unsupported}")),
            ExportError::Io(error) => Failure::Output(error),
        })
    };
    match output {
        "-" => write(&mut io::stdout().lock()),
        name => to_file(Path::new(name), write),
    }
}

/// How many of the constraints follow from their clauses, as far as there is time to prove it.
fn proved(formula: &LiftedFormula, time: Duration) -> Result<usize, Failure> {
    let budget = Budget::within(time);
    let prover = Strategy::parse(PROVER).expect("a registered strategy").backend(&Encodings::default());
    let mut proved = 0;
    for one in &formula.found {
        let mut holds = true;
        for model in formula.counterexamples(one) {
            let mut found = false;
            let report = prover.solve(&model, &budget, &mut |_| {
                found = true;
                ControlFlow::Break(())
            });
            let report = report.map_err(|error| Failure::Own(error.to_string()))?;
            if found {
                return Err(Failure::Own(format!("the clauses of {one:?} say something else")));
            }
            holds &= report.outcome == Outcome::Exhausted;
        }
        proved += usize::from(holds);
    }
    Ok(proved)
}

fn print(formula: &LiftedFormula, proved: usize) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let (variables, clauses) = (u64::from(formula.variables), formula.clauses.len() as u64);
    writeln!(out, "{}, {}", plural(variables, "variable"), plural(clauses, "clause"))?;
    let mut groups: BTreeMap<(usize, &str, usize), (u64, u64)> = BTreeMap::new();
    for Lifted { literals, cmp, k, clauses } in &formula.found {
        let compares = match cmp {
            Cmp::Le => "at most",
            Cmp::Eq => "exactly",
            Cmp::Ge => "at least",
        };
        let (number, stated) = groups.entry((*k, compares, literals.len())).or_default();
        *number += 1;
        *stated += clauses.len() as u64;
    }
    for ((k, compares, n), (number, stated)) in groups {
        let (number, stated) = (grouped(number), plural(stated, "clause"));
        writeln!(out, "  {number:>8}  {compares} {k} of {n}, by {stated}")?;
    }
    let found = formula.found.len();
    writeln!(out, "{} left", plural(formula.left.len() as u64, "clause"))?;
    let constraints = plural(found as u64, "constraint");
    match proved {
        _ if found == 0 => writeln!(out, "no cardinality constraint is stated by all clauses of its size")?,
        proved if proved == found => writeln!(out, "proved: {constraints} and their clauses say the same")?,
        proved => writeln!(out, "proved for {proved} of {constraints}: the time was over for the others")?,
    }
    Ok(())
}
