//! `cnfab verify`: has a certificate checked by another program.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::certify::{Claim, Claimed, Declared, Steps, excludes_solutions, is_accepted};
use crate::display::{escaped, foreign};
use crate::format::compressed::reader;
use crate::process::PendingFolder;
use crate::solve::Budget;
use crate::source::utf8;

use super::args::seconds;
use super::certify::{PACKED, PROOF};
use super::failure::Failure;
use super::file::{FilePlace, distinct};

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

    /// Seconds for the whole command; the checker is ended then.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Megabytes (of a million bytes) that a compressed proof may take in the folder for temporary files, where it is
    /// unpacked. It is checked for steps of other programs at the same time.
    #[arg(long, value_name = "MB", default_value_t = 4000)]
    unpacked: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let budget = arguments.timeout.map_or_else(Budget::unlimited, Budget::within);
    let folder = &arguments.folder;
    let files = ["claim.json", "model.opb", "rest.opb", "solutions.pbp", PROOF, PACKED];
    distinct(&[FilePlace::output("-")], &files.map(|name| FilePlace::file(folder.join(name))))?;
    let claimed = read(folder, "claim.json", &budget)?;
    let place = folder.join("claim.json");
    let claimed: Claimed = serde_json::from_str(&claimed).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::Input(format!(
            "{}:{line}:{column}: expected a claim of 'cnfab certify', found: {}",
            place.display(),
            foreign(&error.to_string())
        ))
    })?;
    let unpacked = unpacked(folder, claimed.claim.steps(), arguments.unpacked, &budget)?;
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
        let read = is_of_claim(folder, &claimed, unpacked.is_none(), budget);
        if read.is_err() {
            budget.cancel();
        }
        let verdicts: Vec<_> = running.into_iter().map(|check| check.join().expect("a check does not panic")).collect();
        (verdicts, read)
    });
    read.map_err(|why| in_time(why, &budget))?;
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

/// The failure, which is a limit's where the time is over: what was cut off then says nothing.
fn in_time(why: Failure, budget: &Budget) -> Failure {
    match budget.remaining() {
        Some(Duration::ZERO) => Failure::Limit("time is over: the certificate was still being read".to_owned()),
        _ => why,
    }
}

/// Makes sure that the files say what is claimed, and if `has_proof`, that the proof among them has only steps of
/// certificates.
fn is_of_claim(folder: &Path, claimed: &Claimed, has_proof: bool, budget: &Budget) -> Result<(), Failure> {
    let model = read(folder, "model.opb", budget)?;
    Declared::read(&model).and_then(|model| model.fits(claimed)).map_err(refused)?;
    if let Claim::Solutions(number @ 1..) = claimed.claim {
        let [rest, solutions] = ["rest.opb", "solutions.pbp"].map(|name| read(folder, name, budget));
        let found = excludes_solutions(&model, &rest?, &solutions?).map_err(refused)?;
        if found != number {
            return Err(refused(format!("claim.json claims {number} solutions, solutions.pbp has {found}")));
        }
    }
    if !has_proof {
        return Ok(());
    }
    let proof = InTime { from: opened(folder, PROOF)?, budget };
    claimed.claim.steps().scan(PROOF, BufReader::new(proof)).map_err(refused)
}

/// A folder with the proof, if it is compressed. A proof with other steps than those of certificates is not unpacked
/// beyond the first of them, and none beyond this number of megabytes.
fn unpacked(folder: &Path, steps: Steps, megabytes: u64, budget: &Budget) -> Result<Option<PendingFolder>, Failure> {
    if folder.join(PROOF).exists() || !folder.join(PACKED).exists() {
        return Ok(None);
    }
    let cannot = |error: io::Error| missing(folder, PACKED, &error);
    let packed = reader(PACKED, opened(folder, PACKED)?).map_err(cannot)?;
    let place = PendingFolder::within(&std::env::temp_dir()).map_err(cannot)?;
    let file = File::create_new(place.path().join(PROOF)).map_err(cannot)?;
    let most = megabytes.saturating_mul(1_000_000);
    let mut copy = Copied { from: InTime { from: packed.take(most.saturating_add(1)), budget }, to: file, bytes: 0 };
    let scanned = steps.scan(PROOF, BufReader::with_capacity(1 << 16, &mut copy));
    if copy.bytes > most {
        let place = folder.join(PACKED);
        let found = format!("'{}' unpacks to more than {megabytes} MB", escaped(&place.display().to_string()));
        return Err(Failure::Limit(format!("{found}: --unpacked names another limit")));
    }
    scanned.map_err(|why| in_time(refused(why), budget))?;
    Ok(Some(place))
}

/// A text that is read until the time is over.
struct InTime<'b, R> {
    from: R,
    budget: &'b Budget,
}

impl<R: Read> Read for InTime<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.budget.is_over() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the time is over"));
        }
        self.from.read(buffer)
    }
}

/// A text that is copied to a file as it is read.
struct Copied<R> {
    from: R,
    to: File,
    bytes: u64,
}

impl<R: Read> Read for Copied<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.to.write_all(&buffer[..read])?;
        self.bytes += read as u64;
        Ok(read)
    }
}

/// The most megabytes of a text that is kept whole.
const MOST_TEXT: u64 = 2000;

fn read(folder: &Path, name: &str, budget: &Budget) -> Result<String, Failure> {
    let mut text = Vec::new();
    let whole = InTime { from: opened(folder, name)?, budget };
    let read = whole.take(MOST_TEXT * 1_000_000 + 1).read_to_end(&mut text);
    read.map_err(|error| in_time(missing(folder, name, &error), budget))?;
    if text.len() as u64 > MOST_TEXT * 1_000_000 {
        return Err(missing(folder, name, &format!("found more than {MOST_TEXT} MB")));
    }
    let place = folder.join(name);
    Ok(utf8(&place.to_string_lossy(), text)?)
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
