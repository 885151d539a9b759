//! `cnfab audit --prove`: proofs that encodings mean their constraints, which VeriPB checks.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::audit::{AuditClass, AuditLimits, Case, Meaning, Subject, verdict};
use crate::certify::{CertifyError, Found, only_defines, prove_encoding};
use crate::command::PendingFolder;
use crate::display::{escaped_lines, json_line};
use crate::encode::Recipe;
use crate::solve::Budget;

use super::args::seconds;
use super::certify::makers;
use super::drive::output;
use super::failure::Failure;
use super::verify::{NotAccepted, is_accepted};

#[derive(clap::Args)]
pub(super) struct ProofArguments {
    /// Prove with VeriPB what the formula means, instead of comparing assignments.
    #[arg(long)]
    prove: bool,

    /// With --prove: the folder for the proofs, which is made; if not given, they are not kept.
    #[arg(short, value_name = "FOLDER", requires = "prove")]
    output: Option<PathBuf>,

    /// With --prove: the program that checks.
    #[arg(long, value_name = "PROGRAM", default_value = "veripb", requires = "prove")]
    checker: String,

    /// With --prove: seconds for each encoding.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "prove")]
    timeout: Option<Duration>,
}

/// What was found out about an encoding.
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
    /// What is wrong or missing.
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
        let encoding = encoding.to_ascii_lowercase();
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
                true => writeln!(out, "{}", json_line(&row).map_err(|error| Failure::Own(error.to_string()))?)?,
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
    let found = prove_encoding(&case.model, recipe, &makers(), &budget, folder);
    let made = begin.elapsed().as_secs_f64();
    let mut row = Row {
        subject,
        case: case.label.clone(),
        verdict: Verdict::Proved,
        about: String::new(),
        bytes: 0,
        made,
        checked: 0.0,
    };
    let mut note = |verdict: Verdict, about: String| (row.verdict, row.about) = (verdict, about);
    let begin = Instant::now();
    match found {
        Ok(Found::Proofs(checks)) => {
            let read = |name: &str| fs::read_to_string(folder.path().join(name));
            if let Err(why) = only_defines(&read("model.opb")?, &read("kept.pbp")?) {
                return Err(Failure::Own(why));
            }
            for check in &checks {
                match is_accepted(&arguments.checker, folder.path(), check) {
                    Ok(_) => {}
                    Err(NotAccepted::Undecided(Failure::Input(why) | Failure::Limit(why))) => {
                        note(Verdict::Unchecked, why);
                        break;
                    }
                    Err(NotAccepted::Undecided(why)) => return Err(why),
                    Err(NotAccepted::Refused(why)) => return Err(Failure::Disagreement(why)),
                }
            }
        }
        Ok(Found::Allows(values)) => note(Verdict::Wrong, Meaning::Allows(values).to_string()),
        Ok(Found::NoValue { variable, values }) => {
            note(Verdict::Wrong, Meaning::NoValue { variable, values }.to_string())
        }
        Ok(Found::Open(why)) => match counterexample(case, recipe) {
            Some(wrong) => note(Verdict::Wrong, wrong.to_string()),
            None => note(Verdict::Open, why),
        },
        Err(CertifyError::Unsupported(why)) => note(Verdict::Refused, why.what),
        Err(CertifyError::Io(error)) => return Err(error.into()),
        Err(error) => return Err(Failure::Own(error.to_string())),
    }
    row.checked = begin.elapsed().as_secs_f64();
    for entry in fs::read_dir(folder.path())? {
        row.bytes += entry?.metadata()?.len();
    }
    Ok(row)
}

/// What is wrong with an encoding of which there is no proof, as far as assignments tell.
fn counterexample(case: &Case, recipe: &Recipe) -> Option<Meaning> {
    let subject = Subject::encoded(case.model.clone(), recipe).ok()?;
    let (meaning, _) = verdict(&subject, &AuditLimits::of_families());
    matches!(meaning, Meaning::Allows(_) | Meaning::Loses(_) | Meaning::NoValue { .. }).then_some(meaning)
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
