//! `cnfab verify`: has a certificate checked by another program.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::certify::{Check, Claim, Claimed, excludes_solutions};
use crate::display::{escaped_lines, excerpt};

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
    let proof = File::open(folder.join("proof.pbp")).map_err(|error| missing(folder, "proof.pbp", &error))?;
    claimed.claim.steps().scan("proof.pbp", BufReader::new(proof)).map_err(refused)?;
    for check in claimed.claim.checks() {
        accepted(&arguments.checker, folder, &check)?;
    }
    let Claimed { claim, instance, problem, .. } = &claimed;
    let mut out = io::stdout().lock();
    let line = format!("{instance} ({problem}): {claim}, as {} checked", arguments.checker);
    writeln!(out, "{}", escaped_lines(&line))?;
    writeln!(out, "trusted: that model.opb says what the problem means, and the checker")?;
    Ok(())
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

fn accepted(checker: &str, folder: &Path, check: &Check) -> Result<(), Failure> {
    let Check { constraints, proof, verdict } = check;
    let output = Command::new(checker).arg("--opb").args([folder.join(constraints), folder.join(proof)]).output();
    let output = output.map_err(|error| {
        let hint = "'cargo install veripb' installs VeriPB";
        Failure::Input(format!("cnfab: the checker '{checker}' does not run: {error}; {hint}"))
    })?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !said.lines().any(|line| line.trim() == verdict) {
        return Err(refused(format!("{checker} does not say '{verdict}' of {constraints} and {proof}")));
    }
    let warned = String::from_utf8_lossy(&output.stderr);
    let assumes = |line: &&str| line.starts_with("Warning") && line.contains("assumption");
    match said.lines().chain(warned.lines()).find(assumes) {
        None => Ok(()),
        Some(line) => Err(refused(format!("{checker} says '{}' of {constraints} and {proof}", excerpt(line)))),
    }
}
