//! `cnfab audit --prove`: proofs that encodings mean their constraints, which VeriPB checks.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::audit::{AuditClass, AuditLimits, Case, Meaning, Subject, verdict};
use crate::certify::{CertifyError, Check, Found, Makers, NotAccepted, is_accepted, only_defines, prove_encoding};
use crate::display::escaped_lines;
use crate::encode::Recipe;
use crate::external::{self, GeneratorError};
use crate::json;
use crate::process::PendingFolder;
use crate::solve::Budget;

use super::args::{new_folder, seconds};
use super::certificates_page;
use super::drive::output;
use super::encode::say_notes;
use super::failure::Failure;

#[derive(clap::Args)]
pub(super) struct ProofArguments {
    /// Prove with VeriPB what the formula means, instead of comparing assignments.
    #[arg(long)]
    prove: bool,

    /// With --prove: the folder for the proofs, which is made; if not given, they are not kept.
    #[arg(short, value_name = "FOLDER", requires = "prove", value_parser = new_folder)]
    output: Option<PathBuf>,

    /// With --prove: the program that checks.
    #[arg(long, value_name = "PROGRAM", default_value = "veripb", requires = "prove")]
    checker: String,

    /// With --prove: seconds for each encoding and constraint, with the check.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds, requires = "prove")]
    timeout: Option<Duration>,
}

/// The result about an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    /// The checker accepts the proofs.
    Proved,
    /// There are proofs, which nothing has checked.
    Unchecked,
    /// There is no proof.
    Open,
    /// It means something else.
    Wrong,
    /// It does not take the constraint.
    Refused,
}

#[derive(Serialize)]
struct Row {
    subject: String,
    case: String,
    verdict: Verdict,
    /// The error, or the part that is missing.
    about: String,
    /// Of all files.
    bytes: u64,
    /// Seconds for the proofs.
    made: f64,
    /// Seconds for the checks.
    checked: f64,
}

impl ProofArguments {
    pub(super) fn is_asked(&self) -> bool {
        self.prove
    }

    /// Writes the page about certificates.
    pub(super) fn page(&self) -> Result<(), Failure> {
        let (page, missing) = certificates_page::page(&self.checker)?;
        let mut out = output();
        out.write_all(page.as_bytes())?;
        out.flush()?;
        missing.map_or(Ok(()), |why| Err(Failure::Limit(format!("no times: {why}"))))
    }
}

/// Proves each encoding in each case.
pub(super) fn run(
    arguments: &ProofArguments,
    class: &AuditClass,
    encodings: &[String],
    cases: &[Case],
    base: &Recipe,
    is_json: bool,
) -> Result<(), Failure> {
    let target = arguments.output.as_deref();
    let parent = target.and_then(Path::parent).filter(|parent| !parent.as_os_str().is_empty());
    let cannot = |name: &Path| {
        let name = name.display().to_string();
        move |why: std::io::Error| Failure::Input(format!("cnfab: cannot write '{name}': {why}"))
    };
    if let Some(target) = target {
        fs::create_dir(target).map_err(cannot(target))?;
    }
    let mut out = output();
    let mut rows = Vec::new();
    for encoding in encodings {
        // The name of a program is as the system has it.
        let is_program = encoding.starts_with("cmd:");
        let encoding = if is_program { encoding.clone() } else { encoding.to_ascii_lowercase() };
        let mut recipe = base.clone();
        let wrong = |error| Failure::Input(format!("cnfab: {error}"));
        recipe.set("root", None, "none").map_err(wrong)?;
        recipe.set(class.name, None, &encoding).map_err(wrong)?;
        for case in cases {
            let subject = format!("{}={encoding}", class.name);
            let within = target.or(parent).map_or_else(std::env::temp_dir, Path::to_owned);
            let mut folder = PendingFolder::within(&within).map_err(cannot(&within))?;
            let row = row(arguments, subject, case, &recipe, &mut folder)?;
            if let Some(target) = target {
                let name = target.join(format!("{} {}", row.subject, row.case).replace([' ', '/'], "-"));
                folder.keep_as(&name).map_err(cannot(&name))?;
            }
            match is_json {
                true => writeln!(out, "{}", json::line(&row).map_err(|error| Failure::Own(error.to_string()))?)?,
                false => writeln!(out, "{}", escaped_lines(&row.text()))?,
            }
            out.flush()?;
            rows.push(row);
        }
    }
    let of = |row: &Row| format!("{}, {}: {}", row.subject, row.case, row.about);
    if let Some(row) = rows.iter().find(|row| row.verdict == Verdict::Wrong) {
        return Err(Failure::Input(format!("cnfab: {}", of(row))));
    }
    let open = rows.iter().filter(|row| matches!(row.verdict, Verdict::Open | Verdict::Unchecked));
    match open.clone().next() {
        Some(first) => Err(Failure::Limit(format!("not proved: {} of {}; {}", open.count(), rows.len(), of(first)))),
        None => Ok(()),
    }
}

fn row(
    arguments: &ProofArguments,
    subject: String,
    case: &Case,
    recipe: &Recipe,
    folder: &mut PendingFolder,
) -> Result<Row, Failure> {
    let budget = arguments.timeout.map_or_else(Budget::unlimited, Budget::within);
    let begin = Instant::now();
    let found = proofs(case, recipe, &budget, folder)?;
    let made = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let (verdict, about) = match found {
        Ok(checks) => checked(&arguments.checker, &checks, &budget, folder)?,
        Err(verdict) => verdict,
    };
    let checked = begin.elapsed().as_secs_f64();
    let mut bytes = 0;
    for entry in fs::read_dir(folder.path())? {
        bytes += entry?.metadata()?.len();
    }
    Ok(Row { subject, case: case.label.clone(), verdict, about, bytes, made, checked })
}

/// The proofs that an encoding means a constraint, or the reason why there is nothing to be checked.
fn proofs(
    case: &Case,
    recipe: &Recipe,
    budget: &Budget,
    folder: &mut PendingFolder,
) -> Result<Result<Vec<Check>, (Verdict, String)>, Failure> {
    let recipe = match external::resolve(&case.model, recipe, &|| budget.is_over()) {
        Ok(resolved) => {
            say_notes(&resolved.notes);
            resolved.recipe
        }
        Err(GeneratorError::Wrong { why, .. }) => return Ok(Err((Verdict::Wrong, why))),
        Err(GeneratorError::Stopped(_)) => return Ok(Err((Verdict::Open, CertifyError::Stopped.to_string()))),
        Err(GeneratorError::Unsupported(why)) => return Ok(Err((Verdict::Refused, why.what))),
        Err(error) => return Err(error.into()),
    };
    Ok(Err(match prove_encoding(&case.model, &recipe, &Makers::usual(&recipe), budget, folder) {
        Ok(Found::Proofs(checks)) => return Ok(Ok(checks)),
        Ok(Found::Allows(values)) => (Verdict::Wrong, Meaning::Allows(values).to_string()),
        Ok(Found::NoValue { variable, values }) => (Verdict::Wrong, Meaning::NoValue { variable, values }.to_string()),
        Ok(Found::Open(why)) => match counterexample(case, &recipe, budget) {
            Some(wrong) => (Verdict::Wrong, wrong.to_string()),
            None => (Verdict::Open, why),
        },
        Err(CertifyError::Unsupported(why)) => (Verdict::Refused, why.what),
        Err(error @ CertifyError::Stopped) => (Verdict::Open, error.to_string()),
        Err(CertifyError::Io(error)) => return Err(error.into()),
        Err(error) => return Err(Failure::Own(error.to_string())),
    }))
}

/// The checker's results for proofs.
fn checked(
    checker: &str,
    checks: &[Check],
    budget: &Budget,
    folder: &PendingFolder,
) -> Result<(Verdict, String), Failure> {
    let read = |name: &str| fs::read_to_string(folder.path().join(name));
    only_defines(&read("model.opb")?, &read("kept.pbp")?).map_err(Failure::Own)?;
    for check in checks {
        match is_accepted(checker, folder.path(), check, budget) {
            Ok(_) => {}
            Err(NotAccepted::Ended(why)) => return Ok((Verdict::Unchecked, why)),
            Err(refused) => return Err(refused.into()),
        }
    }
    Ok((Verdict::Proved, String::new()))
}

/// By what the limits of the first search for a counterexample are divided, and by what each is larger than the last.
const FIRST: u64 = 1024;
const LARGER: u64 = 4;

/// The error of an encoding of which there is no proof, as far as assignments tell. Without a clock of its own the
/// search is begun again with larger limits, while there is time for a few times as much as the last one took.
fn counterexample(case: &Case, recipe: &Recipe, budget: &Budget) -> Option<Meaning> {
    let mut divisor = if budget.deadline.is_some() { FIRST } else { 1 };
    while !budget.is_over() {
        let begin = Instant::now();
        let subject = Subject::encoded(case.model.clone(), recipe).ok()?;
        let (meaning, _) = verdict(&subject, &AuditLimits::of_families().divided(divisor));
        match meaning {
            Meaning::Allows(_) | Meaning::Loses(_) | Meaning::NoValue { .. } => return Some(meaning),
            Meaning::Sampled { .. } | Meaning::Unknown(_) if divisor > 1 => divisor /= LARGER,
            _ => return None,
        }
        let next = begin.elapsed() * LARGER as u32;
        if budget.remaining().is_some_and(|left| left < next) {
            return None;
        }
    }
    None
}

impl Row {
    fn text(&self) -> String {
        let Row { subject, case, about, bytes, made, checked, .. } = self;
        match self.verdict {
            Verdict::Proved => format!(
                "{subject}, {case}: proved; {:.1} MB, made in {made:.2} s, checked in {checked:.2} s",
                *bytes as f64 / 1e6
            ),
            Verdict::Unchecked => format!("{subject}, {case}: UNCHECKED: {about}"),
            Verdict::Open => format!("{subject}, {case}: NOT PROVED: {about}"),
            Verdict::Wrong => format!("{subject}, {case}: WRONG: {about}"),
            Verdict::Refused => format!("{subject}, {case}: not taken: {about}"),
        }
    }
}
