//! The measured properties of an encoding: size, soundness and completeness, models per solution, and the strength of
//! unit propagation on its clauses.
//!
//! A [`Subject`] is a formula, made by a configuration or given by someone else, and the small model that it is meant
//! to state; [`audit`] measures it. Nothing here asks the encoding: the solutions are listed by code that knows only
//! the model.

mod class;
mod decomposed;
mod different;
mod families;
mod formula;
mod meaning;
mod page;
mod propagation_strength;
mod propagator;
mod proved;
mod report;
mod run;
mod sampled;
mod solutions;
mod subject;

use serde::Serialize;

pub use class::{AuditClass, CLASSES, Case, Parameters, find_class};
pub use families::audit_families;
pub use formula::{SizeFormula, at_most_one, cardinality, formula, least_clauses, totalizer_tree};
pub use meaning::{Meaning, Models};
pub use page::page;
pub use propagation_strength::{PartInterval, PropagationStrength};
pub use propagator::{Propagator, Searched};
pub use report::{AuditOutcome, AuditTable, Measurement};
pub use run::{audit_class, measured};
pub use solutions::solutions;
pub use subject::{Measured, Subject};

use cnfab_encode::Contract;

/// The limits of the work of an audit.
#[derive(Clone, Copy, Debug)]
pub struct AuditLimits {
    /// The most values of solutions that are listed.
    pub values: usize,
    /// The most steps for listing them.
    pub steps: u64,
    /// The most models that are counted.
    pub models: u64,
    /// The most decisions of the search for models.
    pub decisions: u64,
    /// The most subdomains that are all tried.
    pub boxes: u64,
    /// The number of subdomains that are drawn at random when there are more.
    pub samples: u64,
    /// The most values of solutions that are visited for random subdomains, which are fewer if need be.
    pub work: u64,
    /// The most literals that a proof over all assignments may look at.
    pub proof: u64,
    /// The seed of the random subdomains.
    pub seed: u64,
}

impl AuditLimits {
    /// For many audits in a row, of constraints of any size.
    pub fn of_families() -> Self {
        AuditLimits {
            values: 2_000_000,
            steps: 2_000_000,
            models: 20_000,
            decisions: 200_000,
            boxes: 20_000,
            samples: 500,
            work: 100_000_000,
            proof: 40_000_000,
            seed: 0,
        }
    }

    /// For as many times less work.
    pub fn divided(self, by: u64) -> Self {
        AuditLimits {
            values: self.values / by as usize,
            steps: self.steps / by,
            models: self.models / by,
            decisions: self.decisions / by,
            boxes: self.boxes / by,
            samples: self.samples / by,
            work: self.work / by,
            proof: self.proof / by,
            seed: self.seed,
        }
    }
}

impl Default for AuditLimits {
    fn default() -> Self {
        AuditLimits {
            values: 4_000_000,
            steps: 2_000_000,
            models: 250_000,
            decisions: 3_000_000,
            boxes: 200_000,
            samples: 2_000,
            work: 200_000_000,
            proof: 400_000_000,
            seed: 0,
        }
    }
}

/// The measures of an encoding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Audit {
    /// Size without what represents the variables.
    pub size: Measured,
    /// The promise of the encoding about models per solution, if it was asked.
    #[serde(serialize_with = "text")]
    pub contract: Option<Contract>,
    /// The meaning of the formula, against the constraint that it should state.
    pub meaning: Meaning,
    /// The number of models; `None` if the solutions are too many to be listed.
    pub models: Option<Models>,
    /// The strength of unit propagation; `None` if it was not measured.
    pub strength: Option<PropagationStrength>,
}

fn text<S: serde::Serializer>(contract: &Option<Contract>, to: S) -> Result<S::Ok, S::Error> {
    contract.map(|contract| contract.to_string()).serialize(to)
}

/// Measures a formula.
pub fn audit(subject: &Subject, limits: &AuditLimits) -> Audit {
    let (size, contract) = (subject.size().clone(), subject.contract);
    let mut propagator = Propagator::new(subject.formula.variables(), subject.formula.clauses());
    let Some(solutions) = solutions(&subject.model, limits.values, limits.steps) else {
        let meaning = unlisted(subject, &mut propagator, limits);
        return Audit { size, contract, meaning, models: None, strength: None };
    };
    let (meaning, models) = compared(subject, &solutions, &mut propagator, limits);
    let strength = propagation_strength::measure(subject, &solutions, &mut propagator, limits).ok();
    Audit { size, contract, meaning, models: Some(models), strength }
}

/// The meaning of a formula and the number of its models, where all solutions can be listed.
pub fn verdict(subject: &Subject, limits: &AuditLimits) -> (Meaning, Option<Models>) {
    let mut propagator = Propagator::new(subject.formula.variables(), subject.formula.clauses());
    match solutions(&subject.model, limits.values, limits.steps) {
        None => (unlisted(subject, &mut propagator, limits), None),
        Some(solutions) => {
            let (meaning, models) = compared(subject, &solutions, &mut propagator, limits);
            (meaning, Some(models))
        }
    }
}

/// Truth and count where all solutions are listed. If the models are too hard to list, truth is found out without them.
fn compared(
    subject: &Subject,
    solutions: &[Vec<i32>],
    propagator: &mut Propagator,
    limits: &AuditLimits,
) -> (Meaning, Models) {
    let (meaning, models) = meaning::measure(subject, solutions, propagator, limits);
    match meaning {
        Meaning::Unknown(_) => (proved(subject, propagator, limits).unwrap_or(meaning), models),
        _ => (meaning, models),
    }
}

/// Truth where the solutions are too many to be listed.
fn unlisted(subject: &Subject, propagator: &mut Propagator, limits: &AuditLimits) -> Meaning {
    proved(subject, propagator, limits).unwrap_or_else(|| sampled::measure(subject, propagator, limits))
}

/// Truth without a list of the solutions; `None` if there is no proof for such a model, or it takes too much.
fn proved(subject: &Subject, propagator: &mut Propagator, limits: &AuditLimits) -> Option<Meaning> {
    different::measure(subject, propagator, limits).or_else(|| proved::measure(subject, propagator, limits))
}

impl Audit {
    /// The fault of the formula, if it has one: its meaning, or the number of models that the encoding promises.
    pub fn fault(&self) -> Option<String> {
        let broken = (!matches!(self.meaning, Meaning::Exact | Meaning::Sampled { .. } | Meaning::Unknown(_)))
            .then(|| self.meaning.to_string());
        let several = self.models.filter(|models| models.models != models.solutions);
        broken
            .or_else(|| {
                let models = several.filter(|_| self.contract == Some(Contract::Bijective))?;
                Some(format!("is called bijective and has {} models of {} solutions", models.models, models.solutions))
            })
            .or_else(|| {
                let strength = self.strength.filter(|strength| strength.wrong > 0)?;
                Some(format!("unit propagation drops {} values of solutions", strength.wrong))
            })
    }
}

#[cfg(test)]
mod tests;
