//! What an encoding really does: its size, whether it states what it should, how many models a solution has, and how much
//! unit propagation derives from its clauses.
//!
//! A [`Subject`] is a formula, made by a recipe or given by someone else, and the small model that it is meant to state;
//! [`audit`] measures it. Nothing here asks the encoding: the solutions are listed by code that knows only the model.

mod class;
mod families;
mod formula;
mod meaning;
mod page;
mod propagator;
mod report;
mod run;
mod sampled;
mod solutions;
mod strength;
mod subject;

use serde::Serialize;

pub use class::{CLASSES, Case, Class, Parameters, find_class};
pub use families::audit_families;
pub use formula::{Formula, at_most_one, cardinality, formula, least_clauses, totalizer_tree};
pub use meaning::{Meaning, Models};
pub use page::page;
pub use propagator::{Propagator, Searched};
pub use report::{Outcome, Row, Table};
pub use run::{audit_class, measured};
pub use solutions::solutions;
pub use strength::Strength;
pub use subject::{Measured, Subject};

use crate::encode::Contract;

/// How much work an audit may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most values of solutions that are listed.
    pub values: usize,
    /// The most steps for listing them.
    pub steps: u64,
    /// The most models that are counted.
    pub models: u64,
    /// The most decisions of the search for models.
    pub decisions: u64,
    /// The most boxes that are all looked at.
    pub boxes: u64,
    /// How many boxes are drawn at random when there are more.
    pub samples: u64,
    /// The most values of solutions that are looked at for random boxes, which are fewer if need be.
    pub work: u64,
    /// The seed of the random boxes.
    pub seed: u64,
}

impl Limits {
    /// For many audits in a row, of constraints of any size.
    pub fn of_families() -> Self {
        Limits {
            values: 2_000_000,
            steps: 2_000_000,
            models: 20_000,
            decisions: 200_000,
            boxes: 20_000,
            samples: 500,
            work: 100_000_000,
            seed: 0,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            values: 4_000_000,
            steps: 2_000_000,
            models: 250_000,
            decisions: 3_000_000,
            boxes: 200_000,
            samples: 2_000,
            work: 200_000_000,
            seed: 0,
        }
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Audit {
    /// Size without what represents the variables.
    pub size: Measured,
    /// What the encoding promises about models per solution, if it was asked.
    #[serde(serialize_with = "text")]
    pub contract: Option<Contract>,
    /// Whether the formula states what it should.
    pub meaning: Meaning,
    /// How many models there are; `None` if the solutions are too many to be listed.
    pub models: Option<Models>,
    /// What unit propagation finds; `None` if it was not measured.
    pub strength: Option<Strength>,
}

fn text<S: serde::Serializer>(contract: &Option<Contract>, to: S) -> Result<S::Ok, S::Error> {
    contract.map(|contract| contract.to_string()).serialize(to)
}

/// Measures a formula.
pub fn audit(subject: &Subject, limits: &Limits) -> Audit {
    let (size, contract) = (subject.size().clone(), subject.contract);
    let mut propagator = Propagator::new(subject.formula.variables(), subject.formula.clauses());
    let Some(solutions) = solutions(&subject.model, limits.values, limits.steps) else {
        let meaning = sampled::measure(subject, &mut propagator, limits);
        return Audit { size, contract, meaning, models: None, strength: None };
    };
    let (meaning, models) = meaning::measure(subject, &solutions, &mut propagator, limits);
    let strength = strength::measure(subject, &solutions, &mut propagator, limits).ok();
    Audit { size, contract, meaning, models: Some(models), strength }
}

impl Audit {
    /// Whether something is wrong with the formula: its meaning, or the number of models that the encoding promises.
    pub fn fault(&self) -> Option<String> {
        let broken = match &self.meaning {
            Meaning::Exact | Meaning::Sampled { .. } | Meaning::Unknown(_) => None,
            Meaning::Allows(values) => Some(format!("allows {}, which is no solution", list(values))),
            Meaning::Loses(values) => Some(format!("loses the solution {}", list(values))),
            Meaning::NoValue { variable, values } if values.is_empty() => {
                Some(format!("has a model in which {variable} has no value"))
            }
            Meaning::NoValue { variable, values } => {
                Some(format!("has a model in which {variable} has the values {}", list(values)))
            }
        };
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

fn list(values: &[i32]) -> String {
    values.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
