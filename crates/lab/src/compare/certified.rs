//! Certificates of answers: whether a checker accepts a proof of what a run through encodings has found.
//!
//! A process of its own searches once more, writes the certificate and has it checked. It has as much time and memory
//! as the run had, so that the run's own figures are those of a run without certificates.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::run::{Certified, Record, RunSpec, Verdict};
use cnfab_encode::Recipe;
use cnfab_proof::certify::{CertifyError, Claim, Makers, NotAccepted, certify, is_accepted, proof_bytes};
use cnfab_solve::Budget;
use cnfab_solve::process::PendingFolder;

use super::here::LocalRun;

/// The result of a certificate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RowCertificate {
    certified: Certified,
    why: Option<String>,
    /// The claim that is proved if the checker accepts it.
    claim: Option<Claim>,
    proof_s: Option<f64>,
    proof_bytes: Option<u64>,
    check_s: Option<f64>,
}

impl RowCertificate {
    /// There is none.
    pub(super) fn none(certified: Certified, why: impl Into<String>) -> Self {
        let why = Some(why.into());
        RowCertificate { certified, why, claim: None, proof_s: None, proof_bytes: None, check_s: None }
    }

    /// Notes it in the record of the run; the run has failed if the certificate is refused.
    pub(super) fn note(self, record: &mut Record, detail: &mut Option<String>) {
        let RowCertificate { mut certified, mut why, claim, proof_s, proof_bytes, check_s } = self;
        if let Some(claim) = claim.filter(|claim| !fits(*claim, record)) {
            certified = Certified::Refused;
            why = Some(format!("the certificate proves something else than the run has found: {claim}"));
        }
        if certified == Certified::Refused {
            record.outcome = Verdict::Failed;
            detail.clone_from(&why);
        }
        record.certified = Some(certified);
        record.certified_why = why;
        (record.proof_s, record.proof_bytes, record.check_s) = (proof_s, proof_bytes, check_s);
    }
}

/// True if a run has found what is claimed.
fn fits(claim: Claim, record: &Record) -> bool {
    match claim {
        Claim::Solutions(number) => record.solutions.to_u64() == Some(number),
        Claim::Optimum { value, .. } => record.objective == Some(value),
    }
}

/// True if a certificate is wanted of what a run has found: of an answer through a formula.
pub(super) fn is_wanted(spec: &RunSpec, record: &Record) -> bool {
    let of_clauses = record.recipe.as_deref().is_some_and(|recipe| recipe.parse::<Recipe>().is_ok());
    spec.certify.is_some() && of_clauses && record.outcome.is_answer()
}

impl LocalRun<'_> {
    /// Makes a certificate and has it checked.
    pub(super) fn certificate(&self) -> RowCertificate {
        let no = |why: &dyn ToString| RowCertificate::none(Certified::No, why.to_string());
        let refused = |why: String| RowCertificate::none(Certified::Refused, why);
        if self.spec.symmetry.is_some() {
            return no(&"solutions up to symmetry have no certificate");
        }
        let budget = self.spec.limits.wall().map_or_else(Budget::unlimited, Budget::within);
        let begin = Instant::now();
        let model = match self.problem.model(self.spec.view_of(self.problem.as_ref())) {
            Ok(model) => model,
            Err(why) => return no(&why),
        };
        let mut folder = match PendingFolder::temporary() {
            Ok(folder) => folder,
            Err(why) => return no(&why),
        };
        let recipe = &self.spec.encodings.recipe;
        let claim = match certify(&model, recipe, &Makers::usual(recipe), &budget, &mut folder) {
            Ok(proven) => proven.claim,
            Err(CertifyError::Failed(why)) => return refused(why),
            Err(why) => return no(&why),
        };
        let proof_s = Some(begin.elapsed().as_secs_f64());
        let proof_bytes = proof_bytes(&folder).ok();
        let begin = Instant::now();
        let checker = self.spec.certify.as_deref().unwrap_or_default();
        let mut checks = claim.checks().into_iter();
        let failed = checks.find_map(|check| is_accepted(checker, folder.path(), &check, &budget).err());
        let of = match failed {
            None => RowCertificate { certified: Certified::Yes, why: None, claim: Some(claim), ..no(&"") },
            Some(NotAccepted::Refused(why)) => refused(why),
            Some(why) => no(&why),
        };
        RowCertificate { proof_s, proof_bytes, check_s: Some(begin.elapsed().as_secs_f64()), ..of }
    }
}
