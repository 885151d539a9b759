//! `cnfab sweep --slurm`: the study as an array job.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use crate::study::{Slurm, Study, quoted};

use super::failure::Failure;
use super::file::{FilePlace, distinct};

/// The arguments of giving a study to SLURM.
#[derive(clap::Args)]
pub(crate) struct SlurmArguments {
    /// Submit the study to SLURM as an array of this many tasks, each doing its part with --jobs runs at a time. A last
    /// job joins their rows in RUNS.jsonl. Tasks that SLURM starts again go on where they were.
    #[arg(long, value_name = "TASKS", value_parser = clap::value_parser!(u64).range(1..=100_000),
        conflicts_with_all = ["shard", "dry_run", "run", "instance"])]
    slurm: Option<u64>,

    /// Print what would be submitted instead. Programs that print instances are not run.
    #[arg(long, requires = "slurm")]
    slurm_dry_run: bool,

    /// A further option of the array and the last job, such as '--partition=long'; may be given several times.
    #[arg(long, value_name = "OPTION", requires = "slurm", allow_hyphen_values = true)]
    slurm_option: Vec<String>,
}

impl SlurmArguments {
    pub(super) fn is_wanted(&self) -> bool {
        self.slurm.is_some()
    }

    pub(super) fn is_dry(&self) -> bool {
        self.slurm_dry_run
    }
}

pub(super) fn run(
    arguments: &SlurmArguments,
    study: &Study,
    inputs: &[FilePlace],
    output: &str,
    jobs: u16,
) -> Result<(), Failure> {
    if let Some(wrong) = arguments.slurm_option.iter().find(|option| !option.starts_with('-') || has_control(option)) {
        return Err(Failure::Input(format!("cnfab: found --slurm-option {wrong:?}, expected an option of sbatch")));
    }
    let own = |what: &str, why: io::Error| Failure::Own(format!("cannot find {what}: {why}"));
    let program = std::env::current_exe().map_err(|why| own("this program", why))?;
    let folder = std::env::current_dir().map_err(|why| own("this folder", why))?;
    let (program, folder) = (program.to_string_lossy(), folder.to_string_lossy());
    // A line of the script would end there, and the next one could be an option.
    if let Some(name) = [study.file.as_str(), output, &program, &folder].into_iter().find(|name| has_control(name)) {
        return Err(Failure::Input(format!("cnfab: found a control character in {name:?}, expected none for --slurm")));
    }
    // Without what programs print, nobody knows how many runs there are.
    let most = if study.unmade().is_empty() { study.runs() } else { u64::MAX };
    let slurm = Slurm {
        study,
        tasks: arguments.slurm.unwrap_or(1).min(most),
        jobs: u64::from(jobs),
        output,
        options: &arguments.slurm_option,
        program: &program,
        folder: &folder,
    };
    let parts = (1..=slurm.tasks).map(|task| slurm.part(&task.to_string()));
    distinct(&parts.chain([output.to_owned()]).map(FilePlace::file).collect::<Vec<_>>(), inputs)?;
    let mut out = io::stdout().lock();
    if arguments.slurm_dry_run {
        writeln!(out, "# sbatch:\n{}", slurm.script())?;
        writeln!(out, "# sbatch --dependency=afterany:JOB:\n{}", slurm.merge_script())?;
        return Ok(());
    }
    let array = submit(&[], &slurm.script())?;
    let last = submit(&[format!("--dependency=afterany:{array}")], &slurm.merge_script())?;
    writeln!(out, "array job {array}: {} tasks, {} runs", slurm.tasks, study.runs())?;
    writeln!(out, "job {last} joins their rows in {}", quoted(output))?;
    Ok(())
}

fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// Gives a script to SLURM; the number of the job.
fn submit(options: &[String], script: &str) -> Result<String, Failure> {
    let cannot = |why: &dyn std::fmt::Display| Failure::Input(format!("cnfab: cannot submit by 'sbatch': {why}"));
    let mut child = Command::new("sbatch")
        .arg("--parsable")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| cannot(&why))?;
    let mut input = child.stdin.take().expect("a pipe was asked for");
    // A command that does not read it reports why.
    let _ = input.write_all(script.as_bytes());
    drop(input);
    let output = child.wait_with_output().map_err(|why| cannot(&why))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(cannot(&String::from_utf8_lossy(&output.stderr).trim()));
    }
    // The number, and the cluster's name after a semicolon.
    let job = said.trim().split(';').next().unwrap_or_default();
    if job.is_empty() || !job.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(cannot(&format!("it printed '{}'", said.trim())));
    }
    Ok(job.to_owned())
}
