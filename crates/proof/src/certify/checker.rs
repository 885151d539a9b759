//! Asks a checker, which is VeriPB if nobody wants another one, whether it accepts a proof.

use std::io::{self, Read, Seek};
use std::path::{self, Path};
use std::process::{Command, Stdio};

use cnfab_base::display::{cut, excerpt};
use cnfab_solve::Budget;
use cnfab_solve::process::UserProgram;

use super::Check;

/// Lines of the checker that a message repeats, and characters of each.
const LINES: usize = 6;
const LINE: usize = 120;

/// Why a check does not succeed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAccepted {
    /// The checker does not run.
    #[error("{0}")]
    Missing(String),
    /// It was ended before its verdict: by somebody, or because the time was over.
    #[error("{0}")]
    Ended(String),
    /// It does not say what it has to.
    #[error("{0}")]
    Refused(String),
}

/// Makes sure that the checker is there.
///
/// # Errors
/// If it does not start.
pub fn starts(checker: &str) -> Result<(), NotAccepted> {
    let mut command = Command::new(checker);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    UserProgram::start(&mut command).map(drop).map_err(|why| missing(checker, &why))
}

fn missing(checker: &str, why: &io::Error) -> NotAccepted {
    let hint = "'cargo install veripb' installs VeriPB";
    NotAccepted::Missing(format!("the checker '{checker}' does not run: {why}; {hint}"))
}

/// Has the files in a folder checked; the version of the checker, if it names one.
///
/// # Errors
/// If it does not say what it has to, and only that, and why.
pub fn is_accepted(
    checker: &str,
    folder: &Path,
    check: &Check,
    budget: &Budget,
) -> Result<Option<String>, NotAccepted> {
    let Check { constraints, proof, output: derived, verdict } = check;
    let cannot = |why: io::Error| missing(checker, &why);
    let mut command = Command::new(checker);
    command.arg("--opb").stdin(Stdio::null()).env("RUST_BACKTRACE", "0");
    for name in [Some(constraints), Some(proof), derived.as_ref()].into_iter().flatten() {
        // A relative path may begin like an option.
        let path = path::absolute(folder.join(name));
        command.arg(path.map_err(cannot)?);
    }
    let mut told = [tempfile::tempfile().map_err(cannot)?, tempfile::tempfile().map_err(cannot)?];
    let [out, error] = [told[0].try_clone().map_err(cannot)?, told[1].try_clone().map_err(cannot)?];
    let mut program = UserProgram::start(command.stdout(out).stderr(error)).map_err(cannot)?;
    let files = format!("{constraints} and {proof}");
    let ended = |why: String| NotAccepted::Ended(format!("{checker} was ended before its verdict of {files} ({why})"));
    let status = program.wait(&|| budget.is_over()).map_err(cannot)?;
    let status = status.ok_or_else(|| ended("the time was over".to_owned()))?;
    if status.code().is_none() {
        return Err(ended(status.to_string()));
    }
    let mut text = |number: usize| {
        let mut text = Vec::new();
        told[number].rewind().and_then(|()| told[number].read_to_end(&mut text)).map_err(cannot)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let (said, warned) = (text(0)?, text(1)?);
    let verdicts: Vec<&str> = said.lines().filter(|line| line.starts_with("s ")).collect();
    let assumes = |line: &&str| line.starts_with("Warning") && line.contains("assumption");
    // A proof of constraints that follow concludes nothing else, and the checker says so.
    let rest: &[&str] = if derived.is_some() { &["s VERIFIED NO CONCLUSION"] } else { &[] };
    let why = if verdicts.split_first() != Some((&verdict.as_str(), rest)) {
        format!("{checker} does not say '{verdict}' of {files}, and only that")
    } else if !status.success() {
        format!("{checker} fails on {files} ({status})")
    } else if let Some(line) = said.lines().chain(warned.lines()).find(assumes) {
        format!("{checker} says of {files}: {}", cut(line, LINE))
    } else {
        return Ok(said.lines().find_map(|line| line.strip_prefix("Running VeriPB version ")).map(excerpt));
    };
    let told: Vec<&str> = warned.lines().filter(|line| !line.trim().is_empty() && !line.contains("`solx`")).collect();
    let last = told[told.len().saturating_sub(LINES)..].iter().map(|line| format!("; {}", cut(line.trim(), LINE)));
    Err(NotAccepted::Refused(why + &last.collect::<String>()))
}
