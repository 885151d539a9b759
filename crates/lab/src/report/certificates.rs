//! The table of certificates, and the times of proofs and checks against solving.

use serde::Serialize;

use crate::run::Certified;

use super::table::MeasuredRun;

/// The results of the certificates of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Certificates {
    /// A checker accepts the proof.
    pub yes: u64,
    /// There is no proof, or nothing has checked it.
    pub no: u64,
    /// The checker does not accept the proof, or it proves something else.
    pub refused: u64,
}

impl Certificates {
    /// Of these runs.
    pub(super) fn of<'r>(runs: impl IntoIterator<Item = &'r MeasuredRun>) -> Self {
        let mut certificates = Certificates::default();
        for certified in runs.into_iter().filter_map(|run| run.certified) {
            *match certified {
                Certified::Yes => &mut certificates.yes,
                Certified::No => &mut certificates.no,
                Certified::Refused => &mut certificates.refused,
            } += 1;
        }
        certificates
    }

    /// The number that was wanted.
    pub fn wanted(&self) -> u64 {
        self.yes + self.no + self.refused
    }

    /// The numbers with their names.
    pub fn named(&self) -> [(&'static str, u64); 3] {
        [(Certified::Yes.name(), self.yes), (Certified::No.name(), self.no), (Certified::Refused.name(), self.refused)]
    }
}

/// A figure of a run's certificate, if it is certified.
pub(super) fn of_proof(run: &MeasuredRun, figure: fn(&MeasuredRun) -> Option<f64>) -> Option<f64> {
    figure(run).filter(|_| run.certified == Some(Certified::Yes))
}

/// The time as a multiple of the time of solving.
pub(super) fn against_solving(run: &MeasuredRun, took: Option<f64>) -> Option<f64> {
    let solving = run.time_s.filter(|&time| time > 0.0)?;
    Some(took? / solving)
}
