//! `cnfab verify`: has a certificate checked by another program.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::certify::{Check, Claim, Claimed, excludes_solutions};
use crate::command::PendingFolder;
use crate::display::{escaped_lines, excerpt};
use crate::format::compressed::reader;

use super::certify::{PACKED, PROOF};
use super::failure::Failure;

/// Have VeriPB check a certificate that 'cnfab certify' made, and say what is proved.
///
/// Exit code 1 if something is not as claimed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the certificate.
    folder: PathBuf,

    /// The program that checks it.
    #[arg(long, value_name = "PROGRAM", default_value = "veripb")]
    checker: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let claimed = read(folder, "claim.json")?;
    let place = folder.join("claim.json");
    let claimed: Claimed = serde_json::from_str(&claimed).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::Input(format!(
            "{}:{line}:{column}: expected a claim of 'cnfab certify', found: {error}",
            place.display()
        ))
    })?;
    if let Claim::Solutions(number @ 1..) = claimed.claim {
        let [model, rest, solutions] = ["model.opb", "rest.opb", "solutions.pbp"].map(|name| read(folder, name));
        let found = excludes_solutions(&model?, &rest?, &solutions?).map_err(refused)?;
        if found != number {
            return Err(refused(format!("claim.json claims {number} solutions, solutions.pbp has {found}")));
        }
    }
    let unpacked = unpacked(folder).map_err(|error| missing(folder, PACKED, &error))?;
    let place = unpacked.as_ref().map_or(&**folder, PendingFolder::path).join(PROOF);
    let proof = File::open(&place).map_err(|error| missing(folder, PROOF, &error))?;
    claimed.claim.steps().scan(PROOF, BufReader::new(proof)).map_err(refused)?;
    for mut check in claimed.claim.checks() {
        if check.proof == PROOF
            && unpacked.is_some()
            && let Some(place) = place.to_str()
        {
            check.proof = place.to_owned();
        }
        accepted(&arguments.checker, folder, &check)?;
    }
    let Claimed { claim, instance, problem, .. } = &claimed;
    let mut out = io::stdout().lock();
    let line = format!("{instance} ({problem}): {claim}, as {} checked", arguments.checker);
    writeln!(out, "{}", escaped_lines(&line))?;
    writeln!(out, "trusted: that model.opb says what the problem means, and the checker")?;
    Ok(())
}

/// A folder with the proof, if it is compressed.
fn unpacked(folder: &Path) -> io::Result<Option<PendingFolder>> {
    if folder.join(PROOF).exists() || !folder.join(PACKED).exists() {
        return Ok(None);
    }
    let place = PendingFolder::within(&std::env::temp_dir())?;
    let mut plain = reader(PACKED, File::open(folder.join(PACKED))?)?;
    io::copy(&mut plain, &mut File::create_new(place.path().join(PROOF))?)?;
    Ok(Some(place))
}

fn read(folder: &Path, name: &str) -> Result<String, Failure> {
    fs::read_to_string(folder.join(name)).map_err(|error| missing(folder, name, &error))
}

fn missing(folder: &Path, name: &str, error: &io::Error) -> Failure {
    Failure::Input(format!("cnfab: '{}': {error}", folder.join(name).display()))
}

fn refused(why: String) -> Failure {
    Failure::Disagreement(format!("not proved: {why}"))
}

/// Why a check does not succeed.
pub(super) enum NotAccepted {
    /// The checker does not run.
    NoChecker(String),
    /// It does not say what it has to.
    Refused(String),
}

fn accepted(checker: &str, folder: &Path, check: &Check) -> Result<(), Failure> {
    is_accepted(checker, folder, check).map_err(|why| match why {
        NotAccepted::NoChecker(why) => Failure::Input(format!("cnfab: {why}")),
        NotAccepted::Refused(why) => refused(why),
    })
}

/// Whether the checker says what it has to of the files in a folder.
///
/// # Errors
/// If it does not, and why.
pub(super) fn is_accepted(checker: &str, folder: &Path, check: &Check) -> Result<(), NotAccepted> {
    let Check { constraints, proof, output, verdict } = check;
    let files = [Some(constraints), Some(proof), output.as_ref()].into_iter().flatten();
    let said = Command::new(checker).arg("--opb").args(files.map(|name| folder.join(name))).output();
    let said = said.map_err(|error| {
        let hint = "'cargo install veripb' installs VeriPB";
        NotAccepted::NoChecker(format!("the checker '{checker}' does not run: {error}; {hint}"))
    })?;
    let [verdicts, warnings] = [&said.stdout, &said.stderr].map(|said| String::from_utf8_lossy(said));
    if !verdicts.lines().any(|line| line.trim() == verdict) {
        let why = format!("{checker} does not say '{verdict}' of {constraints} and {proof}");
        return Err(NotAccepted::Refused(why));
    }
    let assumes = |line: &&str| line.starts_with("Warning") && line.contains("assumption");
    match verdicts.lines().chain(warnings.lines()).find(assumes) {
        None => Ok(()),
        Some(line) => {
            let why = format!("{checker} says '{}' of {constraints} and {proof}", excerpt(line));
            Err(NotAccepted::Refused(why))
        }
    }
}
