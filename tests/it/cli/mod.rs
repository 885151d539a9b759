//! The command line: every command, what it prints where, its errors and exit codes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

mod audit;
mod audit_prove;
mod auto;
mod baselines;
mod batch;
#[cfg(unix)]
mod certificates_page;
mod certified;
mod certify;
mod clauses;
mod columns;
#[cfg(unix)]
mod commands;
mod compare;
mod contradictions;
mod convert;
mod dialects;
mod dimacs;
mod draw;
mod errors;
mod explain;
#[cfg(unix)]
mod files;
mod flatzinc;
mod generate;
mod help;
mod large_sums;
mod lift;
mod limits;
mod lists;
mod memory;
mod model_questions;
#[cfg(unix)]
mod outputs;
#[cfg(unix)]
mod outside;
mod programs;
mod questions;
mod reading;
#[cfg(unix)]
mod readme;
mod report;
pub(crate) mod sat;
mod search;
mod several;
mod shells;
mod slips;
mod strangers;
mod studies;
mod sweep;
mod times;
mod verify;
mod xcsp3;

/// The program, in the project's folder.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cnfab"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The output of a run, and its exit code.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            code: output.status.code().expect("the program ends by itself"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

/// Runs the program with these arguments, separated by blanks.
fn cnfab(arguments: &str) -> Run {
    run(&arguments.split_whitespace().collect::<Vec<_>>())
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    program().args(arguments).output().expect("the program starts").into()
}

/// Runs the program with a text on standard input.
pub(crate) fn fed(arguments: &str, input: &[u8]) -> Run {
    let mut command = program();
    command.args(arguments.split_whitespace());
    feed(command, input)
}

/// Runs the command with a text on standard input.
fn feed(mut command: Command, input: &[u8]) -> Run {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    // It may end without reading everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends").into()
}

impl Run {
    /// The output of a run that did what it should.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
    }

    /// The error output of a run that ended with this code and printed nothing.
    #[track_caller]
    fn refused(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
        self.err
    }
}
