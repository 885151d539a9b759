//! The reasons for which a command does not do all it was asked for, and their exit codes.

use std::io;
use std::process::ExitCode;

use crate::certify::NotAccepted;
use crate::encode::Unsupported;
use crate::external::GeneratorError;
use crate::run::RunError;
use crate::solve::SolveError;
use crate::source::SourceError;
use crate::study::StudyError;

use super::message::say;

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A bug of ours or of a solver. Exit code 1.
    Own(String),
    /// Runs found different solutions. Exit code 1.
    Disagreement(String),
    /// Something is wrong with what we were given. Exit code 2.
    Input(String),
    /// A limit ended the work before the answer. Exit code 3.
    Limit(String),
    /// The output cannot be written; quiet if nobody reads it any more.
    Output(io::Error),
}

impl Failure {
    /// Reports it on standard error; the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (code, message) = match self {
            Failure::Own(message) => (1, format!("cnfab: internal failure: {message}")),
            Failure::Disagreement(message) => (1, format!("cnfab: DISAGREEMENT: {message}")),
            Failure::Input(message) => (2, message),
            Failure::Limit(message) => (3, format!("cnfab: {message}")),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Output(error) => (1, format!("cnfab: cannot write: {error}")),
        };
        say!("{message}");
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        match error {
            // Begins with the position, so that editors can jump there.
            SourceError::Parse { .. } => Failure::Input(error.to_string()),
            _ => Failure::Input(format!("cnfab: {error}")),
        }
    }
}

impl From<StudyError> for Failure {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Write { why, .. } if why.kind() == io::ErrorKind::BrokenPipe => Failure::Output(why),
            other => Failure::Input(other.to_string()),
        }
    }
}

impl From<NotAccepted> for Failure {
    fn from(why: NotAccepted) -> Self {
        match why {
            NotAccepted::Missing(why) => Failure::Input(format!("cnfab: {why}")),
            NotAccepted::Ended(why) => Failure::Limit(why),
            NotAccepted::Refused(why) => Failure::Disagreement(format!("not proved: {why}")),
        }
    }
}

impl From<Unsupported> for Failure {
    fn from(error: Unsupported) -> Self {
        Failure::Input(format!("cnfab: {error}"))
    }
}

impl From<GeneratorError> for Failure {
    fn from(error: GeneratorError) -> Self {
        Failure::Input(format!("cnfab: {error}"))
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Solve(SolveError::Unsupported { .. } | SolveError::Program { .. })
            | RunError::Generator(_)
            | RunError::Symmetry(_)
            | RunError::View(_) => Failure::Input(format!("cnfab: {error}")),
            _ => Failure::Own(error.to_string()),
        }
    }
}
