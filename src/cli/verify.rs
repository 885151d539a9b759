//! `cnfab verify`: has a certificate checked by another program.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::certify::{Claim, Claimed, Declared, excludes_solutions, is_accepted};
use crate::command::PendingFolder;
use crate::display::escaped;
use crate::format::compressed::reader;
use crate::solve::Budget;

use super::args::seconds;
use super::certify::{PACKED, PROOF};
use super::failure::Failure;
use super::file::{Place, distinct};

/// Have VeriPB check a certificate that 'cnfab certify' made, and say what is proved.
///
/// Exit code 1 if something is not as claimed, 3 if the checker was ended before its verdict.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the certificate.
    folder: PathBuf,

    /// The program that checks it.
    #[arg(long, value_name = "PROGRAM", default_value = "veripb")]
    checker: String,

    /// Seconds for the checker, which is ended then.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let budget = arguments.timeout.map_or_else(Budget::unlimited, Budget::within);
    let folder = &arguments.folder;
    let files = ["claim.json", "model.opb", "rest.opb", "solutions.pbp", PROOF, PACKED];
    distinct(&[Place::output("-")], &files.map(|name| Place::file(folder.join(name))))?;
    let claimed = read(folder, "claim.json")?;
    let place = folder.join("claim.json");
    let claimed: Claimed = serde_json::from_str(&claimed).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::Input(format!(
            "{}:{line}:{column}: expected a claim of 'cnfab certify', found: {error}",
            place.display()
        ))
    })?;
    let unpacked = unpacked(folder)?;
    let place = unpacked.as_ref().map_or(&**folder, PendingFolder::path);
    let mut checks = claimed.claim.checks();
    for check in &mut checks {
        opened(folder, &check.constraints)?;
        opened(if check.proof == PROOF { place } else { folder }, &check.proof)?;
        if check.proof == PROOF
            && unpacked.is_some()
            && let Some(place) = place.join(PROOF).to_str()
        {
            check.proof = place.to_owned();
        }
    }
    // What the files say is read while the checker works.
    let (verdicts, read) = thread::scope(|scope| {
        let (checker, budget) = (&arguments.checker, &budget);
        let start = |check| scope.spawn(move || is_accepted(checker, folder, check, budget));
        let running: Vec<_> = checks.iter().map(start).collect();
        let read = is_of_claim(folder, place, &claimed);
        if read.is_err() {
            budget.cancel();
        }
        let verdicts: Vec<_> = running.into_iter().map(|check| check.join().expect("a check does not panic")).collect();
        (verdicts, read)
    });
    read?;
    let mut version = None;
    for verdict in verdicts {
        version = verdict.map_err(Failure::from)?;
    }
    let version = version.map_or_else(|| "which names no version".to_owned(), |version| format!("VeriPB {version}"));
    let Claimed { instance, problem, .. } = &claimed;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", escaped(&format!("model.opb: {claimed}, as {} ({version}) checked", arguments.checker)))?;
    writeln!(
        out,
        "{}",
        escaped(&format!("not checked, the certificate says so: model.opb is {instance} ({problem})"))
    )?;
    writeln!(out, "trusted: that model.opb says what the problem means, and the checker")?;
    Ok(())
}

/// Makes sure that the files say what is claimed, and that the proof in `place` has only steps of certificates.
fn is_of_claim(folder: &Path, place: &Path, claimed: &Claimed) -> Result<(), Failure> {
    let model = read(folder, "model.opb")?;
    Declared::read(&model).and_then(|model| model.fits(claimed)).map_err(refused)?;
    if let Claim::Solutions(number @ 1..) = claimed.claim {
        let [rest, solutions] = ["rest.opb", "solutions.pbp"].map(|name| read(folder, name));
        let found = excludes_solutions(&model, &rest?, &solutions?).map_err(refused)?;
        if found != number {
            return Err(refused(format!("claim.json claims {number} solutions, solutions.pbp has {found}")));
        }
    }
    claimed.claim.steps().scan(PROOF, BufReader::new(opened(place, PROOF)?)).map_err(refused)
}

/// A folder with the proof, if it is compressed.
fn unpacked(folder: &Path) -> Result<Option<PendingFolder>, Failure> {
    if folder.join(PROOF).exists() || !folder.join(PACKED).exists() {
        return Ok(None);
    }
    let packed = opened(folder, PACKED)?;
    let copied = || {
        let place = PendingFolder::within(&std::env::temp_dir())?;
        io::copy(&mut reader(PACKED, packed)?, &mut File::create_new(place.path().join(PROOF))?)?;
        Ok(place)
    };
    copied().map(Some).map_err(|error: io::Error| missing(folder, PACKED, &error))
}

fn read(folder: &Path, name: &str) -> Result<String, Failure> {
    let mut text = Vec::new();
    opened(folder, name)?.read_to_end(&mut text).map_err(|error| missing(folder, name, &error))?;
    // What is not UTF-8 is not ASCII either, and is refused as such.
    Ok(String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Opens a regular file. Others may have no end, or hold something else when they are read again.
fn opened(folder: &Path, name: &str) -> Result<File, Failure> {
    let path = folder.join(name);
    let about = fs::metadata(&path).map_err(|error| missing(folder, name, &error))?;
    if !about.is_file() {
        return Err(missing(folder, name, &"expected a regular file"));
    }
    File::open(&path).map_err(|error| missing(folder, name, &error))
}

fn missing(folder: &Path, name: &str, why: &dyn Display) -> Failure {
    let path = folder.join(name);
    Failure::Input(format!("cnfab: '{}': {why}", path.display()))
}

fn refused(why: String) -> Failure {
    Failure::Disagreement(format!("not proved: {why}"))
}
